"""The scores of systems of a kind of task, as its room gives them."""

from collections.abc import Sequence
from typing import Protocol

from annotator.systems.evaluation.models import BaselineKind
from annotator.workspace.projects.kinds import part_of


class Scores(Protocol):
    """The part ``scores`` of a room.

    ``METRICS`` are what a leaderboard shows; the first decides the order unless asked. ``RANKING``
    are those that can decide a competition. ``WHEN_HIDDEN`` are those that may be shown of the
    hidden split, with so many ``DECIMALS``; ``PEOPLE_HAVE_INTERVALS`` there. A metric times
    ``PER_CENT`` is per cent. The gold's keys are ``EXAMPLE_KEY`` of
    an example. ``BASELINES`` are the papers'. With ``COUNTS_REFERENCES``, scores
    say how many references there were.
    """

    @property
    def METRICS(self) -> tuple[str, ...]: ...
    @property
    def RANKING(self) -> tuple[str, ...]: ...
    @property
    def WHEN_HIDDEN(self) -> tuple[str, ...]: ...
    @property
    def DECIMALS(self) -> int: ...
    @property
    def PEOPLE_HAVE_INTERVALS(self) -> bool: ...
    @property
    def PER_CENT(self) -> float: ...
    @property
    def EXAMPLE_KEY(self) -> str: ...
    @property
    def COUNTS_REFERENCES(self) -> bool: ...
    @property
    def BASELINES(self) -> Sequence[BaselineKind]: ...

    def greatest(self, metric: str) -> float | None:
        """The greatest possible value of a metric; None for numbers of words."""

    def weight(self, most: float) -> float:
        """How much one of n examples changes a metric with the greatest value ``most``, in n-ths:
        a mean by ``most``, F1, 2 right / (predicted + answerable), by about twice as much.
        """


def scores_of(kind: str) -> Scores:
    """The scores of a kind."""
    found: Scores = part_of(kind, "scores")
    return found
