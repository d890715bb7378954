"""The import of questions with the pages that were found for them."""

from annotator.assignments.splitting import draw_splits
from annotator.corpus.split_draws import draw_of
from annotator.corpus.split_rule import Part
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.imports.pages import import_pages
from annotator.intake.services import note_examples
from annotator.jobs.context import JobContext
from annotator.projects.job_project import project_of
from annotator.projects.models import Project


def import_found_pages(context: JobContext) -> str:
    """Import as ``import_pages`` does, tell the queries that became examples, and draw splits.

    Parameters of the job: those of ``import_pages``, and ``draw``: null, or a seed and parts. The
    closing sentence says what came of it.
    """
    sentence = import_pages(context)
    project = project_of(context.job)
    note_examples(project=project)
    return " ".join(filter(None, [sentence, _draw(context, project)]))


def _draw(context: JobContext, project: Project) -> str:
    draw = context.parameters.get("draw")
    if not draw:
        return ""
    parts = [Part(**part) for part in draw["parts"]]
    # After a kill it is on record already.
    if draw_of(project) is None:
        try:
            draw_splits(
                project=project,
                seed=draw["seed"],
                parts=parts,
                at=context.job.created_at,
                actor=context.job.created_by,
            )
        except (ConflictError, InvalidInputError) as error:
            return f"The splits were not drawn: {error.detail}"
    return "Their splits are drawn."
