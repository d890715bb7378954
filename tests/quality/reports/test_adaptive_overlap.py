"""Requesting more annotations, with slots, annotators and history."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot, SlotState
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.reports.adaptive import (
    ADAPT_OVERLAP,
    adaptation_of,
    set_adaptation,
    start_adapting,
)
from annotator.quality.reports.adaptive_plan import Adaptation
from annotator.quality.reports.chunks import build_next_chunk, plan_chunks
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.jobs import run_here
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.size import sized

pytestmark = pytest.mark.django_db
BOTH = Given(0, ((0, 2),))


def adapt(
    project: Project, cap: int = 5, step: int = 1, confidence: float = 0.9, sample: float = 0
) -> Project:
    adaptation = Adaptation(cap, step, confidence, sample)
    return set_adaptation(project=project, adaptation=adaptation, at=AT, actor=None)


def compute(project: Project) -> Job | None:
    """Run the statistics, and what they queue; that job, or None."""
    known = set(Job.objects.values_list("pk", flat=True))
    job = start_statistics(project=project, at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    further = Job.objects.filter(kind=ADAPT_OVERLAP).exclude(pk__in=known).first()
    if further is None:
        return None
    run_here(further)
    assert further.state == JobState.SUCCEEDED, further.message
    return further


def overlaps(project: Project) -> list[int]:
    return list(
        Example.objects.filter(project=project).order_by("pk").values_list("overlap", flat=True)
    )


def test_the_unsettled_get_a_slot_more_and_it_is_on_record_why() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[BOTH, BOTH], [LONG, NULL]])
    make_examples(project, 1)
    adapt(project)
    job = compute(project)
    assert job is not None
    assert overlaps(project) == [2, 3, 2]
    first, second, _ = Example.objects.order_by("pk")
    assert list(second.slots.order_by("number").values_list("state", flat=True)) == [
        SlotState.FILLED,
        SlotState.FILLED,
        SlotState.FREE,
    ]
    (event,) = Event.objects.filter(subject="example", verb="changed")
    assert (event.example_id, event.actor) == (second.pk, None)
    assert event.details == {
        "before": {"overlap": 2},
        "after": {"overlap": 3},
        "reason": "Not settled yet: whether the page has a long answer, which long answer, "
        "whether the page has a short answer.",
    }
    assert job.message == "Requested more annotations of 1 example; 1 example settled."
    assert not Event.objects.filter(example_id=first.pk, verb="changed").exists()


def test_run_again_it_asks_for_nothing_until_the_annotation_came() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    adapt(project)
    compute(project)
    before = Event.objects.count()
    compute(project)
    assert overlaps(project) == [3]
    assert Event.objects.count() == before


def test_without_the_setting_nothing_is_asked_for_and_no_job_begins() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    assert compute(project) is None
    adapt(project)
    set_adaptation(project=project, adaptation=None, at=AT, actor=None)
    assert compute(project) is None
    assert overlaps(project) == [2]


def test_a_worker_that_takes_over_after_the_report_still_asks() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    job = start_statistics(project=project, at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    adapt(project)
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED)
    assert Report.objects.get().job_id == job.pk
    run_job(job_id=job.pk)
    assert Job.objects.filter(kind=ADAPT_OVERLAP).count() == 1


def test_turned_off_before_its_job_begins_nothing_is_asked_for() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    adapt(project)
    run_job(job_id=start_statistics(project=project, at=AT, actor=None, queue=False).pk)
    assert start_adapting(project=project, at=AT) == Job.objects.get(kind=ADAPT_OVERLAP)
    set_adaptation(project=project, adaptation=None, at=AT, actor=None)
    job = run_job(job_id=Job.objects.get(kind=ADAPT_OVERLAP).pk)
    assert job is not None
    assert job.message == "The project no longer requests more annotations."
    assert overlaps(project) == [2]


def test_long_form_projects_refuse() -> None:
    with pytest.raises(ConflictError, match="Natural Questions"):
        adapt(make_asqa_project())


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ((2, 1, 0.9), "cap"),
        ((101, 1, 0.9), "adaptive_cap"),
        ((5, 0, 0.9), "adaptive_step"),
        ((5, 11, 0.9), "adaptive_step"),
        ((5, 1, 0.5), "adaptive_confidence"),
        ((5, 1, 1.0), "adaptive_confidence"),
    ],
)
def test_settings_out_of_bounds_are_refused_at_their_field(
    values: tuple[int, int, float], field: str
) -> None:
    project = make_project(overlap=2)
    with pytest.raises(InvalidInputError) as refused:
        adapt(project, *values)
    assert list(refused.value.fields) == [field]
    project.refresh_from_db()
    assert adaptation_of(project) is None


def test_the_setting_is_on_record_and_saved_once() -> None:
    project = adapt(make_project(overlap=2), cap=7, confidence=0.8)
    adapt(project, cap=7, confidence=0.8)
    (event,) = Event.objects.filter(verb="changed", subject="project")
    assert event.details == {
        "before": {"adaptive_cap": None, "adaptive_confidence": 0.9, "adaptive_sample_share": 0.1},
        "after": {"adaptive_cap": 7, "adaptive_confidence": 0.8, "adaptive_sample_share": 0},
    }
    assert adaptation_of(project) == Adaptation(7, 1, 0.8, 0)


ANSWERS = {
    "bad": {"question_quality": "bad", "long_answer": None},
    "null": {"question_quality": "good", "long_answer": None},
    "first": {"question_quality": "good", "long_answer": {"candidate_index": 0}},
    "second": {"question_quality": "good", "long_answer": {"candidate_index": 1}},
}


@settings(
    max_examples=sized(2, 20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(sorted(ANSWERS)), min_size=12, max_size=12), st.integers(2, 4))
def test_whatever_is_answered_nobody_answers_twice_and_no_example_goes_beyond_the_cap(
    answers: list[str], cap: int
) -> None:
    number = Project.objects.count()
    project = adapt(make_project(f"run-{number}"), cap=cap, step=2)
    make_examples(project, 2)
    people = make_annotators(project, 5)
    for answer in answers:
        _annotate(project, people, answer)
        before = dict(Example.objects.filter(project=project).values_list("pk", "overlap"))
        plan_chunks(project)
        while build_next_chunk(project, at=AT):
            pass
        job = start_adapting(project=project, at=AT, queue=False)
        assert job is not None
        run_job(job_id=job.pk)
        for example in Example.objects.filter(project=project):
            assert before[example.pk] <= example.overlap <= cap
            assert example.slots.count() == example.overlap
    assignments = Assignment.objects.filter(project=project).values_list("example", "annotator")
    assert len(set(assignments)) == len(assignments)
    assert Annotation.objects.filter(example__project=project).count() <= cap * 2
    assert 2 < Slot.objects.filter(example__project=project).count() <= cap * 2


def _annotate(project: Project, people: list[User], answer: str) -> None:
    """Let the first of ``people`` for whom there is something answer it."""
    for person in people:
        assignment = claim_assignment(project=project, annotator=person, at=AT)
        if assignment is not None:
            full = {"short_answers": [], "yes_no_answer": "NONE", **ANSWERS[answer]}
            submit_annotation(
                assignment=assignment, answer=full, idempotency_key="", client_version="", at=AT
            )
            return
