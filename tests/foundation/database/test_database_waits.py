"""What PostgreSQL's connections begin with, and what counts as a lock that somebody keeps."""

import sqlite3

import pytest
from django.db import OperationalError, connection

from annotator.foundation.database.database_waits import (
    KEEPALIVES,
    bound_requests,
    is_lock_kept,
    timeouts,
)
from api.responses.unavailable import unavailable


@pytest.mark.parametrize(
    ("name", "is_kept"), [("SQLITE_BUSY", True), ("SQLITE_BUSY_SNAPSHOT", False)]
)
def test_nobody_keeps_a_lock_where_the_own_read_is_stale(name: str, *, is_kept: bool) -> None:
    error = OperationalError("database is locked")
    error.__cause__ = sqlite3.OperationalError("database is locked")
    error.__cause__.sqlite_errorname = name
    assert is_lock_kept(error) is is_kept


def test_every_program_bounds_its_waits_for_locks_and_its_silence_in_transactions() -> None:
    assert timeouts(lock_seconds=10) == (
        "-c lock_timeout=10s -c idle_in_transaction_session_timeout=300s"
    )


@pytest.mark.django_db
@pytest.mark.only_on("postgresql", reason="only PostgreSQL is reached by TCP")
def test_each_connection_notices_that_the_server_is_gone() -> None:
    connection.ensure_connection()
    options = connection.connection.get_dsn_parameters()
    assert {name: int(options[name]) for name in KEEPALIVES} == {
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }


@pytest.mark.django_db
def test_a_web_process_bounds_each_statement() -> None:
    if connection.vendor == "sqlite":
        bound_requests(connection)
        return
    bound_requests(connection)
    with connection.cursor() as cursor:
        found = {}
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            (found[name],) = cursor.fetchone()
        cursor.execute("RESET statement_timeout; RESET idle_in_transaction_session_timeout")
    assert found == {
        "statement_timeout": "30s",
        "idle_in_transaction_session_timeout": "30s",
    }


@pytest.mark.django_db
@pytest.mark.only_on("postgresql", reason="only PostgreSQL bounds statements")
def test_a_statement_that_takes_too_long_is_no_internal_error() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '1ms'")
        with pytest.raises(OperationalError) as caught:
            cursor.execute("SELECT pg_sleep(60)")
    answer = unavailable(caught.value)
    assert answer is not None
    assert (answer.code, answer.headers) == ("unavailable", {"Retry-After": "2"})
