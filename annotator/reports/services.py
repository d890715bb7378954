"""Starting the statistics of a project, and knowing how old they are."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.jobs.models import ENDED, Job
from annotator.jobs.services import create_job
from annotator.projects.models import Project
from annotator.reports.chunks import count_current
from annotator.reports.models import Report

COMPUTE_STATISTICS = "compute_statistics"


@dataclass(frozen=True, slots=True)
class Standing:
    """A project's newest report, the job that makes the next one, and how many annotations count
    now.
    """

    report: Report | None
    job: Job | None
    annotations_now: int


def standing_of(project: Project) -> Standing:
    """The state of a project's statistics."""
    return Standing(latest_report(project), running_job(project), count_current(project))


def latest_report(project: Project, *, with_examples: bool = False) -> Report | None:
    """The newest report, with its content or with its example table."""
    left_out = "content" if with_examples else "example_table"
    return Report.objects.filter(project=project).defer(left_out, "details").first()


def running_job(project: Project) -> Job | None:
    """The project's statistics job that has not ended, if there is one."""
    jobs = Job.objects.filter(kind=COMPUTE_STATISTICS, project_id=project.pk)
    return jobs.exclude(state__in=ENDED).first()


@transaction.atomic
def start_statistics(
    *, project: Project, at: datetime, actor: User | None, queue: bool = True
) -> Job:
    """Queue a report of the project; the job that is under way already, where there is one."""
    Project.objects.select_for_update().get(pk=project.pk)
    return running_job(project) or create_job(
        kind=COMPUTE_STATISTICS,
        parameters={"seed": project.seed},
        at=at,
        created_by=actor,
        project_id=project.pk,
        queue=queue,
    )
