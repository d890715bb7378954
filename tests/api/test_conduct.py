"""How work goes in a project, as a lead sets it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Slot
from annotator.collecting.training.models import Decision
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.corpus import make_user as make_account
from tests.factories.training import make_trainer

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/"
CONDUCT = ("regime", "minutes_per_question", "recommended_per_day", "requires_training")


def conduct(body: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(body[name] for name in CONDUCT)


@pytest.fixture
def project() -> Project:
    return make_asqa_project()


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("nq", {}, ("full", None, None, False)),
        ("asqa", {}, ("full", 60, 10, False)),
        ("asqa", {"minutes_per_question": None}, ("full", None, 10, False)),
        (
            "asqa",
            {"regime": "no_context", "recommended_per_day": 4},
            ("no_context", 60, 4, False),
        ),
        ("nq", {"minutes_per_question": 15}, ("full", 15, None, False)),
    ],
)
def test_a_new_project_is_conducted_as_usual_for_its_kind_but_for_what_is_said(
    kind: str, given: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    client = client_of(make_account("root", administrator=True))
    body = {"slug": "fresh", "kind": kind, "title": "New", "overlap": 1, **given}
    response = client.post(P, body)
    assert response.status_code == 201, response.content
    assert conduct(response.json()) == expected
    assert conduct(client.get(f"{P}fresh/").json()) == expected


def test_a_new_project_cannot_require_a_training_that_it_does_not_have() -> None:
    client = client_of(make_account("root", administrator=True))
    body = {"slug": "fresh", "kind": "nq", "title": "New", "overlap": 1, "requires_training": True}
    refused = client.post(P, body)
    assert (refused.status_code, refused.json()["code"]) == (400, "training_not_ready")
    assert "choose training questions" in refused.json()["fields"]["requires_training"]
    assert not Project.objects.exists()


def test_settings_refuse_a_training_that_nobody_can_pass(lead: APIClient) -> None:
    refused = lead.patch(f"{P}asqa/", {"requires_training": True, "title": "Trained"})
    assert (refused.status_code, refused.json()["code"]) == (409, "training_not_ready")
    assert "3 more for the self-study and 5 more for the exam" in refused.json()["detail"]
    project = Project.objects.get()
    assert (project.requires_training, project.title) == (False, "Asqa")


def test_a_lead_changes_the_limit_the_recommendation_and_whether_training_is_required(
    project: Project, lead: APIClient
) -> None:
    make_trainer(project, "trainer")
    changes = {"minutes_per_question": None, "recommended_per_day": 12, "requires_training": True}
    body = lead.patch(f"{P}asqa/", changes).json()
    assert conduct(body) == ("full", None, 12, True)


def test_whoever_is_at_work_goes_on_when_a_lead_requires_training(
    project: Project, lead: APIClient
) -> None:
    make_ambiguous_examples(project, 2)
    (ada,) = make_annotators(project, 1)
    claim_assignment(project=project, annotator=ada, at=AT)
    make_trainer(project, "trainer")
    lead.patch(f"{P}asqa/", {"requires_training": True, "title": "Trained"})
    assert client_of(ada).get(f"{P}asqa/training/").json()["own"]["state"] == "qualified"
    decision = Decision.objects.get()
    assert (decision.verdict, decision.decided_by.username) == ("here_before", "lena")


@pytest.mark.parametrize(
    "changes",
    [
        {"minutes_per_question": 0},
        {"minutes_per_question": 1441},
        {"recommended_per_day": 0},
        {"regime": "none"},
    ],
)
def test_impossible_settings_are_refused_at_their_field(
    lead: APIClient, changes: dict[str, Any]
) -> None:
    response = lead.patch(f"{P}asqa/", changes)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == list(changes)


def test_the_regime_changes_while_nobody_has_begun(project: Project, lead: APIClient) -> None:
    make_ambiguous_examples(project, 1)
    assert lead.patch(f"{P}asqa/", {"regime": "no_context"}).json()["regime"] == "no_context"


def test_the_regime_stays_once_a_question_was_handed_out(project: Project, lead: APIClient) -> None:
    make_ambiguous_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    claim_assignment(project=project, annotator=ada, at=AT)
    response = lead.patch(f"{P}asqa/", {"regime": "no_context", "title": "Renamed"})
    assert response.status_code == 409
    assert response.json()["code"] == "regime_in_use"
    assert "1 question was handed out" in response.json()["detail"]
    project.refresh_from_db()
    assert (project.regime, project.title) == ("full", "Asqa")
    assert lead.patch(f"{P}asqa/", {"regime": "full", "title": "Renamed"}).status_code == 200


def test_questions_of_nq_are_never_without_context() -> None:
    project = make_project()
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    response = lead.patch(f"{P}project/", {"regime": "no_context"})
    assert (response.status_code, response.json()["code"]) == (400, "invalid_regime")


def test_settings_change_all_together_or_not_at_all(project: Project, lead: APIClient) -> None:
    make_ambiguous_examples(project, 1)
    lead.patch(f"{P}asqa/", {"overlap": 2})
    for annotator in make_annotators(project, 2):
        claim_assignment(project=project, annotator=annotator, at=AT)
    response = lead.patch(f"{P}asqa/", {"overlap": 1, "minutes_per_question": 30})
    assert (response.status_code, response.json()["code"]) == (409, "overlap_too_small")
    project.refresh_from_db()
    assert (project.overlap, project.minutes_per_question) == (2, 60)
    assert Slot.objects.count() == 2


def test_whoever_is_to_be_trained_first_is_told_so() -> None:
    project = make_project()
    make_examples(project, 1)
    Project.objects.update(requires_training=True)
    (ada,) = make_annotators(project, 1)
    response = client_of(ada).post(f"{P}project/assignments/next/", {})
    assert (response.status_code, response.json()["code"]) == (403, "training_first")
    assert "Training page" in response.json()["detail"]


@pytest.mark.parametrize("kind", ["nq", "asqa"])
def test_an_assignment_shows_the_time_for_its_question(kind: str) -> None:
    project = make_project(kind=kind)
    Project.objects.update(minutes_per_question=60)
    if kind == "nq":
        make_examples(project, 1)
    else:
        make_ambiguous_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    shown = client_of(ada).post(f"{P}project/assignments/next/", {}).json()
    running_since = shown["time"].pop("running_since")
    assert shown["lease_expires_at"] > running_since
    assert shown["time"] == {
        "limit_seconds": 3600,
        "used_seconds": 0,
        "is_up": False,
        "was_up_at": None,
        "period": 1,
    }
