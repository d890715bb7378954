"""A browser's side of signing in, without a browser."""

import json
from typing import Any

from django.test import Client

ROOT = "/_allauth/browser/v1/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def send(client: Client, method: str, path: str, body: Any = None, **more: Any) -> Any:
    """The answer to a request with a JSON body."""
    data = {} if body is None else body
    return client.generic(
        method,
        path if path.startswith("/") else ROOT + path,
        json.dumps(data) if method != "GET" else "",
        content_type="application/json",
        **more,
    )


def sign_in(username: str, password: str, **more: Any) -> Client:
    """A browser in which somebody is signed in."""
    client = Client(HTTP_USER_AGENT=FIREFOX, **more)
    answer = send(client, "POST", "auth/login", {"username": username, "password": password})
    assert answer.status_code == 200, answer.content
    return client


def is_signed_in(client: Client) -> bool:
    """Whether the API knows who asks."""
    return client.get("/api/v1/me/").status_code == 200


def problems(answer: Any) -> dict[str, str]:
    """The sentences of a refusal by field, "" for those about none."""
    sentences: dict[str, list[str]] = {}
    for each in answer.json()["errors"]:
        sentences.setdefault(each.get("param", ""), []).append(each["message"])
    return {field: " ".join(found) for field, found in sentences.items()}
