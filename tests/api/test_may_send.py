"""What nginx hears when it asks whether somebody may send a body."""

import json
import shutil
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from annotator.collecting.assignments.models import Assignment
from annotator.running.operations.hosts import REFUSAL
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.projects.models import Role
from api.requests.bodies import FORM_BYTES
from tests.factories.corpus import AT, make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

IMPORTS = "/api/v1/projects/project/imports/"
MIB = 2**20


@pytest.fixture(autouse=True)
def project() -> Any:
    return make_project()


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What a disk has left: enough for everybody, unless a test takes it away."""
    room = SimpleNamespace(total=2**50, used=0, free=2**50)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: room)
    return room


def ask(
    role: Role | None,
    address: str = IMPORTS,
    length: str = "100000",
    method: str = "POST",
    project: Any = None,
) -> tuple[int, str, str]:
    """What nginx gets, and which status and code it would pass on."""
    headers = {"X-Asked-Method": method, "X-Asked-URI": address, "X-Asked-Length": length}
    if role:
        user = make_member(project, f"a-{role}-{length}", role).user
        headers["Authorization"] = f"Token {create_token(user=user, name='it', at=AT)[1]}"
    answer = Client().get("/-/may-send", headers=headers)
    refusal = answer.headers.get("X-Refusal", "")
    code = refusal.partition('"code": "')[2].partition('"')[0]
    return answer.status_code, answer.headers.get("X-Refusal-Status", ""), code


ANSWERS = {
    "lead": (Role.LEAD, {}, (204, "", "")),
    "lead, length unknown": (Role.LEAD, {"length": ""}, (204, "", "")),
    "lead, too much": (Role.LEAD, {"length": str(3000 * MIB)}, (403, "413", "too_large")),
    "lead, too much for predictions": (
        Role.LEAD,
        {"address": "/api/v1/projects/project/systems/", "length": str(130 * MIB)},
        (403, "413", "too_large"),
    ),
    "lead, predictions of unknown length": (
        Role.LEAD,
        {"address": "/api/v1/projects/project/systems/", "length": ""},
        (403, "411", "length_required"),
    ),
    "lead, predictions": (
        Role.LEAD,
        {"address": "/api/v1/projects/project/systems/", "length": str(128 * MIB)},
        (204, "", ""),
    ),
    "lead, too much for pairs": (
        Role.LEAD,
        {
            "address": "/api/v1/projects/project/comparison-studies/given-pairs/",
            "length": str(34 * MIB),
        },
        (403, "413", "too_large"),
    ),
    "annotator": (Role.ANNOTATOR, {}, (403, "403", "permission_denied")),
    "expert": (Role.EXPERT, {}, (403, "403", "permission_denied")),
    "nobody": (None, {}, (403, "401", "not_authenticated")),
    "another project": (
        Role.LEAD,
        {"address": "/api/v1/projects/other/imports/"},
        (403, "404", "not_found"),
    ),
    "another method": (Role.LEAD, {"method": "PUT"}, (403, "405", "method_not_allowed")),
    "a list, with a body": (
        Role.EXPERT,
        {"address": "/api/v1/projects/project/submissions/", "method": "GET"},
        (403, "413", "too_large"),
    ),
    "a list, with a body of unknown length": (
        Role.EXPERT,
        {"address": "/api/v1/projects/project/submissions/", "method": "GET", "length": ""},
        (403, "411", "length_required"),
    ),
    "what can be asked, with a body": (
        Role.ANNOTATOR,
        {"address": "/api/v1/projects/project/comparison-studies/", "method": "OPTIONS"},
        (403, "413", "too_large"),
    ),
    "a method that is none": (
        Role.LEAD,
        {"method": "DISPATCH"},
        (403, "405", "method_not_allowed"),
    ),
    "no such address": (Role.LEAD, {"address": "/api/v1/nothing/"}, (403, "413", "too_large")),
    "the front end": (Role.LEAD, {"address": "/sign-in"}, (403, "413", "too_large")),
    "signing in": (None, {"address": "/api/v1/auth/token/"}, (403, "413", "too_large")),
    "signing in, length unknown": (
        None,
        {"address": "/api/v1/auth/token/", "length": ""},
        (403, "411", "length_required"),
    ),
    "signing in, a length of too many digits": (
        None,
        {"address": "/api/v1/auth/token/", "length": "9" * 5000},
        (403, "411", "length_required"),
    ),
    "the API's documentation": (
        None,
        {"address": "/api/docs/"},
        (403, "405", "method_not_allowed"),
    ),
    "the API's schema": (
        None,
        {"address": "/api/schema/"},
        (403, "405", "method_not_allowed"),
    ),
    "the head of the schema": (
        None,
        {"address": "/api/schema/", "method": "HEAD"},
        (403, "413", "too_large"),
    ),
    "the head of a project, with a body": (
        Role.LEAD,
        {"address": "/api/v1/projects/project/", "method": "HEAD"},
        (403, "413", "too_large"),
    ),
    "guidelines": (
        Role.LEAD,
        {"address": "/api/v1/projects/project/guidelines/", "method": "PUT"},
        (204, "", ""),
    ),
    "guidelines, too much": (
        Role.LEAD,
        {
            "address": "/api/v1/projects/project/guidelines/",
            "method": "PUT",
            "length": str(5 * MIB + 1),
        },
        (403, "413", "too_large"),
    ),
    "a number that no round can have": (
        Role.LEAD,
        {"address": f"/api/v1/judgment-rounds/{2**63}/", "method": "GET"},
        (403, "404", "not_found"),
    ),
    "an address with NUL": (
        Role.LEAD,
        {"address": f"{IMPORTS}?page=%00"},
        (403, "400", "invalid"),
    ),
    "an address with blanks": (
        Role.LEAD,
        {"address": "/api/v1/projects/a%20b/imports/?x=1"},
        (403, "413", "too_large"),
    ),
}


@pytest.mark.parametrize("asked", ANSWERS)
def test_the_answer_goes_by_caller_role_project_and_length(asked: str, project: Any) -> None:
    role, question, expected = ANSWERS[asked]
    assert ask(role, project=project, **question) == expected  # type: ignore[arg-type]


def test_a_refusal_of_a_foreign_host_is_passed_on() -> None:
    asked = {"X-Asked-Method": "POST", "X-Asked-URI": IMPORTS, "X-Asked-Length": "100000"}
    answer = Client().get("/-/may-send", headers={**asked, "Host": "evil.example"})
    refusal = {"code": "refused", "detail": REFUSAL.strip(), "fields": {}}
    assert (answer.status_code, answer["X-Refusal-Status"]) == (403, "400")
    assert json.loads(answer["X-Refusal"]) == refusal


def test_asking_does_nothing(project: Any) -> None:
    address = "/api/v1/projects/project/assignments/next/"
    assert ask(Role.ANNOTATOR, address, project=project) == (204, "", "")
    assert Assignment.objects.count() == 0


def test_a_session_is_asked_about_like_a_token(project: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_member(project, "lena", Role.LEAD).user)
    client.cookies["csrftoken"] = "s" * 32
    asked = {"X-Asked-Method": "POST", "X-Asked-URI": IMPORTS, "X-Asked-Length": "100000"}
    statuses = [
        client.get("/-/may-send", headers={**asked, **more}).status_code
        for more in ({"X-CSRFToken": "s" * 32}, {})
    ]
    assert statuses == [204, 403]


def test_what_does_not_fit_on_the_disk_is_refused_before_it_is_received(
    room: SimpleNamespace, project: Any, settings: Any
) -> None:
    """Twice: nginx has the body until what is in it is stored. The others keep their room."""
    settings.MIN_FREE_BYTES, room.free = 100, 1000
    answers = [ask(Role.LEAD, length=length, project=project) for length in ("451", "450")]
    assert answers == [(403, "503", "disk_full"), (204, "", "")]


def test_a_body_of_unknown_length_is_taken_where_the_largest_one_fits(
    room: SimpleNamespace, project: Any, settings: Any
) -> None:
    settings.MIN_FREE_BYTES, settings.MAX_UPLOAD_BYTES = 100, 1000
    room.free = 2 * (1000 + FORM_BYTES) + 100
    assert ask(Role.LEAD, length="", project=project) == (204, "", "")
    room.free -= 1
    assert ask(Role.LEAD, length="", project=project) == (403, "411", "length_required")
