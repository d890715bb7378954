"""What retrieval shows an interval of, on a made-up population of questions that is known whole.

A question's hardness is drawn from a Pareto distribution; each of two encoders ranks its right
sentence at about that, so that they find many questions equally hard, as real ones do.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import Interval
from annotator.measures.retrieval import Floats, by_question
from annotator.measures.retrieval_intervals import Estimate, differences, estimates
from benchmarks._coverage_nq import Covered, Rows

POPULATION = 20_000
SHAPES = (("easy", 1.2), ("middle", 0.7), ("hard", 0.4))
"""Shapes of the Pareto distribution: MRR of 0.59, 0.45 and 0.31."""


class Encoders(NamedTuple):
    """The ranks of the right sentence by two encoders, of the same questions."""

    ranks: Floats
    others: Floats


def population(shape: float, *, seed: int) -> Encoders:
    """``POPULATION`` questions."""
    chance = np.random.default_rng([seed, 17])
    hardness = chance.pareto(shape, POPULATION)
    factors = (chance.uniform(0.5, 1.6, POPULATION), chance.uniform(0.3, 1.6, POPULATION))
    return Encoders(*(np.ceil(hardness * each + 0.5) for each in factors))


def retrieval_figures(*, seed: int) -> Iterator[Covered]:
    """MRR and R@N of one encoder, and how much greater they are than the other's."""
    for name, shape in SHAPES:
        of = population(shape, seed=seed)
        figures = _OncePerDraw(partial(_figures, of))
        less = _OncePerDraw(partial(_differences, of))
        one, other = by_question(of.ranks), by_question(of.others)
        for metric, values in one.items():
            truth = float(values.mean())
            yield _covered(f"{metric}, {name}", truth, partial(_interval, figures, metric))
            truth -= float(other[metric].mean())
            yield _covered(f"{metric}, {name}, less", truth, partial(_interval, less, metric))


class _OncePerDraw:
    """Computes the figures of drawn questions once, although each is asked for by itself."""

    def __init__(self, compute: Callable[[Rows], dict[str, Estimate]]) -> None:
        self._compute = compute
        self._rows: Rows | None = None
        self._found: dict[str, Estimate] = {}

    def __call__(self, rows: Rows) -> dict[str, Estimate]:
        """All figures of the questions in ``rows``."""
        if rows is not self._rows:
            self._rows, self._found = rows, self._compute(rows)
        return self._found


def _covered(name: str, truth: float, interval: Callable[[Rows], Interval]) -> Covered:
    return Covered(name, truth, interval, POPULATION)


def _figures(of: Encoders, rows: Rows) -> dict[str, Estimate]:
    return estimates(of.ranks[rows])


def _differences(of: Encoders, rows: Rows) -> dict[str, Estimate]:
    return differences(of.ranks[rows], of.others[rows])


def _interval(found: _OncePerDraw, metric: str, rows: Rows) -> Interval:
    each = found(rows)[metric]
    return Interval(each.low, each.high, each.withheld)
