"""Krippendorff's alpha for any distance between answers, with any answers missing.

Everything runs on similarities s = 1 - distance: with n_c ratings of value c, the disagreement that
chance would bring is n² - Σ_c Σ_k n_c n_k s_ck. Sets of tokens that share none have s = 0, so
the matrix of them is sparse: a hundred thousand short answers on as many pages are no trouble.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.coding import CodedRatings, Ratings, Tally, code_ratings, tally
from annotator.measures.intervals import Interval, jackknife_interval, too_alike, too_few
from annotator.measures.token_sets import (
    Similarity,
    incidence,
    jaccard_similarity,
    masi_similarity,
)
from annotator.measures.undefined import UndefinedMeasureError

Distance = Literal["nominal", "jaccard", "masi"] | Callable[[Any, Any], float]
"""Between values: Jaccard and MASI want sets of tokens; a function gives 0 for equals."""

_CELLS_AT_ONCE = 2_000_000
_NO_DISAGREEMENT = 1e-12


def krippendorff_alpha(ratings: Ratings, distance: Distance = "nominal") -> float:
    """Agreement of any number of raters with any values missing (Krippendorff 2011), at most 1.

    α = 1 - D_o / D_e
    D_o = (1/n) Σ_u (1/(m_u - 1)) Σ_c Σ_k n_uc n_uk δ(c, k)
    D_e = (1/(n (n - 1))) Σ_c Σ_k n_c n_k δ(c, k)

    with n_uc ratings c of the m_u of unit u, n_c of them in all units with at least two ratings,
    and n their sum. δ is 0 for equals and 1 for others (nominal), or how far two sets of tokens are
    apart (``token_sets.jaccard_distance``, ``masi_distance``). Who rated doesn't matter. Values
    are compared across units: tokens name their page (``token_sets.token_set``).

    >>> rows = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.".split()
    >>> ratings = [[None if each == "." else each for each in row] for row in rows]
    >>> round(krippendorff_alpha(ratings), 3)
    0.743

    Raises ``UndefinedMeasureError`` where no unit has two ratings or all that have are the same.
    """
    parts = _parts(ratings, distance)
    value = float(_alphas(parts, np.ones((1, len(parts.sizes))))[0])
    if np.isnan(value):
        raise UndefinedMeasureError(
            "all ratings are the same, so there is no disagreement to expect"
        )
    return value


def krippendorff_interval(
    ratings: Ratings, distance: Distance = "nominal", *, units: str = "examples"
) -> Interval:
    """The interval of alpha, by leaving out each unit in turn that has two ratings.

    Units with the same ratings are left out together, so time grows with the distinct ones: of
    verdicts by a few experts there are few, however many answers were judged.

    Raises ``UndefinedMeasureError`` where alpha does.
    """
    parts, times = _distinct(_parts(ratings, distance))
    at_once = max(1, _CELLS_AT_ONCE // max(parts.counts.shape))
    values = [
        _alphas(parts, times - np.eye(len(times))[start : start + at_once])
        for start in range(0, len(times), at_once)
    ]
    left_out = np.repeat(np.concatenate(values), times)
    alpha = krippendorff_alpha(ratings, distance)
    return (
        too_few(len(left_out), units)
        or too_alike(np.repeat(_different(parts), times), units)
        or jackknife_interval(alpha, left_out, units=units)
    )


def _different(parts: _Parts) -> NDArray[np.float64]:
    """By unit the share of ratings that are not the most frequent value of all."""
    totals = np.asarray(parts.counts.sum(axis=0)).reshape(-1)
    most = parts.counts[:, [int(np.argmax(totals))]].toarray().reshape(-1)
    return np.asarray(1 - most / parts.sizes)


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Of units with two ratings: Σ n_uc n_uk δ / (m_u - 1), m_u and n_uc; and s of values.

    Without ``similarities`` only equals are alike.
    """

    disagreement: NDArray[np.float64]
    sizes: NDArray[np.int64]
    counts: scipy.sparse.csr_array
    similarities: scipy.sparse.csr_array | None


def _parts(ratings: Ratings, distance: Distance) -> _Parts:
    coded = code_ratings(ratings)
    counted = tally(coded).at_least(2)
    if not len(counted.sizes):
        raise UndefinedMeasureError("no unit was rated twice, so nobody could agree")
    similarities = _similarities(coded, distance)
    shape = (len(counted.sizes), len(coded.values))
    counts = scipy.sparse.csr_array(
        (counted.counts.astype(np.float64), (counted.units, counted.values)), shape=shape
    )
    alike = _alike(counted, similarities)
    disagreement = (counted.sizes**2 - alike) / (counted.sizes - 1)
    return _Parts(disagreement, counted.sizes, counts, similarities)


def _distinct(parts: _Parts) -> tuple[_Parts, NDArray[np.int64]]:
    """The parts of units that differ in how often they got which value; how many are like each."""
    counts = parts.counts
    numbers: dict[tuple[bytes, bytes], int] = {}
    kinds = [
        numbers.setdefault(
            (counts.indices[start:end].tobytes(), counts.data[start:end].tobytes()), len(numbers)
        )
        for start, end in pairwise(counts.indptr)
    ]
    _, first, times = np.unique(kinds, return_index=True, return_counts=True)
    rows = counts[first]
    return _Parts(parts.disagreement[first], parts.sizes[first], rows, parts.similarities), times


def _alike(counted: Tally, similarities: scipy.sparse.csr_array | None) -> NDArray[np.float64]:
    """Σ_c Σ_k n_uc n_uk s_ck of each unit, going through pairs of its own values alone."""
    if similarities is None:
        return counted.per_unit(counted.counts**2)
    distinct = np.bincount(counted.units, minlength=len(counted.sizes))
    starts = np.cumsum(distinct) - distinct
    partners = distinct[counted.units]
    first = np.repeat(np.arange(len(counted.units)), partners)
    before = np.cumsum(partners) - partners
    second = np.arange(len(first)) - np.repeat(before - starts[counted.units], partners)
    pairs = similarities[counted.values[first], counted.values[second]]
    products = counted.counts[first] * counted.counts[second] * np.asarray(pairs).reshape(-1)
    sums = np.bincount(counted.units[first], weights=products, minlength=len(counted.sizes))
    return sums.astype(np.float64)


def _alphas(parts: _Parts, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """α of units drawn so often, a row of ``weights`` each; NaN where it has no value."""
    totals = weights @ parts.counts
    everything = weights @ parts.sizes
    observed = weights @ parts.disagreement
    alike = totals if parts.similarities is None else totals @ parts.similarities
    expected = everything**2 - np.sum(alike * totals, axis=1)
    values = np.full(len(weights), np.nan)
    ratio = (everything - 1) * observed
    np.divide(ratio, expected, out=values, where=expected > _NO_DISAGREEMENT * everything**2)
    return np.asarray(1 - values)


def _similarities(coded: CodedRatings, distance: Distance) -> scipy.sparse.csr_array | None:
    if distance == "nominal":
        return None
    if distance == "jaccard":
        return _of_sets(coded.values, jaccard_similarity)
    if distance == "masi":
        return _of_sets(coded.values, masi_similarity)
    if callable(distance):
        return _of_function(coded.values, distance)
    raise ValueError(f"there is no distance {distance!r}")


def _of_sets(values: tuple[Hashable, ...], similarity: Similarity) -> scipy.sparse.csr_array:
    sets = incidence(values)  # type: ignore[arg-type]  # it refuses what is no set
    sizes = np.asarray(sets.sum(axis=1)).reshape(-1)
    shared = (sets @ sets.T).tocoo()
    one, other = shared.coords
    found = similarity(shared.data, sizes[one], sizes[other])
    return scipy.sparse.csr_array((found, (one, other)), shape=shared.shape)


def _of_function(
    values: tuple[Hashable, ...], distance: Callable[[Any, Any], float]
) -> scipy.sparse.csr_array:
    rows = [list(map(partial(distance, one), values)) for one in values]
    return scipy.sparse.csr_array(
        1 - np.array(rows, dtype=np.float64).reshape(len(values), len(values))
    )
