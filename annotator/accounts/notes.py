"""Notes made during a request, such as when a session was used. They are never a reason to refuse
one.
"""

import time
from collections.abc import Callable
from typing import ClassVar

import structlog
from django.db import OperationalError

log = structlog.get_logger(__name__)

LEFT_ALONE_SECONDS = 60.0


class Notes:
    """Notes are left out for a while after one that can't be written.

    On a full disk each would fail, and behind a frozen writer each would wait its ten seconds.
    """

    left_alone_until: ClassVar[float] = 0.0

    @classmethod
    def write(cls, write: Callable[[], object]) -> bool:
        """Call ``write``, outside of any transaction; whether it could be done."""
        if time.monotonic() < cls.left_alone_until:
            return False
        try:
            write()
        except OperationalError as error:
            log.warning("not_noted", error=str(error))
            cls.left_alone_until = time.monotonic() + LEFT_ALONE_SECONDS
            return False
        return True
