"""How long PostgreSQL lets a connection wait, work, and hold locks without a word."""

from typing import Any

from django.conf import settings

IDLE_IN_TRANSACTION_SECONDS = 300
"""A job computes for less between two statements of a transaction. After it the server ends the
connection of a process that is frozen, and its locks with it.
"""
REQUEST_SECONDS = 30
"""For one statement of a request, and for a pause between two. Jobs and commands take their time.
"""


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
