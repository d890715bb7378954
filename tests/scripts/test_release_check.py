"""What stands in the way of a release, and what a person does for it."""

import sys
from pathlib import Path

import pytest

from scripts import release_check
from scripts.release_check import (
    duties,
    failure,
    unnoted_migrations,
    versions_elsewhere,
    wrong_changelog,
    wrong_versions,
)

CITATION = 'version: 0.2.0\ndate-released: "2026-12-01"\n'


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The changelog of a project whose citation is of version 0.2.0."""
    monkeypatch.setattr(release_check, "ROOT", tmp_path)
    (tmp_path / "CITATION.cff").write_text(CITATION, encoding="utf-8")
    (tmp_path / "changes").mkdir()
    return tmp_path / "CHANGELOG.md"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("## Unreleased\n\n## 0.2.0 – 2026-12-01\n\n- News.\n", []),
        (
            "## Unreleased\n\n- News.\n\n## 0.2.0 – 2026-12-01\n",
            ["CHANGELOG.md has lines under Unreleased: move them below the version and its date"],
        ),
        (
            "## 0.1.0 – 2026-12-01\n",
            ["CHANGELOG.md has no section of this version: write “## 0.2.0 – YYYY-MM-DD”"],
        ),
        (
            "## 0.2.0 – 2026-12-02\n",
            ["CITATION.cff has another date than CHANGELOG.md: write 2026-12-02"],
        ),
    ],
)
def test_the_changelog_is_that_of_the_version(
    text: str, problems: list[str], changelog: Path
) -> None:
    changelog.write_text(text, encoding="utf-8")
    assert list(wrong_changelog("0.2.0")) == problems


def test_lines_that_wait_for_the_changelog_stand_in_the_way(changelog: Path) -> None:
    changelog.write_text("## Unreleased\n\n## 0.2.0 – 2026-12-01\n", encoding="utf-8")
    (changelog.parent / "changes" / "news.added.md").write_text("News.\n", encoding="utf-8")
    assert list(wrong_changelog("0.2.0")) == [
        "changes/ has 1 lines: move them with python -m scripts.changelog"
    ]


def test_all_files_name_one_version() -> None:
    versions = versions_elsewhere()
    assert len(set().union(*versions.values())) == 1
    assert {problem.partition(" has ")[0] for problem in wrong_versions("9.9.9")} == set(versions)


def test_a_migration_that_is_not_noted_stands_in_the_way(
    tmp_path: Path,
) -> None:
    migrations = tmp_path / "annotator" / "accounts" / "migrations"
    migrations.mkdir(parents=True)
    for name in ("__init__.py", "0001_initial.py"):
        (migrations / name).touch()
    noted = tmp_path / "released.txt"
    noted.write_text("", encoding="utf-8")
    before = list(unnoted_migrations(tmp_path, noted))
    noted.write_text("accounts.0001_initial\n", encoding="utf-8")
    assert (before, list(unnoted_migrations(tmp_path, noted))) == (
        ["released.txt lacks 1 migrations: run python -m scripts.upgrades --release"],
        [],
    )


def test_a_program_that_fails_is_quoted() -> None:
    said = "print('no room'); raise SystemExit(3)"
    assert list(failure(sys.executable, "-c", "pass")) == []
    assert [each.partition(" ended with ")[2] for each in failure(sys.executable, "-c", said)] == [
        "3:\n    no room"
    ]
    assert list(failure("no-such-program")) == ["no-such-program is not installed"]


def test_a_person_builds_the_images_where_docker_is_missing() -> None:
    with_docker, without = (list(duties("0.2.0", has_docker=has)) for has in (True, False))
    assert [each for each in without if each not in with_docker] == [
        "Build the images where Docker runs: docker build --target plumbline and proxy."
    ]
