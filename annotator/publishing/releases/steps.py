"""The context of one step of a job whose steps are jobs of their own, such as exports."""

from typing import Any

from annotator.workspace.jobs.context import JobContext


class StepContext(JobContext):
    """Has parameters and a checkpoint of its own, and keeps the latter within the whole job's."""

    def __init__(self, whole: JobContext, number: int) -> None:
        super().__init__(whole.job)
        self._whole = whole
        self._number = number
        self.own_parameters: dict[str, Any] = {}

    @property
    def parameters(self) -> dict[str, Any]:
        """The step's own parameters."""
        return self.own_parameters

    @property
    def checkpoint(self) -> dict[str, Any]:
        """What the step stored last; empty at its start."""
        found: dict[str, Any] = self._whole.checkpoint.get("step", {})
        return found

    def save(
        self,
        *,
        done: int | None = None,
        kept: int | None = None,
        total: int | None = None,
        message: str | None = None,
        checkpoint: dict[str, Any] | None = None,
        further: bool = False,
    ) -> None:
        """As ``JobContext.save``: the whole job counts its steps, and moves on where one does."""
        del done, total
        stored = None if checkpoint is None else {**self._whole.checkpoint, "step": checkpoint}
        self._whole.save(
            message=message, checkpoint=stored, further=further or bool(kept and checkpoint)
        )

    def stay_alive(self) -> None:
        """As the whole job's."""
        self._whole.stay_alive()
