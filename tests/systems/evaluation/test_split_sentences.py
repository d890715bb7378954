"""``split_sentences`` counts characters, not bytes, and refuses what is no text."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command


def test_sentences_are_told_by_their_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("Zoë left.\r\n She won.".encode())
    call_command("split_sentences", str(path))
    assert json.loads(capsys.readouterr().out) == {"sentences": [[0, 9], [12, 20]]}


def test_a_file_that_is_not_utf_8_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"Zo\xeb left.")
    with pytest.raises(SystemExit):
        call_command("split_sentences", str(path))
    assert capsys.readouterr().err == f"{path}: Byte 3 is not UTF-8. Save the file as UTF-8.\n"
