"""The job that computes the results of a comparison study."""

from django.utils import timezone

from annotator.quality.comparisons.kept_results import COMPUTE_RESULTS, keep_results
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.comparisons.results import STEPS
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register


def compute_results(context: JobContext) -> str:
    """Compute a study's results and keep them; the closing sentence.

    Parameter of the job: ``study``, its key. Raises ``JobFailedError`` if the study is gone. A
    worker that takes the job over starts again, since it takes only seconds.
    """
    study = ComparisonStudy.objects.filter(pk=context.parameters["study"]).first()
    if study is None:
        raise JobFailedError("The study no longer exists.")
    context.save(done=0, total=STEPS, message="Reading comparisons")
    done = 0

    def on_step() -> None:
        nonlocal done
        done += 1
        context.save(done=done, message="Computing")
        context.let_worker_end()

    results, is_new = keep_results(
        study=study, at=timezone.now(), job_id=context.job.pk, on_step=on_step
    )
    noun = "comparison" if results.comparisons == 1 else "comparisons"
    if not is_new:
        return f"Nothing has changed since the {results.comparisons:,} {noun} were computed."
    return f"Computed from {results.comparisons:,} {noun}."


register(
    COMPUTE_RESULTS,
    compute_results,
    cancelled="Cancelled. The last results stay as they were.",
)
