"""What suggestions save and bias, where a lead chose them three times, and where people give up."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Clusters, Interval, arms_interval, share_arms_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from benchmarks._coverage_nq import POPULATION, Covered, Rows

SHARES, PACES, RIGHT = (0.2, 0.5, 0.8), (1.4, 1.0, 0.7), (0.5, 0.65, 0.8)
"""By choice: the share that sees a suggestion, everybody's time against the middle one's, and how
often people would answer as the system does.
"""

SAVED, DRAWN = 12.0, 0.1
"""Seconds that a suggestion saves, and the share of answers that it changes, on average."""

PEOPLE = 20
NOT_IN_SCOPE = ", not in scope"


class _Answers(NamedTuple):
    choice: NDArray[np.int64]
    who: NDArray[np.int64]
    shown: NDArray[np.bool_]
    seconds: NDArray[np.float64]
    agrees: NDArray[np.bool_]


def choice_figures(*, seed: int) -> Iterator[Covered]:
    """Time saved and the anchoring effect over three choices; time saved where one in three of the
    harder questions is given up, but only by those who see no suggestion.
    """
    hardness = np.random.default_rng([seed, 19]).standard_normal(POPULATION)

    def answers(rows: Rows) -> _Answers:
        return _answers(hardness[rows], np.random.default_rng(rows))

    def saved(found: _Answers, kept: NDArray[np.bool_]) -> Interval | None:
        choice, who, shown, seconds, _ = (column[kept] for column in found)
        try:
            return arms_interval(seconds, ~shown, Clusters(np.arange(len(who))), who, choice)
        except UndefinedMeasureError:
            return None

    def all_saved(rows: Rows) -> Interval | None:
        return saved(answers(rows), np.ones(len(rows), dtype=bool))

    def persistent(rows: Rows) -> Interval | None:
        found = answers(rows)
        gives_up = np.random.default_rng(rows[::-1]).random(len(rows)) < 1 / 3
        return saved(found, found.shown | (hardness[rows] < 0) | ~gives_up)

    def biased(rows: Rows) -> Interval | None:
        choice, who, shown, _, agrees = answers(rows)
        try:
            return share_arms_interval(agrees, shown, Clusters(np.arange(len(rows))), who, choice)
        except UndefinedMeasureError:
            return None

    yield Covered("time_saved, three choices of suggestions", SAVED, all_saved)
    yield Covered("anchoring_effect, three choices of suggestions", DRAWN, biased)
    yield Covered(f"time_saved, hard questions given up{NOT_IN_SCOPE}", SAVED, persistent)


def _answers(hardness: NDArray[np.float64], draw: np.random.Generator) -> _Answers:
    """One answer of each example, a third of them under each choice, in order."""
    number = len(hardness)
    choice = np.arange(number) * len(SHARES) // number
    who = draw.integers(PEOPLE, size=number)
    shown = draw.random(number) < np.array(SHARES)[choice]
    paces = np.array(PACES)[choice] * np.exp(0.3 * draw.standard_normal(PEOPLE))[who]
    seconds = 60 * paces * np.exp(0.3 * hardness + 0.4 * draw.standard_normal(number))
    seconds -= shown * (SAVED + 4 * draw.standard_normal(PEOPLE)[who])
    chances = np.array(RIGHT)[choice] - 0.1 * np.tanh(hardness)
    chances += shown * 2 * DRAWN * draw.beta(2, 2, PEOPLE)[who]
    return _Answers(choice, who, shown, seconds, draw.random(number) < np.minimum(chances, 1))
