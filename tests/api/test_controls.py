"""Control questions and named questions over HTTP, and that nothing tells a control."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.factories.controls import (
    EVERY_TURN,
    claim_and_submit,
    draw_controls,
    make_controls,
    make_gold,
)
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project
from tests.factories.late import BAD

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"
OWN_OF_EACH = {
    *("id", "annotation_id", "annotation", "annotator", "html_url", "rendering_url"),
    *("created_at", "opened_at", "submitted_at", "saved_at", "lease_expires_at", "as_of"),
    *("running_since", "used_seconds", "seconds_median", "seconds_today", "assignment"),
}


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


@pytest.fixture
def examples(project: Project) -> list[Example]:
    return make_examples(project, 3)


def told(value: Any) -> Any:
    """Without what differs between any two assignments."""
    if isinstance(value, dict):
        return {key: told(each) for key, each in value.items() if key not in OWN_OF_EACH}
    return [told(each) for each in value] if isinstance(value, list) else value


def answer_next(client: APIClient) -> list[Any]:
    """All that an annotator is told of a question, from its claim to the list of their answers."""
    claimed = client.post(f"{P}assignments/next/")
    assert claimed.status_code == 200
    address = f"/api/v1/assignments/{claimed.json()['id']}/"
    draft = client.put(f"{address}draft/", {"question_quality": "good", "version": 0})
    parked = client.post(f"{address}park/", {"note": "Later"})
    resumed = client.post(f"{address}resume/")
    page = client.get(f"{address}page/")
    submitted = client.post(f"{address}submit/", {**BAD, "version": draft.json()["version"]})
    assert submitted.status_code == 201
    lists = [
        client.get(f"{P}{name}").json() for name in ("assignments/", "progress/", "", "training/")
    ]
    headers = [sorted(each.headers) for each in (claimed, draft, parked, resumed, page, submitted)]
    bodies = [each.json() for each in (claimed, draft, parked, resumed, submitted)]
    return [told(bodies), headers, told(lists), client.get("/api/v1/me/").json()["memberships"]]


def test_nothing_tells_a_control_from_another_question(
    project: Project, lena: User, examples: list[Example]
) -> None:
    """Two annotators answer the same question, one of them as a control."""
    ada, ben = make_annotators(project, 2)
    make_controls(project, examples[:1], lena)
    usual = answer_next(client_of(ada))
    draw_controls(project, EVERY_TURN)
    unseen = answer_next(client_of(ben))
    assert dict(Assignment.objects.values_list("annotator__username", "is_control")) == {
        ada.username: False,
        ben.username: True,
    }
    assert usual == unseen


def test_a_lead_marks_controls_sets_their_share_and_sees_results(
    project: Project, lena: User, examples: list[Example]
) -> None:
    client = client_of(lena)
    undecided = client.post(f"{P}controls/", {"examples": [examples[0].pk]})
    assert (undecided.status_code, undecided.json()["code"]) == (409, "no_gold")
    make_gold(examples[0], lena)
    assert client.post(f"{P}controls/", {"examples": [examples[0].pk]}).json() == {"changed": 1}
    assert client.put(f"{P}controls/share/", {"percent": 51}).status_code == 400
    assert client.put(f"{P}controls/share/", {"percent": 10}).json() == {"percent": 10}
    assert client.get(f"{P}controls/share/").json() == {"percent": 10}
    draw_controls(project, EVERY_TURN)
    (ada,) = make_annotators(project, 1)
    claim_and_submit(project, ada)
    (row,) = client.get(f"{P}controls/").json()["results"]
    # One of one: the interval's low end is 0.025.
    expected = {"answered": 1, "agreed": 1.0, "low": pytest.approx(0.025), "high": 1.0}
    assert row["example"] == examples[0].pk
    assert row["result"] == {**expected, "reason": ""}
    (person,) = client.get(f"{P}annotators/").json()["results"]
    assert (person["controls"], person["submitted"], person["gold"]) == (row["result"], 0, None)
    assert client.delete(f"{P}controls/{examples[0].pk}/").status_code == 204
    assert client.get(f"{P}controls/").json()["results"] == []
    assert client.post(f"{P}controls/", {"examples": [examples[0].pk]}).json() == {"changed": 1}
    (again,) = client.get(f"{P}controls/").json()["results"]
    assert (again["example"], again["result"]) == (row["example"], row["result"])


def test_a_lead_names_a_question_for_somebody_and_takes_it_back(
    project: Project, lena: User, examples: list[Example]
) -> None:
    client, ada = client_of(lena), make_member(project, "ada")
    body = {"example": examples[2].pk, "member": ada.pk}
    named = client.post(f"{P}named-assignments/", body)
    assert named.status_code == 201
    assert (named.json()["name"], named.json()["has_slot"]) == ("ada", True)
    assert client.post(f"{P}named-assignments/", body).json()["code"] == "already_named"
    assert client.get(f"{P}named-assignments/").json()["results"] == [named.json()]
    claimed = client_of(ada.user).post(f"{P}assignments/next/").json()
    assert claimed["question"]["text"] == examples[2].question.text
    assert client.get(f"{P}named-assignments/").json()["results"] == []
    again = client.post(f"{P}named-assignments/", {**body, "example": examples[1].pk}).json()
    assert client.delete(f"{P}named-assignments/{again['id']}/").status_code == 204
    assert client.delete(f"{P}named-assignments/{again['id']}/").status_code == 404
    assert (
        client.post(f"{P}named-assignments/", {**body, "example": examples[1].pk}).status_code
        == 201
    )
