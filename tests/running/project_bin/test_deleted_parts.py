"""A deleted system, encoder or analysis comes back whole, and is erased after its days."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from rest_framework.test import APIClient

from annotator.exceptions import ConflictError, NotFoundError
from annotator.running.project_bin.deleted_parts import deleted_parts, erase_parts, restore_part
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import delete_analysis
from annotator.systems.evaluation.models import RetrievalScore, Score, System
from annotator.systems.evaluation.records.services import delete_system
from annotator.systems.evaluation.retrieval.services import delete_retrieval
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.standing import DAYS_IN_BIN
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import label_all, make_analysis, make_answers
from tests.factories.retrieval import make_encoder_score

pytestmark = pytest.mark.django_db
AFTER = AT + timedelta(days=DAYS_IN_BIN)
EVALUATION = ("evaluation", "error_analysis")


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 2)
    return project


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user


def rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of systems, encoders and analyses, by table."""
    models = [model for label in EVALUATION for model in apps.get_app_config(label).get_models()]
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models
    }


def a_system(project: Project, lead: User) -> tuple[str, int, str]:
    score = make_answers(project, ["wrong", "wrong"])
    delete_system(system=score.system, at=AT, actor=lead)
    assert not Score.objects.exists()
    return "system", score.system_id, score.system.name


def an_encoder(project: Project, lead: User) -> tuple[str, int, str]:
    score = make_encoder_score(project)
    delete_retrieval(score=score, at=AT, actor=lead)
    assert not RetrievalScore.objects.exists()
    return "encoder", score.pk, f"{score.name} on {score.benchmark.name}"


def an_analysis(project: Project, lead: User) -> tuple[str, int, str]:
    analysis = make_analysis(make_answers(project, ["wrong", "wrong"]), [lead], size=2)
    label_all(analysis, [[[0]], [[1]]])
    delete_analysis(analysis=analysis, at=AT, actor=lead)
    assert not ErrorAnalysis.objects.exists()
    return "error_analysis", analysis.pk, "Error analysis 1: Baseline"


DELETED = pytest.mark.parametrize("delete", [a_system, an_encoder, an_analysis])
Delete = Callable[[Project, User], tuple[str, int, str]]


@DELETED
def test_what_was_deleted_comes_back_whole(project: Project, lead: User, delete: Delete) -> None:
    kind, key, name = delete(project, lead)
    [part] = deleted_parts(project, lead)
    assert (part.kind, part.id, part.name, part.deleted_at) == (kind, key, name, AT)
    deleted = rows()
    for _ in range(2):
        restore_part(project=project, kind=kind, part=key, at=AT, actor=lead)
    assert deleted_parts(project, lead) == []
    for table in deleted.values():
        for row in table:
            row.update({"deleted_at": None} if "deleted_at" in row else {})
    assert rows() == deleted
    verbs = Event.objects.filter(subject=kind).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["deleted", "restored"]


@DELETED
def test_it_is_erased_after_its_days_and_not_before(
    project: Project, lead: User, delete: Delete
) -> None:
    kind, key, _ = delete(project, lead)
    before = rows()
    assert erase_parts(at=AFTER - timedelta(seconds=1)) == 0
    assert erase_parts(at=AFTER, goes_on=lambda: False) == 0
    assert rows() == before
    assert erase_parts(at=AFTER) == 1
    with pytest.raises(NotFoundError):
        restore_part(project=project, kind=kind, part=key, at=AFTER, actor=lead)
    if kind != "error_analysis":
        assert set(map(len, rows().values())) == {0}


def test_a_name_that_another_system_has_by_now_stays_its_own(project: Project, lead: User) -> None:
    kind, key, _ = a_system(project, lead)
    Score.ever.update(receipt="0" * 64)
    make_answers(project, ["wrong", "wrong"])
    with pytest.raises(ConflictError, match="Another one is called Baseline by now"):
        restore_part(project=project, kind=kind, part=key, at=AT, actor=lead)
    assert System.objects.count() == 1


def test_a_later_analysis_takes_another_number(project: Project, lead: User) -> None:
    kind, key, _ = an_analysis(project, lead)
    score = Score.objects.get()
    assert make_analysis(score, [lead]).number == 2
    restore_part(project=project, kind=kind, part=key, at=AT, actor=lead)
    assert set(ErrorAnalysis.objects.values_list("number", flat=True)) == {1, 2}


def test_only_stewards_restore_a_system_of_the_hidden_split(project: Project, lead: User) -> None:
    kind, key, _ = a_system(project, lead)
    Project.objects.filter(pk=project.pk).update(hidden_split="all")
    Score.ever.update(split="all")
    project.refresh_from_db()
    assert deleted_parts(project, lead) == []
    with pytest.raises(NotFoundError):
        restore_part(project=project, kind=kind, part=key, at=AT, actor=lead)


def test_a_lead_finds_and_restores_it_over_http(project: Project, lead: User) -> None:
    kind, key, name = a_system(project, lead)
    client = APIClient()
    client.force_authenticate(lead)
    listed = client.get(f"/api/v1/projects/{project.slug}/deleted-parts/").json()["results"]
    assert [(each["kind"], each["id"], each["name"]) for each in listed] == [(kind, key, name)]
    board = f"/api/v1/projects/{project.slug}/leaderboard/"
    assert client.get(board).json()["systems"] == []
    address = f"/api/v1/projects/{project.slug}/deleted-parts/restore/"
    assert client.post(address, {"kind": kind, "id": key}, format="json").status_code == 204
    assert [each["name"] for each in client.get(board).json()["systems"]] == [name]
