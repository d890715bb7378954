"""The job that simulates annotations."""

from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import SIMULATE, simulate
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of


class _Progress:
    """Keeps the job's progress and checkpoint."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self.annotations: int = context.checkpoint.get("annotations", 0)

    def begins(self, *, total: int) -> None:
        self._context.save(total=total, message="Simulating annotations")

    def wrote(self, *, done: int, written: int, last: int) -> None:
        self.annotations += written
        checkpoint = {"after": last, "annotations": self.annotations}
        self._context.save(kept=done, checkpoint=checkpoint)

    def between(self) -> None:
        self._context.let_worker_end()


def simulate_annotations(context: JobContext) -> str:
    """Run a ``simulate`` job from its checkpoint on; the closing sentence.

    Parameters of the job: those of ``Wish``.
    """
    project = project_of(context.job)
    progress = _Progress(context)
    simulate(
        project=project,
        wish=Wish(**context.parameters),
        at=context.job.created_at,
        actor=context.job.created_by,
        after=context.checkpoint.get("after", 0),
        done=context.job.done,
        watch=progress,
    )
    number = progress.annotations
    return f"Simulated {number:,} annotation{'' if number == 1 else 's'}."


register(
    SIMULATE,
    simulate_annotations,
    cancelled="Stopped half-way. What was simulated so far stays; start it again to go on.",
)
