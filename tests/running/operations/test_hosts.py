"""By which names the site answers."""

import logging

import pytest
from django.test import Client

from tests.size import is_long

FOREIGN = ["10.0.0.7:8000", "evil.example", "a b", "under_score", "[::1", "", "x" * 3000]


@pytest.mark.django_db
@pytest.mark.parametrize("host", FOREIGN)
def test_health_checks_are_answered_by_whatever_name_they_ask(host: str) -> None:
    client = Client(headers={"host": host})
    assert client.get("/healthz").json() == {"status": "ok"}
    # It waits a second for a worker that is not there.
    if is_long() or host in FOREIGN[:2]:
        assert set(client.get("/readyz").json()) == {"status", "checks"}
    assert client.post("/healthz").status_code == 405


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/api/v1/me/", "/_allauth/browser/v1/config", "/healthz/"])
def test_a_foreign_name_is_refused_in_one_line(
    host: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = Client(headers={"host": host}).get(path)
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain")
    assert answer.content.startswith(b"This site does not have that name.")
    (line,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert line.getMessage() == f"Foreign host: {host[:253]!r}"
    assert not line.exc_info
