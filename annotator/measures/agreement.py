"""Agreement of raters on what has no order: verdicts, long answers, yes and no.

Ratings are units × raters (``coding.Ratings``): any hashable value, None where one is missing.
NULL is an answer of its own, so it needs a value. Values are compared across units to say what
agreement chance would bring: the same candidate number on two pages is two values, which the
caller has to tell apart, as (page, number).
"""

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.coding import MISSING, CodedRatings, Ratings, Tally, code_ratings, tally
from annotator.measures.intervals import Interval, jackknife_interval, too_alike, too_few
from annotator.measures.krippendorff import krippendorff_alpha, krippendorff_interval
from annotator.measures.undefined import UndefinedMeasureError

__all__ = [
    "PairAgreement",
    "cohen_kappa",
    "fleiss_interval",
    "fleiss_kappa",
    "gwet_ac1",
    "krippendorff_alpha",
    "krippendorff_interval",
    "observed_agreement",
    "pairwise_agreement",
]


class PairAgreement(NamedTuple):
    """Raters ``first`` and ``second`` (columns, from 0) on the ``n`` units that both rated.

    ``agreement`` is the share of them with the same value, 0 to 1, and ``kappa`` Cohen's, None
    where it has no value because both gave one and the same value throughout.
    """

    first: int
    second: int
    n: int
    agreement: float
    kappa: float | None


def observed_agreement(ratings: Ratings) -> float:
    """The mean over units of the share of pairs of raters who agree (Fleiss 1971: P̄), 0 to 1.

    P_i = Σ_c n_ic (n_ic - 1) / (n_i (n_i - 1));  P̄ = mean of P_i

    where n_ic of the n_i raters of unit i gave value c. Units with fewer than two ratings have no
    pairs and are left out.

    >>> observed_agreement([["C", "C", "W"], ["C", "C", "C"], ["W", None, None]])
    0.6666666666666666

    Raises ``UndefinedMeasureError`` where no unit has two ratings.
    """
    return float(np.mean(_pair_agreement(_rated_twice(tally(ratings)))))


def cohen_kappa(a: Sequence[Hashable | None], b: Sequence[Hashable | None]) -> float:
    """Agreement of two raters beyond chance (Cohen 1960), -1 to 1, on the units that both rated.

    κ = (p_o - p_e) / (1 - p_e);  p_e = Σ_c p_a(c) p_b(c)

    Of 50 applications both say yes to 20 and no to 15, one alone yes to 5, the other alone to 10:

    >>> pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    >>> round(cohen_kappa(*zip(*pairs)), 3)
    0.4

    Raises ``UndefinedMeasureError`` where they share no unit, or where both gave one and the same
    value throughout (p_e = 1); ``ValueError`` where the lists differ in length.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} ratings of one rater don't pair with {len(b)} of the other")
    codes = code_ratings(list(zip(a, b, strict=True))).codes.reshape(-1, 2)
    both = codes[(codes != MISSING).all(axis=1)]
    if not len(both):
        raise UndefinedMeasureError("the two raters have no unit in common")
    return _cohen(both[:, 0], both[:, 1])


def fleiss_kappa(ratings: Ratings) -> float:
    """Agreement of several raters beyond chance (Fleiss 1971), at most 1.

    κ = (P̄ - P̄_e) / (1 - P̄_e);  P̄_e = Σ_c p_c²;  p_c = mean over units of n_ic / n_i

    P̄ as in ``observed_agreement``. Fleiss has the same number of raters on each unit; with missing
    ratings this is Gwet's generalisation (2014, chapter 2), where units with one rating count in
    p_c and not in P̄. Who rated does not matter.

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(fleiss_kappa(ratings), 5)
    0.76117

    Raises ``UndefinedMeasureError`` where no unit has two ratings or all ratings are the same.
    """
    counted = tally(ratings)
    observed = float(np.mean(_pair_agreement(_rated_twice(counted))))
    shares = _mean_shares(counted)
    if np.count_nonzero(shares) == 1:
        raise UndefinedMeasureError("all ratings are the same, so chance alone would agree")
    expected = float(np.sum(shares**2))
    return (observed - expected) / (1 - expected)


def fleiss_interval(ratings: Ratings, *, units: str = "examples") -> Interval:
    """The interval of Fleiss' kappa, by leaving out each rated unit in turn.

    For values that come on many units, such as verdicts. Raises ``UndefinedMeasureError`` where
    kappa does.
    """
    coded = code_ratings(ratings)
    counted = tally(coded)
    sizes = counted.sizes
    pairs = sizes * (sizes - 1)
    # κ is a function of sums over units: how many were rated twice, P_i of those, how many were
    # rated at all, and n_ic / n_i for each value c.
    rows = np.zeros((len(sizes), 3 + len(coded.values)))
    rows[:, 0], rows[:, 2] = pairs > 0, sizes > 0
    agreeing = counted.per_unit(counted.counts * (counted.counts - 1.0))
    np.divide(agreeing, pairs, out=rows[:, 1], where=pairs > 0)
    rows[counted.units, 3 + counted.values] = counted.counts / sizes[counted.units]
    rows = rows[sizes > 0]
    left_out = _kappas(rows.sum(axis=0) - rows)
    shares = rows[:, 3:]
    different = 1 - shares[:, int(np.argmax(shares.sum(axis=0)))]
    kappa = fleiss_kappa(coded)
    return (
        too_few(len(rows), units)
        or too_alike(different, units)
        or jackknife_interval(kappa, left_out, units=units)
    )


def _kappas(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """κ from several rows of sums; NaN where it has no value."""
    paired, agreeing, rated, given = sums[:, 0], sums[:, 1], sums[:, 2], sums[:, 3:]
    defined = (paired > 0) & (np.count_nonzero(given, axis=1) > 1)
    values = np.full(len(sums), np.nan)
    expected = np.sum((given[defined] / rated[defined, None]) ** 2, axis=1)
    values[defined] = (agreeing[defined] / paired[defined] - expected) / (1 - expected)
    return values


def gwet_ac1(ratings: Ratings, categories: int | None = None) -> float:
    """Gwet's first-order coefficient (Gwet 2008), which a rare category doesn't upset, at most 1.

    AC₁ = (P̄ - P̄_e) / (1 - P̄_e);  P̄_e = Σ_c p_c (1 - p_c) / (q - 1)

    P̄ and p_c as in ``fleiss_kappa``. q is the number of ``categories`` there were to choose from;
    left out, it is the number of those that somebody chose.

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(gwet_ac1(ratings), 5)
    0.77544

    Raises ``UndefinedMeasureError`` where no unit has two ratings or there is one category only,
    ``ValueError`` where more categories were chosen than there are said to be.
    """
    counted = tally(ratings)
    observed = float(np.mean(_pair_agreement(_rated_twice(counted))))
    shares = _mean_shares(counted)
    chosen = int(np.count_nonzero(shares))
    if categories is not None and categories < chosen:
        raise ValueError(f"{chosen} categories were chosen, which is more than {categories}")
    number = chosen if categories is None else categories
    if number == 1:
        raise UndefinedMeasureError("with one category there is nothing to agree on")
    expected = float(np.sum(shares * (1 - shares))) / (number - 1)
    return (observed - expected) / (1 - expected)


def pairwise_agreement(ratings: Ratings) -> list[PairAgreement]:
    """Agreement of each two raters who share a unit, in the order of their columns.

    >>> pairwise_agreement([["C", "C", None], ["W", "C", None]])
    [PairAgreement(first=0, second=1, n=2, agreement=0.5, kappa=0.0)]

    Pairs without a shared unit are left out; without any, the list is empty.
    """
    coded = code_ratings(ratings)
    rated = (coded.codes != MISSING).astype(np.int64)
    shared, same, by_chance = rated.T @ rated, _same(coded), _by_chance(coded)
    pairs = []
    for first, second in combinations(range(rated.shape[1]), 2):
        number = int(shared[first, second])
        if not number:
            continue
        alike, chance = int(same[first, second]), int(by_chance[first, second])
        try:
            kappa = _kappa(alike, chance, number)
        except UndefinedMeasureError:
            kappa = None
        pairs.append(PairAgreement(first, second, number, alike / number, kappa))
    return pairs


def _same(coded: CodedRatings) -> NDArray[np.int64]:
    """On how many units each two raters gave the same value."""
    codes = coded.codes
    rows = [np.sum((codes == one[:, None]) & (codes != MISSING), axis=0) for one in codes.T]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(rows))


def _by_chance(coded: CodedRatings) -> NDArray[np.int64]:
    """Of each two raters, on the units that both rated: Σ_c n_a(c) n_b(c)."""
    rated = (coded.codes != MISSING).astype(np.int64)
    shape = (len(coded.values), len(coded))
    given = []
    for column in coded.codes.T:
        (units,) = np.nonzero(column != MISSING)
        ones = scipy.sparse.csr_array(
            (np.ones(len(units), np.int64), (column[units], units)), shape=shape
        )
        given.append(ones @ rated)
    # given[a][c, b]: how often a gave c where b gave anything.
    stacked = np.array(given, dtype=np.int64).reshape(len(given), shape[0], len(given))
    sums: NDArray[np.int64] = np.sum(stacked * stacked.transpose(2, 1, 0), axis=1)
    return sums


def _cohen(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    number = len(one)
    width = int(max(one.max(), other.max())) + 1
    same = int(np.sum(one == other))
    by_chance = int(np.bincount(one, minlength=width) @ np.bincount(other, minlength=width))
    return _kappa(same, by_chance, number)


def _kappa(same: int, by_chance: int, number: int) -> float:
    """Cohen's, of ``number`` units with ``same`` alike and Σ_c n_a(c) n_b(c) ``by_chance``."""
    if by_chance == number**2:
        raise UndefinedMeasureError("both raters gave one and the same value throughout")
    return (same * number - by_chance) / (number**2 - by_chance)


def _rated_twice(counted: Tally) -> Tally:
    paired = counted.at_least(2)
    if not len(paired.sizes):
        raise UndefinedMeasureError("no unit was rated twice, so nobody could agree")
    return paired


def _pair_agreement(paired: Tally) -> NDArray[np.float64]:
    agreeing = paired.per_unit(paired.counts * (paired.counts - 1))
    return agreeing / (paired.sizes * (paired.sizes - 1))


def _mean_shares(counted: Tally) -> NDArray[np.float64]:
    rated = counted.at_least(1)
    shares = rated.counts / rated.sizes[rated.units]
    return np.bincount(rated.values, weights=shares) / len(rated.sizes)
