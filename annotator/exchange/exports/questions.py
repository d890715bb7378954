"""``export_questions``: what participants of a competition get, questions without answers."""

from typing import Protocol

from annotator.material.corpus.splits import check_splits_of_job
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project


class Questions(Protocol):
    """The part ``questions`` of a room. ``SUFFIXES`` are the endings that the file may have."""

    @property
    def SUFFIXES(self) -> tuple[str, ...]: ...

    def write(self, context: JobContext, project: Project, splits: list[str]) -> int:
        """Write the file of an ``export_questions`` job; how many questions it has."""


def questions_of(kind: str) -> Questions:
    """The questions of a kind."""
    found: Questions = part_of(kind, "questions")
    return found


def export_questions(context: JobContext) -> str:
    """Run an ``export_questions`` job; the closing sentence.

    Parameters of the job: ``splits``; ``simplified``, for Natural Questions; ``output``, where the
    file goes (else into the job's result). The file has exactly the questions that predictions of
    the split need.
    """
    project = project_of(context.job)
    splits = check_splits_of_job(context.job, project)
    written = questions_of(project.kind).write(context, project, splits)
    return f"Exported {written:,} question{'' if written == 1 else 's'} without answers."
