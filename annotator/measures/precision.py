"""Precision of answers that experts judged (NQ paper, section 4.3 and Table 2).

``C`` is correct, ``C_d`` correct but debatable, ``W`` wrong (section 4.2).
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from annotator.measures.undefined import UndefinedMeasureError

VERDICTS = ("C", "C_d", "W")
"""The three categories of section 4.2, in the paper's order."""


class Proportion(NamedTuple):
    """``value`` = ``count`` / ``total`` with its Wilson interval; all three are 0 to 1."""

    value: float
    low: float
    high: float
    count: int  # type: ignore[assignment]  # tuple.count
    total: int


class Precision(NamedTuple):
    """Table 2: ``psi`` is Ψ̂ = Ê(C) + Ê(C_d); the others are Ê(C), Ê(C_d) and Ê(W)."""

    psi: Proportion
    correct: Proportion
    debatable: Proportion
    wrong: Proportion


def wilson_interval(count: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a proportion (Wilson 1927), each end 0 to 1.

    With p = count / total and z the normal quantile of (1 + confidence) / 2:
    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)

    >>> low, high = wilson_interval(125, 139)
    >>> round(low, 3), round(high, 3)
    (0.838, 0.939)

    Raises ``UndefinedMeasureError`` where ``total`` is 0, ``ValueError`` where ``count`` isn't in
    0 to ``total`` or ``confidence`` not between 0 and 1.
    """
    if total == 0:
        raise UndefinedMeasureError("a proportion of nothing has no interval")
    if not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is no proportion")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, and {confidence} doesn't")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = count / total
    middle = share + z**2 / (2 * total)
    half = z * sqrt(share * (1 - share) / total + z**2 / (4 * total**2))
    scale = 1 + z**2 / total
    # The ends are exact at 0 and 1, which rounding would miss by a hair.
    low = 0.0 if count == 0 else (middle - half) / scale
    high = 1.0 if count == total else (middle + half) / scale
    return low, high


def proportion(count: int, total: int, confidence: float = 0.95) -> Proportion:
    """``count`` / ``total`` with its Wilson interval.

    Raises what ``wilson_interval`` raises.
    """
    low, high = wilson_interval(count, total, confidence)
    return Proportion(count / total, low, high, count, total)


def precision(verdicts: Sequence[str], weights: Sequence[int] | None = None) -> Precision:
    """Ψ̂ and the shares of the three categories among non-null answers (section 4.3).

    Ê(C) = (1/|S|) Σ [[c = C]], the same for C_d and W; Ψ̂ = Ê(C) + Ê(C_d)

    ``verdicts`` are the consensus of each answer, ``weights`` how often it was drawn (once, if
    they are left out): a draw is one observation.

    Table 2 has 90%, 59%, 31% and 10% for the 139 long answers:

    >>> table = precision(["C"] * 82 + ["C_d"] * 43 + ["W"] * 14)
    >>> [round(100 * each.value) for each in table]
    [90, 59, 31, 10]

    Raises ``UndefinedMeasureError`` without verdicts, ``ValueError`` for a verdict that is none of
    the three or weights that don't fit.
    """
    counts = weighted_counts(verdicts, weights)
    total = sum(counts.values())
    if total == 0:
        raise UndefinedMeasureError("without a judged answer there is no precision")
    right = counts["C"] + counts["C_d"]
    return Precision(
        *(proportion(count, total) for count in (right, counts["C"], counts["C_d"], counts["W"]))
    )


def weighted_counts(
    verdicts: Sequence[str], weights: Sequence[int] | None = None
) -> dict[str, int]:
    """How many draws have each of the three verdicts.

    Raises ``ValueError`` for a verdict that is none of the three or weights that don't fit.
    """
    counts = dict.fromkeys(VERDICTS, 0)
    for verdict, weight in zip(verdicts, checked_weights(len(verdicts), weights), strict=True):
        if verdict not in counts:
            raise ValueError(f"a verdict is C, C_d or W, not {verdict!r}")
        counts[verdict] += weight
    return counts


def checked_weights(length: int, weights: Sequence[int] | None) -> Sequence[int]:
    """``weights``, or ``length`` ones; ``ValueError`` if they are too many, too few or negative."""
    if weights is None:
        return [1] * length
    if len(weights) != length:
        raise ValueError(f"there are {len(weights)} weights for {length} verdicts")
    if any(weight < 0 for weight in weights):
        raise ValueError("a weight is how often an answer was drawn, so it can't be negative")
    return weights
