"""Files that appear whole or not at all."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.foundation.files.published_files import publish_file, publish_once, published_file
from scripts.bootstrap import ROOT


def test_nobody_sees_a_file_before_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with published_file(path) as file:
        file.write(b"half")
        assert not path.exists()
        file.write(b" and half")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [
        ("out.txt", b"half and half")
    ]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(b"before")
    with pytest.raises(TypeError), published_file(path) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [
        ("out.txt", b"before")
    ]


def test_a_file_has_the_permissions_that_were_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with published_file(path, mode=0o600):
        assert [each.stat().st_mode & 0o777 for each in tmp_path.iterdir()] == [0o600]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_long_name_leaves_room_for_the_name_of_the_unfinished_file(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 127)
    with published_file(path) as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole"


def test_of_two_who_make_a_file_once_the_first_ones_stays(tmp_path: Path) -> None:
    path = tmp_path / "key"
    publish_once(path, b"first", mode=0o600)
    publish_once(path, b"second", mode=0o600)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("key", b"first")]


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A named pipe, and the descriptor of who reads from it."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path, reader
    os.close(reader)


def test_a_pipe_is_written_to_and_stays(pipe: tuple[Path, int], tmp_path: Path) -> None:
    path, reader = pipe
    with published_file(path, mode=0o600) as file:
        file.write(b"whole")
    assert path.is_fifo()
    assert os.read(reader, 100) == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_gets_a_file_that_was_written_beside_it(
    pipe: tuple[Path, int], tmp_path: Path
) -> None:
    path, reader = pipe
    written = tmp_path / "written"
    written.write_bytes(b"whole")
    publish_file(written, path)
    assert path.is_fifo()
    assert os.read(reader, 100) == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_refused_and_stays(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), published_file(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


PRINTS = """
import sys
from pathlib import Path
from annotator.foundation.files.published_files import published_file
with published_file(Path(sys.argv[1])) as file:
    file.write(b"published\\n")
print("printed")
"""


def test_the_file_of_standard_output_keeps_what_it_has(tmp_path: Path) -> None:
    path, stdout = tmp_path / "log", tmp_path / "stdout"
    path.write_bytes(b"before\n")
    # As /dev/stdout, which a mistake would put a file in place of.
    stdout.symlink_to("/proc/self/fd/1")
    with path.open("ab") as log:
        words = [sys.executable, "-c", PRINTS, str(stdout)]
        subprocess.run(words, stdout=log, check=True, cwd=ROOT)
    assert path.read_bytes() == b"before\npublished\nprinted\n"
    assert stdout.is_symlink()
