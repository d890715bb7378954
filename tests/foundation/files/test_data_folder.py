"""A data folder is its owner's alone."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator.configuration import Configuration, ConfigurationError
from annotator.foundation.files.data_folder import (
    describe_closing,
    make_folder,
    open_data_folder,
    require_access,
    usable,
)


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.lstat().st_mode & 0o777


def test_a_new_folder_and_what_is_written_into_it_are_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "plumbline"
    open_data_folder(folder)
    (folder / "inner").mkdir()
    (folder / "inner" / "file").write_text("x")
    assert [mode(each) for each in (folder, folder / "inner", folder / "inner" / "file")] == [
        *(0o700, 0o700, 0o600),
    ]


def test_an_open_folder_is_closed_once_with_what_is_in_it(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    for each in (folder / "inner", elsewhere):
        each.mkdir(parents=True, mode=0o755)
    (folder / "inner" / "file").write_text("x")
    (elsewhere / "file").write_text("x")
    (folder / "link").symlink_to(elsewhere / "file")
    sentences = [describe_closing(folder), describe_closing(folder)]
    assert sentences == [
        f"DATA_DIR={folder} was open to other accounts: closed 3 files and folders to them",
        None,
    ]
    assert [mode(folder), mode(folder / "inner"), mode(folder / "inner" / "file")] == [
        *(0o700, 0o700, 0o600),
    ]
    assert mode(elsewhere / "file") == 0o644


def test_a_folder_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigurationError) as refused:
        open_data_folder(tmp_path / "file" / "data")
    assert str(refused.value) == (
        f"DATA_DIR={tmp_path}/file/data can't be used (Not a directory): "
        "give a folder that this account may read and write"
    )


def test_a_folder_that_is_a_link_in_a_circle_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(tmp_path / "data")
    configuration = Configuration.read({"DATA_DIR": str(tmp_path / "data")})
    with pytest.raises(ConfigurationError) as refused:
        open_data_folder(configuration.data_dir)
    assert str(refused.value) == (
        f"DATA_DIR={tmp_path}/data can't be used (Too many levels of symbolic links): "
        "give a folder that this account may read and write"
    )


def put_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "not mounted")


@pytest.mark.parametrize(
    ("put", "reason"),
    [
        (put_link_to_nothing, "No such file or directory"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (Path.touch, "File exists"),
    ],
)
def test_an_inner_folder_that_cannot_be_made_is_refused_in_a_sentence(
    put: Callable[[Path], None], reason: str, tmp_path: Path
) -> None:
    put(tmp_path / "incoming")
    with pytest.raises(ConfigurationError) as refused:
        make_folder(tmp_path / "incoming")
    assert str(refused.value) == (
        f"DATA_DIR={tmp_path} can't be used (incoming: {reason}): "
        "correct or remove incoming, or give another folder"
    )


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "No space left on device): make room"),
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "Is a directory): correct or remove k"),
        (UnicodeDecodeError("utf-8", b"\xe4", 0, 1, "end"), "not UTF-8): correct or remove k"),
    ],
)
def test_a_file_that_cannot_be_read_or_written_is_refused_in_a_sentence(
    error: Exception, sentence: str
) -> None:
    with pytest.raises(ConfigurationError) as refused, usable(Path("/data/k")):
        raise error
    assert str(refused.value) == (
        f"DATA_DIR=/data can't be used (k: {sentence}, or give another folder"
    )


def test_a_file_of_another_account_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret_key"
    # An administrator may open everything.
    monkeypatch.setattr(os, "access", lambda path, mode: path != file or mode == os.F_OK)
    require_access(file, os.R_OK)
    file.touch()
    with pytest.raises(ConfigurationError) as refusal:
        require_access(file, os.R_OK)
    assert str(refusal.value) == (
        f"DATA_DIR={tmp_path} can't be used (secret_key: Permission denied): "
        "chown -R it to the account that runs Plumbline"
    )
