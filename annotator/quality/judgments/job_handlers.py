"""The jobs that give the examples of a large round their further slots, and take them back."""

from collections.abc import Callable

from django.db import transaction

from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.variability import ASK_ANNOTATIONS, ask_for, batches_of
from annotator.quality.judgments.withdrawal import WITHDRAW_ANNOTATIONS, withdraw_from
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register


def ask_annotations(context: JobContext) -> str:
    """Let each example of a round have as many annotations as were asked for; the closing sentence.

    Parameters of the job: ``round``, its key, and ``annotations``. Raises ``JobFailedError`` if the
    round is gone.
    """
    done, number = _in_batches(context, ask_for, "Requesting more annotations")
    annotations = context.parameters["annotations"]
    return f"{_examples(done)} of round {number} can have {annotations} annotations each."


def withdraw_annotations(context: JobContext) -> str:
    """Take the slots back that were asked for in a round; the closing sentence.

    It has the parameters and errors of ``ask_annotations``.
    """
    done, number = _in_batches(context, withdraw_from, "Taking free places back")
    return f"{_examples(done)} of round {number} need as many annotations as before."


def _in_batches(context: JobContext, change: Callable[..., None], message: str) -> tuple[int, int]:
    """Change the round's examples in batches; how many there were, and the round's number."""
    found = JudgmentRound.objects.select_related("project")
    round_ = found.filter(pk=context.parameters["round"]).first()
    if round_ is None:
        raise JobFailedError("The round no longer exists.")
    if not context.checkpoint:
        total = round_.answers.values("annotation__example").distinct().count()
        context.save(total=total, message=message)
    done = context.job.done
    for batch in batches_of(round_, after=context.checkpoint.get("after", 0)):
        context.let_worker_end()
        with transaction.atomic():
            change(
                round_=round_,
                examples=batch,
                annotations=context.parameters["annotations"],
                at=context.job.created_at,
                actor=context.job.created_by,
            )
            done += len(batch)
            context.save(kept=done, checkpoint={"after": batch[-1]})
    return done, round_.number


def _examples(done: int) -> str:
    return f"{done:,} {'example' if done == 1 else 'examples'}"


register(
    ASK_ANNOTATIONS,
    ask_annotations,
    cancelled="Stopped half-way. What was requested stays; request again to continue.",
)
register(
    WITHDRAW_ANNOTATIONS,
    withdraw_annotations,
    cancelled="Stopped half-way. Request the annotations again and withdraw that to continue.",
)
