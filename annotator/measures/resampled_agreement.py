"""Agreement on all decisions about the same examples, with intervals, computed together.

The coefficients of ``agreement`` and ``token_sets`` are functions of sums over units, so each is
quickly computed again without each unit in turn, for the jackknife. Ratings are rows (``units``,
ascending), pairs of them within a unit are rows too, and the likeness of a pair is any number from
0 to 1.

Values are of two sorts. A *common* one can occur in any unit, such as NULL, bad or yes. An *own*
one belongs to its unit, such as a candidate or words of its page, and equals nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals import (
    Clusters,
    Interval,
    jackknife_interval,
    rarely_agreeing,
    share_interval,
    too_alike,
    too_few,
)

OWN = -1
"""Instead of a common value's number: the value is its unit's own."""

_NOTHING = 1e-12

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Formula = Callable[[Floats, Floats], Floats]
"""From sums over units, of the two sorts of a ``Statistic``, to values: rows × columns to rows ×
names, NaN for none.
"""


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
    """``names`` of the results of ``formula``, from sums over units of ``linear`` and of
    ``squared``.

    If a sample has the same unit many times, the second kind grows with the square of that.
    The first of ``linear`` isn't 0 just where a unit has a pair; ``units`` is how many have one.
    ``shares`` are the names of results from 0 to 1, the sum of the second of ``linear`` divided by
    that of the first. For coefficients ``different`` has each unit's share of ratings other than
    the most frequent value, and ``agreeing`` its share of pairs that agree on such a value;
    ``steady`` results hang less on both.
    """

    names: Sequence[str]
    linear: scipy.sparse.csr_array
    squared: scipy.sparse.csr_array
    formula: Formula
    units: int
    shares: frozenset[str] = frozenset()
    different: Floats | None = None
    agreeing: Floats | None = None
    steady: frozenset[str] = frozenset()

    def take(self, rows: NDArray[Any]) -> Statistic:
        """The same for a sample of its units, in which each may come several times."""
        linear, squared = self.linear[rows], self.squared[rows]
        different = None if self.different is None else self.different[rows]
        agreeing = None if self.agreeing is None else self.agreeing[rows]
        units = int(np.count_nonzero(linear[:, [0]].toarray()))
        return replace(
            self,
            linear=linear,
            squared=squared,
            units=units,
            different=different,
            agreeing=agreeing,
        )


class Estimate(NamedTuple):
    """``value`` is None if the formula has none, and so is ``interval`` then."""

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
    None if units have own values; then there is no AC₁. The names are observed, fleiss, alpha and
    ac1, each with ``suffix``. Formulas as in ``observed_agreement``, ``fleiss_kappa``,
    ``krippendorff_alpha`` and ``gwet_ac1``: units with one rating count only in the chance
    agreement of κ and AC₁.
    """
    sums = _unit_sums(units, common, pairs, alike, count)
    rated = sums.sizes > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        agreeing = np.where(sums.paired, 2 * sums.alike / (sums.sizes * (sums.sizes - 1)), 0)
        shares = np.where(rated[:, None], sums.given / sums.sizes[:, None], 0)
        own_shares = np.where(rated, sums.own / sums.sizes**2, 0)
    width = sums.given.shape[1]
    # 0 means none.
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
        frozenset([f"observed{suffix}"]),
        sums.different,
        sums.agreeing,
        frozenset([f"ac1{suffix}"]),
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
    """Krippendorff's α with distance 1 - ``alike``: see ``krippendorff_alpha``.

    Parameters as for ``coefficients``; ``alike`` is anything from 0 to 1.
    """
    sums = _unit_sums(units, common, pairs, alike, count)

    def formula(w: Floats, squares: Floats) -> Floats:
        return _alpha(w[:, 0], w[:, 1], w[:, 2:], squares[:, 0])[:, None]

    linear = _columns(sums.sizes * sums.paired, sums.disagreement, sums.paired_given)
    return Statistic(
        (name,),
        linear,
        _columns(sums.paired_own),
        formula,
        int(sums.paired.sum()),
        different=sums.different,
        agreeing=sums.agreeing,
    )


def mean_of_pairs(pairs: Pairs, values: NDArray[Any], *, count: int, name: str) -> Statistic:
    """The mean of ``values`` over the pairs of a unit, and of that over units that have pairs."""
    means, has = unit_means(pairs, values, count)

    def formula(w: Floats, _squares: Floats) -> Floats:
        return (w[:, 1] / _positive(w[:, 0]))[:, None]

    return Statistic(
        (name,),
        _columns(has, np.where(has, means, 0)),
        scipy.sparse.csr_array((count, 0), dtype=np.float64),
        formula,
        int(has.sum()),
        frozenset([name]),
    )


def unit_means(pairs: Pairs, values: NDArray[Any], count: int) -> tuple[Floats, NDArray[np.bool_]]:
    """The mean of ``values`` over each unit's pairs, NaN without any, and which units have any."""
    sizes = np.bincount(pairs.unit, minlength=count)
    sums = np.bincount(pairs.unit, weights=values, minlength=count)
    means = np.full(count, np.nan)
    np.divide(sums, sizes, out=means, where=sizes > 0)
    return means, sizes > 0


def estimate(
    statistics: Sequence[Statistic], clusters: Clusters | None = None
) -> list[dict[str, Estimate]]:
    """The values of all statistics and their intervals, by leaving out each unit in turn, or each
    of the ``clusters`` to which the statistics' units belong.
    """
    return [
        _estimate(each, clusters or Clusters(np.arange(each.linear.shape[0])))
        for each in statistics
    ]


class LeftOut(NamedTuple):
    """``values`` by name, NaN for none; ``left_out`` has the values without each of ``units``."""

    values: Floats
    left_out: Floats
    units: Integers


def leave_one_out(statistic: Statistic, clusters: Clusters | None = None) -> LeftOut:
    """Compute a statistic, and again without each contributing unit in turn, or each cluster of
    them.
    """
    adds = np.flatnonzero(statistic.linear.count_nonzero(axis=1))
    linear, squared = statistic.linear[adds].toarray(), statistic.squared[adds].toarray()
    sums, squares = linear.sum(axis=0), squared.sum(axis=0)
    values = statistic.formula(sums[None], squares[None])[0]
    if clusters is not None:
        linear, squared = (_by_cluster(each, clusters.take(adds)) for each in (linear, squared))
    return LeftOut(values, statistic.formula(sums - linear, squares - squared), adds)


def _by_cluster(columns: Floats, clusters: Clusters) -> Floats:
    """Columns of units, added up by their clusters."""
    numbers = np.unique(clusters.of, return_inverse=True)[1]
    found = np.zeros((int(numbers.max(initial=-1)) + 1, columns.shape[1]))
    np.add.at(found, numbers, columns)
    return found


def _estimate(statistic: Statistic, clusters: Clusters) -> dict[str, Estimate]:
    """Units that add nothing are not left out: they don't count."""
    found = leave_one_out(statistic, clusters)
    return {
        name: Estimate(None, None, statistic.units)
        if np.isnan(value)
        else Estimate(
            float(value),
            _share_interval(statistic, clusters)
            if name in statistic.shares
            else _interval(name, float(value), without, statistic, clusters),
            statistic.units,
        )
        for name, value, without in zip(
            statistic.names, found.values, found.left_out.T, strict=True
        )
    }


def _share_interval(statistic: Statistic, clusters: Clusters) -> Interval:
    wholes, parts = statistic.linear[:, :2].toarray().T
    paired = wholes != 0
    return share_interval(parts[paired], wholes[paired], units=clusters.take(paired))


def _interval(
    name: str, value: float, left_out: Floats, statistic: Statistic, clusters: Clusters
) -> Interval:
    paired = statistic.linear[:, [0]].toarray()[:, 0] != 0
    clusters = clusters.take(paired)
    return (
        too_few(clusters.number, clusters.name)
        or _alike(name, statistic, paired, clusters)
        or jackknife_interval(value, left_out, units=clusters.name)
    )


def _alike(
    name: str, statistic: Statistic, paired: NDArray[np.bool_], clusters: Clusters
) -> Interval | None:
    """By the shares of the ``paired`` units, on average over each cluster of these."""
    if statistic.different is None or statistic.agreeing is None:
        return None
    different, agreeing, sizes = clusters.sums(
        statistic.different[paired], statistic.agreeing[paired], np.ones(paired.sum())
    )
    steady = name in statistic.steady
    few = too_alike(different / sizes, clusters.name, steady=steady)
    return few or (None if steady else rarely_agreeing(agreeing / sizes, clusters.name))


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
    def different(self) -> Floats:
        """By unit, the share of ratings that are not the most frequent common value."""
        return np.where(self.sizes > 0, 1 - self._most / np.maximum(self.sizes, 1), 0)

    @property
    def agreeing(self) -> Floats:
        """By unit, the share of pairs that agree on another value than that."""
        pairs, of_most = self.sizes * (self.sizes - 1), self._most * (self._most - 1)
        return np.where(self.paired, (2 * self.alike - of_most) / np.maximum(pairs, 1), 0)

    @property
    def _most(self) -> Floats:
        """By unit, the ratings of the most frequent common value."""
        counts = self.given.sum(axis=0)
        return self.given[:, int(np.argmax(counts))] if len(counts) else np.zeros(len(self.sizes))

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
