"""Gauges of the machinery itself: broker, worker, database, disk."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from amqp.exceptions import ChannelError
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError as BrokerError

from annotator.running.operations.readiness import broker_answers
from annotator.workspace.jobs.presence import worker_seen_at


def broker_messages() -> float | None:
    """How many messages wait at the broker; None if it is away."""
    from annotator.celery import app

    if not broker_answers():
        return None
    try:
        with app.connection_for_read() as broker:
            channel: Any = broker.default_channel
            declared = channel.queue_declare(app.conf.task_default_queue, passive=True)
    except ChannelError:
        # Redis knows of no queue in which nothing is.
        return 0
    except (BrokerError, OSError):
        return None
    return float(declared.message_count)


def seconds_without_worker() -> float | None:
    """How long ago a worker showed itself last; None if none ever did."""
    seen = worker_seen_at()
    return None if seen is None else max(0.0, time.time() - seen)


def database_bytes() -> float | None:
    """The database's size on disk, in bytes."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return float(cursor.fetchone()[0])
    path = Path(str(settings.DATABASES["default"]["NAME"]))
    files = (path, path.with_name(f"{path.name}-wal"))
    return float(sum(file.stat().st_size for file in files if file.exists()))


def disk_free_bytes() -> float | None:
    """Free space on the disk of ``DATA_DIR``, in bytes."""
    return float(shutil.disk_usage(settings.DATA_DIR).free)


GAUGES: tuple[tuple[str, str, Callable[[], float | None]], ...] = (
    ("plumbline_broker_messages", "Messages that wait at the broker", broker_messages),
    (
        "plumbline_worker_seen_seconds",
        "Seconds since a worker answered the scheduler or went on with a job",
        seconds_without_worker,
    ),
    ("plumbline_database_bytes", "Size of the database, in bytes", database_bytes),
    (
        "plumbline_disk_free_bytes",
        "Room left on the disk of uploads and results, in bytes",
        disk_free_bytes,
    ),
)
