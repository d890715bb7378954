"""How long a web process waits for PostgreSQL to say anything.

A server that works bounds itself, with ``statement_timeout`` and ``lock_timeout``. One that is
frozen, on a machine that still acknowledges what arrives, would hold each thread for ever:
docs/decisions/silent-database.md.
"""

import select
from functools import partial
from typing import Any, ClassVar

from psycopg2 import OperationalError
from psycopg2.extensions import (
    POLL_OK,
    POLL_WRITE,
    STATUS_BEGIN,
    STATUS_PREPARED,
    STATUS_READY,
    set_wait_callback,
)

from annotator.foundation.database.database_waits import (
    CONNECT_SECONDS,
    SECONDS_AFTER_SILENCE,
    SILENCE_SECONDS,
)
from annotator.foundation.database.patience import OthersWaitError, Patience

CONNECTED = {STATUS_READY, STATUS_BEGIN, STATUS_PREPARED}


class Silence:
    """Whether PostgreSQL has said nothing for so long that a request gave it up, and nothing since.

    The requests that follow would otherwise hold every thread again.
    """

    lasts: ClassVar[bool] = False


def bound_silence() -> None:
    """Let each connection of this process give up a server that has become silent.

    psycopg2 then sends no COPY and knows no large objects; requests use neither.
    """
    set_wait_callback(wait)


def wait(connection: Any) -> None:
    """Wait until ``connection`` is made, or its statement answered, as psycopg2 asks for it.

    :raises OperationalError: if nothing comes for ``SILENCE_SECONDS``, while connecting for
        ``CONNECT_SECONDS``; after that for ``SECONDS_AFTER_SILENCE``, until something is answered.
        Earlier, if other threads wait for a silent server already (``Patience``). psycopg2 then
        closes the connection.
    """
    while (state := connection.poll()) != POLL_OK:
        seconds = SILENCE_SECONDS if connection.status in CONNECTED else CONNECT_SECONDS
        if Silence.lasts:
            seconds = min(seconds, SECONDS_AFTER_SILENCE)
        watch = select.poll()
        watch.register(
            connection.fileno(), select.POLLOUT if state == POLL_WRITE else select.POLLIN
        )
        try:
            Patience.wait(partial(_events_within, watch), seconds=seconds)
        except OthersWaitError as error:
            raise OperationalError(f"PostgreSQL says nothing, {error}.") from None
        except TimeoutError as error:
            Silence.lasts = True
            raise OperationalError(f"PostgreSQL has said nothing {error}.") from None
    Silence.lasts = False
    Patience.note_answer()


def _events_within(watch: select.poll, seconds: float) -> list[tuple[int, int]]:
    return watch.poll(seconds * 1000)
