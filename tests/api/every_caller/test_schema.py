"""The API is what its OpenAPI schema says, whatever is sent to it, and never fails. Nor do
allauth's addresses, whose schema is theirs.

Schemathesis makes the requests: the values at every limit that the schema knows, and random ones,
right and wrong: as somebody who may make the request and as one of all callers in turn, in a
browser or with a token. `make fuzz` tries ``SCHEMA_EXAMPLES`` of the random ones, each as
everybody and with both.
"""

import json
import os
import re
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.tokens import create_token
from scripts.api_schema import SIGN_IN_SCHEMA
from tests.api.clients import client_of
from tests.api.every_caller.test_permissions import CALLS
from tests.api.openapi import PREFIX, api_schema, without_names
from tests.api.world import CALLERS, Objects, World

pytestmark = [pytest.mark.django_db, pytest.mark.long]
DEEPER = "SCHEMA_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "8"))
NOT_FOUND = 404
MOST_ABLE = ("annotator", "lead", "administrator", "stranger", "nobody")


def undeclared_method(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> bool | None:
    """405 for what the schema does not offer; who may not see the object learns not even that.

    ``test_permissions`` holds whom which of the two is told.
    """
    return None if response.status_code == NOT_FOUND else unsupported_method(ctx, response, case)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    undeclared_method,
]
CSRF_TOKEN = "c" * 32

APPLICATION = get_wsgi_application()


@pytest.fixture(scope="module")
def sessions(world: World) -> dict[str, dict[str, str]]:
    """By caller, the headers of a browser in which they are signed in."""
    return {caller: _session_of(world.people[caller]) for caller in CALLERS}


@pytest.fixture(scope="module")
def tokens(world: World) -> dict[str, dict[str, str]]:
    """By caller, the headers of a script with a token of theirs."""
    return {caller: _token_of(user) for caller, user in world.people.items() if user}


def _token_of(user: User) -> dict[str, str]:
    _, key = create_token(user=user, name="schema", at=timezone.now())
    return {"Authorization": f"Token {key}"}


def _session_of(user: User | None) -> dict[str, str]:
    cookies = {"csrftoken": CSRF_TOKEN}
    if user:
        cookies["sessionid"] = client_of(user).cookies["sessionid"].value
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"Cookie": cookie, "X-CSRFToken": CSRF_TOKEN}


ROWS = {(call.method, without_names(call.path)): call for call in CALLS}
NAMES: dict[str, set[tuple[str, ...]]] = {}
"""What the placeholders of an address may stand for in a world: an answer to a question of either
kind has the same address.
"""
for _call in CALLS:
    _names = tuple(re.findall(r"{(\w+)}", _call.path))
    NAMES.setdefault(without_names(_call.path), set()).add(_names)


def existing(case: schemathesis.Case, objects: Objects) -> dict[str, Any]:
    """The path's parameters, of something that there is."""
    known = sorted(NAMES.get(without_names(case.path.removeprefix(PREFIX)), ()))
    if not known:
        return case.path_parameters
    names = known[crc32(repr(case).encode()) % len(known)]
    values = [str(objects[name]) for name in names]
    return dict(zip(re.findall(r"{(\w+)}", case.path), values, strict=True))


def callers_of(case: schemathesis.Case) -> set[str]:
    """Everybody in a deeper run; else somebody who may do it, and one of all in turn."""
    if DEEPER:
        return set(CALLERS)
    row = ROWS.get((case.method.lower(), without_names(case.path.removeprefix(PREFIX))))
    allowed = [caller for caller in MOST_ABLE if row is None or caller in row.allowed]
    return {*allowed[:1], CALLERS[crc32(repr(case).encode()) % len(CALLERS)]}


def ways_in(case: schemathesis.Case, *headers: dict[str, str] | None) -> list[dict[str, str]]:
    """All that a caller has in a deeper run; else one of them in turn."""
    known = list(filter(None, headers))
    return known if DEEPER else [known[crc32(f"by {case!r}".encode()) % len(known)]]


@api_schema().parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_what_the_schema_says(
    case: schemathesis.Case,
    world: World,
    sessions: dict[str, dict[str, str]],
    tokens: dict[str, dict[str, str]],
) -> None:
    is_meant_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH)
    for caller in sorted(callers_of(case)):
        if case.path_parameters and not is_meant_wrong:
            objects = {**world.objects["annotator"], **world.objects.get(caller, {})}
            case.path_parameters = existing(case, objects)
        for headers in ways_in(case, sessions[caller], tokens.get(caller)):
            with transaction.atomic():
                case.call_and_validate(app=APPLICATION, headers=headers, checks=CHECKS)
                transaction.set_rollback(True)


@schemathesis.openapi.from_dict(json.loads(SIGN_IN_SCHEMA.read_text("utf-8"))).parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_signing_in_never_fails(
    case: schemathesis.Case, sessions: dict[str, dict[str, str]]
) -> None:
    for caller in ("nobody", "annotator"):
        with transaction.atomic():
            case.call_and_validate(
                app=APPLICATION, headers=sessions[caller], checks=[not_a_server_error]
            )
            transaction.set_rollback(True)
