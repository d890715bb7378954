"""Starting the statistics of a project, and knowing how old they are."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, QuerySet

from annotator.collecting.assignments.late import decisions_since
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example, HiddenSplit
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.reports.chunks import count_current
from annotator.quality.reports.models import Report
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.models import Project

COMPUTE_STATISTICS = "compute_statistics"

STATISTICS_JOBS = {
    HiddenSplit.WITHOUT: COMPUTE_STATISTICS,
    HiddenSplit.WITH: "compute_statistics_with_hidden",
    HiddenSplit.ONLY: "compute_statistics_only_hidden",
}
"""The kinds of jobs that compute reports, by what these count of the hidden split."""

STEWARDS_JOBS = (STATISTICS_JOBS[HiddenSplit.WITH], STATISTICS_JOBS[HiddenSplit.ONLY])


@dataclass(frozen=True, slots=True)
class Standing:
    """A project's newest report, the job that makes the next one, how many annotations count now,
    and whether others count, or some were revised, since the report was asked for.
    """

    report: Report | None
    job: Job | None
    annotations_now: int
    is_revised: bool


def standing_of(project: Project, hidden_split: HiddenSplit = HiddenSplit.WITHOUT) -> Standing:
    """The state of a project's statistics."""
    report = latest_report(project, hidden_split)
    return Standing(
        report,
        running_job(project, hidden_split),
        count_current(project, hidden_split),
        report is not None and _is_revised_since(report),
    )


def _is_revised_since(report: Report) -> bool:
    # The fingerprint of all annotations would say more, but reads each of them; revisions are few
    # and found by an index.
    purposes = HiddenSplit(report.hidden_split).purposes
    counted = counted_annotations(report.project, purposes)
    revisions = counted.filter(revision_of__isnull=False, created_at__gt=report.created_at)
    # As many may count as before: one late annotation was accepted, another withdrawn.
    decided = decisions_since(project=report.project, at=report.created_at)
    examples = Example.objects.filter(pk__in=decided.values("example_id"), purpose__in=purposes)
    is_revised = Exists(revisions) | Exists(examples)
    return Report.objects.filter(is_revised, pk=report.pk).exists()


def reports_of(project: Project, hidden_split: HiddenSplit) -> "QuerySet[Report]":
    """The project's reports with this much of the hidden split, newest first."""
    return Report.objects.filter(project=project, hidden_split=hidden_split)


def latest_report(
    project: Project,
    hidden_split: HiddenSplit = HiddenSplit.WITHOUT,
    *,
    with_examples: bool = False,
) -> Report | None:
    """The newest report, with its content or with its example table."""
    left_out = "content" if with_examples else "example_table"
    return reports_of(project, hidden_split).defer(left_out, "details").first()


def running_job(project: Project, hidden_split: HiddenSplit = HiddenSplit.WITHOUT) -> Job | None:
    """The job that has not ended and makes such a report of the project, if there is one."""
    jobs = Job.objects.filter(kind=STATISTICS_JOBS[hidden_split], project_id=project.pk)
    return jobs.exclude(state__in=ENDED).first()


def hidden_split_of(job: Job) -> HiddenSplit:
    """What a job that computes statistics counts of the hidden split."""
    return next(each for each, kind in STATISTICS_JOBS.items() if kind == job.kind)


@transaction.atomic
def start_statistics(
    *,
    project: Project,
    at: datetime,
    actor: User | None,
    hidden_split: HiddenSplit = HiddenSplit.WITHOUT,
    queue: bool = True,
) -> Job:
    """Queue a report of the project; the job that is under way already, where there is one.

    Raises ``InvalidInputError`` for a report with a hidden split if the project has none.
    """
    if hidden_split != HiddenSplit.WITHOUT and not project.hidden_split:
        raise InvalidInputError(
            "nothing_hidden",
            "No split of this project is hidden.",
            fields={"hidden_split": "Leave it out, or hide a split first."},
        )
    Project.objects.select_for_update().get(pk=project.pk)
    return running_job(project, hidden_split) or create_job(
        kind=STATISTICS_JOBS[hidden_split],
        parameters={"seed": project.seed},
        at=at,
        created_by=actor,
        project_id=project.pk,
        queue=queue,
    )
