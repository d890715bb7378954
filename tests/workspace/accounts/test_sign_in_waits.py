"""How long a sign-in waits for somebody else's lock."""

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from annotator.foundation.database.notes import Notes
from annotator.workspace.accounts.sign_in_waits import wait_little_at_sign_in

pytestmark = pytest.mark.django_db(transaction=True)
LITTLE = {"sqlite": [3000, 3], "postgresql": ["3s", None]}


def waits() -> list[object]:
    """For a write outside of a transaction and, on SQLite, for the turn of a transaction."""
    asked = {"sqlite": "PRAGMA busy_timeout", "postgresql": "SHOW lock_timeout"}
    with connection.cursor() as cursor:
        cursor.execute(asked[connection.vendor])
        return [cursor.fetchone()[0], getattr(connection, "turn_seconds", None)]


def waits_during(method: str, path: str) -> list[object]:
    found: list[object] = []

    def answer(_: HttpRequest) -> HttpResponse:
        Notes.write(lambda: None)
        found.extend(waits())
        return HttpResponse()

    wait_little_at_sign_in(answer)(RequestFactory().generic(method, path))
    return found


@pytest.mark.usefixtures("notes")
@pytest.mark.parametrize(
    "path",
    [
        "/_allauth/browser/v1/auth/login",
        "/_allauth/browser/v1/auth/2fa/authenticate",
        "/api/v1/auth/token/",
    ],
)
def test_signing_in_gives_up_after_three_seconds_and_nothing_after_it_does(path: str) -> None:
    before = waits()
    during = waits_during("POST", path)
    if connection.vendor == "sqlite":
        assert during == LITTLE["sqlite"]
    # In PostgreSQL a note within the same transaction leaves its own, shorter wait behind.
    else:
        assert during in (LITTLE["postgresql"], ["1s", None])
    assert waits() == before


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/_allauth/browser/v1/auth/session"), ("POST", "/api/v1/projects/x/exports/")],
)
def test_other_requests_wait_as_long_as_ever(method: str, path: str) -> None:
    before = waits()
    assert waits_during(method, path) == before
