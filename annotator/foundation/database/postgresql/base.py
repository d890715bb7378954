"""Connections to PostgreSQL that are looked at before each request, and not asked.

A server that ended a connection, restarted or was killed has said so on its socket. As long as
nothing has come, a question would only be one more round trip of every request.
"""

import select
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from psycopg2.extensions import TRANSACTION_STATUS_IDLE


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the server only where its socket has something to say."""

    connection: Any
    health_check_enabled: bool
    health_check_done: bool

    def close_if_health_check_failed(self) -> None:
        """Close the connection if it is of no use any more."""
        is_due = self.health_check_enabled and not self.health_check_done
        if self.connection is not None and is_due and self._is_quiet():
            self.health_check_done = True
        super().close_if_health_check_failed()

    def chunked_cursor(self) -> Any:
        """A cursor for many rows: the server's, which gives some at a time, where that holds.

        Behind a pooler, what is fetched outside a transaction may reach another server, which knows
        no such cursor. There the driver takes all rows at once.
        """
        if settings.PREPARED_STATEMENTS or self.in_atomic_block:
            return super().chunked_cursor()
        return self.cursor()

    def _is_quiet(self) -> bool:
        driver = self.connection
        if driver.closed or driver.info.transaction_status != TRANSACTION_STATUS_IDLE:
            return False
        watch = select.poll()
        watch.register(driver.fileno(), select.POLLIN)
        return not watch.poll(0)
