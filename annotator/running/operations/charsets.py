"""Requests are in UTF-8, as JSON is by its definition."""

import json
import re
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from annotator.running.operations.behind_nginx import Application

_NAMED = re.compile(r"charset[^;]*", re.IGNORECASE)
_UTF8 = re.compile(r'charset\s*=\s*"?(utf-?8|us-ascii)"?\s*', re.IGNORECASE)
_REFUSAL = json.dumps(
    {
        "code": "unsupported_charset",
        "detail": "Send UTF-8, and leave another charset out of Content-Type.",
        "fields": {},
    }
).encode()


def in_utf8(application: Application) -> Application:
    """The application without requests in any other charset: they get 415.

    Django would decode the address by the charset before anything could answer for a failure, and
    the body by it after it was looked at as UTF-8.
    """

    def answer(request: WSGIEnvironment, start_response: StartResponse) -> Iterable[Any]:
        named = _NAMED.findall(request.get("CONTENT_TYPE", ""))
        if all(map(_UTF8.fullmatch, named)):
            return application(request, start_response)
        size = str(len(_REFUSAL))
        headers = [("Content-Type", "application/json"), ("Content-Length", size)]
        start_response("415 Unsupported Media Type", headers)
        return [_REFUSAL]

    return answer
