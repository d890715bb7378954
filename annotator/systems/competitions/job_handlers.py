"""The jobs of competitions: scoring submissions, and making files for download."""

from functools import partial
from pathlib import Path

from annotator.exchange.exports.destination import discard_export
from annotator.systems.competitions.models import Submission
from annotator.systems.competitions.published_files import PUBLISH_FILE, publish_file_of_job
from annotator.systems.competitions.submitting import SCORE_SUBMISSION
from annotator.systems.evaluation.job_handlers import has_kept, score_files
from annotator.systems.evaluation.models import Part, System
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register


def score_submission(context: JobContext) -> str:
    """Check a team's predictions, score them and keep everything; the closing sentence.

    The parameters are those of ``score_system``. A worker that takes the job over starts again.
    """
    submission = Submission.objects.filter(job=context.job).first()
    if submission is None:
        raise JobFailedError("This submission is gone.")
    paths = context.parameters["paths"]
    return score_files(
        context,
        {Part(part): Path(path) for part, path in paths.items()},
        keep_with=partial(_keep, submission.pk),
        is_withheld=True,
    )


def _keep(submission: int, system: System) -> None:
    Submission.objects.filter(pk=submission).update(system=system)


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
