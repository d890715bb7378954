"""Jobs that may tell of the hidden split, which leads who are not stewards don't see."""

from annotator.exchange.intake.page_finding import FIND_PAGES
from annotator.exchange.intake.page_refreshing import REFRESH_PAGES
from annotator.publishing.releases.starting import RELEASE
from annotator.quality.reports.services import STEWARDS_JOBS
from annotator.systems.competitions.published_files import PUBLISH_FILE
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.hidden_split import names_hidden_split, sees_hidden_split
from annotator.workspace.projects.models import Project, Role


def newest_job(kind: str, project: Project, *, viewer: User | None, role: str | None) -> Job | None:
    """The newest job of a kind, for leads alone. One who is not a steward gets no job of others
    that may contain the hidden split.
    """
    if viewer is None or role != Role.LEAD:
        return None
    sees_hidden = sees_hidden_split(user=viewer, project=project)
    jobs = Job.objects.filter(kind=kind, project_id=project.pk).select_related("created_by")
    for job in jobs.order_by("-created_at", "id").iterator(chunk_size=50):
        if sees_hidden or job.created_by_id == viewer.pk or not has_hidden(job, project):
            return job
    return None


def has_hidden(job: Job, project: Project) -> bool:
    """Whether a job's file, problems or figures may contain the hidden split: exports, imports,
    scorings and statistics that name it, and what came and went before it was hidden.
    """
    if project.hidden_since is None:
        return False
    parameters = job.parameters
    if job.kind in STEWARDS_JOBS or parameters.get("split") == project.hidden_split:
        return True
    is_older = job.created_at < project.hidden_since
    if job.kind == REFRESH_PAGES or brings_questions(job):
        return is_older
    return job.kind.startswith(("export_", PUBLISH_FILE, RELEASE)) and (
        is_older or names_hidden_split(project, parameters.get("splits") or [])
    )


def brings_questions(job: Job) -> bool:
    """Whether a job looks for pages or imports."""
    return job.kind == FIND_PAGES or job.kind.startswith("import_")
