"""Emptying the database's files after an erasure, where nothing works."""

import errno
from typing import Any

import pytest
from django.db import OperationalError
from structlog.testing import capture_logs

from annotator.running.personal_data import traces


def refusing(error: Exception) -> Any:
    def refuse(*_: Any) -> None:
        raise error

    return refuse


def test_a_full_disk_is_logged_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(traces, "send_task", refusing(full))
    monkeypatch.setattr(
        traces, "wipe_traces", refusing(OperationalError("database or disk is full"))
    )
    with capture_logs() as logs:
        traces.queue_wiping()
    assert [line["event"] for line in logs] == ["broker_away", "traces_left"]
