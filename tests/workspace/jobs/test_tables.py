"""A job's tables: rows survive a kill, and a following job inherits them by name."""

from pathlib import Path

import pytest

from annotator.workspace.jobs.tables import JobTables


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    return old, new


def test_a_row_that_a_kill_cut_off_is_removed(folders: tuple[Path, Path]) -> None:
    tables = JobTables(folders[0], "dev")
    tables.append("found", {"a": 1})
    with tables.path("found").open("ab") as file:
        file.write(b'{"a":')
    assert list(tables.rows("found")) == [{"a": 1}]
    tables.append("found", {"a": 2})
    assert list(tables.rows("found")) == [{"a": 1}, {"a": 2}]


def test_named_tables_are_inherited_with_what_belongs_to_them(folders: tuple[Path, Path]) -> None:
    old, new = JobTables(folders[0], "dev"), JobTables(folders[1], "dev")
    old.append("pages", {"title": "A"})
    old.path("pages").with_name("dev-pages.jsonl.missing").write_text('{"title": "B"}\n')
    old.append("found", {"a": 1})
    new.inherit(old.path("found"), "pages", "searched")
    assert list(new.rows("pages")) == [{"title": "A"}]
    assert sorted(each.name for each in folders[1].iterdir()) == [
        "dev-pages.jsonl",
        "dev-pages.jsonl.missing",
    ]
    assert list(old.rows("found")) == [{"a": 1}]


def test_what_a_job_has_is_not_replaced(folders: tuple[Path, Path]) -> None:
    old, new = JobTables(folders[0], "dev"), JobTables(folders[1], "dev")
    old.append("found", {"a": 1})
    new.append("found", {"a": 2})
    new.inherit(old.path("found"), "found")
    assert list(new.rows("found")) == [{"a": 2}]


def test_removed_tables_have_no_rows(folders: tuple[Path, Path]) -> None:
    tables = JobTables(folders[0], "dev")
    tables.append("found", {"a": 1})
    tables.append("foundling", {"a": 1})
    tables.remove("found")
    assert (list(tables.rows("found")), list(tables.rows("foundling"))) == ([], [{"a": 1}])
