"""Files that appear whole or not at all."""

from pathlib import Path

import pytest

from annotator.files.published_files import publish_once, published_file


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
