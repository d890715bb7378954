"""The project that a job works for. (Jobs are below projects and have only its number.)"""

from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project


def project_of(job: Job, *, kind: str | None = None) -> Project:
    """The job's project; raises ``JobFailedError`` when it is gone, or not of ``kind``."""
    project = Project.objects.filter(pk=job.project_id or 0).first()
    if project is None:
        raise JobFailedError("The project no longer exists.")
    if kind is not None and project.kind != kind:
        raise JobFailedError(f"{project.slug} is a project of kind {project.kind}, not {kind}.")
    return project
