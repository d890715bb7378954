"""What nobody sends by accident. The answer is a refusal in the API's form, never a failure."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.api.clients import SignedIn
from tests.api.every_caller.test_permissions import CALLS
from tests.api.openapi import operation_of
from tests.api.world import World
from tests.size import is_long, sized

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
P = "/api/v1/projects/project/"
HUGE = 10**40
SURROGATE = "%ED%A0%80"


Send = Callable[..., Any]


@pytest.fixture(scope="module")
def send(world: World, signed_in: SignedIn) -> Send:
    """Gives the answer to one request of somebody, whose changes are taken back."""
    # A failure is an answer too, which it is not for the clients of the API's own tests.
    browser = Client(raise_request_exception=False)

    def answer_of(caller: str, method: str, address: str, **more: Any) -> Any:
        browser.cookies = signed_in.client(caller).cookies
        with transaction.atomic():
            found = browser.generic(method, address.format(**world.objects["annotator"]), **more)
            transaction.set_rollback(True)
        return found

    return answer_of


def assert_refused(answer: Any) -> None:
    assert 400 <= answer.status_code < 500, answer.content
    assert set(answer.json()) >= {"code", "detail", "fields"}


PATHS = [
    f"{P}examples/{HUGE}/",
    f"{P}examples/{2**63}/",
    f"{P}members/{HUGE}/",
    f"{P}examples/{HUGE}/pages/1/",
    f"{P}examples/{2**63}/pages/{2**63 - 1}/",
    f"/api/v1/assignments/{HUGE}/",
    "/api/v1/assignments/-1/",
    f"/api/v1/judgment-rounds/{HUGE}/",
    "/api/v1/projects/%00/",
    f"/api/v1/projects/{SURROGATE}/",
    "/api/v1/projects/%C3%BC/",
    "/api/v1/projects/" + "x" * 5000 + "/",
    "/api/v1/jobs/00000000-0000-0000-0000-000000000000/",
    "/api/v1/jobs/%00/",
]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
@pytest.mark.parametrize("caller", sized(["administrator"], ["annotator", "administrator"]))
def test_no_address_makes_it_fail(path: str, caller: str, send: Send) -> None:
    assert_refused(send(caller, "GET", path))


LISTS = ["examples", "annotations", "annotators", "members", "jobs", "assignments", "history"]
LISTS += ["judgment-rounds", "judgment-rounds/population"]
LISTS += ["statistics", "statistics/reports", "statistics/examples"]
VALUES = ["", "0", "-1", str(HUGE), "1e400", "NaN", "Infinity", "%00", SURROGATE, "a" * 5000]
PARAMETERS = {
    "examples": ["page", "page_size", "search", "state", "split", "ordering"],
    "annotations": ["page", "annotator", "example", "late", "has_long_answer", "question_quality"],
    "assignments": ["page", "state"],
    "judgment-rounds/population": ["target"],
    "statistics": ["page", "page_size", "section"],
    "statistics/examples": ["page", "column", "low", "high"],
    "history": ["page", "example", "person", "verb", "subject", "from", "to"],
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: value[:20])
def test_no_query_makes_a_list_fail(name: str, value: str, send: Send) -> None:
    parameters = PARAMETERS.get(name, ["page", "page_size"])
    # Each list and each parameter meets each value in the long run, and several of them always.
    turn = VALUES.index(value)
    for parameter in sized([parameters[turn % len(parameters)]], parameters):
        answer = send("lead", "GET", f"{P}{name}/?{parameter}={value}&{parameter}=1")
        assert answer.status_code in {200, 400, 404}, (parameter, answer.content)
        answer = send("lead", "GET", f"{P}{name}/?{parameter}={value}")
        if answer.status_code != 200:
            assert_refused(answer)


LEVELS = sized(10_000, 100_000)
DEEP = b"[" * LEVELS + b"]" * LEVELS
BODIES = {
    "nothing": b"",
    "half": b'{"markdown": ',
    "no object": b"[]",
    "null": b"null",
    "a word": b'"x"',
    "NUL": rb'{"markdown": "a\u0000b", "title": "a\u0000b", "note": "a\u0000b", "version": 1}',
    "half a pair": rb'{"markdown": "\ud800", "title": "\ud800", "note": "\ud800", "version": 1}',
    "no number": b'{"version": NaN, "overlap": Infinity, "note": -Infinity, "markdown": NaN}',
    "endless number": b'{"version": ' + b"9" * 5000 + b', "overlap": 1e999, "note": 1, "title": 1}',
    "huge number": json.dumps({"version": HUGE, "overlap": HUGE, "markdown": []}).encode(),
    "deep": DEEP,
    "deep inside": b'{"note": ' + DEEP + b', "markdown": ' + DEEP + b"}",
    "not UTF-8": b'{"markdown": "\xff", "note": "\xff", "title": "\xff"}',
    "UTF-16": '{"markdown": 1, "note": []}'.encode("utf-16"),
}
CHANGES = {
    "guidelines": ("PUT", f"{P}guidelines/", "lead"),
    "project": ("PATCH", P, "lead"),
    "draft": ("PUT", "/api/v1/assignments/{assignment}/draft/", "annotator"),
    "submission": ("POST", "/api/v1/assignments/{assignment}/submit/", "annotator"),
    "note": ("POST", "/api/v1/assignments/{assignment}/park/", "annotator"),
    "token": ("POST", "/api/v1/auth/token/", "nobody"),
    "member": ("POST", f"{P}members/", "lead"),
    "round": ("POST", f"{P}judgment-rounds/", "lead"),
    "further annotations": ("POST", "/api/v1/judgment-rounds/{meeting}/variability/", "lead"),
}


# In the short run each body is sent to three of the addresses, and each address gets several.
CHANGED_BY = [
    (change, body)
    for number, body in enumerate(BODIES)
    for turn, change in enumerate(CHANGES)
    if is_long() or (turn + number) % 3 == 0
]


@pytest.mark.parametrize(("change", "body"), CHANGED_BY)
def test_no_body_makes_a_change_fail(change: str, body: str, send: Send) -> None:
    method, address, caller = CHANGES[change]
    answer = send(caller, method, address, data=BODIES[body], content_type="application/json")
    if answer.status_code >= 300:
        assert_refused(answer)


CONTENT_TYPES = [
    "text/plain",
    "",
    "nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "application/x-www-form-urlencoded",
    *(f"application/json; charset={name}" for name in ("none", "utf-7", "rot13", "zip", "hex")),
]


@pytest.mark.parametrize("content_type", CONTENT_TYPES)
@pytest.mark.parametrize("address", [f"{P}exports/", f"{P}imports/"])
def test_no_content_type_makes_a_change_fail(content_type: str, address: str, send: Send) -> None:
    answer = send("lead", "POST", address, data=b'{"format": "nq"}', content_type=content_type)
    if answer.status_code != 202:
        assert_refused(answer)


FILE_NAMES = ["", ".", "..", "../../x", "a" * 300, "é" * 255, "a\0b", "a/b", ".jsonl", "CON"]


@pytest.mark.parametrize("name", FILE_NAMES, ids=range(len(FILE_NAMES)))
def test_no_file_name_makes_an_upload_fail(name: str, send: Send) -> None:
    parts = [
        b'--b\r\nContent-Disposition: form-data; name="format"\r\n\r\nnq\r\n',
        f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode(),
        b"{}\r\n--b--\r\n",
    ]
    answer = send(
        "lead",
        "POST",
        f"{P}imports/",
        data=b"".join(parts),
        content_type="multipart/form-data; boundary=b",
    )
    if answer.status_code != 202:
        assert_refused(answer)


HEADERS = [
    *({"Authorization": f"Token{rest}"} for rest in ("", " ", " a b", " \xff", " " + "k" * 9000)),
    {"Authorization": "Basic Og=="},
    {"Authorization": "Bearer x"},
    {"Idempotency-Key": "k" * 9000},
    {"Idempotency-Key": "\xff"},
    {"Accept": "text/nonsense"},
    {"Accept": "/"},
    {"Cookie": "sessionid=\xff; csrftoken=\xff"},
    {"Cookie": 'sessionid="\\000aaaaaaaa"'},
    {"Cookie": 'csrftoken="\\000aaaaaaaa"'},
    {"X-CSRFToken": "\xff"},
    {"X-Forwarded-For": "not an address"},
    {"X-Request-ID": "x" * 9000},
]


@pytest.mark.parametrize("headers", HEADERS, ids=range(len(HEADERS)))
def test_no_header_makes_it_fail(headers: dict[str, str], send: Send) -> None:
    for method, address in [("GET", "/api/v1/me/"), CHANGES["submission"][:2]]:
        answer = send(
            "annotator",
            method,
            address,
            data=b'{"question_quality": "bad"}',
            content_type="application/json",
            headers=headers,
        )
        if answer.status_code >= 300:
            assert_refused(answer)


SIGN_IN = "/_allauth/browser/v1/"
ENTRANCES = {
    "sign in": ("POST", "auth/login", {"username": "ada", "password": "x"}),
    "sign in by address": ("POST", "auth/login", {"email": "ada@example.org", "password": "x"}),
    "ask for a reset": ("POST", "auth/password/request", {"email": "ada@example.org"}),
    "reset": ("POST", "auth/password/reset", {"key": "1-a", "password": "x"}),
    "confirm": ("POST", "auth/email/verify", {"key": "a"}),
    "code": ("POST", "auth/2fa/authenticate", {"code": "123456"}),
    "change": ("POST", "account/password/change", {"current_password": "x", "new_password": "y"}),
    "end sessions": ("DELETE", "auth/sessions", {"sessions": [1]}),
}
HOSTILE = ["a\0", "\ud800", HUGE, -(2**63) - 1, 1e308, None, True, [], {}, [[]], "", "x" * 9000]


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_nothing_that_is_sent_to_sign_in_makes_it_fail(entrance: str, send: Send) -> None:
    method, path, fields = ENTRANCES[entrance]
    bodies = [*BODIES.values(), *(b'{"%s": %s}' % (each.encode(), DEEP) for each in fields)]
    bodies += [json.dumps(fields | {each: value}) for each in fields for value in HOSTILE]
    for turn, body in enumerate(bodies):
        # allauth reads JSON whatever the body is said to be.
        kind = ("application/json", "text/plain", "multipart/form-data; boundary=b")[turn % 3]
        answer = send("annotator", method, SIGN_IN + path, data=body, content_type=kind)
        assert answer.status_code < 500, (body, answer.content)


@pytest.mark.parametrize("key", ["", "-", "z" * 40 + "-x", f"{HUGE}-x", "a-b-c", "\xff-x", "%00"])
def test_no_key_of_a_link_makes_it_fail(key: str, send: Send) -> None:
    for path, header in (
        ("auth/password/reset", "X-Password-Reset-Key"),
        ("auth/email/verify", "X-Email-Verification-Key"),
    ):
        answer = send("nobody", "GET", SIGN_IN + path, headers={header: key})
        assert answer.status_code < 500, answer.content
        body = json.dumps({"key": key, "password": "seven plumb lines"})
        answer = send("nobody", "POST", SIGN_IN + path, data=body, content_type="application/json")
        assert answer.status_code < 500, answer.content


NUMBERS = [HUGE, 2**63, 2**63 - 1, 2**31]


@pytest.mark.long
@pytest.mark.parametrize("caller", ["annotator", "lead"])
def test_no_number_in_any_address_makes_it_fail(caller: str, world: World, send: Send) -> None:
    known = world.objects["annotator"] | world.objects.get(caller, {})
    for call in CALLS:
        for name in re.findall(r"{(\w+)}", call.path):
            for number in NUMBERS if isinstance(known[name], int) else []:
                address = f"/api/v1/{call.path}".format(**{**known, name: number})
                kind = "application/json"
                answer = send(caller, call.method.upper(), address, data=b"{}", content_type=kind)
                assert answer.status_code < 500, (call.method, address)


@pytest.mark.long
@pytest.mark.parametrize("caller", ["annotator", "lead"])
def test_no_value_of_any_parameter_makes_it_fail(caller: str, world: World, send: Send) -> None:
    known = world.objects["annotator"] | world.objects.get(caller, {})
    for call in CALLS:
        if call.method != "get":
            continue
        for parameter in operation_of("get", call.path).query:
            for value in [*NUMBERS, *VALUES]:
                query = f"{parameter.name}={value}"
                address = f"/api/v1/{call.path}".format(**known)
                assert send(caller, "GET", f"{address}?{query}").status_code < 500, (address, query)
