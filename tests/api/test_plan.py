"""How many annotations each example should have, by HTTP."""

from decimal import Decimal

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.measures.overlap_plan import expect, recommend
from annotator.measures.overlap_simulation import PUBLISHED_MU, draw_world
from annotator.quality.reports.models import Pay
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import SignedIn, client_of
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
PLAN = "/api/v1/projects/project/plan/"


def lead_of(project: Project) -> SignedIn:
    return client_of(make_member(project, "lena", Role.LEAD).user)


def test_before_annotations_the_papers_rates_say_what_each_number_gives_and_costs() -> None:
    project = make_project()
    lead = lead_of(project)
    make_examples(project, 3)
    Pay.objects.create(project=project, per_hour=Decimal("18.00"), currency="USD")
    found = lead.get(f"{PLAN}?examples=450&hours_a_week=5&weeks=2").json()
    assert (found["examples"], found["answers_from"], found["seconds_from"]) == (
        450,
        "papers",
        "papers",
    )
    world = draw_world(PUBLISHED_MU, examples=2000, cap=25, threshold=0.4, seed=project.seed)
    expected = expect(world, examples=450)
    assert found["recommended"] == recommend(expected)
    assert [(each["agreement"], each["width"], each["correct"]) for each in found["options"]] == [
        (each.agreement, each.width, each.correct.value) for each in expected
    ]
    five = next(each for each in found["options"] if each["number"] == 5)
    # 450 × 5 annotations of 80 seconds are 50 hours; each person gives 10 of them.
    assert (five["annotations"], five["hours"], five["people"], five["cost"]) == (
        2250,
        50,
        5,
        "900.00",
    )
    given = lead.get(f"{PLAN}?examples=450&seconds=40").json()
    assert (given["seconds"], given["seconds_from"], given["options"][0]["hours"]) == (
        40,
        "given",
        5,
    )
    assert lead.get(PLAN).json()["examples"] == 3


def test_a_pilot_of_thirty_examples_gives_the_rates() -> None:
    """Everybody calls every question bad, so all agree that there is no answer."""
    project = make_project(overlap=2)
    lead = lead_of(project)
    make_examples(project, 30)
    for user in make_annotators(project, 2):
        assert lead.get(PLAN).json()["answers_from"] == "papers"
        while assignment := claim_assignment(project=project, annotator=user, at=AT):
            submit_annotation(
                assignment=assignment, answer=BAD, at=AT, active_seconds={"question": 36.0}
            )
    make_report(project)
    found = lead.get(PLAN).json()
    assert (found["answers_from"], found["seconds"], found["seconds_from"]) == (
        "project",
        36,
        "project",
    )
    assert found["recommended"] == 2
    assert found["options"][0]["correct"] > 0.99


def test_it_says_why_there_is_no_plan() -> None:
    project = make_project()
    lead = lead_of(project)
    answer = lead.get(PLAN)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_few_examples")
    Project.objects.update(kind="asqa")
    answer = lead.get(f"{PLAN}?examples=9")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_planned")
