"""What is answered while the database is away: try again soon, instead of an internal error."""

import sys
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import server_error

log = structlog.get_logger(__name__)

RETRY_HEADERS = {"Retry-After": "2"}
"""Seconds. A restarted PostgreSQL is back within a few."""


def is_away(error: BaseException | None) -> bool:
    """Whether the database failed in a way that passes by itself.

    On PostgreSQL that is a broken or refused connection, a deadlock, a full disk; on SQLite the
    same class also means a missing table, which does not pass.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return connection.vendor != "sqlite" or "locked" in str(error)


def away_body(error: BaseException | None) -> dict[str, Any]:
    """The answer's body; the log gets the reason."""
    log.warning("database_away", error=str(error))
    detail = "The database does not answer at the moment. Try again in a few seconds."
    return {"code": "unavailable", "detail": detail, "fields": {}}


def internal_error(request: HttpRequest) -> HttpResponse:
    """What nobody has handled, from whichever layer: 503 in our form where the database is away."""
    error = sys.exc_info()[1]
    if is_away(error):
        response = JsonResponse(away_body(error), status=503, headers=RETRY_HEADERS)
        # One line is enough: Django would add a traceback for each request of an outage.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response
    if request.path.startswith(("/api/", "/_allauth/")):
        detail = "The server ran into a problem. Its log says more."
        return JsonResponse({"code": "internal_error", "detail": detail, "fields": {}}, status=500)
    return server_error(request)
