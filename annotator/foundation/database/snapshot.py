"""Reading the database as it is at one moment, whatever is written meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot(*, may_pause: bool = False) -> Iterator[None]:
    """All reads inside see the database as it is at the first of them. Writers don't have to wait,
    and nothing can be written inside. Within a transaction or another snapshot, that one is used.

    With ``may_pause`` PostgreSQL never ends it because nothing was read for a while.
    """
    if connection.in_atomic_block or _is_within():
        yield
    elif connection.vendor == "sqlite":
        # Django's own transactions take the only writer's place; a deferred one never does.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                if may_pause:
                    cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield


def _is_within() -> bool:
    """Whether a snapshot on SQLite is open, which Django doesn't know about."""
    connected = connection.connection
    return connection.vendor == "sqlite" and connected is not None and connected.in_transaction


@contextmanager
def part_of_snapshot() -> Iterator[None]:
    """Reads that may fail and leave the rest of the snapshot readable."""
    if connection.vendor == "sqlite":
        # Here a statement that fails ends no transaction.
        yield
    else:
        with transaction.atomic():
            yield
