"""Whether this machine can do its work: each part separately, and within two seconds."""

import shutil
import time
from collections.abc import Callable, Iterable
from threading import Thread
from typing import ClassVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError as BrokerError

from annotator.workspace.jobs.presence import worker_seen_lately

PATIENCE_SECONDS = 1.5
"""A part that doesn't answer within this doesn't work, so that callers wait for at most two
seconds.
"""

_BROKER_SECONDS = 1
_LOCK_SECONDS = 5
_seen = {"migrated": False}


class Look(Thread):
    """One look at a part, which may hang, on a separate connection."""

    # By part. A part that hangs needs no second look, and no thread for each caller.
    under_way: ClassVar[dict[str, "Look"]] = {}

    def __init__(self, part: str) -> None:
        super().__init__(daemon=True, name=f"readiness of {part}")
        self._part = part
        self.works = False

    @classmethod
    def at(cls, part: str) -> "Look":
        """The current look at ``part``, or else a new one."""
        look = cls.under_way.get(part)
        if look is None or not look.is_alive():
            look = cls.under_way[part] = cls(part)
            look.start()
        return look

    def run(self) -> None:
        """Look."""
        try:
            self.works = PARTS[self._part]()
        finally:
            connections.close_all()


def check_readiness(
    names: Iterable[str] | None = None, *, seconds: float | None = None
) -> dict[str, bool]:
    """Each part (all of ``PARTS`` without ``names``) and whether it works.

    They are looked at in parallel; a part that takes longer than ``seconds`` doesn't work.
    """
    ends = time.monotonic() + (PATIENCE_SECONDS if seconds is None else seconds)
    looks = {name: Look.at(name) for name in (PARTS if names is None else names)}
    for look in looks.values():
        look.join(max(0.0, ends - time.monotonic()))
    return {name: look.works for name, look in looks.items()}


def database_answers() -> bool:
    """The database answers, and nobody keeps others from writing.

    On SQLite a transaction shows it; on PostgreSQL, that nobody has waited for a lock for seconds.
    """
    try:
        with transaction.atomic():
            return connection.vendor == "sqlite" or not _somebody_waits()
    except (OperationalError, InterfaceError):
        return False


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE NOT granted AND datname = current_database()"
            " AND waitstart < clock_timestamp() - make_interval(secs => %s))",
            [_LOCK_SECONDS],
        )
        return bool(cursor.fetchone()[0])


def broker_answers() -> bool:
    """The broker takes a connection within a second."""
    from annotator.celery import app

    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=_BROKER_SECONDS)
    except (BrokerError, OSError):
        return False
    return True


def migrations_are_applied() -> bool:
    """The database has every table and column that this version expects."""
    # Once true it stays so: a database only moves forward while a process runs.
    if not _seen["migrated"]:
        try:
            executor = MigrationExecutor(connection)
        except (OperationalError, InterfaceError):
            return False
        _seen["migrated"] = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _seen["migrated"]


def disk_has_room() -> bool:
    """``DATA_DIR`` has at least ``MIN_FREE_BYTES`` left."""
    wanted: int = settings.MIN_FREE_BYTES
    return shutil.disk_usage(settings.DATA_DIR).free >= wanted


PARTS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "broker": broker_answers,
    "worker": worker_seen_lately,
    "migrations": migrations_are_applied,
    "disk": disk_has_room,
}
