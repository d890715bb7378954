"""Notes made during a request, such as when a session was used, or what a page looks like. They are
never a reason to refuse one.
"""

import time
from collections.abc import Callable
from threading import Lock
from typing import ClassVar

import structlog
from django.db import OperationalError

from annotator.foundation.database.database_waits import lock_wait

log = structlog.get_logger(__name__)

LEFT_ALONE_SECONDS = 60.0
WAIT_SECONDS = 1
"""For a lock: what the request is about may still have to wait for the same one."""


class Notes:
    """Notes are left out for a while after one that can't be written.

    On a full disk each would fail, and behind a frozen writer each would wait: so one at a time is
    tried, and those that come meanwhile are left out too.
    """

    left_alone_until: ClassVar[float] = 0.0
    _turn: ClassVar[Lock] = Lock()

    @classmethod
    def write(cls, write: Callable[[], object]) -> bool:
        """Call ``write``, outside of any transaction; whether it could be done."""
        if time.monotonic() < cls.left_alone_until or not cls._turn.acquire(blocking=False):
            return False
        try:
            with lock_wait(seconds=WAIT_SECONDS):
                write()
        except OperationalError as error:
            log.warning("not_noted", error=str(error))
            cls.left_alone_until = time.monotonic() + LEFT_ALONE_SECONDS
            return False
        finally:
            cls._turn.release()
        return True
