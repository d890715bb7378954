"""Systems' scores on resampled examples: the bootstrap over examples (Efron 1979).

An example counts as often as it comes up in ``units`` draws with replacement; where examples share
pages, these are drawn, each with all of its examples. The draws are the same for the same number of
units and seed, so the replicates of two systems on the same examples are paired, and their
differences are replicates of the difference.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import (
    EXAMPLES,
    LEAST_AVERAGED,
    Clusters,
    Interval,
    Withheld,
    bootstrap_interval,
    chosen_interval,
)
from annotator.measures.seeds import seeded
from annotator.measures.system_scores import PRECISIONS, Outcomes

RESAMPLES = 1000
SEED = 1
_AT_ONCE = 1_000_000
"""So many counts are in memory at once."""

_AT_A_PRECISION = "recall-at-precision"
_CHOSEN = "best-threshold-f1"
_AT_A_THRESHOLD = ("best-threshold-precision", "best-threshold-recall")
UNPROVEN = Interval(
    None,
    None,
    Withheld("Only F1 has an interval that held in our simulations: a best threshold jumps."),
)
"""Of precision and recall at a best threshold, and of recall at a precision."""

Floats = NDArray[np.float64]
Intervals = dict[str, Interval]


class Replicates(NamedTuple):
    """Of so many ``units``: each score's values on ``RESAMPLES`` resamples, by name; ``of`` says
    what the units are.
    """

    units: int
    values: dict[str, Floats]
    of: str = EXAMPLES


def draws(units: int, seed: int = SEED, *, columns: int = 0) -> Iterator[Floats]:
    """How often each unit is drawn, resamples × units, in blocks of resamples that fit into memory
    with so many ``columns`` too. The draws are the same in blocks of any size.

    >>> [block.sum(axis=1).tolist() for block in draws(3)][0][:2]
    [3.0, 3.0]
    """
    generator = seeded(seed)
    at_once = max(1, min(RESAMPLES, _AT_ONCE // max(units, columns)))
    for start in range(0, RESAMPLES, at_once):
        count = min(at_once, RESAMPLES - start)
        drawn = generator.integers(units, size=(count, units))
        places = drawn + units * np.arange(count)[:, None]
        counts = np.bincount(places.reshape(-1), minlength=count * units)
        yield counts.reshape(count, units).astype(np.float64)


def prediction_replicates(
    long_answers: Outcomes,
    short_answers: Outcomes,
    seed: int = SEED,
    units: Clusters | None = None,
) -> Replicates:
    """The official evaluator's scores, each resample with its own best threshold.

    ``units`` are numbered from 0; without them each example is one.
    """
    units = Clusters(np.arange(len(long_answers))) if units is None else units
    blocks: dict[str, list[Floats]] = {}
    for counts in draws(units.number, seed, columns=len(long_answers)):
        drawn = counts[:, units.of]
        for part, outcomes in (("long", long_answers), ("short", short_answers)):
            for name, values in _best_scores(outcomes, drawn).items():
                blocks.setdefault(f"{part}-{name}", []).append(values)
    joined = {name: np.concatenate(found) for name, found in blocks.items()}
    return Replicates(units.number, joined, units.name)


def mean_replicates(
    columns: Mapping[str, Floats], seed: int = SEED, units: Clusters | None = None
) -> Replicates:
    """Of the means of columns of one length, by name.

    ``units`` are numbered from 0; without them each row is one.
    """
    table = np.column_stack(list(columns.values()))
    units = Clusters(np.arange(len(table))) if units is None else units
    sums = np.column_stack(units.sums(*table.T, np.ones(len(table))))
    drawn = np.concatenate([counts @ sums for counts in draws(units.number, seed)])
    means = np.ascontiguousarray((drawn[:, :-1] / drawn[:, -1:]).T)
    return Replicates(units.number, dict(zip(columns, means, strict=True)), units.name)


def prediction_intervals(scores: Mapping[str, float], replicates: Replicates) -> Intervals:
    """95% intervals of the official evaluator's scores, by their names."""
    return {
        name: UNPROVEN
        if is_unproven(name)
        else chosen_interval(scores[name], values, replicates.units, units=replicates.of)
        for name, values in replicates.values.items()
    }


def mean_intervals(
    scores: Mapping[str, float],
    replicates: Replicates,
    most: Mapping[str, float | None],
    *,
    least: int = LEAST_AVERAGED,
) -> Intervals:
    """95% intervals of means and what follows from them, by name, from ``least`` examples on.

    ``most`` has the greatest possible value of each, or None.
    """
    return {
        name: bootstrap_interval(
            scores[name],
            values,
            replicates.units,
            most=most[name],
            least=least,
            units=replicates.of,
        )
        for name, values in replicates.values.items()
    }


def is_chosen(name: str) -> bool:
    """Whether a score is the greatest of those at several thresholds."""
    return name.endswith(_CHOSEN)


def is_unproven(name: str) -> bool:
    """Whether a score has no interval, whatever the number of examples."""
    return _AT_A_PRECISION in name or name.endswith(_AT_A_THRESHOLD)


def _best_scores(outcomes: Outcomes, drawn: Floats) -> dict[str, Floats]:
    """As ``system_scores.curve`` and what it finds, for each row of ``drawn``."""
    order = np.argsort(-outcomes.score, kind="stable")
    score = outcomes.score[order]
    last = np.flatnonzero(np.diff(score, append=np.inf))
    ordered = drawn[:, order]
    right = np.cumsum(ordered * outcomes.is_right[order], axis=1)[:, last]
    predicted = np.cumsum(ordered * outcomes.has_prediction[order], axis=1)[:, last]
    # For so little, the threads of BLAS would wait for each other as long as all the rest takes.
    answerable = np.einsum("ij,j->i", drawn, outcomes.has_gold)[:, None]
    answerable = np.broadcast_to(answerable, right.shape)
    precision, recall = _quotient(right, predicted), _quotient(right, answerable)
    f1 = _quotient(2 * right, predicted + answerable)
    rows, best = np.arange(len(drawn)), f1.argmax(axis=1)
    found = {
        "best-threshold-f1": f1[rows, best],
        "best-threshold-precision": precision[rows, best],
        "best-threshold-recall": recall[rows, best],
    }
    for wanted in PRECISIONS:
        reached = np.where(precision >= wanted, recall, 0.0)
        found[f"recall-at-precision>={wanted}"] = reached.max(axis=1)
    return found


def _quotient(part: Floats, whole: Floats) -> Floats:
    # Twice as fast as to divide only where there is something to divide by.
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = part / whole
    result[whole <= 0] = 0.0
    return result
