"""What retrieval shows an interval of, on a made-up population of questions that is known whole.

A question's hardness is drawn from a Pareto distribution; each of two encoders ranks its right
sentence at about that, so that they find many questions equally hard, as real ones do.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from annotator.measures.intervals import Interval
from annotator.measures.retrieval import Floats, by_question
from annotator.measures.retrieval_intervals import Estimate, compare_encoders, estimates
from benchmarks._coverage_nq import Covered, Rows
from benchmarks._coverage_other import OUT_OF_SCOPE

POPULATION = 20_000
SHAPES = (("easy", 1.2), ("middle", 0.7), ("hard", 0.4))
"""Shapes of the Pareto distribution: MRR of 0.59, 0.45 and 0.31."""


def population(shape: float, *, seed: int, least: float = 0.3, number: int = 2) -> list[Floats]:
    """The ranks of the right sentence by so many encoders, of the same ``POPULATION`` questions.

    The first one ranks at 0.5 to 1.6 of the hardness, the others from ``least`` on.
    """
    chance = np.random.default_rng([seed, 17])
    hardness = chance.pareto(shape, POPULATION)
    factors = [chance.uniform(low, 1.6, POPULATION) for low in (0.5, *[least] * (number - 1))]
    return [np.ceil(hardness * each + 0.5) for each in factors]


def retrieval_figures(*, seed: int) -> Iterator[Covered]:
    """MRR and R@N of one encoder; all differences between two encoders, and between ten equal ones:
    there the rest of 100% is the share of tables that show something in bold.
    """
    for name, shape in SHAPES:
        ranks = population(shape, seed=seed)
        figures = _OncePerDraw(partial(_figures, ranks[0]))
        for metric, values in by_question(ranks[0]).items():
            truth = float(values.mean())
            yield _covered(f"{metric}, {name}", truth, partial(_interval, figures, metric))
        yield _covered(f"all differences of two, {name}", 0.0, partial(_all_at_once, ranks))
        equal = population(shape, seed=seed, least=0.5, number=10)
        ten = f"all differences of ten equal, {name}{OUT_OF_SCOPE}"
        yield _covered(ten, 0.0, partial(_all_at_once, equal))


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


def _figures(ranks: Floats, rows: Rows) -> dict[str, Estimate]:
    return estimates(ranks[rows])


def _all_at_once(ranks: Sequence[Floats], rows: Rows) -> Interval:
    """How much room the intervals leave for the truth, taken as 0."""
    truths = [{name: each.mean() for name, each in by_question(own).items()} for own in ranks]
    comparison = compare_encoders([by_question(own[rows]) for own in ranks])
    shown = [
        (each.low - truth, each.high - truth)
        for one, other in combinations(range(len(ranks)), 2)
        for name, each in comparison.between(one, other).items()
        if each.low is not None and each.high is not None
        for truth in [truths[one][name] - truths[other][name]]
    ]
    if not shown:
        return Interval(None, None)
    return Interval(max(low for low, _ in shown), min(high for _, high in shown))


def _interval(found: _OncePerDraw, metric: str, rows: Rows) -> Interval:
    each = found(rows)[metric]
    return Interval(each.low, each.high, each.withheld)
