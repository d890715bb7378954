"""Running a baseline over HTTP: what is refused at once, and how it stands on the leaderboard."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from annotator.material.corpus.models import Example
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import make_member, make_project
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db

BASELINES = "/api/v1/projects/dev/baselines/"
JSON = "application/json"
COPIED = {"baseline": "most-frequent", "split": "test", "train_split": "train"}


@pytest.fixture
def project() -> Project:
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG] * 2, [LONG] * 2])
    for example, split in zip(project.examples.order_by("pk"), ("train", "test"), strict=True):
        Example.objects.filter(pk=example.pk).update(split=split)
    return project


@pytest.fixture
def lead(project: Project) -> Client:
    client = Client()
    client.force_login(make_member(project, "lena", Role.LEAD).user)
    return client


def test_a_baseline_is_scored_and_marked_on_the_leaderboard(lead: Client) -> None:
    queued = lead.post(BASELINES, COPIED, JSON)
    assert queued.status_code == 202, queued.content
    run_job(job_id=UUID(queued.json()["job"]))
    (row,) = lead.get("/api/v1/projects/dev/leaderboard/").json()["systems"]
    assert (row["name"], row["baseline"], row["notes"]) == (
        "Most frequent answer",
        "most-frequent",
        "Copies answers of dev, train.",
    )
    assert row["metrics"]["long-best-threshold-f1"] == 1


def test_what_can_be_run_and_copied_from_is_listed(lead: Client) -> None:
    found = lead.get(BASELINES).json()
    assert [(each["baseline"], each["copies"]) for each in found["baselines"]] == [
        ("first-paragraph", False),
        ("most-frequent", True),
        ("closest-question", True),
    ]
    assert [(each["project"], each["splits"]) for each in found["sources"]] == [
        ("dev", ["train", "test"])
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"split": "none"}, "split"),
        ({"train_split": "test"}, "train_split"),
        ({"train_split": "none"}, "train_split"),
        ({"train_project": "foreign"}, "train_project"),
        ({"baseline": "first-paragraph"}, "train_split"),
        ({"baseline": "random-retrieval"}, "baseline"),
    ],
)
def test_what_cannot_be_run_is_refused_at_once(
    lead: Client, change: dict[str, Any], field: str
) -> None:
    make_project("foreign")
    answer = lead.post(BASELINES, COPIED | change, JSON)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_the_name_of_an_uploaded_system_is_taken(lead: Client, project: Project) -> None:
    make_score(project, "Mine", split="train")
    answer = lead.post(BASELINES, COPIED | {"name": "Mine"}, JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_the_hidden_split_is_neither_copied_nor_answered_by_others_than_stewards(
    lead: Client, project: Project
) -> None:
    project.hidden_split = "test"
    project.save(update_fields=["hidden_split"])
    assert lead.post(BASELINES, COPIED, JSON).status_code == 403
    copied = COPIED | {"split": "train", "train_split": "test"}
    assert list(lead.post(BASELINES, copied, JSON).json()["fields"]) == ["train_split"]
    (source,) = lead.get(BASELINES).json()["sources"]
    assert source["splits"] == ["train"]
