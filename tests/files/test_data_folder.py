"""A data folder is its owner's alone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.files.data_folder import describe_closing, open_data_folder, require_access
from annotator.site.configuration import ConfigurationError


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
