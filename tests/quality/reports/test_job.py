"""The job that makes a report: what it keeps, and what stopping it anywhere does."""

import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotator.collecting.assignments.late import accept_late, withdraw_acceptance
from annotator.material.corpus.storage import unpack
from annotator.quality.reports import compute, job_handlers
from annotator.quality.reports.chunks import CLAIM, build, build_next_chunk, plan_chunks
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.models import AnnotationChunk, Report
from annotator.quality.reports.services import (
    latest_report,
    running_job,
    standing_of,
    start_statistics,
)
from annotator.quality.reports.tasks import help_with_chunks
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import MAX_ATTEMPTS, cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.late import make_late_annotation
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.just_before import just_before
from tests.quality.reports.reporting import make_report
from tests.workspace.jobs.killed_runs import deaths_of, die

pytestmark = pytest.mark.django_db

SPANS = Given(0, ((0, 2), (3, 4)))
YES = Given(0, yes_no="YES")
ROWS = [[LONG, NULL, SPANS], [SPANS, SPANS, YES], [NULL, NULL, LONG], [YES, LONG, NULL]]


@pytest.fixture
def project(settings: Any) -> Project:
    """Four examples, each of a chunk of its own, with three annotations each."""
    settings.EXAMPLES_IN_CHUNK = 1
    project = make_project(overlap=3)
    annotate_at_once(project, ROWS)
    return project


def test_a_run_keeps_what_it_was_made_with(project: Project) -> None:
    report = make_report(project)
    job = Job.objects.get(pk=report.job_id)
    sections = [spec.name for spec in SECTIONS[project.kind]]
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        "Computed from 12 annotations of 4 examples.",
    )
    assert job.done == job.total == 4 + len(sections)
    assert (report.annotations, report.examples, report.seed) == (12, 4, project.seed)
    assert report.created_at == AT
    assert report.parameters == {
        "as_of": "2026-01-05",
        "beta": 2,
        "references": 5,
        "predictors": 20,
        "alpha": 8,
        "resamples": 2000,
        "hidden_split": "without",
    }
    assert [each["name"] for each in report.stages] == [
        "plan",
        "chunks",
        "load",
        "inputs",
        *sections,
    ]
    assert all(each["peak_bytes"] > 2**20 for each in report.stages)
    content = compute.content_of(report)
    assert [each["name"] for each in content["sections"]] == sections


def test_the_same_inputs_give_the_same_bytes(project: Project, settings: Any) -> None:
    first = make_report(project)
    # Other rows come in between, chunks are built in another order, at another time of the day.
    annotate_at_once(make_project("other", overlap=3), ROWS[::-1])
    AnnotationChunk.objects.filter(project=project).delete()
    plan_chunks(project)
    for chunk in AnnotationChunk.objects.filter(project=project).order_by("-number"):
        build(chunk)
    second = make_report(project, at=AT + timedelta(hours=3))
    assert second.pk != first.pk
    assert second.fingerprint == first.fingerprint
    assert bytes(second.content) == bytes(first.content)
    assert second.content_sha256 == first.content_sha256
    settings.EXAMPLES_IN_CHUNK = 8192
    assert bytes(make_report(project).content) == bytes(first.content)
    assert AnnotationChunk.objects.filter(project=project).count() == 1


def change_seed(project: Project, _: pytest.MonkeyPatch) -> datetime:
    Project.objects.filter(pk=project.pk).update(seed=project.seed + 1)
    project.refresh_from_db()
    return AT


def change_day(project: Project, _: pytest.MonkeyPatch) -> datetime:
    return AT + timedelta(days=1)


def change_code(project: Project, monkeypatch: pytest.MonkeyPatch) -> datetime:
    monkeypatch.setattr(compute, "code_version", lambda: "next version")
    return AT


def change_annotations(project: Project, _: pytest.MonkeyPatch) -> datetime:
    annotate_at_once(project, [[NULL]])
    return AT


def change_overlap(project: Project, _: pytest.MonkeyPatch) -> datetime:
    project.examples.filter(position=1).update(overlap=4)
    return AT


@pytest.mark.parametrize(
    "change", [change_seed, change_day, change_code, change_annotations, change_overlap]
)
def test_whatever_a_report_is_made_of_changes_its_fingerprint(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Project, pytest.MonkeyPatch], datetime],
) -> None:
    before = make_report(project)
    after = make_report(project, at=change(project, monkeypatch))
    assert after.fingerprint != before.fingerprint
    same_annotations = change is not change_annotations
    assert (after.annotations_sha256 == before.annotations_sha256) is same_annotations


def test_only_the_newest_report_keeps_its_examples(project: Project) -> None:
    first, elsewhere = make_report(project), make_report(make_project("other"))
    second = make_report(project)
    first.refresh_from_db()
    elsewhere.refresh_from_db()
    assert bytes(first.example_table) == b""
    assert all(bytes(each.example_table) for each in (second, elsewhere))
    assert unpack(first.content) == unpack(second.content)
    assert latest_report(project) == second


def test_old_reports_keep_their_row_and_not_what_they_say(project: Project, settings: Any) -> None:
    settings.REPORTS_KEPT = 2
    reports = [make_report(project) for _ in range(5)]
    contents = [bytes(each.content) for each in Report.objects.order_by("pk")]
    assert contents == [b"", b"", *(bytes(each.content) for each in reports[2:])]
    assert Report.objects.exclude(content_sha256=reports[0].content_sha256).count() == 0


def test_a_second_request_finds_the_job_that_is_under_way(project: Project) -> None:
    first = start_statistics(project=project, at=AT, actor=None, queue=False)
    other = start_statistics(project=make_project("other"), at=AT, actor=None, queue=False)
    assert start_statistics(project=project, at=AT, actor=None, queue=False) == first
    assert running_job(project) == first != other
    run_job(job_id=first.pk)
    assert start_statistics(project=project, at=AT, actor=None, queue=False) != first


def stop_when(done: int) -> Callable[[Job], None]:
    """An observer with whom the process ends once so much is done."""

    def observe(job: Job) -> None:
        if job.done == done:
            raise SystemExit

    return observe


def queued(project: Project) -> Job:
    return start_statistics(project=project, at=AT, actor=None, queue=False)


def forget_worker(job: Job) -> None:
    """Let the job's worker have been silent for long."""
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))


def test_who_takes_over_from_a_worker_that_died_builds_only_what_is_left(project: Project) -> None:
    job = queued(project)
    with pytest.raises(SystemExit):
        run_job(job_id=job.pk, observer=stop_when(2))
    built = AnnotationChunk.objects.exclude(built="")
    assert built.count() == 2
    # A mark that building would wipe off.
    built.update(annotations=77)
    forget_worker(job)
    assert run_job(job_id=job.pk).state == JobState.SUCCEEDED
    assert sorted(AnnotationChunk.objects.values_list("annotations", flat=True)) == [3, 3, 77, 77]
    assert Report.objects.get().annotations == 12


def test_statistics_that_die_in_a_section_are_given_up_while_people_annotate(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run builds a chunk that has become stale, and comes no further than the one before."""

    def die_in_the_second(*, on_section: Callable[[int], None], **_: object) -> None:
        on_section(1)
        annotate_at_once(project, [[NULL]])
        die()

    monkeypatch.setattr(job_handlers, "compute_report", die_in_the_second)
    job = queued(project)
    assert deaths_of(job, most=9) == MAX_ATTEMPTS
    assert job.state == JobState.FAILED


def test_statistics_that_build_another_chunk_each_time_are_not_given_up(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotate_at_once(project, [[NULL]] * MAX_ATTEMPTS)
    dies_next = itertools.cycle([False, True])

    def die_every_second_time(*_: object, **__: object) -> None:
        if next(dies_next):
            die()

    target = f"{job_handlers.__name__}.build_next_chunk"
    just_before(monkeypatch, target, die_every_second_time)
    job = queued(project)
    assert deaths_of(job, most=20) == 4 + MAX_ATTEMPTS
    assert job.state == JobState.SUCCEEDED


def test_a_report_that_a_dead_worker_has_stored_is_not_made_twice(project: Project) -> None:
    job = queued(project)
    run_job(job_id=job.pk)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING)
    forget_worker(job)
    again = run_job(job_id=job.pk)
    assert again.message == "Computed from 12 annotations of 4 examples."
    assert Report.objects.count() == 1


def test_a_chunk_whose_worker_died_is_taken_by_another_after_a_while(project: Project) -> None:
    plan_chunks(project)
    AnnotationChunk.objects.update(claimed_at=AT)
    assert build_next_chunk(project, at=AT + CLAIM) is False
    later = AT + CLAIM + timedelta(seconds=1)
    assert [build_next_chunk(project, at=later) for _ in range(5)] == [True] * 4 + [None]


def test_what_is_planned_while_a_chunk_is_built_is_built_afterwards(project: Project) -> None:
    plan_chunks(project)
    chunk = AnnotationChunk.objects.order_by("number")[0]
    AnnotationChunk.objects.filter(pk=chunk.pk).update(wanted="of annotations that came since")
    build(chunk)
    found = AnnotationChunk.objects.get(pk=chunk.pk)
    assert (found.wanted, found.annotations) == ("of annotations that came since", 3)
    assert plan_chunks(project) == 3


def test_cancelling_leaves_the_last_report_as_it_was(project: Project) -> None:
    report = make_report(project)
    annotate_at_once(project, [[LONG], [NULL]])
    job = queued(project)

    def cancel(seen: Job) -> None:
        if seen.done == 1 and not seen.cancel_requested:
            cancel_job(job=seen, at=AT)

    ended = run_job(job_id=job.pk, observer=cancel)
    assert (ended.state, ended.message) == (
        JobState.CANCELLED,
        "Cancelled. The last report stays as it was.",
    )
    standing = standing_of(project)
    assert (standing.report, standing.job, standing.annotations_now) == (report, None, 14)
    assert bytes(latest_report(project, with_examples=True).example_table)
    assert make_report(project).annotations == 14


def test_a_report_is_old_once_another_late_answer_counts_though_no_more_do() -> None:
    project = make_project(overlap=1)
    ada, ben = make_annotators(project, 2)
    first, second = (make_late_annotation(each, ada, ben) for each in make_examples(project, 2))
    accept_late(assignment=first.assignment, at=AT, actor=None)
    report = make_report(project, at=AT + timedelta(hours=1))
    assert not standing_of(project).is_revised
    later = AT + timedelta(hours=2)
    withdraw_acceptance(assignment=first.assignment, at=later, actor=None)
    accept_late(assignment=second.assignment, at=later, actor=None)
    standing = standing_of(project)
    assert (standing.annotations_now, standing.is_revised) == (report.annotations, True)
    make_report(project, at=AT + timedelta(hours=3))
    assert not standing_of(project).is_revised


def test_a_helping_worker_builds_what_is_free_and_leaves(project: Project) -> None:
    plan_chunks(project)
    taken = AnnotationChunk.objects.order_by("number")[0]
    AnnotationChunk.objects.filter(pk=taken.pk).update(claimed_at=timezone.now())
    help_with_chunks(project.pk)
    assert list(AnnotationChunk.objects.filter(built="")) == [taken]
    help_with_chunks(project.pk + 10**6)


def test_nothing_collected_yet_is_a_report_too() -> None:
    report = make_report(make_project())
    assert (report.annotations, report.examples) == (0, 0)
