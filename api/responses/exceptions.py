"""One shape for every error: ``{code, detail, fields}``."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from annotator.exceptions import (
    ConflictError,
    DomainError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    TooManyAttemptsError,
)
from api.requests.bodies import TooLarge
from api.requests.error_bodies import error_body
from api.responses.unavailable import unavailable

STATUS = {
    InvalidInputError: status.HTTP_400_BAD_REQUEST,
    NotAllowedError: status.HTTP_403_FORBIDDEN,
    NotFoundError: status.HTTP_404_NOT_FOUND,
    ConflictError: status.HTTP_409_CONFLICT,
    TooManyAttemptsError: status.HTTP_429_TOO_MANY_REQUESTS,
}


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:  # noqa: ARG001 - DRF's signature
    """Turn an error into an answer; None lets Django make a 500 of it."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, RequestDataTooBig):
        error = TooLarge(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if isinstance(error, DomainError):
        set_rollback()
        body = error_body(error.code, error.detail, error.fields, **error.extra)
        retry = {}
        if isinstance(error, TooManyAttemptsError):
            retry["Retry-After"] = str(error.seconds)
        return Response(body, status=STATUS[type(error)], headers=retry)
    if answer := unavailable(error):
        set_rollback()
        code = status.HTTP_503_SERVICE_UNAVAILABLE
        response = Response(answer.body, status=code, headers=answer.headers)
        # Django would add a line for each request of an outage.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    headers: dict[str, str] = {}
    wait = getattr(error, "wait", None)
    if wait:
        headers["Retry-After"] = str(int(wait) + 1)
    challenge = getattr(error, "auth_header", None)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    return Response(_body(error), status=error.status_code, headers=headers)


def _body(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        fields = flatten(error.detail)
        detail = " ".join(f"{name}: {text}" if name else text for name, text in fields.items())
        return error_body("invalid", detail, fields)
    return error_body(getattr(error.detail, "code", error.default_code), str(error.detail))


def _joined(path: str, name: Any) -> str:
    """Rows of a list are keyed by their number, fields by their name."""
    if name == "non_field_errors":
        return path
    return f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}".strip(".")


def flatten(detail: Any, path: str = "") -> dict[str, str]:
    """DRF's nested errors as ``{"short_answers[0].end_token": "sentence"}``."""
    if isinstance(detail, Mapping):
        flat: dict[str, str] = {}
        for name, inner in detail.items():
            flat |= flatten(inner, _joined(path, name))
        return flat
    if isinstance(detail, list) and any(isinstance(inner, Mapping) for inner in detail):
        flat = {}
        for number, inner in enumerate(detail):
            flat |= flatten(inner, f"{path}[{number}]") if inner else {}
        return flat
    if isinstance(detail, list):
        return {path: " ".join(str(inner) for inner in detail)}
    return {path: str(detail)}
