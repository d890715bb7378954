"""Hours, cost and the time sheet by HTTP."""

import csv
from io import StringIO

import pytest
from pytest_django import DjangoAssertNumQueries

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.quality.overview.hours import COLUMNS
from annotator.workspace.projects.models import Project
from tests.api.clients import SignedIn
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_project,
)

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/project/"


def work(project: Project, people: int) -> None:
    """An annotation by each of so many people, which took 36 seconds."""
    make_examples(project, people)
    for user in make_annotators(project, people):
        assignment = claim_assignment(project=project, annotator=user, at=AT)
        assert assignment
        submit_annotation(
            assignment=assignment, answer=BAD, at=AT, active_seconds={"question": 36.0}
        )


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


def test_leads_set_a_rate_and_read_hours_and_cost(project: Project, lead: SignedIn) -> None:
    work(project, 1)
    answer = lead.put(f"{PROJECT}pay/", {"per_hour": "17.80", "currency": "USD"})
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["pay"], body["spent"], body["cost"], len(body["weeks"])) == (
        {"per_hour": "17.80", "currency": "USD"},
        36.0,
        "0.18",
        4,
    )
    assert body["needed"] == {
        "seconds": None,
        "low": None,
        "high": None,
        "cost": None,
        "cost_low": None,
        "cost_high": None,
        "reason": "The statistics were not computed yet.",
    }
    (person,) = body["people"]
    assert (person["name"], person["cost"], person["work"]) == (
        "annotator-0",
        "0.18",
        {"annotations": 1, "untimed": 0, "annotating": 36.0, "training": 0.0, "comparing": 0.0},
    )
    assert len(lead.get(f"{PROJECT}hours/?weeks=3").json()["weeks"]) == 3
    assert lead.put(f"{PROJECT}pay/", {"per_hour": None}).json()["cost"] is None


def test_a_rate_has_to_be_an_amount_of_a_currency(lead: SignedIn) -> None:
    refused = [
        lead.put(f"{PROJECT}pay/", body)
        for body in (
            {"per_hour": "0", "currency": "EUR"},
            {"per_hour": "1.005", "currency": "EUR"},
            {"per_hour": "much", "currency": "EUR"},
            {"per_hour": "9.50"},
            {"currency": "EUR"},
        )
    ]
    assert [list(answer.json()["fields"]) for answer in refused] == [
        ["per_hour"],
        ["per_hour"],
        ["per_hour"],
        ["currency"],
        ["per_hour"],
    ]
    assert {answer.status_code for answer in refused} == {400}


def test_the_time_sheet_is_a_file(project: Project, lead: SignedIn) -> None:
    work(project, 2)
    answer = lead.get(f"{PROJECT}hours.csv")
    assert 'filename="project-hours.csv"' in answer["Content-Disposition"]
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    header, *rows = csv.reader(StringIO(text))
    assert header == list(COLUMNS)
    assert [row[1:] for row in rows] == [
        [f"annotator-{n}", "1", "0", "0.0100", "0.0000", "0.0000", "0.0100", "", ""]
        for n in range(2)
    ]


@pytest.mark.parametrize("people", [1, 3])
def test_hours_take_as_many_queries_for_three_people_as_for_one(
    people: int,
    project: Project,
    lead: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    work(project, people)
    with django_assert_num_queries(11):
        assert len(lead.get(f"{PROJECT}hours/").json()["people"]) == people
