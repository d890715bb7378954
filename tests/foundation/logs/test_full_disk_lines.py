"""Lines about a full disk, by a clock of the test's own."""

import errno
import io
import logging
import sqlite3

import pytest
import structlog
from django.conf import settings
from redis.exceptions import ResponseError
from structlog.typing import FilteringBoundLogger

from annotator.foundation.logs.full_disk_lines import FullDiskFilter

FULL = OSError(errno.ENOSPC, "No space left on device")


class Clock:
    """Stands still until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Lines:
    """A logger on a stream of its own."""

    def __init__(self) -> None:
        self.clock, self._stream = Clock(), io.StringIO()
        handler = logging.StreamHandler(self._stream)
        handler.addFilter(FullDiskFilter(self.clock))
        self.logger = logging.Logger("any")  # noqa: LOG001 - not shared with other tests
        self.logger.addHandler(handler)

    def written(self) -> list[str]:
        return self._stream.getvalue().splitlines()

    def structured(self) -> FilteringBoundLogger:
        logger: FilteringBoundLogger = structlog.wrap_logger(
            self.logger,
            processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
            wrapper_class=structlog.stdlib.BoundLogger,
        )
        return logger


@pytest.mark.parametrize(
    "error",
    [
        FULL,
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        sqlite3.OperationalError("database or disk is full"),
        OSError('could not write to file "pg_wal/xlogtemp.9": No space left on device'),
        ResponseError("MISCONF Redis is configured to save RDB snapshots, and can't"),
    ],
)
def test_a_thousand_tracebacks_are_one_line_a_minute(error: Exception) -> None:
    lines = Lines()
    for second in range(120):
        lines.clock.now = float(second)
        for _ in range(10):
            try:
                raise RuntimeError("Cannot add file") from error  # noqa: TRY301
            except RuntimeError:
                lines.logger.exception("Message Error: %s\n%s", "x", "a stack")
    assert lines.written() == ["Message Error: x", "Message Error: x (left_out=599)"]


def test_an_error_hidden_behind_another_counts() -> None:
    lines = Lines()
    for _ in range(3):
        try:
            try:
                raise FULL
            except OSError:
                raise ValueError("broken")  # noqa: B904 - as kombu does it
        except ValueError:
            lines.logger.exception("worker")
    assert lines.written() == ["worker"]


def test_structured_lines_count_what_is_left_out() -> None:
    lines = Lines()
    for now in (0.0, 1.0, 59.0, 60.0):
        lines.clock.now = now
        try:
            raise FULL
        except OSError as error:
            lines.structured().exception("cache_away", error=str(error))
    first, second = lines.written()
    assert "left_out" not in first
    assert "'left_out': 2" in second
    assert "exc_info" not in first + second


def test_other_lines_pass_with_their_tracebacks() -> None:
    lines = Lines()
    for _ in range(2):
        lines.logger.error("database_away")
        try:
            raise OSError(errno.EIO, "Input/output error")  # noqa: TRY301
        except OSError:
            lines.logger.exception("broken")
    assert lines.written().count("database_away") == 2
    assert lines.written().count("Traceback (most recent call last):") == 2


def test_every_logger_writes_through_the_limit() -> None:
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["full_disk"]
    assert list(settings.LOGGING["handlers"]) == ["console"]
