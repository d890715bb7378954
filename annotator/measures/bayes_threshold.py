"""The probability from which it pays to predict an answer (NQ paper, footnote 11).

γ = p(l*|q, d) is the probability of the likeliest non-null answer l*, γ̄ = p(NULL|q, d) that of
NULL; what is left, 1 - γ - γ̄, falls on other answers. k annotations are drawn independently.
"""

from collections.abc import Callable
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotator.measures.intervals.undefined import UndefinedMeasureError

_TOLERANCE = 1e-9


def null_is_right(null: ArrayLike, k: int = 5, beta: int = 2) -> NDArray[np.float64]:
    """P(h_β(a, NULL) = 1 | γ̄): fewer than β of k annotations are non-null.

    Σ_{j<β} C(k, j) (1 - γ̄)^j γ̄^(k-j)

    With k = 5 and β = 2 it is γ̄⁵ + 5 γ̄⁴ (1 - γ̄), as in footnote 11:

    >>> float(null_is_right(0.5))
    0.1875
    """
    _check(k, beta)
    nulls = _probability(null)
    terms = [comb(k, j) * (1 - nulls) ** j * nulls ** (k - j) for j in range(beta)]
    return np.asarray(np.sum(terms, axis=0), dtype=np.float64)


def answer_is_right(
    gamma: ArrayLike, null: ArrayLike, k: int = 5, beta: int = 2
) -> NDArray[np.float64]:
    """P(h_β(a, l*) = 1 | γ, γ̄): at least β of k annotations are non-null, one of them l*.

    1 - P(h_β(a, NULL) = 1 | γ̄) - Σ_{j≥β} C(k, j) (1 - γ - γ̄)^j γ̄^(k-j)

    The last sum is of the cases with enough answers, but without l*. It is 0 if γ + γ̄ = 1, as in
    footnote 11.

    >>> float(answer_is_right(0.5, 0.5))
    0.8125

    Raises ``ValueError`` if γ, γ̄ or what is left is not a probability.
    """
    gammas, nulls = _probability(gamma), _probability(null)
    others = 1 - gammas - nulls
    if (others < -_TOLERANCE).any():
        raise ValueError("the probabilities of l* and of NULL add up to more than 1")
    # 1 - 0.7 - 0.3 is slightly off 0, but means 0.
    others = np.where(np.abs(others) < _TOLERANCE, 0, others)
    missed = [comb(k, j) * others**j * nulls ** (k - j) for j in range(beta, k + 1)]
    right = 1 - null_is_right(nulls, k, beta) - np.sum(missed, axis=0)
    return np.asarray(right, dtype=np.float64)


def pays_off(gamma: ArrayLike, null: ArrayLike, k: int = 5, beta: int = 2) -> NDArray[np.bool_]:
    """Whether the Bayes-optimal hypothesis predicts l* rather than NULL, for each γ and γ̄.

    P(h_β(a, l*) = 1 | γ, γ̄) ≥ P(h_β(a, NULL) = 1 | γ̄)

    >>> pays_off([0.31, 0.32], [0.69, 0.68]).tolist()
    [False, True]
    """
    return np.asarray(answer_is_right(gamma, null, k, beta) >= null_is_right(null, k, beta))


@lru_cache(maxsize=1000)
def bayes_threshold(k: int = 5, beta: int = 2) -> float:
    """α: the γ from which l* is predicted if it is the only answer besides NULL (γ + γ̄ = 1).

    α = 1 - ᾱ, where ᾱ solves P(h_β(a, NULL) = 1 | ᾱ) = 0.5. Footnote 11 has 0.31381:

    >>> round(bayes_threshold(k=5, beta=2), 5)
    0.31381

    Raises ``ValueError`` if β isn't 1 to k.
    """
    _check(k, beta)
    return 1 - _root(lambda null: float(null_is_right(null, k, beta)) - 0.5, 1)


@lru_cache(maxsize=10_000)
def threshold_given_null(null: float, k: int = 5, beta: int = 2) -> float:
    """The smallest γ from which l* is predicted, if NULL has probability γ̄ = ``null``.

    The higher γ, the fewer other answers there are, and the likelier l* is among the k.

    >>> round(threshold_given_null(0.6), 3)
    0.097

    Raises ``UndefinedMeasureError`` if NULL is the better choice even if there is no other answer,
    ``ValueError`` where β isn't 1 to k or ``null`` is not a probability.
    """
    at_most = 1 - null
    if not pays_off(at_most, null, k, beta):
        raise UndefinedMeasureError("NULL is so likely that no answer can pay off")

    def gain(gamma: float) -> float:
        return float(answer_is_right(gamma, null, k, beta) - null_is_right(null, k, beta))

    if gain(0) >= 0:
        return 0.0
    return _root(gain, at_most) if gain(at_most) > 0 else at_most


def _root(function: Callable[[float], float], at_most: float) -> float:
    """Where ``function`` is 0 between 0 and ``at_most``, at whose ends its signs differ."""
    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.optimize import brentq

    return float(brentq(function, 0, at_most, xtol=1e-14))


def _check(k: int, beta: int) -> None:
    if not 1 <= beta <= k:
        raise ValueError(f"β is 1 to k, and with k = {k} it can't be {beta}")


def _probability(value: ArrayLike) -> NDArray[np.float64]:
    found = np.asarray(value, dtype=np.float64)
    if not ((found >= 0) & (found <= 1)).all():
        raise ValueError("a probability lies between 0 and 1")
    return found
