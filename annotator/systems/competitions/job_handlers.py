"""The jobs of competitions: scoring submissions, and making files for download."""

from functools import partial

from annotator.exchange.exports.destination import discard_export
from annotator.systems.competitions.models import Submission
from annotator.systems.competitions.published_files import PUBLISH_FILE, publish_file_of_job
from annotator.systems.competitions.submitting import SCORE_SUBMISSION
from annotator.systems.evaluation.job_handlers import has_kept
from annotator.systems.evaluation.scoring_jobs.steps import (
    closing_sentence,
    is_scored,
    keeping,
    score_files,
    uploads_of,
)
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of


def score_submission(context: JobContext) -> str:
    """Check a team's predictions, score them and keep everything; the closing sentence.

    The parameters are those of ``score_system``. A worker that takes the job over starts again.
    """
    submission = Submission.objects.filter(job=context.job)
    if not submission.exists():
        raise JobFailedError("This submission is gone.")
    if not is_scored(context):
        project = project_of(context.job)
        entry = score_files(context, project, uploads_of(context), is_withheld=True)
        with keeping(context, project, entry) as system:
            submission.update(system=system)
    return closing_sentence(context)


register(
    SCORE_SUBMISSION,
    score_submission,
    cancelled="Cancelled. Nothing was kept.",
    is_past_undoing=partial(has_kept, "examples"),
)
register(
    PUBLISH_FILE,
    publish_file_of_job,
    discard_export,
    is_past_undoing=partial(has_kept, "published"),
)
