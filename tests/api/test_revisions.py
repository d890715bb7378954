from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.factories.corpus import make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db

BAD = {"question_quality": "bad"}
PARAGRAPH = {"question_quality": "good", "long_answer": {"candidate_index": 0}}
YES = {**PARAGRAPH, "yes_no_answer": "YES"}
P = "/api/v1/projects/project/"


@pytest.fixture
def project() -> Project:
    made = make_project()
    make_examples(made, 3)
    return made


@pytest.fixture
def client(project: Project) -> APIClient:
    return client_of(make_annotators(project, 1)[0])


def submitted(client: APIClient, answer: dict[str, Any] = BAD) -> dict[str, Any]:
    number = client.post(f"{P}assignments/next/").json()["id"]
    body: dict[str, Any] = client.post(f"/api/v1/assignments/{number}/submit/", answer).json()
    return body


def own(client: APIClient, annotation: int) -> dict[str, Any]:
    body: dict[str, Any] = client.get(f"/api/v1/annotations/{annotation}/").json()
    return body


def revise(client: APIClient, annotation: int, key: str = "", **body: Any) -> Any:
    address = f"/api/v1/annotations/{annotation}/revise/"
    return client.post(
        address, {**YES, "reason": "Misread", **body}, headers={"Idempotency-Key": key}
    )


def let_pass(monkeypatch: pytest.MonkeyPatch, *, seconds: int) -> None:
    """From here on it is so much later than the first submission."""
    later = Annotation.objects.earliest("pk").created_at + timedelta(seconds=seconds)
    monkeypatch.setattr(timezone, "now", lambda: later)


def test_an_answer_is_taken_back_within_a_minute_and_stays_open(
    client: APIClient, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.patch(P, {"allows_revisions": False})
    annotation = submitted(client)["id"]
    address = f"/api/v1/annotations/{annotation}/undo/"
    let_pass(monkeypatch, seconds=59)
    assert [own(client, annotation)[name] for name in ("may_undo", "undone")] == [True, False]
    assert lead.post(address).status_code == 404
    undone = client.post(address).json()
    assert undone == own(client, annotation)
    let_pass(monkeypatch, seconds=600)
    # A tab that is loaded again asks once more.
    assert client.post(address).json() == undone
    shown = own(client, annotation)
    assert [shown[name] for name in ("may_revise", "may_undo", "undone")] == [True, False, True]
    assert revise(client, annotation, reason="").json()["reason"] == (
        "Taken back right after submitting."
    )
    versions = lead.get(f"{P}annotations/{annotation}/").json()["versions"]
    assert [each["yes_no_answer"] for each in versions] == ["NONE", "YES"]


def test_an_answer_that_was_taken_back_needs_a_reason_once_a_lead_asks(
    client: APIClient, lead: APIClient
) -> None:
    annotation = submitted(client)["id"]
    client.post(f"/api/v1/annotations/{annotation}/undo/")
    lead.post(f"{P}annotations/{annotation}/reopen/", {"reason": "Really?"})
    shown = own(client, annotation)
    assert [shown[name] for name in ("may_revise", "undone")] == [True, False]
    refused = revise(client, annotation, reason="")
    assert (refused.status_code, refused.json()["code"]) == (400, "reason_needed")


def test_what_replaces_an_answer_that_was_taken_back_can_be_taken_back_too(
    client: APIClient, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.patch(P, {"allows_revisions": False})
    first = submitted(client)["id"]
    client.post(f"/api/v1/annotations/{first}/undo/")
    let_pass(monkeypatch, seconds=600)
    second = revise(client, first, reason="").json()["id"]
    let_pass(monkeypatch, seconds=659)
    assert own(client, second)["may_undo"] is True
    assert client.post(f"/api/v1/annotations/{second}/undo/").status_code == 200
    third = revise(client, second, reason="").json()["id"]
    let_pass(monkeypatch, seconds=659 + 60)
    shown = own(client, third)
    assert [shown[name] for name in ("may_undo", "may_revise")] == [False, False]


def test_a_plain_revision_gives_no_further_minute(
    client: APIClient, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.patch(P, {"allows_revisions": True, "revision_minutes": None})
    first = submitted(client)["id"]
    let_pass(monkeypatch, seconds=600)
    second = revise(client, first).json()["id"]
    assert own(client, second)["may_undo"] is False


def test_a_question_that_is_bad_after_all_keeps_why_in_draft_answer_and_history(
    client: APIClient, lead: APIClient
) -> None:
    number = client.post(f"{P}assignments/next/").json()["id"]
    draft = f"/api/v1/assignments/{number}/draft/"
    client.put(draft, {"version": 0, "question_quality": "good", "word_jumps": 2})
    bad = {**BAD, "bad_reason": "ambiguous", "word_jumps": 3}
    saved = client.put(draft, {"version": 1, **bad}).json()["draft"]
    assert (saved["bad_reason"], saved["word_jumps"]) == ("ambiguous", 3)
    submit = f"/api/v1/assignments/{number}/submit/"
    refused = client.post(submit, {**BAD, "bad_reason": "boring"})
    assert (refused.status_code, set(refused.json()["fields"])) == (400, {"bad_reason"})
    answer = client.post(submit, bad).json()
    assert (answer["bad_reason"], answer["word_jumps"]) == ("ambiguous", 3)
    events = lead.get(f"{P}history/?verb=submitted").json()["results"]
    assert events[0]["details"]["bad_after_page"] == "ambiguous"


def test_a_submitted_answer_opens_as_the_draft_of_its_revision(client: APIClient) -> None:
    number = client.post(f"{P}assignments/next/").json()["id"]
    client.put(f"/api/v1/assignments/{number}/draft/", {"version": 0, **PARAGRAPH})
    annotation = client.post(f"/api/v1/assignments/{number}/submit/", PARAGRAPH).json()["id"]
    shown = own(client, annotation)
    assert (shown["annotation"]["id"], shown["newest"], shown["may_revise"]) == (
        annotation,
        annotation,
        True,
    )
    assignment = shown["assignment"]
    assert (assignment["state"], assignment["version"], assignment["revising"]) == (
        "submitted",
        1,
        annotation,
    )
    assert assignment["page"]["candidates"][0]["tag"] == "P"
    assert assignment["draft"] | {"saved_at": None} == {
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "long_answer_decided": True,
        "short_answers": [],
        "short_answer_decided": True,
        "yes_no_answer": "NONE",
        "stage": "short_answer",
        "active_seconds": {"question": 0.0, "long_answer": 0.0, "short_answer": 0.0},
        "bad_reason": "",
        "word_jumps": None,
        "saved_at": None,
    }


def test_the_page_of_what_was_called_bad_comes_with_a_draft_that_calls_it_good(
    client: APIClient,
) -> None:
    annotation = submitted(client)["id"]
    assert own(client, annotation)["assignment"]["page"] is None
    draft = {"version": 0, "question_quality": "good"}
    saved = client.put(f"/api/v1/annotations/{annotation}/draft/", draft).json()
    assert (saved["version"], saved["page"]["title"]) == (1, "Plumb bob")
    # It is there again after a reload.
    assert own(client, annotation)["assignment"]["draft"]["question_quality"] == "good"


def test_a_revision_takes_the_place_of_the_answer_and_tells_why(
    client: APIClient, lead: APIClient
) -> None:
    annotation = submitted(client)["id"]
    answers = [revise(client, annotation, "r") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    revision = answers[0].json()
    assert answers[1].json() == revision
    assert (revision["revision_of"], revision["reason"]) == (annotation, "Misread")
    listed = lead.get(f"{P}annotations/").json()["results"]
    assert [each["id"] for each in listed] == [revision["id"]]
    for number in (annotation, revision["id"]):
        versions = lead.get(f"{P}annotations/{number}/").json()["versions"]
        assert [(each["id"], each["yes_no_answer"]) for each in versions] == [
            (annotation, "NONE"),
            (revision["id"], "YES"),
        ]
    shown = own(client, annotation)
    assert (shown["newest"], shown["assignment"]["revising"]) == (revision["id"],) * 2


def test_the_first_submission_sent_again_after_a_revision_gives_what_was_submitted(
    client: APIClient,
) -> None:
    number = client.post(f"{P}assignments/next/").json()["id"]
    address = f"/api/v1/assignments/{number}/submit/"
    first = client.post(address, BAD, headers={"Idempotency-Key": "k"}).json()
    revise(client, first["id"])
    again = client.post(address, BAD, headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.json()) == (200, first)


def test_a_stale_tab_gets_409_with_the_answer_as_it_is_now(client: APIClient) -> None:
    annotation = submitted(client)["id"]
    newest = revise(client, annotation).json()["id"]
    stale = [
        revise(client, annotation, question_quality="bad", long_answer=None, yes_no_answer="NONE"),
        client.put(f"/api/v1/annotations/{annotation}/draft/", {"version": 0}),
    ]
    for answer in stale:
        body = answer.json()
        assert (answer.status_code, body["code"]) == (409, "stale_annotation")
        assert body["assignment"]["revising"] == newest
        assert body["assignment"]["draft"]["yes_no_answer"] == "YES"


def test_a_stale_draft_of_a_revision_gets_409_with_the_current_one(client: APIClient) -> None:
    annotation = submitted(client)["id"]
    address = f"/api/v1/annotations/{annotation}/draft/"
    client.put(address, {"version": 0, "question_quality": "good"})
    stale = [client.put(address, {"version": 0, **BAD}), revise(client, annotation, version=0)]
    for answer in stale:
        body = answer.json()
        assert (answer.status_code, body["code"]) == (409, "stale_draft")
        assert (body["assignment"]["version"], body["assignment"]["revising"]) == (1, annotation)
        assert body["assignment"]["draft"]["question_quality"] == "good"


def test_what_a_lead_reopened_comes_first_to_the_annotators_eyes(
    client: APIClient, lead: APIClient
) -> None:
    other, annotation = submitted(client)["id"], submitted(client)["id"]
    answer = lead.post(f"{P}annotations/{annotation}/reopen/", {"reason": "Is it bad?"})
    (version,) = answer.json()["versions"]
    assert version["reopened"]["reason"] == "Is it bad?"
    assert client.get(f"{P}progress/").json()["own"]["reopened"] == 1
    (row,) = client.get(f"{P}assignments/?reopened=true").json()["results"]
    assert (row["annotation"], row["may_revise"], row["reopened"]["reason"]) == (
        annotation,
        True,
        "Is it bad?",
    )
    rows = client.get(f"{P}assignments/").json()["results"]
    assert [(each["annotation"], each["reopened"] is None) for each in rows] == [
        (annotation, False),
        (other, True),
    ]
    assert (
        lead.delete(f"{P}annotations/{annotation}/reopen/").json()["versions"][0]["reopened"]
        is None
    )
    assert lead.delete(f"{P}annotations/{annotation}/reopen/").status_code == 409


def test_a_project_that_takes_no_revisions_says_so(
    client: APIClient, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotation = submitted(client)["id"]
    changed = lead.patch(P, {"allows_revisions": False}).json()
    assert changed["allows_revisions"] is False
    assert own(client, annotation)["may_revise"] is True
    let_pass(monkeypatch, seconds=60)
    assert own(client, annotation)["may_revise"] is False
    answer = revise(client, annotation)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_revisions")


def test_a_revision_without_a_reason_is_refused_at_its_field(client: APIClient) -> None:
    answer = revise(client, submitted(client)["id"], reason=" ")
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"reason"})
    assert Annotation.objects.count() == 1


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_own_questions_takes_the_same_queries_for_any_number(
    client: APIClient, lead: APIClient, count: int
) -> None:
    for _ in range(count):
        number = submitted(client)["id"]
        lead.post(f"{P}annotations/{number}/reopen/", {"reason": "Look again"})
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(f"{P}assignments/").json()["count"] == count
    assert len(captured) == 7
