"""What was deleted is gone from SQLite's files."""

from pathlib import Path

import pytest
from django.db import connection

from annotator.running.personal_data.traces import wipe_traces
from annotator.workspace.accounts.models import User

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("sqlite", reason="PostgreSQL's own files"),
]
NAME = "zoe-unmistakable"


def files_with(name: str) -> list[str]:
    database = Path(connection.settings_dict["NAME"])
    files = (Path(f"{database}{ending}") for ending in ("", "-wal", "-shm"))
    return [file.name for file in files if file.exists() and name.encode() in file.read_bytes()]


def test_a_deleted_name_is_in_no_file_once_traces_are_wiped() -> None:
    user = User.objects.create(username=NAME)
    user.delete()
    before = files_with(NAME)
    wipe_traces()
    assert (len(before) > 0, files_with(NAME)) == (True, [])
