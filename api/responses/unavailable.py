"""What is answered while the database is away, or a disk full: try again later, instead of an
internal error.
"""

import sys
from dataclasses import dataclass
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import server_error

from annotator.foundation.files.full_disk import is_disk_full
from api.requests.error_bodies import error_body

log = structlog.get_logger(__name__)

AWAY = "The database is not responding. Try again in a few seconds."
FULL = "The server's disk is full. Tell the person who runs the server, and try again later."
AWAY_SECONDS, FULL_SECONDS = 2, 30
"""A restarted PostgreSQL is back within a few. Somebody has to make room on a disk."""


@dataclass(frozen=True)
class Unavailable:
    """A 503 in the form of all errors."""

    code: str
    detail: str
    seconds: int

    @property
    def body(self) -> dict[str, Any]:
        """The answer's body."""
        return error_body(self.code, self.detail)

    @property
    def headers(self) -> dict[str, str]:
        """When to try again."""
        return {"Retry-After": str(self.seconds)}


def unavailable(error: BaseException | None) -> Unavailable | None:
    """The response if ``error`` passes by itself or with more room; the log gets the reason.

    On PostgreSQL that is a broken or refused connection, a deadlock, a lock that somebody keeps, a
    full disk; on SQLite the same class also means a missing table, which does not pass.
    """
    if is_disk_full(error):
        log.error("disk_full", error=str(error))
        return Unavailable("disk_full", FULL, FULL_SECONDS)
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    if connection.vendor == "sqlite" and "locked" not in str(error):
        return None
    log.warning("database_away", error=str(error))
    return Unavailable("unavailable", AWAY, AWAY_SECONDS)


def internal_error(request: HttpRequest) -> HttpResponse:
    """What nobody has handled, from whichever layer: 503 in our form where it passes."""
    error = sys.exc_info()[1]
    if answer := unavailable(error):
        response = JsonResponse(answer.body, status=503, headers=answer.headers)
        # One line is enough: Django would add a traceback for each request of an outage.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response
    if request.path.startswith(("/api/", "/_allauth/")):
        detail = "The server ran into a problem. See its log."
        return JsonResponse(error_body("internal_error", detail), status=500)
    return server_error(request)
