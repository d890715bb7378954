"""A lead's first page: what waits, and quality beside its targets."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotator.collecting.annotations.services import submit_annotation
from annotator.quality.overview.places import used_pages
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.api.clients import SignedIn, client_of
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_project,
)
from tests.factories.late import make_assignment, make_late_annotation
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/project/"


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


def test_a_new_project_has_nothing_to_publish(lead: SignedIn) -> None:
    body = lead.get(f"{PROJECT}overview/").json()
    assert body == {
        "forecast": {
            "day": None,
            "low": None,
            "high": None,
            "reason": "The statistics were not computed yet.",
        },
        "waiting": {
            "questions": 0,
            "questions_overdue": 0,
            "parked": 0,
            "late": 0,
            "trainees": 0,
            "to_look_at": None,
            "disagreements": None,
        },
        "computed_at": None,
        "targets": [],
        "obstacles": ["no_report", "no_targets"],
    }


def test_it_says_what_waits_and_what_is_in_the_way(project: Project, lead: SignedIn) -> None:
    (example,) = make_examples(project, 1)
    annotators = make_annotators(project, 2)
    make_late_annotation(example, *annotators)
    make_report(project, at=timezone.now())
    target = {"section": "process", "figure": "null", "at_least": 0.3, "at_most": 0.6}
    answer = lead.put(f"{PROJECT}targets/", {"targets": [target]})
    assert answer.status_code == 200, answer.content
    body = lead.get(f"{PROJECT}overview/").json()
    assert body == answer.json()
    assert (body["waiting"]["late"], body["obstacles"]) == (1, ["late", "targets"])
    (found,) = body["targets"]
    assert found["reason"].startswith("An interval needs")
    assert {name: found[name] for name in (*target, "value", "state")} == {
        **target,
        "value": 1.0,
        "state": "unknown",
    }
    event = Event.objects.get(verb="set", subject="targets")
    assert event.details == {"before": [], "after": [target]}


def test_the_last_day_is_named_only_while_nothing_is_left(project: Project, lead: SignedIn) -> None:
    (example,) = make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)

    def forecast() -> tuple[str | None, str]:
        found = lead.get(f"{PROJECT}overview/").json()["forecast"]
        return found["day"], found["reason"]

    submit_annotation(assignment=make_assignment(example, annotator), answer=BAD, at=AT)
    make_report(project, at=AT)
    assert forecast() == (AT.date().isoformat(), "")
    make_examples(project, 1, page=example.page)
    assert forecast() == (None, "In the newest statistics nothing was left.")
    make_report(project, at=AT)
    day, reason = forecast()
    assert (day, reason) == (None, "There are too few days to tell how fast the work goes.")


@pytest.mark.parametrize(
    ("targets", "problem"),
    [
        ([{"figure": "gone"}], "have no such share or coefficient"),
        ([{"figure": "null"}], "Give at_least, at_most, or both."),
        ([{"at_least": 0.6, "at_most": 0.4}], "at_least is more than at_most."),
        ([{"at_least": 0.6}, {"at_most": 0.9}], "The figure has two targets."),
    ],
)
def test_an_impossible_target_is_refused_and_changes_nothing(
    project: Project, lead: SignedIn, targets: list[dict[str, Any]], problem: str
) -> None:
    make_examples(project, 1)
    make_report(project)
    sent = [{"section": "process", "figure": "null", **each} for each in targets]
    answer = lead.put(f"{PROJECT}targets/", {"targets": sent})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith(f"Target {len(targets)}, process.")
    assert problem in answer.json()["fields"]["targets"]
    assert not project.targets.exists()


def test_leads_learn_which_pages_have_something_on_them(
    project: Project, lead: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert lead.get(f"{PROJECT}news/").json()["used_pages"] == []
    comparers = make_comparers(project, 1)
    make_study(project, comparers)
    Project.objects.update(requires_training=True)
    assert lead.get(f"{PROJECT}news/").json()["used_pages"] == ["comparison-studies", "training"]
    assert client_of(comparers[0]).get(f"{PROJECT}news/").json()["used_pages"] == []
    with django_assert_num_queries(1):
        used_pages(project)
