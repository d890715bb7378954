"""What is promised of upgrades without downtime."""

import pytest
from django.db import migrations, models

from scripts.bootstrap import ROOT
from scripts.upgrades import new_migrations, reasons_to_stop
from tests.deploy.compose import read_example, read_services


def test_new_migrations_fit_the_version_before_or_the_changelog_says_that_they_do_not() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("## Unreleased")[2]
    unreleased = changelog.partition("\n## ")[0]
    unfit = {
        f"{migration.app_label}.{migration.name}": reasons
        for migration in new_migrations()
        if (reasons := reasons_to_stop(migration.operations))
    }
    assert {name: reasons for name, reasons in unfit.items() if f"`{name}`" not in unreleased} == {}


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
    scripts = [path.read_text("utf-8") for path in (ROOT / "scripts").glob("*.py")]
    collecting = [text for text in (commands, *scripts) if "collectstatic" in text]
    assert len(collecting) >= 2
    assert [text for text in collecting if "--clear" in text] == []
