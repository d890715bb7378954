"""Jobs that were queued for a split before it was hidden."""

from collections.abc import Sequence

from annotator.material.corpus.splits import names_hidden_split
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import sees_hidden_split


def check_not_hidden_since(job: Job, project: Project, splits: Sequence[str]) -> None:
    """Raise ``JobFailedError`` if one of ``splits`` was hidden, after ``job`` was queued, from the
    person who queued it.

    A job that was queued later was allowed by then: to a steward, or as a submission.
    """
    if not names_hidden_split(project, splits) or job.created_by is None:
        return
    is_older = project.hidden_since is not None and job.created_at < project.hidden_since
    if is_older and not sees_hidden_split(user=job.created_by, project=project):
        raise JobFailedError(
            f"{project.hidden_split} was hidden after this was queued. Ask a steward to run it, or"
            " submit predictions for the hidden split."
        )
