"""Percentile intervals by resampling units (Efron 1979), the same for the same seed.

The unit is what was drawn independently: an example or a judged answer, never one annotation of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.coding import CodedRatings
from annotator.measures.undefined import UndefinedMeasureError

_SEEDS = 2**64
_CELLS_AT_ONCE = 2_000_000
# Weights held in memory together: 16 MB.


class Interval(NamedTuple):
    """``low`` to ``high``, from ``resamples`` less the ``undefined`` ones that had no value."""

    low: float
    high: float
    resamples: int
    undefined: int


def bootstrap_interval(
    measure: Callable[[Any], float],
    units: Sequence[Any] | NDArray[Any] | CodedRatings,
    *,
    seed: int,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Interval:
    """Between which values ``measure`` lies in ``confidence`` of samples like ``units``.

    Draws as many units as there are, with replacement, ``resamples`` times, and takes the
    quantiles (1 - confidence) / 2 and (1 + confidence) / 2 of the measure of them. ``measure``
    gets what ``units`` is: a list, an array or ``CodedRatings`` (the quickest for ratings).
    A resample for which it raises ``UndefinedMeasureError`` is left out and counted.

    >>> bootstrap_interval(lambda units: sum(units) / len(units), [0, 1] * 50, seed=1)
    Interval(low=0.4, high=0.6, resamples=2000, undefined=0)

    Raises ``UndefinedMeasureError`` without units, and where no resample has a value.
    """
    count = len(units)
    if count == 0:
        raise UndefinedMeasureError("without units there is nothing to resample")
    generator = seeded(seed)
    values = np.full(resamples, np.nan)
    for number in range(resamples):
        try:
            values[number] = measure(_taken(units, generator.integers(count, size=count)))
        except UndefinedMeasureError:
            continue
    return interval_of(values, confidence)


def bootstrap_sums(
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    totals: NDArray[Any],
    *,
    seed: int,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Interval:
    """The same for a measure that depends on sums over units alone, for very many units.

    ``totals`` has a row for each unit and a column for each sum; ``statistic`` gets the sums of
    many resamples, a row each, and gives their values, NaN where there is none. Units with the
    same row are drawn together (multinomially), so time grows with the distinct rows, and the
    order of units doesn't matter.

    >>> totals = np.array([[0, 1], [1, 1]] * 50)
    >>> bootstrap_sums(lambda sums: sums[:, 0] / sums[:, 1], totals, seed=1)
    Interval(low=0.4, high=0.6, resamples=2000, undefined=0)

    Raises ``UndefinedMeasureError`` without units, and where no resample has a value.
    """
    only = bootstrap_columns(
        lambda sums: statistic(sums)[:, None],
        totals,
        seed=seed,
        resamples=resamples,
        confidence=confidence,
    )
    return only[0]


def bootstrap_columns(
    statistics: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    totals: NDArray[Any],
    *,
    seed: int,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> list[Interval]:
    """``bootstrap_sums`` for several measures of the same units, all from the same resamples.

    ``statistics`` gives a column for each measure; so does the result have an interval for each.
    Many measures take hardly longer than one.

    Raises ``UndefinedMeasureError`` without units, and where a measure has no value in any
    resample.
    """
    if len(totals) == 0:
        raise UndefinedMeasureError("without units there is nothing to resample")
    rows, counts = np.unique(totals, axis=0, return_counts=True)
    generator = seeded(seed)
    at_once = max(1, _CELLS_AT_ONCE // len(rows))
    values = []
    for done in range(0, resamples, at_once):
        size = min(at_once, resamples - done)
        weights = generator.multinomial(len(totals), counts / len(totals), size=size)
        values.append(statistics(weights.astype(np.float64) @ rows.astype(np.float64)))
    return [interval_of(column, confidence) for column in np.concatenate(values).T]


def interval_of(values: NDArray[np.float64], confidence: float) -> Interval:
    """The percentile interval of a measure's ``values``, NaN where a resample had none.

    Raises ``UndefinedMeasureError`` where none has a value.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, and {confidence} doesn't")
    defined = values[~np.isnan(values)]
    if not len(defined):
        raise UndefinedMeasureError("the measure has no value in any resample")
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high), len(values), len(values) - len(defined))


def seeded(seed: int) -> np.random.Generator:
    """NumPy's generator for any 64-bit ``seed``, negative ones too."""
    return np.random.default_rng(seed % _SEEDS)


def _taken(units: Any, places: NDArray[np.intp]) -> Any:
    if isinstance(units, CodedRatings):
        return units.take(places)
    if isinstance(units, np.ndarray):
        return units[places]
    return [units[place] for place in places]
