"""The best span of a reader's scores, against trying every span."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.extracted_answers import BEST, MOST_TOKENS, Window, best_answer

SCORES = st.integers(-9, 9)


@st.composite
def windows(draw: st.DrawFn) -> list[Window]:
    found = []
    for _ in range(draw(st.integers(1, 3))):
        asked, size = draw(st.integers(0, 3)), draw(st.integers(0, BEST - 5))
        scores = draw(st.lists(st.tuples(SCORES, SCORES), min_size=size, max_size=size))
        start, end = np.array([(draw(SCORES), draw(SCORES)), *[(9, 9)] * asked, *scores]).T
        spans = [None] * (1 + asked) + [(2 * each, 2 * each + 2) for each in range(size)]
        found.append(Window(start.astype(np.float32), end.astype(np.float32), spans))
    return found


@given(windows())
def test_the_best_of_all_spans_wins_unless_no_answer_is_better(given: list[Window]) -> None:
    nothing = min(float(each.start[0] + each.end[0]) for each in given)
    scored = [
        (float(window.start[first] + window.end[last]), (begin[0], end[1]))
        for window in given
        for first, begin in enumerate(window.spans)
        for last, end in enumerate(window.spans)
        if begin and end and first <= last
    ]
    found = best_answer(given)
    best = max((score for score, _ in scored), default=-np.inf)
    if best < nothing:
        assert found is None
    else:
        assert (best, found) in scored


@pytest.mark.parametrize(("apart", "expected"), [(MOST_TOKENS - 1, True), (MOST_TOKENS, False)])
def test_an_answer_has_at_most_thirty_tokens(apart: int, expected: bool) -> None:
    size = MOST_TOKENS + 5
    start, end = np.full(size, -5.0, np.float32), np.full(size, -5.0, np.float32)
    start[1], end[1 + apart], start[0] = 9, 9, 0
    spans = [None, *((each, each + 1) for each in range(size - 1))]
    found = best_answer([Window(start, end, spans)])
    assert (found == (0, apart + 1)) is expected
