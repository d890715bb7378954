"""How long a connection waits for locks; PostgreSQL's also how long it works, holds them, and waits
for a server that is gone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection, transaction

IDLE_IN_TRANSACTION_SECONDS = 300
"""A job computes for less between two statements of a transaction. After it the server ends the
connection of a process that is frozen, and its locks with it.
"""
REQUEST_SECONDS = 30
"""For one statement of a request, and for a pause between two. Jobs and commands take their time.
"""

SILENCE_SECONDS = REQUEST_SECONDS + 10
"""For a word from PostgreSQL in a request. One that works has ended the statement before.
"""
CONNECT_SECONDS = 5
"""For each step of a new connection.
"""
SECONDS_AFTER_SILENCE = 2
"""For either in a process that PostgreSQL has been silent to, until it answers again.
"""

KEEPALIVES = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Options of a connection by TCP: its end is noticed half a minute after the server's machine or
the network is gone without a word. Times are in seconds, the last one in milliseconds.
"""


LOCK_NOT_AVAILABLE = "55P03"
"""PostgreSQL's code where a wait for a lock took too long."""
STALE_READ = "SQLITE_BUSY_SNAPSHOT"
"""SQLite's name for a write by a connection that still reads what was there before the last commit.
It has the words of a kept lock, but comes at once, and nobody else has to do anything about it.
"""


def is_lock_kept(error: Exception) -> bool:
    """Whether ``error`` of the database says that somebody else kept a lock for too long."""
    if getattr(error.__cause__, "sqlite_errorname", None) == STALE_READ:
        return False
    # PostgreSQL's words depend on its language.
    is_locked = getattr(error.__cause__, "pgcode", None) == LOCK_NOT_AVAILABLE
    return is_locked or "database is locked" in str(error)


def timeouts(*, lock_seconds: int) -> str:
    """What each connection begins with, as its ``options``."""
    idle = IDLE_IN_TRANSACTION_SECONDS
    return f"-c lock_timeout={lock_seconds}s -c idle_in_transaction_session_timeout={idle}s"


def bound_requests(connection: Any, **_: Any) -> None:
    """Receives Django's ``connection_created`` in web processes: bounds what requests ask."""
    if connection.vendor == "postgresql" and settings.PREPARED_STATEMENTS:
        with connection.cursor() as cursor:
            cursor.execute(
                "SET statement_timeout = %(most)s;"
                " SET idle_in_transaction_session_timeout = %(most)s",
                {"most": f"{REQUEST_SECONDS}s"},
            )


@contextmanager
def lock_wait(*, seconds: int) -> Iterator[None]:
    """Wait for each lock inside for so many seconds at most. Not for use within a transaction."""
    if connection.vendor != "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = %s", [f"{seconds}s"])
            yield
        return
    before = _wait_in_sqlite(seconds)
    try:
        yield
    finally:
        _wait_in_sqlite(before)


def _wait_in_sqlite(seconds: int | None) -> int | None:
    """How long it was before; None is the usual time."""
    before: int | None = connection.turn_seconds  # type: ignore[attr-defined]
    # For the turn of each transaction, and for each write outside of one.
    connection.turn_seconds = seconds  # type: ignore[attr-defined]
    usual = connection.settings_dict["OPTIONS"]["timeout"]
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {(usual if seconds is None else seconds) * 1000}")
    return before
