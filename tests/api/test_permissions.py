"""Every endpoint, called by everybody: who gets in and who does not."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern

from annotator.accounts.models import User
from annotator.annotations.services import save_draft
from annotator.assignments.services import claim_assignment
from annotator.jobs.services import create_job
from annotator.projects.models import Role
from api.urls import urlpatterns
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user

pytestmark = pytest.mark.django_db

ROLES = (
    "nobody",
    "stranger",
    "annotator",
    "another annotator",
    "expert",
    "lead",
    "lead elsewhere",
    "administrator",
)


@dataclass(frozen=True)
class Call:
    """A request, and whom it is for. ``others`` maps the rest to their status."""

    method: str
    path: str
    allowed: tuple[str, ...]
    refused: dict[str, int]
    body: dict[str, Any] | None = None


MEMBERS = ("annotator", "another annotator", "expert", "lead", "administrator")
LEADS = ("lead", "administrator")
OUTSIDE = {"nobody": 401, "stranger": 404, "lead elsewhere": 404}
LEADS_ONLY = {**OUTSIDE, "annotator": 403, "another annotator": 403, "expert": 403}
JOB = {**OUTSIDE, "annotator": 404, "another annotator": 404, "expert": 404}
OWN_ONLY = {role: 404 for role in ROLES if role not in ("nobody", "annotator")} | {"nobody": 401}
SIGNED_IN = tuple(role for role in ROLES if role != "nobody")
P = "projects/project/"

CALLS = [
    Call("get", "me/", SIGNED_IN, {"nobody": 401}),
    Call("delete", "auth/session/", ROLES, {}),
    Call("get", "projects/", SIGNED_IN, {"nobody": 401}),
    Call(
        "post",
        "projects/",
        ("lead", "lead elsewhere", "administrator"),
        {
            "nobody": 401,
            "stranger": 403,
            "annotator": 403,
            "another annotator": 403,
            "expert": 403,
        },
        {"slug": "new", "kind": "nq", "title": "New", "overlap": 1},
    ),
    Call("get", P, MEMBERS, OUTSIDE),
    Call("patch", P, LEADS, LEADS_ONLY, {"title": "Other"}),
    Call("get", f"{P}progress/", MEMBERS, OUTSIDE),
    Call("get", f"{P}guidelines/", MEMBERS, OUTSIDE),
    Call("put", f"{P}guidelines/", LEADS, LEADS_ONLY, {"markdown": "# New"}),
    Call("get", f"{P}members/", LEADS, LEADS_ONLY),
    Call("post", f"{P}members/", LEADS, LEADS_ONLY, {"username": "stranger", "role": "expert"}),
    Call("patch", f"{P}members/{{member}}/", LEADS, LEADS_ONLY, {"is_active": False}),
    Call("get", f"{P}annotators/", LEADS, LEADS_ONLY),
    Call("post", f"{P}exports/", LEADS, LEADS_ONLY, {"format": "nq"}),
    Call("get", f"{P}jobs/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/{{example}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/{{example}}/page/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotations/", LEADS, LEADS_ONLY),
    Call("get", f"{P}assignments/", MEMBERS, OUTSIDE),
    Call(
        "post",
        f"{P}assignments/next/",
        ("annotator", "another annotator"),
        {**OUTSIDE, "expert": 403, "lead": 403, "administrator": 403},
    ),
    Call("get", "jobs/{job}/", LEADS, JOB),
    Call("post", "jobs/{job}/cancel/", LEADS, JOB),
    Call("get", "jobs/{job}/problems/", LEADS, JOB),
    Call("get", "assignments/{assignment}/", ("annotator",), OWN_ONLY),
    Call("get", "assignments/{assignment}/page/", ("annotator",), OWN_ONLY),
    Call("put", "assignments/{assignment}/draft/", ("annotator",), OWN_ONLY, {"version": 1}),
    Call(
        "post",
        "assignments/{assignment}/submit/",
        ("annotator",),
        OWN_ONLY,
        {"question_quality": "bad"},
    ),
    Call("post", "assignments/{assignment}/release/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("post", "assignments/{assignment}/skip/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("post", "assignments/{assignment}/park/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("post", "assignments/{assignment}/resume/", ("annotator",), OWN_ONLY, {}),
]

# Sign-in is for everybody; uploads and results have tests of their own.
ELSEWHERE = {
    ("post", "auth/session/"),
    ("post", "auth/token/"),
    ("post", "projects/<slug:slug>/imports/"),
    ("get", "jobs/<uuid:pk>/result/"),
}


@pytest.fixture
def world() -> dict[str, Any]:
    """A project with an annotator at work, and people of every role in and around it."""
    project, other = make_project(), make_project("other")
    example, _ = make_examples(project, 2)
    people: dict[str, User | None] = {
        "nobody": None,
        "stranger": make_user("stranger"),
        "annotator": make_member(project, "annotator").user,
        "another annotator": make_member(project, "another").user,
        "expert": make_member(project, "expert", Role.EXPERT).user,
        "lead": make_member(project, "lead", Role.LEAD).user,
        "lead elsewhere": make_member(other, "elsewhere", Role.LEAD).user,
        "administrator": make_user("root", administrator=True),
    }
    annotator = people["annotator"]
    assert annotator
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    save_draft(assignment=assignment, version=0, answer={"question_quality": "good"}, at=AT)
    job = create_job(
        kind="export_nq", parameters={}, project_id=project.pk, at=AT, created_by=None, queue=False
    )
    return {
        "people": people,
        "member": project.memberships.get(user=annotator).pk,
        "example": example.pk,
        "assignment": assignment.pk,
        "job": job.pk,
    }


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_everybody_gets_exactly_what_the_role_allows(
    call: Call, role: str, world: dict[str, Any]
) -> None:
    client = client_of(world["people"][role])
    request: Callable[..., Any] = getattr(client, call.method)
    response = request(f"/api/v1/{call.path.format(**world)}", call.body, format="json")
    if role in call.allowed:
        assert response.status_code < 300, response.content
    else:
        assert response.status_code == call.refused[role]
        assert set(response.json()) == {"code", "detail", "fields"}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_every_role_is_either_allowed_or_refused(call: Call) -> None:
    assert set(call.allowed) | set(call.refused) == set(ROLES)
    assert not set(call.allowed) & set(call.refused)


def _handlers() -> set[tuple[str, str]]:
    found = set()
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        view = pattern.callback.view_class  # type: ignore[attr-defined]
        route = str(pattern.pattern)
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view, method):
                found.add((method, route))
    return found


def test_no_endpoint_is_left_out_of_the_table() -> None:
    names = {
        "projects/project/": "projects/<slug:slug>/",
        "{member}": "<int:pk>",
        "{example}": "<int:pk>",
        "{assignment}": "<int:pk>",
        "{job}": "<uuid:pk>",
    }
    covered = set(ELSEWHERE)
    for call in CALLS:
        route = call.path
        for name, pattern in names.items():
            route = route.replace(name, pattern)
        covered.add((call.method, route))
    assert _handlers() == covered


def _table() -> str:
    """What the calls above say, as the page for administrators."""
    lines = [
        "# Permissions",
        "",
        "Who may call what below `/api/v1/`. This page is written by the test that calls every",
        "endpoint as every kind of caller (`UPDATE_DOCS=1 pytest tests/api/test_permissions.py`);",
        "it fails when the two differ. ✓: allowed. A number: the status of the refusal. What is",
        "out of reach is *not found* (404) rather than *forbidden* (403).",
        "",
        "*Annotator* owns the assignment that is called, *another annotator* belongs to the same",
        "project. *Stranger* has an account and no project. Uploads (`POST …/imports/`) and",
        "results (`GET jobs/…/result/`) are for leads and administrators; signing in",
        "(`POST auth/session/`, `POST auth/token/`) is for everybody.",
        "",
        "| call | " + " | ".join(ROLES) + " |",
        "|---|" + "---|" * len(ROLES),
    ]
    for call in CALLS:
        cells = ["✓" if role in call.allowed else str(call.refused[role]) for role in ROLES]
        path = call.path.replace("projects/project/", "projects/{slug}/")
        lines.append(f"| `{call.method.upper()} {path}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def test_the_documented_table_is_the_tested_one() -> None:
    page = Path(__file__).parents[2] / "docs" / "permissions.md"
    if os.environ.get("UPDATE_DOCS") == "1":
        page.write_text(_table(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == _table()
