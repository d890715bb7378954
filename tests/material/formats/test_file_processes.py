"""Several files at once."""

import os
from pathlib import Path

import pytest

from annotator.material.formats import file_processes
from annotator.material.formats.file_processes import read_in_processes


def content_and_process(path: Path) -> tuple[str, int]:
    return path.read_text(), os.getpid()


def content_unless_apart(path: Path) -> str:
    if path.read_text() == "b" and os.getpid() != int(path.with_name("here").read_text()):
        os._exit(9)
    return path.read_text()


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setattr(file_processes, "_cores", lambda: 2)
    (tmp_path / "here").write_text(str(os.getpid()))
    found = [tmp_path / name for name in "cab"]
    for path in found:
        path.write_text(path.name)
    return found


def test_files_are_read_in_processes_and_returned_in_order(paths: list[Path]) -> None:
    found = list(read_in_processes(paths, content_and_process))
    assert [text for text, _ in found] == ["c", "a", "b"]
    assert len({process for _, process in found} | {os.getpid()}) == 4


def test_a_single_file_is_read_here(paths: list[Path]) -> None:
    assert list(read_in_processes(paths[:1], content_and_process)) == [("c", os.getpid())]


def test_what_a_process_can_not_deliver_is_read_here(paths: list[Path]) -> None:
    assert list(read_in_processes(paths, content_unless_apart)) == ["c", "a", "b"]
    paths[1].unlink()
    with pytest.raises(FileNotFoundError):
        list(read_in_processes(paths, content_unless_apart))
