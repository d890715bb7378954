"""What a database keeps of rows that were deleted or changed, until it needs the room."""

import structlog
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from kombu.exceptions import OperationalError as BrokerError

from annotator.foundation.database.sqlite.base import DatabaseWrapper
from annotator.foundation.messages.tasks_by_name import send_task

log = structlog.get_logger(__name__)


def wipe_traces() -> None:
    """Leave nothing in SQLite's files of what was deleted. Doesn't belong in a transaction.

    PostgreSQL keeps house by itself: docs/personal-data.md says when. Raises ``OperationalError``
    if others read or write for too long; try again then.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if isinstance(connection, DatabaseWrapper) and not connection.write_anew():
        raise OperationalError("somebody reads the database: its log could not be emptied")


def queue_wiping() -> None:
    """Let a worker do it; do it at once where the broker is away, or its disk full.

    Where that fails too, the log says so: what was deleted is deleted all the same.
    """
    try:
        send_task("personal_data.wipe_traces")
    except (BrokerError, OSError) as error:
        log.warning("broker_away", task="wipe_traces", error=str(error))
        try:
            wipe_traces()
        except OperationalError as failure:
            log.error("traces_left", error=str(failure))  # noqa: TRY400 - one line is enough
