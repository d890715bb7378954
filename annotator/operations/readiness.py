"""Whether this machine can do its work: each part by itself."""

import shutil
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError as BrokerError

from annotator.jobs.presence import worker_seen_lately

_BROKER_SECONDS = 2
_seen = {"migrated": False}


def check_readiness(names: Iterable[str] | None = None) -> dict[str, bool]:
    """Each part (all of ``PARTS`` without ``names``) and whether it works."""
    return {name: PARTS[name]() for name in (PARTS if names is None else names)}


def database_answers() -> bool:
    """The database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (OperationalError, InterfaceError):
        return False
    return True


def broker_answers() -> bool:
    """The broker takes a connection within two seconds."""
    from annotator.celery import app

    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=_BROKER_SECONDS)
    except (BrokerError, OSError):
        return False
    return True


def worker_answers() -> bool:
    """Some worker has done what the scheduler asked within the last two minutes."""
    return worker_seen_lately()


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
    "worker": worker_answers,
    "migrations": migrations_are_applied,
    "disk": disk_has_room,
}
