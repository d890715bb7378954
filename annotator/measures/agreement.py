"""Agreement of raters on unordered values: verdicts, long answers, yes and no.

Ratings are units × raters (``coding.Ratings``): any hashable value, None if one is missing. NULL is
an answer, so it needs a value. Chance compares values across units: the same candidate number on
two pages is two values, which the caller must distinguish, as (page, number).

Every figure comes from the sums of ``resampled_agreement``.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.coding import MISSING, Ratings, code_ratings
from annotator.measures.cohen_by_pair import cohen_by_pair
from annotator.measures.intervals import (
    EXAMPLES,
    Clusters,
    Interval,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.resampled_agreement import (
    OWN,
    Pairs,
    Statistic,
    alpha_of_similarities,
    coefficients,
    estimate,
    leave_one_out,
    pairs_within,
)


class PairAgreement(NamedTuple):
    """Raters ``first`` and ``second`` (columns, from 0) on the ``n`` units that both rated.

    ``agreement`` is the share of them with the same value, 0 to 1, and ``kappa`` Cohen's, None if
    it has no value because both gave one and the same value throughout.
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

    Raises ``UndefinedMeasureError`` if no unit has two ratings.
    """
    return _value_of(_coefficients(ratings), "observed")


def fleiss_kappa(ratings: Ratings) -> float:
    """Agreement of several raters beyond chance (Fleiss 1971), at most 1.

    κ = (P̄ - P̄_e) / (1 - P̄_e);  P̄_e = Σ_c p_c²;  p_c = mean over units of n_ic / n_i

    P̄ as in ``observed_agreement``. Fleiss has the same number of raters on each unit; with missing
    ratings this is Gwet's generalisation (2014, chapter 2), where units with one rating count in
    p_c and not in P̄. It doesn't matter who rated.

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(fleiss_kappa(ratings), 5)
    0.76117

    Raises ``UndefinedMeasureError`` if no unit has two ratings or all ratings are the same.
    """
    return _value_of(
        _coefficients(ratings),
        "fleiss",
        undefined="all ratings are the same, so chance alone would agree",
    )


def fleiss_interval(ratings: Ratings, *, units: str | Clusters = EXAMPLES) -> Interval:
    """The interval of Fleiss' kappa, by leaving out each rated unit in turn, or each cluster that
    the rows of ``ratings`` belong to.

    For values that come on many units, such as verdicts. Raises ``UndefinedMeasureError`` if kappa
    does.
    """
    fleiss_kappa(ratings)
    return _interval(_coefficients(ratings), "fleiss", _rated(ratings, units))


def gwet_ac1(ratings: Ratings, categories: int | None = None) -> float:
    """Gwet's first-order coefficient (Gwet 2008), at most 1, which a rare category doesn't distort.

    AC₁ = (P̄ - P̄_e) / (1 - P̄_e);  P̄_e = Σ_c p_c (1 - p_c) / (q - 1)

    P̄ and p_c as in ``fleiss_kappa``. q is the number of ``categories`` to choose from; by default,
    of those that somebody chose.

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(gwet_ac1(ratings), 5)
    0.77544

    Raises ``UndefinedMeasureError`` if no unit has two ratings or there is one category only,
    ``ValueError`` if more categories were chosen than ``categories`` says.
    """
    codes = code_ratings(ratings).codes
    chosen = len(np.unique(codes[codes != MISSING]))
    if categories is not None and categories < chosen:
        raise ValueError(f"{chosen} categories were chosen, which is more than {categories}")
    return _value_of(
        _coefficients(ratings, chosen if categories is None else categories),
        "ac1",
        undefined="with one category there is nothing to agree on",
    )


def krippendorff_alpha(ratings: Ratings) -> float:
    """Agreement of any number of raters with any values missing (Krippendorff 2011), at most 1.

    α = 1 - D_o / D_e
    D_o = (1/n) Σ_u (1/(m_u - 1)) Σ_c Σ_k n_uc n_uk δ(c, k)
    D_e = (1/(n (n - 1))) Σ_c Σ_k n_c n_k δ(c, k)

    with n_uc ratings c of the m_u of unit u, n_c of them in all units with at least two ratings,
    and n their sum. δ is 0 for equals and 1 for others. It doesn't matter who rated.

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(krippendorff_alpha(ratings), 3)
    0.743

    Raises ``UndefinedMeasureError`` if no unit has two ratings or all that have are the same.
    """
    return _value_of(
        _alpha(ratings),
        "alpha",
        undefined="all ratings are the same, so there is no disagreement to expect",
    )


def krippendorff_interval(ratings: Ratings, *, units: str | Clusters = EXAMPLES) -> Interval:
    """The interval of alpha, by leaving out each unit in turn that has two ratings; ``units`` as in
    ``fleiss_interval``.

    Raises ``UndefinedMeasureError`` if alpha does.
    """
    krippendorff_alpha(ratings)
    return _interval(_alpha(ratings), "alpha", _rated(ratings, units, least=2))


def pairwise_agreement(ratings: Ratings) -> list[PairAgreement]:
    """Agreement of each two raters who share a unit, in the order of their columns.

    >>> pairwise_agreement([["C", "C", None], ["W", "C", None]])
    [PairAgreement(first=0, second=1, n=2, agreement=0.5, kappa=0.0)]

    Pairs without a shared unit are left out; without any, the list is empty.
    """
    codes = code_ratings(ratings).codes
    units, raters = np.nonzero(codes != MISSING)
    values, width = codes[units, raters], codes.shape[1]
    pairs = pairs_within(units)
    found = cohen_by_pair(
        raters[pairs.first] * width + raters[pairs.second],
        values[pairs.first],
        values[pairs.second],
        count=width**2,
    )
    return [
        PairAgreement(
            int(pair) // width,
            int(pair) % width,
            int(found.shared[pair]),
            float(found.agreement[pair]),
            None if np.isnan(found.kappa[pair]) else float(found.kappa[pair]),
        )
        for pair in np.flatnonzero(found.shared)
    ]


def _coefficients(ratings: Ratings, categories: int | None = None) -> Statistic:
    units, common, pairs, alike, count = _parts(ratings)
    return coefficients(units, common, pairs, alike, count=count, categories=categories)


def _alpha(ratings: Ratings) -> Statistic:
    units, common, pairs, alike, count = _parts(ratings, least=2)
    return alpha_of_similarities(units, common, pairs, alike, count=count, name="alpha")


def _parts(
    ratings: Ratings, *, least: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], Pairs, NDArray[np.bool_], int]:
    """Of units with at ``least`` this many ratings: by rating its unit and its common value; the
    pairs, and whether they are alike; how many units.
    """
    codes = code_ratings(ratings).codes
    codes = codes[(codes != MISSING).sum(axis=1) >= least]
    units, raters = np.nonzero(codes != MISSING)
    values, pairs = codes[units, raters], pairs_within(units)
    # Values that one unit alone has are its own: of these there may be as many as pages.
    has = np.unique(np.stack([values, units]), axis=1)[0]
    is_common = np.bincount(has, minlength=1) > 1
    common = np.where(is_common, np.cumsum(is_common) - 1, OWN)[values]
    return units, common, pairs, values[pairs.first] == values[pairs.second], len(codes)


def _value_of(statistic: Statistic, name: str, *, undefined: str = "") -> float:
    if not statistic.units:
        raise UndefinedMeasureError("no unit was rated twice, so nobody could agree")
    value = float(leave_one_out(statistic).values[list(statistic.names).index(name)])
    if np.isnan(value):
        raise UndefinedMeasureError(undefined)
    return value


def _rated(ratings: Ratings, units: str | Clusters, *, least: int = 1) -> Clusters:
    """The clusters of the units that ``_parts`` takes; by default each is one."""
    codes = code_ratings(ratings).codes
    found = Clusters(np.arange(len(codes)), units) if isinstance(units, str) else units
    return found.take((codes != MISSING).sum(axis=1) >= least)


def _interval(statistic: Statistic, name: str, clusters: Clusters) -> Interval:
    [found] = estimate([statistic], clusters)
    return found[name].interval or Interval(None, None)
