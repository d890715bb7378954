"""Jobs that run in the test, which a worker is never told about."""

from datetime import datetime
from typing import Any

from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT


def make_job(
    kind: str,
    parameters: dict[str, Any] | None = None,
    *,
    project: Project | None = None,
    at: datetime = AT,
    created_by: User | None = None,
    filename: str = "",
) -> Job:
    """A job that waits until the test runs it."""
    return create_job(
        kind=kind,
        parameters=parameters or {},
        project_id=project.pk if project else None,
        at=at,
        created_by=created_by,
        filename=filename,
        queue=False,
    )


def run_here(job: Job) -> Job:
    """Run a job that may begin; it then says what became of it."""
    run_job(job_id=job.pk)
    job.refresh_from_db()
    return job
