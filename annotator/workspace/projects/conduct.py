"""The rules of work in a project: what annotators see, for how long, and what they need first."""

from typing import TypedDict

from annotator.workspace.projects.models import Kind, Regime


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


USUAL: dict[str, Conduct] = {
    Kind.NQ: Conduct(
        regime=Regime.FULL,
        minutes_per_question=None,
        recommended_per_day=None,
        requires_training=False,
    ),
    # ASQA paper, appendix A: an hour at most for a question, ten questions or more a day.
    Kind.ASQA: Conduct(
        regime=Regime.FULL,
        minutes_per_question=60,
        recommended_per_day=10,
        requires_training=False,
    ),
}
