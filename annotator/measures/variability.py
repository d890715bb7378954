"""How often annotators of the same example say NULL, against experts' verdicts (NQ, section 4.4).

An annotation is any hashable value; None is NULL. μ is an exact fraction, and stays one until it
is shown: 5 of 25 is exactly 0.2 and 10 of 25 exactly 0.4, which no sum of floats promises.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import AnswerCounts
from annotator.measures.intervals import EXAMPLES, Clusters, Interval, share_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.precision import VERDICTS, checked_weights, weighted_counts

INTERVALS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))
"""Figure 4's intervals as shown: each excludes its lower end and includes its upper one."""

_UPPER_ENDS = tuple(Fraction(fifths, 5) for fifths in range(1, 6))
FOOTNOTE_9_THRESHOLD = Fraction(2, 5)
"""Footnote 9 speaks of μ of at least this, and of μ below it."""


class Share(NamedTuple):
    """``share``, 0 to 1, is of all draws, not of those in the bar."""

    count: int  # type: ignore[assignment]  # tuple.count
    share: float


class Bar(NamedTuple):
    """A bar of Figure 4: Ê[(low, high)] and, by verdict, Ê[(low, high), C] and so on."""

    low: float
    high: float
    count: int  # type: ignore[assignment]  # tuple.count
    share: float
    by_verdict: dict[str, Share]


class Footnote9(NamedTuple):
    """Draws with C or C_d among those with μ ≥ 0.4, and with W among those with μ < 0.4."""

    correct_at_or_above: int
    at_or_above: int
    wrong_below: int
    below: int


def mu(annotations: Sequence[Hashable | None]) -> Fraction:
    """The share of an example's annotations that are non-null, exactly.

    μ = (1/k) Σ [[a_j ≠ NULL]]

    Figure 6, example A1, has 13 non-null long answers among 25:

    >>> mu(["After mashing"] * 4 + ["another"] * 9 + [None] * 12)
    Fraction(13, 25)

    Raises ``UndefinedMeasureError`` without annotations.
    """
    return _share(sum(each is not None for each in annotations), len(annotations))


def mus(answers: AnswerCounts) -> list[Fraction]:
    """μ of each example, exactly, from counted annotations.

    Raises ``UndefinedMeasureError`` if an example has no annotations.
    """
    pairs = zip(answers.non_nulls.tolist(), answers.sizes.tolist(), strict=True)
    return [_share(non_null, size) for non_null, size in pairs]


def interval_numbers(answers: AnswerCounts) -> NDArray[np.int64]:
    """The number, from 1, of Figure 4's interval that contains each example's μ; 0 if μ is 0.

    ⌈5 g / k⌉ with g non-null annotations of k: whole numbers, so 5 of 25 is in the first.

    >>> from annotator.measures.answers import count_answers
    >>> rows = [[None] * (25 - each) + ["a"] * each for each in (0, 1, 5, 6, 25)]
    >>> interval_numbers(count_answers(rows)).tolist()
    [0, 1, 1, 2, 5]

    Raises ``UndefinedMeasureError`` if an example has no annotations.
    """
    sizes = answers.sizes
    if not sizes.all():
        raise UndefinedMeasureError("without annotations there is no share of non-null ones")
    return np.asarray(-(-len(INTERVALS) * answers.non_nulls // sizes))


def mean_mu(answers: AnswerCounts) -> float:
    """The mean of μ over examples, 0 to 1: each example weighs the same.

    Raises ``UndefinedMeasureError`` without examples, or where one has no annotations.
    """
    found = mus(answers)
    if not found:
        raise UndefinedMeasureError("without examples there is no mean of μ")
    return float(sum(found) / len(found))


def mean_mu_interval(answers: AnswerCounts, *, units: str | Clusters = EXAMPLES) -> Interval:
    """The 95% interval of ``mean_mu``, over examples or the units that they belong to.

    Raises what ``mean_mu`` raises.
    """
    found = np.array([float(each) for each in mus(answers)])
    return share_interval(found, np.ones(len(found)), units=units)


def figure_4(
    mus: Sequence[Fraction], verdicts: Sequence[str], weights: Sequence[int] | None = None
) -> list[Bar]:
    """The five bars of Figure 4, from the lowest μ to the highest.

    Ê[(θ¹, θ²)] = (1/|S|) Σ [[θ¹ < μ ≤ θ²]], and with "and c = C" for the divisions of a bar

    ``mus``, ``verdicts`` and ``weights`` (draws) belong to the same examples, in the same order.

    >>> bars = figure_4([Fraction(5, 25), Fraction(13, 25), Fraction(1)], ["W", "C_d", "C"])
    >>> [bar.count for bar in bars]
    [1, 0, 1, 0, 1]
    >>> round(bars[0].by_verdict["W"].share, 3)
    0.333

    Raises ``UndefinedMeasureError`` without examples or where μ is 0 (the judged answer is one of
    the annotations and isn't NULL), ``TypeError`` for a float, ``ValueError`` for lists that
    don't fit.
    """
    draws = _checked(mus, verdicts, weights)
    total = sum(draws)
    bars = []
    lower = Fraction(0)
    for upper, (low, high) in zip(_UPPER_ENDS, INTERVALS, strict=True):
        inside = [place for place, each in enumerate(mus) if lower < each <= upper]
        counts = weighted_counts([verdicts[at] for at in inside], [draws[at] for at in inside])
        count = sum(counts.values())
        by_verdict = {
            verdict: Share(counts[verdict], counts[verdict] / total) for verdict in VERDICTS
        }
        bars.append(Bar(low, high, count, count / total, by_verdict))
        lower = upper
    return bars


def footnote_9(
    mus: Sequence[Fraction], verdicts: Sequence[str], weights: Sequence[int] | None = None
) -> Footnote9:
    """Why β is 2: answers from μ ≥ 0.4 on are mostly right, those below often wrong.

    The paper prints 114 of 122 and 11 of 17:

    >>> mus = [Fraction(10, 25)] * 122 + [Fraction(9, 25)] * 17
    >>> verdicts = ["C"] * 82 + ["C_d"] * 32 + ["W"] * 8 + ["C_d"] * 6 + ["W"] * 11
    >>> tuple(footnote_9(mus, verdicts))
    (114, 122, 11, 17)

    Raises what ``figure_4`` raises.
    """
    draws = _checked(mus, verdicts, weights)
    above = [at for at, each in enumerate(mus) if each >= FOOTNOTE_9_THRESHOLD]
    below = [at for at, each in enumerate(mus) if each < FOOTNOTE_9_THRESHOLD]
    high = weighted_counts([verdicts[at] for at in above], [draws[at] for at in above])
    low = weighted_counts([verdicts[at] for at in below], [draws[at] for at in below])
    return Footnote9(high["C"] + high["C_d"], sum(high.values()), low["W"], sum(low.values()))


def _share(non_null: int, size: int) -> Fraction:
    if not size:
        raise UndefinedMeasureError("without annotations there is no share of non-null ones")
    return Fraction(non_null, size)


def _checked(
    mus: Sequence[Fraction], verdicts: Sequence[str], weights: Sequence[int] | None
) -> Sequence[int]:
    if len(mus) != len(verdicts):
        raise ValueError(f"there are {len(mus)} examples and {len(verdicts)} verdicts")
    draws = checked_weights(len(verdicts), weights)
    if sum(draws) == 0:
        raise UndefinedMeasureError("without a judged example there are no shares")
    for each in mus:
        if not isinstance(each, Fraction | int):
            raise TypeError("μ is an exact fraction; a float may lie on the wrong side of 0.2")
        if each == 0:
            raise UndefinedMeasureError(
                "an example whose annotations are all NULL has no judged answer"
            )
        if not 0 < each <= 1:
            raise ValueError(f"a share lies between 0 and 1, and {each} doesn't")
    return draws
