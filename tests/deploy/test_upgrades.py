"""What is promised of upgrades without downtime."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import migrations, models
from django.test import Client

from scripts.bootstrap import ROOT
from scripts.changelog import fragments
from scripts.upgrades import (
    RELEASED,
    project_migrations,
    reasons_to_stop,
    stops_since_the_release,
)
from tests.deploy.compose import read_example, read_services


def test_new_migrations_fit_the_version_before_or_the_changelog_says_that_they_do_not() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("## Unreleased")[2]
    waiting = [line for lines in fragments().values() for line in lines]
    unreleased = "\n".join([changelog.partition("\n## ")[0], *waiting])
    stops = stops_since_the_release()
    assert {name: reasons for name, reasons in stops.items() if f"`{name}`" not in unreleased} == {}


def test_the_list_of_released_migrations_has_no_other_names() -> None:
    released = RELEASED.read_text("utf-8").split()
    assert released
    assert set(released) - set(project_migrations()) == set()


def test_migrations_of_the_release_need_no_stop_and_changes_of_its_tables_do(
    tmp_path: Path,
) -> None:
    list_of_names = tmp_path / "released.txt"
    list_of_names.write_text("\n".join(project_migrations()))
    assert stops_since_the_release(list_of_names) == {}
    # The first release had no table of queries, so it doesn't notice how that changed later.
    changes = {"intake.0002_page_search", "intake.0003_query_periods"}
    list_of_names.write_text("\n".join(project_migrations().keys() - changes))
    assert stops_since_the_release(list_of_names).keys() == changes
    changes.add("intake.0001_queries")
    list_of_names.write_text("\n".join(project_migrations().keys() - changes))
    assert stops_since_the_release(list_of_names) == {}


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("job", "x", models.IntegerField(null=True)),
        migrations.AddField("job", "x", models.IntegerField(default=0, db_default=0)),
        migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddIndex("job", models.Index(fields=["kind"], name="x")),
        migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Job")]),
    ],
)
def test_what_only_adds_needs_no_stop(operation: migrations.operations.base.Operation) -> None:
    assert reasons_to_stop([operation]) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("job", "x", models.IntegerField(default=0)),
        migrations.RemoveField("job", "done"),
        migrations.RenameField("job", "done", "ready"),
        migrations.AlterField("job", "done", models.IntegerField()),
        migrations.DeleteModel("Job"),
        migrations.RenameModel("Job", "Work"),
        migrations.RunSQL("DROP TABLE jobs_job"),
        migrations.AddConstraint(
            "job", models.UniqueConstraint(fields=["kind"], name="one_of_a_kind")
        ),
        migrations.SeparateDatabaseAndState(database_operations=[migrations.DeleteModel("Job")]),
    ],
)
def test_what_the_version_before_would_stumble_over_needs_a_stop(
    operation: migrations.operations.base.Operation,
) -> None:
    assert len(reasons_to_stop([operation])) == 1


def test_a_new_table_may_be_changed_in_the_migration_that_makes_it() -> None:
    operations = [
        migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("new", "x", models.IntegerField(default=0)),
        migrations.AddConstraint("new", models.UniqueConstraint(fields=["x"], name="one_x")),
    ]
    assert reasons_to_stop(operations) == []


def test_collecting_static_files_leaves_those_of_open_tabs() -> None:
    commands = str(read_services(read_example())["prepare"]["command"])
    scripts = [
        path.read_text("utf-8") for path in (ROOT / "annotator/running/serving").glob("*.py")
    ]
    collecting = [text for text in (commands, *scripts) if "collectstatic" in text]
    assert len(collecting) >= 2
    assert [text for text in collecting if "--clear" in text] == []


@pytest.fixture
def built(settings: Any, tmp_path: Path) -> Path:
    """The front end of version 1, built and collected."""
    settings.FRONTEND_DIST, settings.STATIC_ROOT = tmp_path / "dist", tmp_path / "static"
    (settings.STATIC_ROOT / "assets").mkdir(parents=True)
    settings.FRONTEND_DIST.mkdir()
    build_and_collect(tmp_path, 1)
    return tmp_path


def build_and_collect(folder: Path, version: int) -> None:
    for part in ("dist", "static"):
        (folder / part / "index.html").write_text(f"version {version}")
    (folder / "static" / "assets" / f"index-{version}.js").write_text(f"asset {version}")


@pytest.mark.django_db
def test_a_process_hands_out_the_document_of_its_own_version(built: Path) -> None:
    client = Client()
    assert client.get("/static/none.svg").status_code == 404
    build_and_collect(built, 2)
    assert client.get("/sign-in").content == b"version 1"


@pytest.mark.django_db
def test_going_back_a_version_brings_its_document_back(built: Path) -> None:
    # Collecting leaves a target that is newer than its source.
    (built / "static" / "index.html").write_text("version 2")
    assert Client().get("/sign-in").content == b"version 1"


def test_going_back_a_version_brings_back_files_without_a_hash(
    settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT, build = tmp_path / "static", tmp_path / "dist"
    settings.STATICFILES_DIRS = [build]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    (build / "assets").mkdir(parents=True)
    collected = set()
    logo, asset = build / "plumbline.svg", build / "assets" / "index-1.js"
    for version in (1, 2, 1):
        logo.write_text(f"version {version}")
        asset.write_text("the same in all versions")
        for file in (logo, asset):
            os.utime(file, (version, version))
        call_command("collectstatic", interactive=False, verbosity=0)
        assert (settings.STATIC_ROOT / logo.name).read_text() == f"version {version}"
        collected.add((settings.STATIC_ROOT / "assets" / asset.name).stat().st_mtime_ns)
    assert len(collected) == 1


def test_an_old_process_serves_the_assets_of_a_new_version(built: Path) -> None:
    client = Client()
    assert b"".join(client.get("/static/assets/index-1.js")) == b"asset 1"
    build_and_collect(built, 2)
    answer = client.get("/static/assets/index-2.js")
    assert (answer.status_code, b"".join(answer)) == (200, b"asset 2")
    assert "immutable" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "name", ["none.js", "../index.html", "./index-1.js", "", ".", "..", "x" * 300]
)
def test_what_is_no_asset_is_not_found(name: str, built: Path) -> None:
    assert Client().get(f"/static/assets/{name}").status_code == 404
