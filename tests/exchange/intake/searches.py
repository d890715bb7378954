"""What the tests of the search for pages share."""

from typing import Any

from annotator.collecting.assignments.splitting import DRAW_SPLITS
from annotator.exchange.intake.models import Query
from annotator.exchange.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT

HTML = "<html><body><h1>Bob</h1><p>A plumb bob hangs on a line and shows what is upright.</p></body></html>"  # noqa: E501


def steps(project: Project) -> dict[str, str]:
    return dict(Query.objects.filter(project=project).values_list("text", "step"))


def find(project: Project, **more: Any) -> list[Job]:
    """All jobs so far, ended: finding pages, and what that started."""
    job = start_finding_pages(
        project=project, **{"split": "", "at": AT, "actor": None, "queue": False, **more}
    )
    run_job(job_id=job.pk)
    for kind in (IMPORT_FOUND, DRAW_SPLITS):
        for started in Job.objects.filter(kind=kind, state=JobState.QUEUED):
            run_job(job_id=started.pk)
    return list(Job.objects.filter(created_at__gte=AT).order_by("created_at", "kind"))
