"""Precision of answers that experts judged (NQ paper, section 4.3 and Table 2).

``C`` is correct, ``C_d`` correct but debatable, ``W`` wrong (section 4.2).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import Clusters, Proportion, share_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError

VERDICTS = ("C", "C_d", "W")
"""The three categories of section 4.2, in the paper's order."""


class Precision(NamedTuple):
    """Table 2: ``psi`` is Ψ̂ = Ê(C) + Ê(C_d); the others are Ê(C), Ê(C_d) and Ê(W)."""

    psi: Proportion
    correct: Proportion
    debatable: Proportion
    wrong: Proportion


def precision(
    verdicts: Sequence[str],
    weights: Sequence[int] | None = None,
    units: Clusters | None = None,
) -> Precision:
    """Ψ̂ and the shares of the three categories among non-null answers (section 4.3).

    Ê(C) = (1/|S|) Σ [[c = C]], the same for C_d and W; Ψ̂ = Ê(C) + Ê(C_d)

    ``verdicts`` are the consensus of each answer, ``weights`` how often it was drawn (once, if they
    are left out): a draw is one observation. Intervals are over the answers' ``units``; by default
    each answer is one.

    Table 2 has 90%, 59%, 31% and 10% for the 139 long answers:

    >>> table = precision(["C"] * 82 + ["C_d"] * 43 + ["W"] * 14)
    >>> [round(100 * each.value) for each in table]
    [90, 59, 31, 10]

    Raises ``UndefinedMeasureError`` without verdicts, ``ValueError`` for an unknown verdict, and
    weights or units that don't fit.
    """
    right = ("C", "C_d")
    return Precision(
        *(
            judged_share(verdicts, chosen, weights, units)
            for chosen in (right, *((each,) for each in VERDICTS))
        )
    )


def judged_share(
    verdicts: Sequence[str],
    chosen: Sequence[str],
    weights: Sequence[int] | None = None,
    units: Clusters | None = None,
) -> Proportion:
    """The share of draws whose verdict is among ``chosen``, with its interval over units.

    Raises what ``precision`` raises.
    """
    counts = weighted_counts(verdicts, weights)
    total = sum(counts.values())
    if total == 0:
        raise UndefinedMeasureError("without a judged answer there is no precision")
    units = Clusters(np.arange(len(verdicts))) if units is None else units
    if len(units.of) != len(verdicts):
        raise ValueError(f"there are {len(units.of)} units for {len(verdicts)} verdicts")
    draws = np.array(checked_weights(len(verdicts), weights), dtype=np.int64)
    is_chosen = np.array([each in chosen for each in verdicts])
    found = share_interval(draws * is_chosen, draws, units=units)
    count = sum(counts[each] for each in chosen)
    return Proportion(count / total, found.low, found.high, count, total, found.withheld)


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
