"""One line a minute about a full disk: the log is often on the same disk."""

import logging
import sys
import time
from collections.abc import Callable, Iterator

from annotator.foundation.files.full_disk import FULL

SECONDS = 60.0
_WORDS = (
    "disk_full",
    "database or disk is full",
    "No space left on device",
    "Disk quota exceeded",
    "could not extend file",
    # Redis, which can't save what it has: it refuses every write meanwhile.
    "MISCONF",
)


class FullDiskFilter(logging.Filter):
    """Passes the first line about a full disk, without its traceback, and after each minute another
    that counts those left out. It counts in one process; other lines pass.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing is left out yet."""
        super().__init__()
        self._clock = clock
        self._next_at: float | None = None
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if not _is_about_a_full_disk(record):
            return True
        now = self._clock()
        # Without a lock, which a fork could leave taken: two threads may write one line too many.
        if self._next_at is not None and now < self._next_at:
            self._left_out += 1
            return False
        self._next_at = now + SECONDS
        _shorten(record, self._left_out)
        self._left_out = 0
        return True


def _is_about_a_full_disk(record: logging.LogRecord) -> bool:
    texts = [record.getMessage()]
    for error in _chain(_error_of(record)):
        if isinstance(error, OSError) and error.errno in FULL:
            return True
        texts.append(str(error))
    return any(word in text for text in texts for word in _WORDS)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    if record.exc_info:
        return record.exc_info[1]
    # structlog reads the error later, while the line is formatted.
    if isinstance(record.msg, dict) and record.msg.get("exc_info"):
        return sys.exc_info()[1]
    return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what led to it: kombu hides the system's error behind one of its own."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _shorten(record: logging.LogRecord, left_out: int) -> None:
    record.exc_info = record.exc_text = record.stack_info = None
    if isinstance(record.msg, dict):
        kept = {name: value for name, value in record.msg.items() if name != "exc_info"}
        record.msg = {**kept, "left_out": left_out} if left_out else kept
        return
    first = (record.getMessage().splitlines() or [""])[0]
    record.msg = f"{first} (left_out={left_out})" if left_out else first
    record.args = None
