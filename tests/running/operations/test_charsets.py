"""Requests that name a charset."""

import json
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from annotator.running.operations.charsets import in_utf8


def ask(content_type: str) -> tuple[str, bytes]:
    """Status and body of what a healthy server says to a call with a query."""
    heard: list[str] = []

    def start_response(status: str, headers: Any, *_: Any) -> Any:
        heard.append(status)

    environ = RequestFactory().get("/healthz?a=1").environ | {"CONTENT_TYPE": content_type}
    body = b"".join(in_utf8(WSGIHandler())(environ, start_response))
    return heard[-1], body


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content_type",
    [
        *("", "application/json", "application/json; charset=utf-8", 'text/x; CHARSET="UTF-8"'),
        *("application/json; charset = utf8 ; q=1", "application/json; charset=us-ascii"),
    ],
)
def test_utf_8_is_answered_whether_it_is_named_or_not(content_type: str) -> None:
    assert ask(content_type)[0] == "200 OK"


@pytest.mark.parametrize(
    "content_type",
    [
        *(f"application/json; charset={name}" for name in ("rot13", "zip", "utf-7", "latin-1", "")),
        'application/json; charset=utf-8; charset="hex"',
        "application/json; charset*=utf-8''rot13",
        "application/json;charset\t=unicode_escape",
    ],
)
def test_any_other_charset_is_refused_before_django_sees_it(content_type: str) -> None:
    status, body = ask(content_type)
    assert status == "415 Unsupported Media Type"
    assert json.loads(body)["code"] == "unsupported_charset"
