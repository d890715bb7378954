"""The job that gives the examples of a large round their further slots."""

from django.db import transaction

from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.variability import ASK_ANNOTATIONS, ask_for, batches_of
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register


def ask_annotations(context: JobContext) -> str:
    """Let each example of a round have as many annotations as were asked for; the closing sentence.

    Parameters of the job: ``round``, its key, and ``annotations``. Raises ``JobFailedError`` if the
    round is gone.
    """
    annotations: int = context.parameters["annotations"]
    found = JudgmentRound.objects.select_related("project")
    round_ = found.filter(pk=context.parameters["round"]).first()
    if round_ is None:
        raise JobFailedError("The round no longer exists.")
    if not context.checkpoint:
        total = round_.answers.values("annotation__example").distinct().count()
        context.save(total=total, message="Requesting more annotations")
    done = context.job.done
    for batch in batches_of(round_, after=context.checkpoint.get("after", 0)):
        context.let_worker_end()
        with transaction.atomic():
            ask_for(
                round_=round_,
                examples=batch,
                annotations=annotations,
                at=context.job.created_at,
                actor=context.job.created_by,
            )
            done += len(batch)
            context.save(kept=done, checkpoint={"after": batch[-1]})
    noun = "example" if done == 1 else "examples"
    return f"{done:,} {noun} of round {round_.number} can have {annotations} annotations each."


register(
    ASK_ANNOTATIONS,
    ask_annotations,
    cancelled="Stopped half-way. What was requested stays; request again to continue.",
)
