"""Reports for tests, made by the very job."""

from datetime import datetime

from django.utils import timezone

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.chunks import build_next_chunk, plan_chunks
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT


def make_report(
    project: Project, *, at: datetime = AT, hidden_split: HiddenSplit = HiddenSplit.WITHOUT
) -> Report:
    """The report of a job that runs here and now."""
    job = start_statistics(
        project=project, at=at, actor=None, hidden_split=hidden_split, queue=False
    )
    return Report.objects.get(job_id=run_in_foreground(job).pk)


def bring_up_to_date(project: Project) -> int:
    """Build the chunks that are not up to date; how many that were."""
    stale = plan_chunks(project)
    while build_next_chunk(project, at=timezone.now()):
        pass
    return stale
