"""Who needs help, over HTTP: one annotator's charts and signals, and asking to qualify again."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.training.decisions import decide_exam, waive_training
from annotator.collecting.training.grading import GivenGrade, grade_answer
from annotator.collecting.training.settings import require_training
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.projects.models import Membership, Project, Role
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.factories.training import finish_graded_exam, make_training

pytestmark = pytest.mark.django_db
ROUTE = "projects/{slug}/statistics/annotators/{id}/"
TRAINING = "projects/{slug}/training/members/{id}/requalification/"


@pytest.fixture
def project() -> Project:
    """Twelve people annotate 24 examples; the first finds no answer where everybody else does."""
    project = make_project(overlap=12)
    annotate_at_once(project, [[NULL, *[LONG] * 11] for _ in range(24)])
    return project


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user


def compute(project: Project) -> Report:
    run_in_foreground(start_statistics(project=project, at=AT, actor=None, queue=False))
    return Report.objects.get()


def section(client: APIClient) -> dict[str, Any]:
    answer = client.get("/api/v1/projects/project/statistics/", {"section": "people"})
    found: dict[str, Any] = answer.json()["results"][0]
    return found


def rows(found: dict[str, Any], name: str) -> list[dict[str, Any]]:
    table = next(each for each in found["tables"] if each["name"] == name)
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row, strict=True)) for row in table["rows"]]


def ask(client: APIClient, user: User) -> Any:
    answer = client.get(f"/api/v1/projects/project/statistics/annotators/{user.pk}/")
    check_conformance(answer, method="get", path=ROUTE)
    return answer


def test_signals_come_with_their_examples_and_charts_over_time(
    project: Project, lead: User
) -> None:
    """Of 288 annotations 24 are NULL, all of one person: everybody's rate is 1/12. That person is
    unlike the others from the start, so all 24 are behind the signal.
    """
    compute(project)
    odd = User.objects.get(username="annotator-0")
    signals = rows(section(client_of(lead)), "signals")
    assert {row["annotator"] for row in signals} == {str(odd.pk)}
    body = ask(client_of(lead), odd).json()
    assert body["name"] == "annotator-0"
    signal = next(each for each in body["signals"] if each["measure"] == "null")
    assert (signal["rate"], signal["outcomes"], signal["behind"]) == (1, 24, 24)
    assert signal["expected"] == pytest.approx(1 / 12)
    first = list(project.examples.order_by("pk").values_list("pk", flat=True))
    assert [each["id"] for each in signal["examples"]] == first[::-1]
    assert signal["examples"][0]["question"]
    chart = next(plot for plot in body["plots"] if plot["name"] == "null")
    assert (chart["kind"], len(chart["points"])) == ("control", 24)
    assert body["training"] is None
    calm = ask(client_of(lead), User.objects.get(username="annotator-1")).json()
    assert calm["signals"] == []


def test_people_are_told_apart_by_keys_in_what_is_kept(project: Project, lead: User) -> None:
    compute(project)
    names = {row["annotator"] for row in rows(section(client_of(lead)), "annotators")}
    users = User.objects.filter(username__startswith="annotator-")
    assert names == {str(user.pk) for user in users}


def test_before_a_report_there_is_nothing_and_strangers_are_not_found(
    project: Project, lead: User
) -> None:
    body = ask(client_of(lead), User.objects.get(username="annotator-0")).json()
    assert (body["plots"], body["signals"], body["computed_at"]) == ([], [], None)
    assert (
        ask(client_of(lead), make_member(make_project(slug="other"), "x").user).status_code == 404
    )


def test_exams_and_feedback_are_counted(project: Project, lead: User) -> None:
    """Fifteen grades, of which the newest of one is *not met*: 14 of 15."""
    make_training(project, lead)
    member = make_member(project, "trainee")
    exam = finish_graded_exam(member, lead)
    first = exam.answers.get(number=0)
    grade_answer(answer=first, grades=[GivenGrade("long_answer", "not_met")], at=AT, actor=lead)
    compute(project)
    own = next(
        row
        for row in rows(section(client_of(lead)), "annotators")
        if row["annotator"] == str(member.user_id)
    )
    assert (own["exams"], own["exam_met"]) == (1, pytest.approx(14 / 15))
    assert own["annotations"] == 0


def test_asking_again_shows_the_reason_on_the_training_page(project: Project, lead: User) -> None:
    make_training(project, lead)
    require_training(project=project, required=True, at=AT, actor=lead)
    member = make_member(project, "trainee")
    finish_graded_exam(member, lead)
    decide_exam(membership=member, verdict="accepted", note="", at=AT, actor=lead)
    address = f"/api/v1/projects/project/training/members/{member.pk}/requalification/"
    answer = client_of(lead).post(address, {"reason": "Look at tables again"})
    check_conformance(answer, method="post", path=TRAINING)
    assert answer.json()["standing"]["asked_again"] == "Look at tables again"
    compute(project)
    training = ask(client_of(lead), member.user).json()["training"]
    assert (training["member"], training["is_required"]) == (member.pk, True)
    assert training["standing"]["asked_again"] == "Look at tables again"
    trainee = client_of(member.user)
    claimed = trainee.post("/api/v1/projects/project/assignments/next/")
    assert (claimed.status_code, claimed.json()["code"]) == (403, "training_first")
    own = trainee.get("/api/v1/projects/project/training/own/").json()
    assert own["standing"]["asked_again"] == "Look at tables again"
    assert own["standing"]["waits_for"] == "annotator"
    answer = client_of(lead).delete(address)
    check_conformance(answer, method="delete", path=TRAINING)
    assert answer.json()["standing"]["asked_again"] is None
    assert trainee.post("/api/v1/projects/project/assignments/next/").status_code != 403


def test_a_project_without_training_says_what_to_do(project: Project, lead: User) -> None:
    member = make_member(project, "trainee")
    waive_training(project=project, members=[member.pk], note="x", at=AT, actor=lead)
    address = f"/api/v1/projects/project/training/members/{member.pk}/requalification/"
    answer = client_of(lead).post(address, {"reason": "x"})
    check_conformance(answer, method="post", path=TRAINING)
    assert (answer.status_code, answer.json()["code"]) == (409, "training_not_ready")
    assert "Training page" in answer.json()["detail"]
    assert Membership.objects.get(pk=member.pk).qualified_at == AT
