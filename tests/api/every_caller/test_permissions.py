"""Every endpoint, called by everybody on everything: who gets in and who does not.

A new endpoint needs a row in CALLS. A new placeholder gets its value in ``tests/api/world.py``, and
a place in ``PERSONAL`` in ``tests/api/reach.py`` if it belongs to one person.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import URLPattern
from rest_framework.test import APIClient

from api.addresses.endpoints import urlpatterns
from tests.api.clients import SignedIn
from tests.api.comparisons_calls import COMPARISONS_CALLS
from tests.api.competition_calls import COMPETITION_CALLS
from tests.api.error_analysis_calls import ERROR_ANALYSIS_CALLS
from tests.api.judgment_calls import JUDGMENT_CALLS
from tests.api.leaderboard_calls import LEADERBOARD_CALLS
from tests.api.openapi import PREFIX, check_conformance, without_names
from tests.api.permissions_page import page
from tests.api.query_calls import QUERY_CALLS
from tests.api.reach import (
    ALLOWED,
    ANNOTATORS_404,
    LEADS,
    LEADS_ONLY,
    MEMBERS,
    OUTSIDE,
    OWN_ONLY,
    ROLES,
    Call,
    attempts,
)
from tests.api.split_calls import SPLIT_CALLS
from tests.api.statistics_calls import STATISTICS_CALLS
from tests.api.training_calls import TRAINING_CALLS
from tests.api.world import CALLERS, World, filled
from tests.factories.asqa import COMPLETE
from tests.factories.guidance import picture
from tests.size import is_long

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
METHODS = ("get", "post", "put", "patch", "delete", "options", "trace")

JOB = {**ANNOTATORS_404, "expert": 404}
ASKER_AND_LEADS = ("annotator", "lead", "administrator")
OTHERS_404 = {**OUTSIDE, "another annotator": 404, "expert": 404}
SIGNED_IN = tuple(role for role in ROLES if role != "nobody")
P = "projects/{project}/"
LONG_FORM = {"long_form_answer": COMPLETE}

CALLS = [
    Call("get", "me/", SIGNED_IN, {"nobody": 401}),
    Call("get", "me/tokens/", SIGNED_IN, {"nobody": 401}),
    Call("post", "me/tokens/", SIGNED_IN, {"nobody": 401}, {"name": "script"}),
    Call("delete", "me/tokens/", SIGNED_IN, {"nobody": 401}),
    Call("delete", "me/tokens/{token}/", ("annotator",), OWN_ONLY),
    Call("get", "me/data-export/", SIGNED_IN, {"nobody": 401}),
    Call("post", "me/data-export/", SIGNED_IN, {"nobody": 401}),
    Call("get", "me/account/", SIGNED_IN, {"nobody": 401}),
    Call("patch", "me/account/", SIGNED_IN, {"nobody": 401}, {"display_name": "New"}),
    Call("delete", "me/sessions/", SIGNED_IN, {"nobody": 401}),
    Call("get", "me/second-factor/", SIGNED_IN, {"nobody": 401}),
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
        {"slug": "fresh", "kind": "nq", "title": "New", "overlap": 1},
    ),
    Call("get", P, MEMBERS, OUTSIDE),
    Call("patch", P, LEADS, LEADS_ONLY, {"title": "Other"}),
    Call("get", f"{P}progress/", MEMBERS, OUTSIDE),
    Call("get", f"{P}guidelines/", MEMBERS, OUTSIDE),
    Call("put", f"{P}guidelines/", LEADS, LEADS_ONLY, {"markdown": "# New"}),
    Call("get", f"{P}members/", LEADS, LEADS_ONLY),
    Call("get", f"{P}members.csv", LEADS, LEADS_ONLY),
    Call("post", f"{P}members/", LEADS, LEADS_ONLY, {"username": "stranger", "role": "expert"}),
    Call("patch", f"{P}members/{{member}}/", LEADS, LEADS_ONLY, {"is_active": False}),
    Call("get", f"{P}invitations/", LEADS, LEADS_ONLY),
    Call("post", f"{P}invitations/", LEADS, LEADS_ONLY, {"role": "annotator"}),
    Call("delete", f"{P}invitations/{{invitation}}/", LEADS, LEADS_ONLY),
    Call("get", "invitations/{secret}/", ROLES, {}),
    Call("get", f"{P}annotators/", LEADS, LEADS_ONLY),
    Call("post", f"{P}imports/", LEADS, LEADS_ONLY, {"format": "nq"}, upload=True),
    Call("get", f"{P}exports/", LEADS, LEADS_ONLY),
    Call("post", f"{P}exports/", LEADS, LEADS_ONLY, {"format": "nq"}),
    Call("get", f"{P}gallery/", LEADS, LEADS_ONLY),
    Call("post", f"{P}gallery/", LEADS, LEADS_ONLY, {"downloads": "https://example.org/data"}),
    Call("delete", f"{P}gallery/", LEADS, LEADS_ONLY),
    Call("get", f"{P}jobs/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples.csv", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/{{example}}/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}examples/{{example}}/", LEADS, LEADS_ONLY, {"priority": 5}),
    Call("put", f"{P}standing/", LEADS, LEADS_ONLY, {"standing": "paused"}),
    Call("post", f"{P}deletion/", LEADS, LEADS_ONLY, {"name": "{project}"}),
    Call("get", "deleted-projects/", SIGNED_IN, {"nobody": 401}),
    Call(
        "post",
        "deleted-projects/{deleted_project}/restore/",
        LEADS,
        {**ANNOTATORS_404, "expert": 404},
    ),
    Call("post", f"{P}examples/take-out/", LEADS, LEADS_ONLY, {"examples": ["{example}"]}),
    Call("post", f"{P}examples/put-back/", LEADS, LEADS_ONLY, {"examples": ["{example}"]}),
    Call("get", f"{P}examples/{{example}}/page/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/{{ambiguous_example}}/reference-sheet/", LEADS, LEADS_ONLY),
    Call("get", f"{P}concerns/", LEADS, LEADS_ONLY),
    Call("get", f"{P}confirmations/", LEADS, LEADS_ONLY),
    Call("get", f"{P}context-passages/", LEADS, LEADS_ONLY),
    Call("post", f"{P}context-passages/", LEADS, LEADS_ONLY),
    Call("get", f"{P}context-threshold/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}context-threshold/", LEADS, LEADS_ONLY, {"threshold": 0.3}),
    Call("get", f"{P}examples/{{ambiguous_example}}/pages/{{reader_page}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}queue/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}queue/", LEADS, LEADS_ONLY, {"order": "random", "seed": 7}),
    Call("get", f"{P}overview/", LEADS, LEADS_ONLY),
    Call("get", f"{P}hours/", LEADS, LEADS_ONLY),
    Call("get", f"{P}hours.csv", LEADS, LEADS_ONLY),
    Call("get", f"{P}plan/", LEADS, LEADS_ONLY),
    Call("put", f"{P}pay/", LEADS, LEADS_ONLY, {"per_hour": "17.80", "currency": "USD"}),
    Call("put", f"{P}targets/", LEADS, LEADS_ONLY, {"targets": []}),
    Call("get", f"{P}adaptive-overlap/", LEADS, LEADS_ONLY),
    Call("put", f"{P}adaptive-overlap/", LEADS, LEADS_ONLY, {"cap": None}),
    Call("get", f"{P}suggestions/", LEADS, LEADS_ONLY),
    Call("put", f"{P}suggestions/", LEADS, LEADS_ONLY, {"mode": "off"}),
    Call("get", f"{P}suggestions/export/", LEADS, LEADS_ONLY),
    Call("post", f"{P}priorities/", LEADS, LEADS_ONLY, {"priority": 5, "filter": {}}),
    Call("get", f"{P}examples/{{example}}/history/", LEADS, LEADS_ONLY),
    Call("get", f"{P}saved-views/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}saved-views/",
        LEADS,
        LEADS_ONLY,
        {"table": "examples", "name": "Open", "query": "state=partial"},
    ),
    # Another's view: nobody else finds it.
    Call(
        "delete",
        f"{P}saved-views/{{saved_view}}/",
        (),
        {**LEADS_ONLY, "lead": 404, "administrator": 404},
    ),
    Call("get", f"{P}history/", LEADS, LEADS_ONLY),
    Call("get", f"{P}history.csv", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotations/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotations.csv", LEADS, LEADS_ONLY),
    Call("get", f"{P}disagreements/", LEADS, LEADS_ONLY),
    Call("get", f"{P}disagreements/{{answered_example}}/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}disagreements/{{answered_example}}/pick/",
        LEADS,
        LEADS_ONLY,
        {"annotation": "{annotation}", "supersedes": None},
    ),
    Call("get", f"{P}disagreements/{{answered_example}}/write/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}disagreements/{{answered_example}}/write/",
        LEADS,
        LEADS_ONLY,
        {"answer": {"question_quality": "bad"}, "reason": "x", "supersedes": None},
    ),
    Call(
        "post",
        f"{P}disagreements/{{decided_example}}/withdraw/",
        LEADS,
        LEADS_ONLY,
        {"supersedes": "{decision}"},
    ),
    Call("get", f"{P}controls/", LEADS, LEADS_ONLY),
    Call("post", f"{P}controls/", LEADS, LEADS_ONLY, {"examples": ["{decided_example}"]}),
    Call("get", f"{P}controls/share/", LEADS, LEADS_ONLY),
    Call("put", f"{P}controls/share/", LEADS, LEADS_ONLY, {"percent": 0}),
    Call("delete", f"{P}controls/{{control}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}named-assignments/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}named-assignments/",
        LEADS,
        LEADS_ONLY,
        {"example": "{nameable_example}", "member": "{nameable_member}"},
    ),
    Call("delete", f"{P}named-assignments/{{named}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotations/{{annotation}}/", LEADS, LEADS_ONLY),
    Call("post", f"{P}annotations/{{annotation}}/reopen/", LEADS, LEADS_ONLY, {"reason": "x"}),
    Call("delete", f"{P}annotations/{{reopened_annotation}}/reopen/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotations/{{annotation}}/revision/", LEADS, LEADS_ONLY),
    Call(
        "put",
        f"{P}annotations/{{annotation}}/revision/draft/",
        LEADS,
        LEADS_ONLY,
        {"version": 0},
    ),
    Call(
        "post",
        f"{P}annotations/{{annotation}}/revision/",
        LEADS,
        LEADS_ONLY,
        {"question_quality": "bad", "reason": "x"},
    ),
    Call("post", f"{P}annotations/{{late_annotation}}/acceptance/", LEADS, LEADS_ONLY, {}),
    Call("delete", f"{P}annotations/{{accepted_annotation}}/acceptance/", LEADS, LEADS_ONLY),
    Call("get", f"{P}assignments/", MEMBERS, OUTSIDE),
    Call(
        "post",
        f"{P}assignments/next/",
        ("annotator", "another annotator"),
        {**OUTSIDE, "expert": 403, "lead": 403, "administrator": 403},
    ),
    Call("get", f"{P}parked/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}assignments/{{parked_assignment}}/free/",
        LEADS,
        LEADS_ONLY,
        {"reason": "x"},
    ),
    Call("get", "jobs/{job}/", LEADS, JOB),
    Call("post", "jobs/{job}/cancel/", LEADS, JOB),
    Call("post", "jobs/{finished_import}/undo/", LEADS, JOB),
    Call("post", "jobs/{finished_import}/redo/", (), {**JOB, "lead": 409, "administrator": 409}),
    Call("get", "jobs/{job}/problems/", LEADS, JOB),
    Call("get", "jobs/{job}/problems.csv", LEADS, JOB),
    Call("get", "jobs/{finished_job}/result/", LEADS, JOB),
    Call("get", "jobs/{own_export}/", ("annotator",), OWN_ONLY),
    Call("post", "jobs/{own_export}/cancel/", ("annotator",), OWN_ONLY),
    Call("get", "jobs/{own_export}/problems/", ("annotator",), OWN_ONLY),
    Call("get", "jobs/{own_export}/problems.csv", ("annotator",), OWN_ONLY),
    Call("get", "jobs/{own_finished_export}/result/", ("annotator",), OWN_ONLY),
    Call("get", "assignments/{assignment}/", ("annotator",), OWN_ONLY),
    Call("get", "assignments/{assignment}/page/", ("annotator",), OWN_ONLY),
    Call("get", "assignments/{reserved_assignment}/page-ahead/", ("annotator",), OWN_ONLY),
    Call("put", "assignments/{assignment}/draft/", ("annotator",), OWN_ONLY, {"version": 1}),
    Call("get", "assignments/{long_form_assignment}/", ("annotator",), OWN_ONLY),
    Call(
        "get", "assignments/{long_form_assignment}/pages/{reader_page}/", ("annotator",), OWN_ONLY
    ),
    Call(
        "put",
        "assignments/{long_form_assignment}/draft/",
        ("annotator",),
        OWN_ONLY,
        {**LONG_FORM, "version": 1},
    ),
    Call("post", "assignments/{long_form_assignment}/submit/", ("annotator",), OWN_ONLY, LONG_FORM),
    Call("get", "annotations/{long_form_annotation}/", ("annotator",), OWN_ONLY),
    Call(
        "put",
        "annotations/{long_form_annotation}/draft/",
        ("annotator",),
        OWN_ONLY,
        {**LONG_FORM, "version": 0},
    ),
    Call(
        "post",
        "annotations/{long_form_annotation}/revise/",
        ("annotator",),
        OWN_ONLY,
        {**LONG_FORM, "reason": "x"},
    ),
    Call(
        "post",
        "assignments/{assignment}/submit/",
        ("annotator",),
        OWN_ONLY,
        {"question_quality": "bad", "bad_reason": "misread"},
    ),
    Call("post", "assignments/{assignment}/release/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("post", "assignments/{assignment}/skip/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("post", "assignments/{assignment}/park/", ("annotator",), OWN_ONLY, {"note": "x"}),
    Call("get", "annotations/{own_annotation}/", ("annotator",), OWN_ONLY),
    Call("put", "annotations/{own_annotation}/draft/", ("annotator",), OWN_ONLY, {"version": 0}),
    Call(
        "post",
        "annotations/{own_annotation}/revise/",
        ("annotator",),
        OWN_ONLY,
        {"question_quality": "bad", "reason": "x"},
    ),
    Call("post", "annotations/{recent_annotation}/undo/", ("annotator",), OWN_ONLY),
    Call("get", f"{P}news/", MEMBERS, OUTSIDE),
    Call("get", f"{P}questions/", MEMBERS, OUTSIDE),
    Call("get", f"{P}questions/{{thread}}/", ASKER_AND_LEADS, OTHERS_404),
    Call("post", f"{P}questions/{{thread}}/messages/", ASKER_AND_LEADS, OTHERS_404, {"text": "x"}),
    Call("post", f"{P}questions/{{thread}}/close/", ASKER_AND_LEADS, OTHERS_404),
    Call("get", f"{P}faq/", MEMBERS, OUTSIDE),
    Call("post", f"{P}faq/", LEADS, LEADS_ONLY, {"title": "x", "answer": "x"}),
    Call("post", f"{P}faq/seen/", MEMBERS, OUTSIDE),
    Call("get", f"{P}faq/{{faq}}/", MEMBERS, OUTSIDE),
    Call("put", f"{P}faq/{{faq}}/", LEADS, LEADS_ONLY, {"title": "x", "answer": "x"}),
    Call("delete", f"{P}faq/{{faq}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}faq/{{faq}}/versions/", LEADS, LEADS_ONLY),
    Call("get", f"{P}feedback/", MEMBERS, OUTSIDE),
    Call("get", f"{P}feedback/summary/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}annotations/{{annotation}}/feedback/",
        LEADS,
        LEADS_ONLY,
        {"criterion": "question", "text": "x"},
    ),
    Call("delete", f"{P}feedback/{{feedback}}/", LEADS, LEADS_ONLY),
    Call("post", f"{P}feedback/{{own_feedback}}/acknowledge/", ("annotator",), OWN_ONLY),
    Call("get", f"{P}guidelines/changes/", MEMBERS, OUTSIDE),
    Call("post", f"{P}guidelines/seen/", MEMBERS, OUTSIDE, {"version": 1}),
    Call("post", f"{P}guidelines/links/", LEADS, LEADS_ONLY, {"markdown": "x"}),
    Call("get", f"{P}guidelines/pictures/", LEADS, LEADS_ONLY),
    Call("post", f"{P}guidelines/pictures/", LEADS, LEADS_ONLY, {}, upload=True),
    Call("get", f"{P}guidelines/pictures/{{picture}}", MEMBERS, OUTSIDE),
    # Others may finish what they began before they got their role, but not begin anew.
    Call(
        "post",
        "assignments/{assignment}/resume/",
        ("annotator",),
        OWN_ONLY,
        {},
        refused_own={"expert": 403, "lead": 403},
    ),
    *ERROR_ANALYSIS_CALLS,
    *JUDGMENT_CALLS,
    *LEADERBOARD_CALLS,
    *COMPETITION_CALLS,
    *SPLIT_CALLS,
    Call("get", f"{P}release/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}release/", LEADS, LEADS_ONLY, {"pay": "12 an hour"}),
    Call("get", f"{P}releases/", LEADS, LEADS_ONLY),
    Call("post", f"{P}releases/", LEADS, LEADS_ONLY, {"configurations": ["labels"]}),
    *QUERY_CALLS,
    *TRAINING_CALLS,
    *COMPARISONS_CALLS,
    *STATISTICS_CALLS,
]

# What is for everybody who knows a password, or an invitation's secret, has tests of its own.
ELSEWHERE = {
    ("post", "auth/token/"),
    ("post", "invitations/{secret}/accept/"),
    ("post", "competition-invitations/{competition_secret}/accept/"),
    ("get", "set-up/{secret}/"),
    ("post", "set-up/{secret}/"),
    ("put", "me/account/email/"),
    ("post", "auth/single-sign-on/"),
    ("post", "me/erase/"),
    ("post", "me/single-sign-on/"),
    ("post", "me/single-sign-on/disconnect/"),
    ("post", "me/second-factor/key/"),
    ("post", "me/second-factor/on/"),
    ("post", "me/second-factor/off/"),
    ("post", "me/second-factor/recovery-codes/"),
    ("post", "me/second-factor/recovery-codes/new/"),
}


def send(client: APIClient, call: Call, objects: dict[str, Any]) -> Any:
    """The answer to a row's request."""
    body = filled(call.body, objects)
    # Only the encoder of vectors takes files, and a study those that its systems name.
    if call.upload and not call.path.endswith(("/encoders/", "/comparison-studies/")):
        content = picture() if "pictures" in call.path else b"{}\n"
        if "comparison-studies" in call.path:
            name = "pairs_file" if "given-pairs" in call.path else "comparisons_file"
            content = objects[name].encode()
        body = {**body, "file": SimpleUploadedFile("x.jsonl", content)}
    form = "multipart" if call.upload else "json"
    address = f"{PREFIX}{filled(call.path, objects)}"
    return getattr(client, call.method)(address, body, format=form, headers=call.headers)


def outcome_of(answer: Any) -> int | str:
    """Allowed, or the status of the refusal, which has the shape of all errors."""
    if answer.status_code < 300:
        return ALLOWED
    assert set(answer.json()) == {"code", "detail", "fields"}, answer.content
    return int(answer.status_code)


def trial(client: APIClient, call: Call, objects: dict[str, Any]) -> int | str:
    """What becomes of one request; the world is afterwards as it was before."""
    with transaction.atomic():
        answer = send(client, call, objects)
        transaction.set_rollback(True)
    if (call.method, without_names(call.path)) in _handlers():
        check_conformance(answer, method=call.method, path=call.path)
    return outcome_of(answer)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_everybody_gets_exactly_what_the_role_allows_on_every_object(
    call: Call, world: World, signed_in: SignedIn
) -> None:
    tried = [
        (each, trial(signed_in.client(each.caller), call, each.objects))
        for each in attempts(call, world)
    ]
    found = {(each.caller, each.ownership): outcome for each, outcome in tried}
    assert found == {(each.caller, each.ownership): each.expected for each, _ in tried}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_every_role_is_either_allowed_or_refused(call: Call) -> None:
    assert set(call.allowed) | set(call.refused) == set(ROLES)
    assert not set(call.allowed) & set(call.refused)


def _views() -> Iterator[tuple[str, Any]]:
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        yield str(pattern.pattern), pattern.callback.view_class  # type: ignore[attr-defined]


@cache
def _handlers() -> set[tuple[str, str]]:
    return {
        (method, without_names(route))
        for route, view in _views()
        for method in METHODS
        if method != "options" and hasattr(view, method)
    }


def test_no_endpoint_is_left_out_of_the_table() -> None:
    rows = [(call.method, call.path) for call in CALLS]
    assert _handlers() == {(method, without_names(path)) for method, path in [*rows, *ELSEWHERE]}


PATHS = sorted({call.path for call in CALLS})


def _trials_of_wrong_methods(path: str) -> Iterator[tuple[str, str]]:
    """Who tries which of the methods without a handler, which the framework refuses.

    What a refusal tells whom is decided before the method is looked up. So at each address one who
    may do something there tries two of them and somebody else one; the long run has everybody try
    all.
    """
    offered = {method for method, route in _handlers() if route == without_names(path)}
    wrong = [method for method in METHODS if method not in offered]
    able = [caller for caller in CALLERS if ALLOWED in _outcomes(path, caller)]
    turn = PATHS.index(path)
    for number, caller in enumerate(CALLERS, turn):
        tries = 2 if caller in able[:1] else int(number % len(CALLERS) == 0)
        turned = [*wrong[turn % len(wrong) :], *wrong[: turn % len(wrong)]]
        for method in wrong if is_long() else turned[:tries]:
            yield caller, method


def _outcomes(path: str, caller: str) -> set[int | str]:
    """What may become of any call at an address."""
    return {call.outcome(caller) for call in CALLS if call.path == path}


@pytest.mark.parametrize("path", PATHS)
def test_methods_that_an_endpoint_does_not_offer_are_refused_to_everybody(
    path: str, world: World, signed_in: SignedIn
) -> None:
    wrong = {}
    for caller, method in _trials_of_wrong_methods(path):
        outcomes = _outcomes(path, caller)
        # Who may do something here learns that this is not among it; who may not, nothing more.
        refusals = {405} if ALLOWED in outcomes else {405, *outcomes}
        if caller == "nobody" and ALLOWED not in outcomes:
            refusals = {401}
        call = Call(method, path, (), {})
        outcome = trial(signed_in.client(caller), call, world.objects["annotator"])
        if outcome not in refusals:
            wrong[caller, method] = outcome
    assert wrong == {}


def test_the_documented_table_is_the_tested_one() -> None:
    path = Path(__file__).parents[3] / "docs" / "permissions.md"
    if os.environ.get("UPDATE_DOCS") == "1":
        path.write_text(page(CALLS), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page(CALLS)
