"""A lead opens an annotation, saves a draft of its revision, and submits it with a reason."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db

BAD = {"question_quality": "bad"}
YES = {
    "question_quality": "good",
    "long_answer": {"candidate_index": 0},
    "yes_no_answer": "YES",
}


def clients_of(project: Project) -> tuple[APIClient, APIClient, str]:
    """The annotator's, the lead's, and the address of what the annotator has submitted."""
    (annotator,) = make_annotators(project, 1)
    client = client_of(annotator)
    lead = client_of(make_member(project, "lead", Role.LEAD).user)
    number = client.post(f"/api/v1/projects/{project.slug}/assignments/next/").json()["id"]
    answer: dict[str, Any] = {"long_form_answer": COMPLETE, "knowledge": []}
    answer = BAD if project.kind == Kind.NQ else answer
    annotation = client.post(f"/api/v1/assignments/{number}/submit/", answer).json()["id"]
    return client, lead, f"/api/v1/projects/{project.slug}/annotations/{annotation}/"


def test_a_lead_goes_on_with_a_draft_and_submits_it_and_the_annotator_reads_why() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    client, lead, address = clients_of(project)
    opened = lead.get(f"{address}revision/")
    check_conformance(opened, method="get", path="projects/{slug}/annotations/{id}/revision/")
    number = opened.json()["annotation"]["id"]
    assignment = opened.json()["assignment"]
    # The lead sees the page at once, whatever the annotator called the question.
    page = f"/api/v1/projects/project/examples/{example.pk}/page/"
    assert (assignment["page"]["html_url"], assignment["draft"]["question_quality"]) == (
        page,
        "bad",
    )
    assert (assignment["version"], assignment["revising"]) == (0, number)
    saved = lead.put(f"{address}revision/draft/", {"version": 0, "question_quality": "good"})
    assert (saved.json()["version"], saved.json()["draft"]["question_quality"]) == (1, "good")
    again = lead.get(f"{address}revision/").json()["assignment"]
    assert again | {"time": None} == saved.json() | {"time": None}
    stale = lead.put(f"{address}revision/draft/", {"version": 0})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_draft")
    assert stale.json()["assignment"]["version"] == 1
    # Nothing of it is the annotator's draft.
    own = client.get(f"/api/v1/annotations/{number}/").json()["assignment"]
    assert (own["version"], own["draft"]["question_quality"]) == (0, "bad")

    body = {**YES, "version": 1, "reason": "It is a question"}
    headers = {"Idempotency-Key": "k"}
    sent = [lead.post(f"{address}revision/", body, headers=headers) for _ in range(2)]
    assert [each.status_code for each in sent] == [201, 200]
    revision = sent[0].json()
    assert (revision["annotator"], revision["revised_by"], revision["reason"]) == (
        "annotator-0",
        "lead",
        "It is a question",
    )
    (row,) = client.get("/api/v1/projects/project/assignments/").json()["results"]
    assert (row["annotation"], row["may_revise"]) == (revision["id"], False)
    assert row["changed_by_lead"] == {
        "at": revision["created_at"],
        "reason": "It is a question",
    }
    read = client.get(f"/api/v1/annotations/{revision['id']}/").json()
    assert (read["annotation"]["revised_by"], read["may_revise"]) == ("A lead", False)
    late = lead.post(f"{address}revision/", {**BAD, "reason": "No"})
    assert (late.status_code, late.json()["code"]) == (409, "stale_annotation")
    assert late.json()["assignment"]["revising"] == revision["id"]


def test_the_reader_of_a_long_form_revision_loads_the_pages_as_a_lead() -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    _, lead, address = clients_of(project)
    body = lead.get(f"{address}revision/").json()["assignment"]
    assert body["draft"]["long_form_answer"] == COMPLETE
    shown = [page["html_url"] for page in body["pages"] if page["html_url"]]
    place = f"/api/v1/projects/{project.slug}/examples/{example.pk}/pages/"
    assert [address.partition("?v=")[0] for address in shown] == [
        f"{place}{page['number']}/" for page in body["pages"] if page["html_url"]
    ]
    answer = {"long_form_answer": COMPLETE, "knowledge": [], "reason": "Shorter"}
    assert lead.post(f"{address}revision/", answer).status_code == 201


def test_the_annotator_is_told_until_when_and_the_setting_is_a_leads() -> None:
    project = make_project()
    make_examples(project, 1)
    client, lead, address = clients_of(project)
    number = address.rstrip("/").rpartition("/")[2]
    changed = lead.patch("/api/v1/projects/project/", {"revision_minutes": 30})
    assert changed.json()["revision_minutes"] == 30
    own = client.get(f"/api/v1/annotations/{number}/").json()
    assert (own["may_revise"], own["may_revise_until"] is None) == (True, False)
    refused = lead.patch("/api/v1/projects/project/", {"revision_minutes": 0})
    assert (refused.status_code, set(refused.json()["fields"])) == (400, {"revision_minutes"})
    lead.patch("/api/v1/projects/project/", {"revision_minutes": None})
    assert client.get(f"/api/v1/annotations/{number}/").json()["may_revise_until"] is None
