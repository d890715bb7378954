"""The API's own OpenAPI schema, for holding requests and answers against it."""

import re
from functools import cache, lru_cache
from typing import Any

import requests
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from schemathesis.core.transport import Response
from schemathesis.schemas import APIOperation

PREFIX = "/api/v1/"


@cache
def api_schema() -> Any:
    """The schema as it is now, read by Schemathesis."""
    schema = schemathesis.openapi.from_dict(
        SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    )
    # Who calls is what the tests choose.
    schema.config.generation.update(with_security_parameters=False)
    return schema


def without_names(route: str) -> str:
    """An address whose placeholders are all alike: ``projects/{}/members/{}/``."""
    return re.sub(r"<[^>]+>|\{[^}]+\}", "{}", route)


@cache
def _operations() -> dict[tuple[str, str], APIOperation]:
    found = (result.ok() for result in api_schema().get_all_operations())
    return {
        (each.method.lower(), without_names(each.path.removeprefix(PREFIX))): each for each in found
    }


def operation_of(method: str, path: str) -> APIOperation:
    """What the schema says of an address, given below the prefix with any names."""
    return _operations()[method, without_names(path)]


def check_conformance(answer: Any, *, method: str, path: str) -> None:
    """Fail unless the schema knows this answer's status, content type and body.

    ``answer`` is what Django's test client gives.
    """
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = tuple(
        (name.lower(), "of one request" if name == "X-Request-ID" else value)
        for name, value in answer.items()
    )
    _check(method, without_names(path), answer.status_code, headers, content)


# But for the request's id, most refusals of an endpoint are alike to the byte, and one look at each
# kind is enough.
@lru_cache(maxsize=1024)
def _check(
    method: str,
    path: str,
    status: int,
    headers: tuple[tuple[str, str], ...],
    content: bytes,
) -> None:
    operation = operation_of(method, path)
    response = Response(
        status_code=status,
        headers={name: [value] for name, value in headers},
        content=content,
        request=requests.Request(method, f"http://testserver{PREFIX}{path}").prepare(),
        elapsed=0,
        verify=False,
    )
    assert str(status) in operation.responses.status_codes, content
    operation.validate_response(response)
