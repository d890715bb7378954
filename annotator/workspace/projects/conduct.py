"""The rules of work in a project: what annotators see, for how long, and what they need first."""

from typing import TypedDict

from annotator.workspace.projects.kinds import ROOMS, part_of


class Conduct(TypedDict, total=False):
    """What is left out is as usual for the project's kind.

    ``minutes_per_question``: of work on one question, null for no limit. ``recommended_per_day``:
    questions, null for no recommendation. ``requires_training``: whether questions come only after
    the training.
    """

    regime: str
    minutes_per_question: int | None
    recommended_per_day: int | None
    requires_training: bool


def usual_conduct(kind: str) -> Conduct:
    """What is usual for a kind: ``USUAL`` of the part ``conduct`` of its room. Nothing for an
    unknown kind, which is refused with the project.
    """
    found: Conduct = part_of(kind, "conduct").USUAL if kind in ROOMS else Conduct()
    return found
