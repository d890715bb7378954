"""Celery's side of reports: more hands for chunks, and the refresh of open projects."""

from celery import shared_task
from django.utils import timezone

from annotator.quality.reports.chunks import build_next_chunk
from annotator.quality.reports.refresh import refresh_open_projects
from annotator.workspace.jobs.stopping import stop_was_asked
from annotator.workspace.projects.models import Project


@shared_task(name="reports.help_with_chunks")
def help_with_chunks(project_id: int) -> None:
    """Build chunks until none is free."""
    project = Project.objects.filter(pk=project_id).first()
    while project and not stop_was_asked():
        if not build_next_chunk(project, at=timezone.now()):
            return


@shared_task(name="reports.refresh_open_projects")
def refresh_open_projects_task() -> None:
    """Queue the statistics of projects that have changed since their last report."""
    refresh_open_projects(at=timezone.now())
