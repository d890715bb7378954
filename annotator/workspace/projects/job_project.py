"""The project that a job works for. (Jobs are below projects and have only its number.)"""

from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.kinds import kinds_that_can
from annotator.workspace.projects.models import Project


def project_of(job: Job) -> Project:
    """The job's project; raises ``JobFailedError`` when it is gone, or of a kind that has no such
    jobs.
    """
    project = Project.objects.filter(pk=job.project_id or 0).first()
    if project is None:
        raise JobFailedError("The project no longer exists.")
    kinds = kinds_that_can(job.kind)
    if kinds and project.kind not in kinds:
        others = " or ".join(kinds)
        raise JobFailedError(f"{project.slug} is a project of kind {project.kind}, not {others}.")
    return project
