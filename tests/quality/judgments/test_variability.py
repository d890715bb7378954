"""Asking for many annotations of a round's examples."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.training.pool import choose_training_examples
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgmentRound, VariabilityRound
from annotator.quality.judgments.variability import asking_jobs, request_variability
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.jobs import run_here
from tests.factories.judgments import NULL, make_annotations, make_round, meet
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)


@pytest.fixture
def round_() -> JudgmentRound:
    """Two of three examples are judged."""
    project = make_project(overlap=2)
    judged = make_annotations(project, 2)
    make_examples(project, 1)
    return meet(make_round(project, annotations=judged), [["C", "C"], ["C", "W"]])


def slots_of_examples() -> list[int]:
    return [example.slots.count() for example in Example.objects.order_by("position")]


def code_of(round_: JudgmentRound, annotations: int) -> str:
    with pytest.raises((ConflictError, InvalidInputError)) as refused:
        request_variability(round_=round_, annotations=annotations, at=AT, actor=None)
    return refused.value.code


def test_only_the_examples_of_the_round_get_more_slots(round_: JudgmentRound) -> None:
    asked = request_variability(round_=round_, annotations=25, at=LATER, actor=None)
    assert (asked.annotations, asked.requested_at) == (25, LATER)
    assert slots_of_examples() == [25, 25, 2]
    event = Event.objects.get(verb="requested_annotations")
    assert event.details == {"round": 1, "annotations": 25}


def test_a_larger_overlap_stays(round_: JudgmentRound) -> None:
    first = Example.objects.earliest("position")
    other = make_round(round_.project, annotations=list(first.annotations.all()), experts=2)
    meet(other, [["C", "C"]])
    request_variability(round_=other, annotations=30, at=AT, actor=None)
    request_variability(round_=round_, annotations=25, at=AT, actor=None)
    assert slots_of_examples() == [30, 25, 2]


def test_asking_again_goes_on_and_for_more_adds_more(round_: JudgmentRound) -> None:
    VariabilityRound.objects.create(round=round_, annotations=5, requested_at=AT)
    asked = request_variability(round_=round_, annotations=5, at=LATER, actor=None)
    assert (asked.requested_at, slots_of_examples()) == (AT, [5, 5, 2])
    assert not Event.objects.filter(verb="requested_annotations").exists()
    asked = request_variability(round_=round_, annotations=6, at=LATER, actor=None)
    assert (asked.requested_at, slots_of_examples()) == (LATER, [6, 6, 2])
    assert VariabilityRound.objects.count() == 1
    assert code_of(round_, 5) == "fewer_annotations"


def test_examples_are_done_in_batches(round_: JudgmentRound, settings: Any) -> None:
    settings.SLOTS_AT_ONCE = 10
    request_variability(round_=round_, annotations=3, at=AT, actor=None)
    assert slots_of_examples() == [3, 3, 2]


@pytest.fixture
def few_at_once(settings: Any) -> None:
    """Everything is too much for the request, and a batch of the job is one example."""
    settings.SLOTS_AT_ONCE = 0


@pytest.mark.usefixtures("few_at_once")
def test_many_slots_are_left_to_one_job(round_: JudgmentRound) -> None:
    for _ in range(2):
        asked = request_variability(round_=round_, annotations=25, at=LATER, actor=None)
        assert (asked.annotations, slots_of_examples()) == (25, [2, 2, 2])
    job = asking_jobs(round_).get()
    seen: list[tuple[int, int | None]] = []
    run_job(job_id=job.pk, observer=lambda job: seen.append((job.done, job.total)))
    job.refresh_from_db()
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        "2 examples of round 1 can have 25 annotations each.",
    )
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert slots_of_examples() == [25, 25, 2]
    request_variability(round_=round_, annotations=25, at=LATER, actor=None)
    assert not asking_jobs(round_).exists()


@pytest.mark.usefixtures("few_at_once")
def test_a_stopped_job_leaves_what_it_did_and_asking_again_goes_on(round_: JudgmentRound) -> None:
    request_variability(round_=round_, annotations=25, at=AT, actor=None)
    stopped = asking_jobs(round_).get()

    def stop(job: Job) -> None:
        if job.done == 1:
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    run_job(job_id=stopped.pk, observer=stop)
    stopped.refresh_from_db()
    assert (stopped.state, stopped.message) == (
        JobState.CANCELLED,
        "Stopped half-way. What was requested stays; request again to continue.",
    )
    request_variability(round_=round_, annotations=25, at=LATER, actor=None)
    run_job(job_id=asking_jobs(round_).get().pk)
    assert slots_of_examples() == [25, 25, 2]


@pytest.mark.usefixtures("few_at_once")
def test_more_annotations_asked_for_meanwhile_are_a_job_of_their_own(
    round_: JudgmentRound,
) -> None:
    for annotations in (5, 9):
        request_variability(round_=round_, annotations=annotations, at=AT, actor=None)
    # In whatever order they run, the larger number holds.
    for job in asking_jobs(round_).order_by("-parameters__annotations"):
        run_job(job_id=job.pk)
    assert slots_of_examples() == [9, 9, 2]


@pytest.mark.usefixtures("few_at_once")
def test_a_job_whose_round_is_gone_fails_and_says_so(round_: JudgmentRound) -> None:
    request_variability(round_=round_, annotations=25, at=AT, actor=None)
    job = asking_jobs(round_).get()
    Job.objects.filter(pk=job.pk).update(parameters={"round": 0, "annotations": 25})
    run_here(job)
    assert (job.state, job.message) == (JobState.FAILED, "The round no longer exists.")


def test_no_annotations_are_asked_for_while_experts_vote() -> None:
    round_ = make_round()
    assert code_of(round_, 25) == "phase_open"
    assert not VariabilityRound.objects.exists()


@pytest.mark.parametrize("number", [-1, 0, 1, 1001])
def test_a_number_that_shows_no_variability_is_refused(round_: JudgmentRound, number: int) -> None:
    assert code_of(round_, number) == "invalid_overlap"


def test_many_annotate_once_each_and_the_judged_annotation_is_one_of_all() -> None:
    """25 of an example: the judged one and 24 by 24 others, nobody twice."""
    project = make_project(overlap=1)
    judged = make_annotations(project, 1)
    round_ = meet(make_round(project, annotations=judged), [["C", "C"]])
    request_variability(round_=round_, annotations=25, at=AT, actor=None)
    annotators = [judged[0].annotator, *make_annotators(project, 30)]
    for annotator in annotators:
        assignment = claim_assignment(project=project, annotator=annotator, at=AT)
        if assignment is not None:
            submit_annotation(assignment=assignment, answer=NULL, at=AT)
    example = judged[0].example
    assert example.annotations.count() == 25
    assert example.annotations.values("annotator").distinct().count() == 25
    assert example.annotations.filter(pk=judged[0].pk).exists()
    assert not example.slots.exclude(state="filled").exists()


def test_a_question_that_went_to_training_meanwhile_is_left_out(tmp_path: Path) -> None:
    project = make_project(overlap=1)
    lines = [small_example(1), small_example(2)]
    run_import(project, write_lines(tmp_path / "a.jsonl", lines), annotations=True)
    judged = Annotation.objects.filter(assignment__slot__number=0).order_by("pk")
    round_ = meet(make_round(project, annotations=list(judged)), [["C", "C"], ["C", "C"]])
    first, second = Example.objects.order_by("position")
    before = first.slots.count()
    # What a file brought annotations of can still be chosen, also once these were judged.
    choose_training_examples(project=project, examples=[first.pk], step="exam", at=AT, actor=None)
    request_variability(round_=round_, annotations=25, at=AT, actor=None)
    assert (first.slots.count(), second.slots.count()) == (before, 25)
