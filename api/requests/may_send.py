"""Whether somebody may send a body, which nginx asks before it receives a large one.

nginx's question has all headers of the request and none of its body. Everything of the view runs
except its handler: caller, permissions, rate, project. So no list of addresses and roles exists
twice.
"""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any, cast
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.foundation.files.full_disk import has_room, refuse_without_room
from api.requests.bodies import (
    ANONYMOUS_BYTES,
    LengthRequired,
    largest_body,
    refuse_too_large,
    too_large,
)
from api.requests.error_bodies import error_body
from api.requests.incoming import refused_address, refused_numbers

QUESTION = "/-/may-send"
ALLOWED = status.HTTP_204_NO_CONTENT
UNAVAILABLE = status.HTTP_503_SERVICE_UNAVAILABLE

Answer = Callable[[HttpRequest], HttpResponse]

_MOST_DIGITS = 19
"""Of the length of a body: of 64 bits, as nginx counts. A longer one is not a length."""


def put_refusals_into_headers(get_response: Answer) -> Answer:
    """The first middleware, so that it sees each refusal of the question: nginx hears 403, and in
    headers what it then answers itself, the status and body of the refusal.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        code = response.status_code
        if request.path_info == QUESTION and (code in range(400, 500) or code == UNAVAILABLE):
            # In a header: one line, and nothing but ASCII.
            response["X-Refusal"] = json.dumps(_said(response))
            response["X-Refusal-Status"] = str(code)
            response.status_code = status.HTTP_403_FORBIDDEN
        return response

    return answer


def _said(response: HttpResponse) -> Any:
    # A view may render its answers as something other than JSON.
    if isinstance(response, Response):
        return response.data
    try:
        return json.loads(response.content)
    except ValueError:
        text = response.content.decode().strip()
        return error_body("refused", text)


@require_safe
@never_cache
def may_send(request: HttpRequest) -> HttpResponse:
    """204, or the refusal."""
    answer = _answer_without_body(request)
    return HttpResponse(status=ALLOWED) if answer.status_code == ALLOWED else answer


def _answer_without_body(request: HttpRequest) -> HttpResponse:
    asked = _asked_request(request)
    try:
        match = resolve(asked.path_info)
    except Resolver404:
        return too_large(ANONYMOUS_BYTES)
    # These the middleware does for a request that comes by itself.
    if refusal := refused_address(asked) or refused_numbers(match.kwargs):
        return refusal
    view_class = getattr(match.func, "cls", None)
    if view_class is None:
        # Outside of the API nothing takes so much.
        return too_large(ANONYMOUS_BYTES)
    view: APIView = view_class(**match.func.initkwargs)  # type: ignore[attr-defined]  # Django's
    # Where a view has a handler for GET alone, this makes it the one for HEAD too.
    view.setup(asked, *match.args, **match.kwargs)
    method = (asked.method or "").lower()
    if method in view.http_method_names and hasattr(view, method):
        setattr(view, method, _Receiver(view, request.headers.get("X-Asked-Length", "")))
    return cast("HttpResponse", view.dispatch(asked, *match.args, **match.kwargs))


def _asked_request(request: HttpRequest) -> WSGIRequest:
    """The request that nginx asks about, without its body."""
    path, _, query = request.headers.get("X-Asked-URI", "/").partition("?")
    asked = WSGIRequest(
        {
            **cast("WSGIRequest", request).environ,
            "REQUEST_METHOD": request.headers.get("X-Asked-Method", "GET"),
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "CONTENT_LENGTH": "",
            "wsgi.input": BytesIO(),
        }
    )
    asked.session, asked.user = request.session, request.user
    return asked


class _Receiver:
    """Stands in for a view's handler: everything before it has said yes, so the length decides."""

    def __init__(self, view: APIView, length: str) -> None:
        self._view = view
        # Python refuses to read thousands of digits.
        is_length = length.isdecimal() and len(length) <= _MOST_DIGITS
        self._length = int(length) if is_length else None

    def __call__(self, request: Request, *_: Any, **__: Any) -> Response:
        if self._length is None:
            self._refuse_unknown(request)
            return Response(status=ALLOWED)
        refuse_too_large(self._length, request, self._view)
        # nginx itself could only say that something went wrong.
        refuse_without_room(settings.DATA_DIR, _room_for(self._length))
        return Response(status=ALLOWED)

    def _refuse_unknown(self, request: Request) -> None:
        """Raise ``LengthRequired`` where the length has to be known.

        nginx counts while it receives, but it doesn't know who is signed in, that some views take
        less than others, nor how much room is left.
        """
        most = largest_body(request, self._view)
        is_limited = most == ANONYMOUS_BYTES or hasattr(self._view, "most_file_bytes")
        if is_limited or not has_room(settings.DATA_DIR, _room_for(most)):
            raise LengthRequired


def _room_for(length: int) -> int:
    """Bytes of the disk that a body takes: nginx keeps it until what is in it is stored, and others
    need room too.
    """
    return 2 * length + int(settings.MIN_FREE_BYTES)
