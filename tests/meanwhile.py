"""Two transactions, of which the second waits for the first."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection, connections, transaction


def meanwhile(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """What ``second`` gives when ``first`` is done, but commits only once ``second`` waits for it.

    Where ``second`` waits for nothing, this waits for its end instead.
    """
    results: list[Any] = []

    def _second() -> None:
        try:
            results.append(second())
        finally:
            connections.close_all()

    thread = threading.Thread(target=_second)
    with transaction.atomic():
        first()
        thread.start()
        while thread.is_alive() and not somebody_waits():
            thread.join(0.05)
    thread.join()
    return results[0]


def somebody_waits() -> bool:
    """Whether another connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        # Within a transaction PostgreSQL would show the same picture again and again.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
