"""What feedback on a kind of task is about, as its room gives it."""

from collections.abc import Sequence
from typing import Protocol

from annotator.collecting.guidance.models import Criterion
from annotator.workspace.projects.kinds import part_of


class FeedbackCriteria(Protocol):
    """The part ``feedback`` of a room: the criteria in the order in which they are offered."""

    @property
    def CRITERIA(self) -> Sequence[Criterion]: ...  # noqa: N802 - a constant of a module


def criteria_of(kind: str) -> Sequence[Criterion]:
    """The criteria of a kind."""
    found: FeedbackCriteria = part_of(kind, "feedback")
    return found.CRITERIA
