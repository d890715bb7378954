"""Taking back further annotations that were asked for in a round."""

from datetime import timedelta
from typing import Any

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.overlaps import raise_overlap
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgmentRound, VariabilityRound
from annotator.quality.judgments.variability import request_variability
from annotator.quality.judgments.withdrawal import withdraw_variability
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.jobs import run_here
from tests.factories.judgments import NULL, make_annotations, make_round, meet

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)


@pytest.fixture
def round_() -> JudgmentRound:
    """Two of three examples are judged; the second was to have 4 annotations before."""
    project = make_project(overlap=2)
    judged = make_annotations(project, 2)
    make_examples(project, 1)
    raise_overlap(project=project, examples=[judged[1].example_id], to=4, at=AT, actor=None)
    return meet(make_round(project, annotations=judged), [["C", "C"], ["C", "W"]])


def numbers() -> list[tuple[int, int]]:
    """How many annotations each example needs, and how many slots it has."""
    return [(each.overlap, each.slots.count()) for each in Example.objects.order_by("position")]


def ask(round_: JudgmentRound) -> None:
    request_variability(round_=round_, annotations=25, at=LATER, actor=None)


def test_examples_need_as_many_as_before_and_asking_again_is_the_way_back(
    round_: JudgmentRound,
) -> None:
    before = numbers()
    ask(round_)
    asked = numbers()
    assert (before, asked) == ([(2, 2), (4, 4), (2, 2)], [(25, 25), (25, 25), (2, 2)])
    withdraw_variability(round_=round_, at=LATER, actor=None)
    assert (numbers(), VariabilityRound.objects.count()) == (before, 0)
    ask(round_)
    assert (numbers(), VariabilityRound.objects.get().annotations) == (asked, 25)
    verbs = Event.objects.filter(subject="judgment_round", verb__endswith="annotations")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == [
        "requested_annotations",
        "withdrew_annotations",
        "requested_annotations",
    ]


def test_annotations_that_are_started_or_done_stay(round_: JudgmentRound) -> None:
    ask(round_)
    for annotator in make_annotators(round_.project, 3):
        held = claim_assignment(project=round_.project, annotator=annotator, at=AT)
        assert held is not None
        assert held.example.position == 1
    submit_annotation(assignment=held, answer=NULL, at=AT)
    withdraw_variability(round_=round_, at=LATER, actor=None)
    assert numbers() == [(4, 4), (4, 4), (2, 2)]


def test_what_another_round_or_a_lead_asked_for_stays(round_: JudgmentRound) -> None:
    first, second = Example.objects.order_by("position")[:2]
    other = make_round(round_.project, annotations=list(first.annotations.all()), experts=2)
    meet(other, [["C", "C"]])
    request_variability(round_=other, annotations=10, at=AT, actor=None)
    ask(round_)
    raise_overlap(project=round_.project, examples=[second.pk], to=30, at=LATER, actor=None)
    withdraw_variability(round_=round_, at=LATER, actor=None)
    assert numbers() == [(10, 10), (30, 30), (2, 2)]


def test_nothing_is_withdrawn_where_nothing_is_requested(round_: JudgmentRound) -> None:
    with pytest.raises(ConflictError) as refused:
        withdraw_variability(round_=round_, at=LATER, actor=None)
    assert refused.value.code == "nothing_requested"


def test_many_places_are_left_to_a_job_and_one_that_asks_stops(
    round_: JudgmentRound, settings: Any
) -> None:
    before = numbers()
    settings.SLOTS_AT_ONCE = 10
    ask(round_)
    asking = Job.objects.get()
    run_here(asking)
    withdraw_variability(round_=round_, at=LATER, actor=None)
    job = Job.objects.exclude(pk=asking.pk).get()
    assert run_here(job).message == "2 examples of round 1 need as many annotations as before."
    assert numbers() == before
