"""Which projects' reports are made anew by themselves, and when."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.guidance.feedback import give_feedback
from annotator.quality.reports.models import Report
from annotator.quality.reports.refresh import QUIET, refresh_open_projects
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, BAD, make_member, make_project
from tests.factories.judgments import finish, make_round, meet
from tests.factories.many_annotations import NULL, annotate_at_once
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
SOON, LATER = AT + QUIET - timedelta(seconds=1), AT + QUIET


@pytest.fixture
def project() -> Project:
    project = make_project(overlap=2)
    annotate_at_once(project, [[NULL]])
    return project


def test_annotations_without_a_report_are_reported_at_once(project: Project) -> None:
    make_project("empty")
    (job,) = refresh_open_projects(at=AT)
    assert (job.project_id, job.created_by) == (project.pk, None)
    assert refresh_open_projects(at=AT) == []
    assert run_job(job_id=job.pk).state == JobState.SUCCEEDED
    assert Report.objects.get().project == project


def test_a_report_stands_while_nothing_changes(project: Project) -> None:
    make_report(project)
    assert refresh_open_projects(at=AT + timedelta(days=30)) == []


def test_a_new_annotation_waits_until_the_report_is_half_an_hour_old(project: Project) -> None:
    make_report(project)
    annotate_at_once(project, [[NULL]])
    assert refresh_open_projects(at=SOON) == []
    assert [job.project_id for job in refresh_open_projects(at=LATER)] == [project.pk]


def test_a_revision_is_noticed_although_as_many_count(project: Project) -> None:
    make_report(project)
    annotation = project.examples.get().annotations.get()
    revise_annotation(annotation=annotation, answer=BAD, reason="x", at=AT)
    assert len(refresh_open_projects(at=LATER)) == 1


def test_a_new_version_of_the_code_reports_anew(project: Project) -> None:
    make_report(project)
    Report.objects.update(code_version="last version")
    assert refresh_open_projects(at=SOON) == []
    assert len(refresh_open_projects(at=LATER)) == 1


def test_a_finished_round_is_reported_although_nobody_annotated(
    project: Project,
) -> None:
    annotation = project.examples.get().annotations.get()
    round_ = meet(make_round(project, annotations=[annotation]), [["C", "W"]])
    make_report(project)
    assert refresh_open_projects(at=LATER) == []
    finish(round_, at=AT + timedelta(minutes=1))
    assert len(refresh_open_projects(at=LATER)) == 1


def test_feedback_is_reported_although_nobody_annotated(project: Project) -> None:
    annotation = project.examples.get().annotations.get()
    make_report(project)
    give_feedback(
        annotation=annotation,
        criterion="short_answer",
        text="Shorter.",
        at=AT + timedelta(minutes=1),
        actor=make_member(project, "lena", Role.LEAD).user,
    )
    assert refresh_open_projects(at=SOON) == []
    assert len(refresh_open_projects(at=LATER)) == 1


@pytest.mark.parametrize(
    ("kind", "state", "reported"),
    [
        ("import_nq", JobState.SUCCEEDED, True),
        ("import_nq", JobState.FAILED, False),
        ("change_overlap", JobState.SUCCEEDED, True),
        ("find_context_passages", JobState.SUCCEEDED, True),
        ("ask_annotations", JobState.SUCCEEDED, True),
        ("adapt_overlap", JobState.SUCCEEDED, False),
        ("export_nq", JobState.SUCCEEDED, False),
    ],
)
def test_a_job_that_changed_the_examples_is_reported(
    project: Project, kind: str, state: JobState, reported: bool
) -> None:
    make_report(project)
    at = AT + timedelta(minutes=1)
    Job.objects.create(kind=kind, project_id=project.pk, state=state, created_at=AT, finished_at=at)
    assert bool(refresh_open_projects(at=LATER)) == reported
    assert refresh_open_projects(at=LATER) == []
