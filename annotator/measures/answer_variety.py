"""How far the annotators of one example differ (NQ paper, section 4.4, its last paragraphs).

``over`` says what counts: "all" has NULL among the answers; "non_null" leaves aside annotations
that are NULL. The paper doesn't say which it has; its numbers of distinct answers are of non-null
ones.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import AnswerCounts, Over
from annotator.measures.intervals import EXAMPLES, Clusters, Interval, share_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError


class VariedExample(NamedTuple):
    """An example's place, its number of distinct non-null answers, and their entropy in bits."""

    place: int
    distinct: int
    entropy: float


def popular_shares(answers: AnswerCounts, *, over: Over, ranks: int = 3) -> list[float]:
    """The share, 0 to 1, of annotations with the most popular, one of the two, three… most popular
    answers.

    share_r = Σ_i (annotations with one of the r most popular answers of example i) / Σ_i k_i

    Each annotation weighs the same, so an example with more of them weighs more. The paper has
    83% and 96% for one and two long answers, 64% and 90% for one and three short answers. Its
    annotators of "where is blood pumped", by the words that they chose:

    >>> from annotator.measures.answers import count_answers
    >>> lungs = ["to the lungs"] * 6 + ["the lungs"] * 4 + ["lungs"] * 4
    >>> answers = count_answers([lungs + [f"precise {n}" for n in range(6)] + [None] * 5])
    >>> popular_shares(answers, over="all")
    [0.24, 0.44, 0.6]
    >>> popular_shares(answers, over="non_null")
    [0.3, 0.5, 0.7]

    Raises ``UndefinedMeasureError`` if there are no such annotations.
    """
    totals = _popular_totals(answers, over, ranks).sum(axis=0)
    if totals[-1] == 0:
        raise UndefinedMeasureError("without annotations no answer is the most popular")
    return [float(each) for each in totals[:-1] / totals[-1]]


def popular_shares_by_example(
    answers: AnswerCounts, *, over: Over, ranks: int = 3
) -> NDArray[np.float64]:
    """``popular_shares`` of each single example: examples × ``ranks``, NaN without annotations.

    Weighted by their annotations, the examples' shares have ``popular_shares`` as their mean.
    """
    totals = _popular_totals(answers, over, ranks)
    shares = np.full((len(totals), ranks), np.nan)
    np.divide(totals[:, :-1], totals[:, -1:], out=shares, where=totals[:, -1:] > 0)
    return shares


def popular_share_intervals(
    answers: AnswerCounts, *, over: Over, ranks: int = 3, units: str | Clusters = EXAMPLES
) -> list[Interval]:
    """95% intervals of ``popular_shares``, over examples or the units that they belong to.

    Raises ``UndefinedMeasureError`` without examples or where none has such annotations.
    """
    totals = _popular_totals(answers, over, ranks)
    return [share_interval(totals[:, rank], totals[:, -1], units=units) for rank in range(ranks)]


def distinct_answers(answers: AnswerCounts, *, over: Over = "non_null") -> NDArray[np.int64]:
    """How many different answers each example has.

    Incandescent light bulbs have 7 passages about tungsten (section 4.4). Annotators who say NULL
    give no passage:

    >>> from annotator.measures.answers import count_answers
    >>> tungsten = [f"passage {n % 7}" for n in range(20)] + [None] * 5
    >>> distinct_answers(count_answers([tungsten])).tolist()
    [7]
    """
    return np.asarray(np.count_nonzero(answers.ranked(over), axis=1), dtype=np.int64)


def entropies(answers: AnswerCounts, *, over: Over = "all") -> NDArray[np.float64]:
    """The entropy of each example's answers in bits; NaN where it has no such annotations.

    H = -Σ_c p_c log₂ p_c;  p_c = n_c / n

    0 where all say the same; of 25 annotators who all differ, log₂ 25 ≈ 4.64.

    >>> from annotator.measures.answers import count_answers
    >>> entropies(count_answers([["a", "b", None, None]])).tolist()
    [1.5]
    """
    ranked = answers.ranked(over)
    sizes = ranked.sum(axis=1)
    shares = ranked / np.maximum(sizes, 1)[:, None]
    bits = np.zeros_like(shares)
    np.log2(shares, out=bits, where=shares > 0)
    found = np.abs(np.sum(shares * bits, axis=1))
    return np.asarray(np.where(sizes > 0, found, np.nan))


def most_varied(answers: AnswerCounts, number: int) -> list[VariedExample]:
    """The ``number`` examples with most distinct non-null answers, largest first.

    Among equals, the one with the higher entropy of non-null answers comes first, then the earlier
    one. Examples without a non-null answer are left out.
    """
    distinct = distinct_answers(answers)
    bits = np.nan_to_num(entropies(answers, over="non_null"))
    order = np.lexsort((-bits, -distinct))[:number]
    return [
        VariedExample(int(place), int(distinct[place]), float(bits[place]))
        for place in order
        if distinct[place]
    ]


def _popular_totals(answers: AnswerCounts, over: Over, ranks: int) -> NDArray[np.int64]:
    if ranks < 1:
        raise ValueError("the most popular answer has rank 1")
    ranked = answers.ranked(over)
    padded = np.pad(ranked[:, :ranks], ((0, 0), (0, max(0, ranks - ranked.shape[1]))))
    return np.column_stack([np.cumsum(padded, axis=1), ranked.sum(axis=1)])
