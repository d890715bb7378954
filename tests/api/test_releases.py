"""Publishing over HTTP: the card, what a release would hold, the job and the earlier ones."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.exchange.exports.test_history import YES
from tests.factories.corpus import AT, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/release"


@pytest.fixture(autouse=True)
def project(settings: Any, tmp_path: Any, without_pyarrow: None) -> Project:
    """Two examples, one of them annotated."""
    settings.RESULT_DIR = tmp_path
    project = make_project()
    make_examples(project, 2)
    ada = make_member(project, "ada").user
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    submit_annotation(assignment=assignment, answer=YES, at=AT)
    return project


def test_a_lead_writes_the_card_and_sees_what_a_release_holds(
    project: Project, lead: APIClient
) -> None:
    ada = project.memberships.get(user__username="ada").pseudonym
    changes = {"version": "0.1.0", "pay": "12 an hour", "people_left_out": [ada]}
    assert lead.patch(f"{P}/", changes, format="json").status_code == 200
    shown = lead.get(f"{P}/").json()
    card = {each["name"]: each["text"] for each in shown.pop("card")}
    assert (card["version"], card["pay"], card["ethics"]) == ("0.1.0", "12 an hour", "")
    assert "cc-by-4.0" in [each["code"] for each in shown.pop("licences")]
    assert shown == {
        "people_left_out": [ada],
        "examples_left_out": [],
        "configurations": ["nq", "nq-simplified", "labels"],
        "examples": 2,
        "annotations": 0,
        "left_out": [
            "Names, mail addresses and accounts: annotators have pseudonyms.",
            "All annotations of 1 person who objected to their publication.",
        ],
        "simulated": 0,
        "statistics_at": None,
        "no_parquet": "No pyarrow.",
        "version": "0.1.0",
        "is_released": False,
    }


def test_a_release_is_a_download_and_stays_on_record(lead: APIClient) -> None:
    body = {"configurations": ["nq-simplified", "labels"]}
    job = lead.post(f"{P}s/", body, format="json").json()["job"]
    run_job(job_id=job)
    stored = Job.objects.get(pk=job)
    assert (stored.state, stored.filename) == ("succeeded", "project-1.0.0.zip")
    (released,) = lead.get(f"{P}s/").json()["results"]
    assert released.pop("released_at")
    assert released == {
        "version": "1.0.0",
        "job": job,
        "examples": 2,
        "annotations": 1,
        "simulated": False,
        "changes": [],
    }
    assert lead.get(f"{P}/").json()["is_released"] is True


def test_releases_are_listed_with_as_many_queries_for_three_as_for_one(
    lead: APIClient, django_assert_num_queries: Any
) -> None:
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        lead.patch(f"{P}/", {"version": version}, format="json")
        run_job(job_id=lead.post(f"{P}s/", {}, format="json").json()["job"])
        with django_assert_num_queries(5):
            listed = lead.get(f"{P}s/").json()["results"]
    assert [each["version"] for each in listed] == ["1.2.0", "1.1.0", "1.0.0"]


@pytest.mark.parametrize(
    ("address", "method", "body", "field"),
    [
        (f"{P}/", "patch", {"licence": "CC BY"}, "licence"),
        (f"{P}/", "patch", {"examples_left_out": ["5"]}, "examples_left_out"),
        (f"{P}/", "patch", {"examples_left_out": ["five"]}, "examples_left_out"),
        (f"{P}/", "patch", {"paid": ""}, "paid"),
        (f"{P}s/", "post", {"configurations": ["asqa"]}, "configurations"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_field(
    lead: APIClient, address: str, method: str, body: dict[str, Any], field: str
) -> None:
    answer = getattr(lead, method)(address, body, format="json")
    assert answer.status_code == 400
    assert field in str(answer.json())
