"""The job that asks for further annotations of examples whose answer is unsettled."""

from django.db import transaction

from annotator.foundation.database.snapshot import snapshot
from annotator.quality.reports.adaptive import adaptation_of, ask_for_more, batches_of
from annotator.quality.reports.adaptive_plan import plan_further
from annotator.quality.reports.chunks import load_columns
from annotator.quality.reports.compute import read_examples
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.models import Project


def adapt_overlap(context: JobContext) -> str:
    """Ask for the planned annotations, in batches; the closing sentence.

    It needs no checkpoint: the next worker after a kill plans again, and examples that already wait
    for annotations are in no plan.
    """
    project = Project.objects.filter(pk=context.job.project_id or 0).first()
    if project is None:
        raise JobFailedError("The project no longer exists.")
    adaptation = adaptation_of(project)
    if adaptation is None:
        return "The project no longer requests more annotations."
    with snapshot():
        every = read_examples(project)
        plan = plan_further(load_columns(project), every, adaptation)
    batches = batches_of(plan, every, adaptation.cap)
    before = done = context.job.done
    total = before + sum(len(examples) for *_, examples in batches)
    context.save(total=total, message="Requesting more annotations")
    asked = 0
    for wanted, reason, examples in batches:
        with transaction.atomic():
            asked += ask_for_more(
                project=project,
                wanted=wanted,
                reason=reason,
                examples=examples,
                at=context.job.created_at,
            )
            done += len(examples)
            context.save(kept=done)
        context.let_worker_end()
    settled = int((plan.unsettled == 0).sum())
    return f"Requested more annotations of {_count(asked)}; {_count(settled)} settled."


def _count(number: int) -> str:
    return f"{number:,} example{'' if number == 1 else 's'}"
