"""Agreement of all that annotators decide about the same examples, with intervals, at one go.

The coefficients of ``agreement``, ``krippendorff`` and ``token_sets`` are functions of sums over
units: of w, how often a unit was drawn, and, for what chance would bring, of w². So one set of
resamples serves every coefficient of every decision and of every part of the data. Ratings are rows
(``units``, ascending), pairs of them within a unit are rows too, and how much the two of a pair are
alike is any number from 0 to 1.

Values are of two sorts. A *common* one may be given of any unit, such as NULL, bad or yes. An *own*
one belongs to its unit, such as a candidate or words of its page, and is like nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.bootstrap import Interval, interval_of, seeded

OWN = -1
"""In place of a common value's number: the value is its unit's own."""

_CELLS_AT_ONCE = 2_000_000
_NOTHING = 1e-12

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Formula = Callable[[Floats, Floats], Floats]
"""From sums of w and of w² (resamples × columns) to values (resamples × names), NaN for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Every two ratings of a unit: ``first`` and ``second`` are rows of the ratings."""

    unit: Integers
    first: Integers
    second: Integers

    def __len__(self) -> int:
        return len(self.unit)

    def take(self, places: NDArray[Any]) -> Pairs:
        """Some of the pairs, by a mask or by their places."""
        return Pairs(self.unit[places], self.first[places], self.second[places])

    def among(self, rows: NDArray[Any], count: int) -> Pairs:
        """The same pairs of ``count`` ratings, when only ``rows`` of these are left."""
        places = np.zeros(count, dtype=np.int64)
        places[rows] = np.arange(len(rows))
        return Pairs(self.unit, places[self.first], places[self.second])


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """``names`` of what ``formula`` gives, from sums over units of the rows of ``linear`` times w
    and of ``squared`` times w². ``units`` is how many units add anything.
    """

    names: Sequence[str]
    linear: scipy.sparse.csr_array
    squared: scipy.sparse.csr_array
    formula: Formula
    units: int


class Estimate(NamedTuple):
    """``value`` is None where the formula has none, ``interval`` where no resample has one, where
    all that have one have the same, or where fewer than ``least_units`` units add anything.
    """

    value: float | None
    interval: Interval | None
    units: int


def pairs_within(units: NDArray[Any]) -> Pairs:
    """All pairs of rows with the same unit; ``units`` are ascending.

    >>> pairs = pairs_within(np.array([0, 0, 0, 1, 2, 2]))
    >>> list(zip(pairs.first.tolist(), pairs.second.tolist()))
    [(0, 1), (0, 2), (1, 2), (4, 5)]
    """
    _, starts, sizes = np.unique(units, return_index=True, return_counts=True)
    ends = np.repeat(starts + sizes, sizes)
    rows = np.arange(len(units))
    later = ends - rows - 1
    first = np.repeat(rows, later)
    before = np.cumsum(later) - later
    second = first + 1 + np.arange(len(first)) - np.repeat(before, later)
    return Pairs(units[first].astype(np.int64), first, second)


def coefficients(
    units: NDArray[Any],
    common: NDArray[Any],
    pairs: Pairs,
    alike: NDArray[Any],
    *,
    count: int,
    categories: int | None,
    suffix: str = "",
) -> Statistic:
    """Observed agreement, Fleiss' κ, Krippendorff's α and Gwet's AC₁ of one decision.

    ``units`` (of ``count``) and ``common`` (a common value's number, or ``OWN``) are by rating;
    ``pairs`` are all pairs of these ratings and ``alike`` is 1 where both are the same, else 0.
    ``categories`` is how many values there were to choose from (AC₁'s q), the same for all units;
    None where units have values of their own, and no AC₁. The names are observed, fleiss, alpha
    and ac1, each with ``suffix``. Formulas as in
    ``observed_agreement``, ``fleiss_kappa``, ``krippendorff_alpha`` and ``gwet_ac1``: units with
    one rating count in what chance would bring to κ and AC₁, and nowhere else.
    """
    sums = _unit_sums(units, common, pairs, alike, count)
    rated = sums.sizes > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        agreeing = np.where(sums.paired, 2 * sums.alike / (sums.sizes * (sums.sizes - 1)), 0)
        shares = np.where(rated[:, None], sums.given / sums.sizes[:, None], 0)
        own_shares = np.where(rated, sums.own / sums.sizes**2, 0)
    width = sums.given.shape[1]
    # 0 stands for none.
    others = max((categories or 0) - 1, 0)

    def formula(w: Floats, squares: Floats) -> Floats:
        observed = w[:, 1] / _positive(w[:, 0])
        common_shares = w[:, 5 : 5 + width]
        same = (np.sum(common_shares**2, axis=1) + squares[:, 0]) / _positive(w[:, 4]) ** 2
        kappa = (observed - same) / _positive(1 - same)
        by_chance = (1 - same) / others if others else np.full(len(w), np.nan)
        alpha = _alpha(w[:, 2], w[:, 3], w[:, 5 + width :], squares[:, 1])
        return np.column_stack([observed, kappa, alpha, (observed - by_chance) / (1 - by_chance)])

    linear = [sums.paired, agreeing, sums.sizes * sums.paired, sums.disagreement, rated, shares]
    return Statistic(
        [f"{name}{suffix}" for name in ("observed", "fleiss", "alpha", "ac1")],
        _columns(*linear, sums.paired_given),
        _columns(own_shares, sums.paired_own),
        formula,
        int(sums.paired.sum()),
    )


def alpha_of_similarities(
    units: NDArray[Any],
    common: NDArray[Any],
    pairs: Pairs,
    alike: NDArray[Any],
    *,
    count: int,
    name: str,
) -> Statistic:
    """Krippendorff's α with distance 1 - ``alike``, as ``krippendorff_alpha`` has it.

    Parameters as for ``coefficients``; ``alike`` is anything from 0 to 1.
    """
    sums = _unit_sums(units, common, pairs, alike, count)

    def formula(w: Floats, squares: Floats) -> Floats:
        return _alpha(w[:, 0], w[:, 1], w[:, 2:], squares[:, 0])[:, None]

    linear = _columns(sums.sizes * sums.paired, sums.disagreement, sums.paired_given)
    return Statistic((name,), linear, _columns(sums.paired_own), formula, int(sums.paired.sum()))


def mean_of_pairs(pairs: Pairs, values: NDArray[Any], *, count: int, name: str) -> Statistic:
    """The mean of ``values`` over the pairs of a unit, and of that over units that have pairs."""
    means, has = unit_means(pairs, values, count)

    def formula(w: Floats, _squares: Floats) -> Floats:
        return (w[:, 0] / _positive(w[:, 1]))[:, None]

    return Statistic(
        (name,),
        _columns(np.where(has, means, 0), has),
        scipy.sparse.csr_array((count, 0), dtype=np.float64),
        formula,
        int(has.sum()),
    )


def unit_means(pairs: Pairs, values: NDArray[Any], count: int) -> tuple[Floats, NDArray[np.bool_]]:
    """The mean of ``values`` over each unit's pairs, NaN without any, and which units have any."""
    sizes = np.bincount(pairs.unit, minlength=count)
    sums = np.bincount(pairs.unit, weights=values, minlength=count)
    means = np.full(count, np.nan)
    np.divide(sums, sizes, out=means, where=sizes > 0)
    return means, sizes > 0


def estimate(
    statistics: Sequence[Statistic],
    *,
    count: int,
    seed: int,
    resamples: int = 2000,
    least_units: int = 2,
    confidence: float = 0.95,
) -> list[dict[str, Estimate]]:
    """The values of all statistics and their intervals by resampling the ``count`` units.

    Draws as many units as there are, with replacement, ``resamples`` times: the same resamples for
    all statistics, and the same for the same ``seed``. A resample without a value is left out.
    """
    if not statistics:
        return []
    linear = _transposed([each.linear for each in statistics])
    squared = _transposed([each.squared for each in statistics])
    whole = np.ones((count, 1))
    points = _values(statistics, linear @ whole, squared @ whole)
    drawn: list[list[Floats]] = [[] for _ in statistics]
    for weights in _weights(count, seed=seed, resamples=resamples):
        found = _values(statistics, linear @ weights, squared @ weights**2)
        for values, more in zip(drawn, found, strict=True):
            values.append(more)
    return [
        {
            name: _estimate(
                point[0, at],
                np.concatenate([each[:, at] for each in values]) if values else np.empty(0),
                each.units if each.units >= least_units else 0,
                each.units,
                confidence,
            )
            for at, name in enumerate(each.names)
        }
        for each, point, values in zip(statistics, points, drawn, strict=True)
    ]


def _estimate(value: float, values: Floats, enough: int, units: int, confidence: float) -> Estimate:
    if np.isnan(value):
        return Estimate(None, None, units)
    if not enough or np.isnan(values).all():
        return Estimate(float(value), None, units)
    interval = interval_of(values, confidence)
    flat = interval.high - interval.low < _NOTHING
    return Estimate(float(value), None if flat else interval, units)


@dataclass(frozen=True, slots=True, eq=False)
class _UnitSums:
    """By unit: whether it has two ratings, how many, the sum of ``alike`` over pairs; ratings of
    each common value (units × values); Σ n_c n_k s_ck over its own values; and Σ δ / (m - 1).
    """

    paired: NDArray[np.bool_]
    sizes: Integers
    alike: Floats
    given: Floats
    own: Floats
    disagreement: Floats

    @property
    def paired_given(self) -> Floats:
        """``given`` of units with two ratings, 0 of others."""
        return self.given * self.paired[:, None]

    @property
    def paired_own(self) -> Floats:
        """``own`` of units with two ratings, 0 of others."""
        return self.own * self.paired


def _unit_sums(
    units: NDArray[Any], common: NDArray[Any], pairs: Pairs, alike: NDArray[Any], count: int
) -> _UnitSums:
    sizes = np.bincount(units, minlength=count)
    paired = sizes > 1
    similar = np.bincount(pairs.unit, weights=alike, minlength=count)
    width = int(common.max(initial=OWN)) + 1
    given = np.zeros((count, width))
    is_common = common != OWN
    np.add.at(given, (units[is_common], common[is_common]), 1)
    both_own = (common[pairs.first] == OWN) & (common[pairs.second] == OWN)
    own = np.bincount(units[~is_common], minlength=count) + 2 * np.bincount(
        pairs.unit[both_own], weights=alike[both_own], minlength=count
    )
    disagreement = np.zeros(count)
    number = sizes * (sizes - 1) - 2 * similar
    np.divide(number, sizes - 1, out=disagreement, where=paired)
    return _UnitSums(
        paired,
        sizes,
        similar.astype(np.float64),
        given,
        np.asarray(own, dtype=np.float64),
        disagreement,
    )


def _alpha(sizes: Floats, disagreement: Floats, given: Floats, own: Floats) -> Floats:
    """α = 1 - (n - 1) Σ_u w_u D_u / (n² - Σ_c Σ_k n_c n_k s_ck)."""
    expected = sizes**2 - np.sum(given**2, axis=1) - own
    values = np.full(len(sizes), np.nan)
    np.divide(
        (sizes - 1) * disagreement, expected, out=values, where=expected > _NOTHING * sizes**2
    )
    return 1 - values


def _positive(values: Floats) -> Floats:
    """NaN where there is nothing to divide by."""
    return np.where(values > _NOTHING, values, np.nan)


def _columns(*columns: NDArray[Any]) -> scipy.sparse.csr_array:
    return scipy.sparse.csr_array(
        np.column_stack([np.asarray(each, dtype=np.float64) for each in columns])
    )


def _transposed(parts: Sequence[scipy.sparse.csr_array]) -> scipy.sparse.csr_array:
    """All columns as rows, so that the product with weights runs along the resamples."""
    return scipy.sparse.csr_array(
        scipy.sparse.csc_array(scipy.sparse.hstack(parts, format="csc")).T
    )


def _weights(count: int, *, seed: int, resamples: int) -> Any:
    """How often each unit was drawn: units × resamples, some resamples at a time."""
    generator = seeded(seed)
    at_once = max(1, _CELLS_AT_ONCE // max(count, 1))
    for done in range(0, resamples if count else 0, at_once):
        size = min(at_once, resamples - done)
        rows = np.empty((size, count))
        for row in rows:
            row[:] = np.bincount(generator.integers(count, size=count), minlength=count)
        yield np.ascontiguousarray(rows.T)


def _values(statistics: Sequence[Statistic], linear: Floats, squared: Floats) -> list[Floats]:
    found, at, square_at = [], 0, 0
    for each in statistics:
        width, square_width = each.linear.shape[1], each.squared.shape[1]
        found.append(
            each.formula(linear[at : at + width].T, squared[square_at : square_at + square_width].T)
        )
        at, square_at = at + width, square_at + square_width
    return found
