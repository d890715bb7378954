"""Around every request: its id in all log lines, one line at its end, and its count."""

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from annotator.foundation.logs.log_lines import current_request
from annotator.running.operations.metrics import count_request

log = structlog.get_logger(__name__)

_PLAIN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_QUIET = {"healthz", "readyz", "metrics"}


class RequestMiddleware:
    """Gives each request an id, the proxy's own where it sent one, and answers with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, log and count it."""
        request_id = _id_of(request)
        token = current_request.set(request)
        started = time.perf_counter()
        try:
            with structlog.contextvars.bound_contextvars(request=request_id):
                response = self._get_response(request)
                _note(request, response, time.perf_counter() - started)
        finally:
            current_request.reset(token)
        response["X-Request-ID"] = request_id
        return response


def _id_of(request: HttpRequest) -> str:
    given = request.META.get("HTTP_X_REQUEST_ID", "")
    return given if _PLAIN_ID.fullmatch(given) else uuid.uuid4().hex


def _note(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    route = request.resolver_match.route if request.resolver_match else "none"
    method, status = request.method or "", response.status_code
    try:
        count_request(method=method, route=route, status=status, seconds=seconds)
    except OSError as error:
        # Each process counts in its own files, and the disk may be full.
        log.warning("not_counted", error=str(error))
    if route not in _QUIET:
        # In a terminal a line a request would drown what matters.
        say = log.info if settings.LOG_FORMAT == "json" else log.debug
        say(
            "request",
            method=method,
            route=route,
            path=request.path,
            status=status,
            milliseconds=round(seconds * 1000),
        )
