"""The answer that an extractor finds in a text, or that it finds none.

Source: SQuAD 2.0 (Rajpurkar, Jia and Liang 2018), section 5, and the way in which transformers'
``run_qa`` chooses a span, with which ASQA's scorer computes Disambig-F1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BEST = 20
"""So many starts and ends of a window are tried with each other."""

MOST_TOKENS = 30
"""An answer has at most this many."""

Characters = tuple[int, int]


class Window(NamedTuple):
    """The scores that an extractor gives a part of the text: one of each token as start and as end.

    ``spans`` has each token's characters in the text, start inclusive and end exclusive, and None
    for tokens of the question and the model's own. The first token stands for *no answer*.
    """

    start: NDArray[np.float32]
    end: NDArray[np.float32]
    spans: Sequence[Characters | None]


def best_answer(windows: Sequence[Window]) -> Characters | None:
    """The characters of the best answer in a text's windows; None where *no answer* is better.

    A span's score is that of its start plus that of its end. The score of *no answer* is the lowest
    of all windows, and the best span wins a tie with it. Of equal spans the first found wins.

    >>> scores = np.array([1, 0, 3], dtype=np.float32)
    >>> best_answer([Window(scores, scores, [None, (0, 4), (5, 9)])])
    (5, 9)
    >>> best_answer([Window(scores[::-1], scores[::-1], [None, (0, 4), (5, 9)])]) is None
    True

    Raises ``ValueError`` without windows.
    """
    nothing = min(float(each.start[0]) + float(each.end[0]) for each in windows)
    best, found = -np.inf, None
    for window in windows:
        for first in _greatest(window.start):
            for last in _greatest(window.end):
                score = float(window.start[first]) + float(window.end[last])
                if score > best and (span := _span(window.spans, first, last)):
                    best, found = score, span
    return found if best >= nothing else None


def _greatest(scores: NDArray[np.float32]) -> list[int]:
    order: list[int] = np.argsort(-scores, kind="stable")[:BEST].tolist()
    return order


def _span(spans: Sequence[Characters | None], first: int, last: int) -> Characters | None:
    begin, end = spans[first], spans[last]
    if begin is None or end is None or not first <= last < first + MOST_TOKENS:
        return None
    return (begin[0], end[1]) if begin[0] < end[1] else None
