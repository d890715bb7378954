"""What people get while the database is away."""

import errno
import io
import os
import sqlite3
import tempfile
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from rest_framework.test import APIClient

from annotator.running.operations import readiness
from annotator.workspace.accounts.models import User
from tests.api.clients import client_of
from tests.factories.corpus import make_user

pytestmark = pytest.mark.django_db

AWAY = OperationalError("database is locked")
CLOSED = InterfaceError("connection already closed: database is locked")
UNAVAILABLE = {
    "code": "unavailable",
    "detail": "The database is not responding. Try again in a few seconds.",
    "fields": {},
}


def client_with_errors(user: User | None = None) -> APIClient:
    """A client that gets an answer where others get the exception itself."""
    client = client_of(user)
    client.raise_request_exception = False
    return client


def failing_with(error: Exception) -> Callable[..., NoReturn]:
    """What stands in for every query, as a database that is gone would answer it."""

    def _fail(*_: Any) -> NoReturn:
        raise error

    return _fail


@pytest.mark.parametrize("error", [AWAY, CLOSED])
def test_the_api_answers_503_in_its_own_form_while_the_database_is_away(error: Exception) -> None:
    client = client_with_errors(make_user("ada"))
    with connection.execute_wrapper(failing_with(error)):
        answer = client.get("/api/v1/me/")
    assert (answer.status_code, answer.json()) == (503, UNAVAILABLE)
    assert answer["Retry-After"] == "2"


def test_an_unknown_address_below_the_api_needs_no_database() -> None:
    with connection.execute_wrapper(failing_with(AWAY)):
        assert client_with_errors().get("/api/v1/nothing/").status_code == 404


def test_what_is_not_rest_frameworks_answers_503_as_well() -> None:
    client = client_with_errors()
    with connection.execute_wrapper(failing_with(AWAY)):
        answer = client.get("/metrics")
    assert (answer.status_code, answer.json()) == (503, UNAVAILABLE)
    assert answer["Retry-After"] == "2"


def test_an_internal_error_of_the_api_has_the_form_of_all_errors() -> None:
    client = client_with_errors(make_user("ada"))
    with connection.execute_wrapper(failing_with(ValueError("a mistake of ours"))):
        answer = client.get("/api/v1/me/")
    assert (answer.status_code, answer.json()) == (
        500,
        {
            "code": "internal_error",
            "detail": "The server ran into a problem. See its log.",
            "fields": {},
        },
    )


FULL = {
    "code": "disk_full",
    "detail": (
        "The server's disk is full. Tell the person who runs the server, and try again later."
    ),
    "fields": {},
}


def sqlite_error(name: str) -> OperationalError:
    """A ``disk I/O error`` as Django passes it on, with SQLite's name for it."""
    error = OperationalError("disk I/O error")
    error.__cause__ = sqlite3.OperationalError("disk I/O error")
    error.__cause__.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("database or disk is full"),
        # No room for the files beside a database that is opened.
        sqlite_error("SQLITE_IOERR_SHMSIZE"),
        OperationalError('could not extend file "base/5/1": No space left on device'),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EDQUOT, "Disk quota exceeded"),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/me/", "/metrics"])
def test_a_full_disk_is_told_in_a_sentence(
    error: Exception, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = client_with_errors(make_user("ada") if path.startswith("/api") else None)
    with connection.execute_wrapper(failing_with(error)):
        answer = client.get(path)
    assert (answer.status_code, answer.json(), answer["Retry-After"]) == (503, FULL, "30")
    # Django's line for each request would not say why, and fill the disk.
    assert "django.request" not in {record.name for record in caplog.records}


@pytest.mark.only_on("sqlite", reason="an error that SQLite alone has")
@pytest.mark.parametrize(
    ("number", "expected"),
    [(errno.EDQUOT, 503), (errno.ENOSPC, 503), (errno.EIO, 500), (None, 500)],
)
def test_a_write_that_failed_is_a_full_disk_if_it_takes_nothing_more(
    number: int | None, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(**_: Any) -> io.BytesIO:
        if number is not None:
            raise OSError(number, os.strerror(number))
        return io.BytesIO()

    client = client_with_errors(make_user("ada"))
    monkeypatch.setattr(tempfile, "TemporaryFile", write)
    with connection.execute_wrapper(failing_with(sqlite_error("SQLITE_IOERR_WRITE"))):
        assert client.get("/api/v1/me/").status_code == expected


def test_another_error_of_a_file_is_no_full_disk() -> None:
    client = client_with_errors(make_user("ada"))
    with connection.execute_wrapper(failing_with(OSError(errno.EIO, "Input/output error"))):
        assert client.get("/api/v1/me/").status_code == 500


@pytest.mark.only_on("sqlite", reason="an error that SQLite alone has")
def test_a_disk_that_breaks_is_no_full_disk() -> None:
    client = client_with_errors(make_user("ada"))
    with connection.execute_wrapper(failing_with(sqlite_error("SQLITE_IOERR_FSYNC"))):
        assert client.get("/api/v1/me/").status_code == 500


@pytest.mark.only_on("sqlite", reason="PostgreSQL has a class of its own for it")
def test_a_missing_table_is_no_passing_trouble() -> None:
    client = client_with_errors(make_user("ada"))
    with connection.execute_wrapper(failing_with(OperationalError("no such table: example"))):
        assert client.get("/api/v1/me/").status_code == 500


@pytest.mark.parametrize("error", [AWAY, CLOSED])
def test_readyz_names_the_database_while_it_is_away(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(readiness, "_seen", {"migrated": False})
    # Each part is looked at on a connection of its own.
    monkeypatch.setattr(type(connections["default"]), "connect", failing_with(error))
    answer = client_with_errors().get("/readyz")
    checks = answer.json()["checks"]
    assert (answer.status_code, checks["database"], checks["migrations"]) == (503, False, False)
