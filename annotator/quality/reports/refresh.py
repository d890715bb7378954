"""Keeping the reports of projects that are being worked on young."""

from datetime import datetime, timedelta

from django.db.models import Q

from annotator.collecting.assignments.overlaps import CHANGE_OVERLAP
from annotator.collecting.guidance.models import Feedback
from annotator.material.corpus.context_passages import FIND_CONTEXT_PASSAGES
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.variability import ASK_ANNOTATIONS
from annotator.quality.reports.chunks import annotations_sha256, current_sha256
from annotator.quality.reports.code_version import code_version
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import latest_report, running_job, start_statistics
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project

QUIET = timedelta(minutes=30)
"""A report is not replaced earlier automatically; a lead may do so at any time."""

CHANGES_EXAMPLES = Q(kind__startswith="import_") | Q(
    kind__in=[CHANGE_OVERLAP, FIND_CONTEXT_PASSAGES, ASK_ANNOTATIONS]
)
"""Jobs that change examples, passages or slots. A job that the report itself starts is not among
them, or every report would cause another.
"""


def refresh_open_projects(*, at: datetime) -> list[Job]:
    """Queue the statistics of every project whose last report lacks annotations, is older than a
    finished round of judgments, feedback or a finished job (an import, another overlap), or was
    made by an older version of the code.

    Projects whose last report is younger than ``QUIET``, or is being made, are left for later.
    """
    queued = []
    for project in Project.objects.filter(deleted_at__isnull=True).order_by("pk"):
        report = latest_report(project)
        if (report and report.created_at > at - QUIET) or running_job(project):
            continue
        known = report.annotations_sha256 if report else annotations_sha256({})
        outdated = report is not None and (
            report.code_version != code_version() or bool(report.failed_sections)
        )
        if outdated or current_sha256(project) != known or _has_changed_since(report, project):
            queued.append(start_statistics(project=project, at=at, actor=None))
    return queued


def _has_changed_since(report: Report | None, project: Project) -> bool:
    """Whether something other than annotations is newer than the report."""
    if report is None:
        return False
    at = report.created_at
    jobs = Job.objects.filter(project_id=project.pk, state=JobState.SUCCEEDED, finished_at__gt=at)
    return (
        jobs.filter(CHANGES_EXAMPLES).exists()
        or JudgmentRound.objects.filter(project=project, finished_at__gt=at).exists()
        or Feedback.objects.filter(project=project, created_at__gt=at).exists()
    )
