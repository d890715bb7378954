"""Several files at once."""

import os
from functools import partial
from itertools import chain
from pathlib import Path

import pytest

from annotator.material.formats import file_processes
from annotator.material.formats.file_processes import Share, read_in_processes


def content_and_process(path: Path, share: Share) -> tuple[str, int]:
    return path.read_text()[share.first :: share.of], os.getpid()


def content_unless_apart(path: Path, share: Share) -> str:
    content = path.read_text()
    if "b" in content and os.getpid() != int(path.with_name("here").read_text()):
        os._exit(9)
    return content[share.first :: share.of]


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    (tmp_path / "here").write_text(str(os.getpid()))
    found = [tmp_path / name for name in "cab"]
    for path in found:
        path.write_text(path.name * 3)
    return found


def test_files_are_read_in_processes_and_returned_in_order(paths: list[Path]) -> None:
    found = list(read_in_processes(paths, content_and_process, cores=2))
    # The core that would have no third file reads a share of the last one.
    assert [[text for text, _ in shares] for shares in found] == [["ccc"], ["aaa"], ["bb", "b"]]
    processes = {process for _, process in chain.from_iterable(found)}
    assert len(processes | {os.getpid()}) == 5


@pytest.mark.parametrize(
    ("files", "cores", "shares"),
    [
        (2, 2, [1, 1]),
        (5, 2, [1, 1, 1, 1, 2]),
        (3, 8, [2, 2, 2]),
        (5, 8, [1] * 5),
        (4, 3, [1, 1, 1, 3]),
    ],
)
def test_the_last_files_are_shared_by_the_cores_that_would_have_none(
    files: int, cores: int, shares: list[int]
) -> None:
    found = file_processes._shares(files, cores)
    assert [len(each) for each in found] == shares
    for each in found:
        assert each == [Share(first, len(each)) for first in range(len(each))]


def test_a_single_file_is_read_here(paths: list[Path]) -> None:
    assert list(read_in_processes(paths[:1], content_and_process, cores=2)) == [
        [("ccc", os.getpid())]
    ]


def test_what_a_process_can_not_deliver_is_read_here(paths: list[Path]) -> None:
    read = partial(read_in_processes, paths, content_unless_apart, cores=2)
    assert list(read()) == [["ccc"], ["aaa"], ["bb", "b"]]
    paths[1].unlink()
    with pytest.raises(FileNotFoundError):
        list(read())
