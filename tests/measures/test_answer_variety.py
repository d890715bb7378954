"""How far annotators differ: the paper's two examples, hand-worked shares, SciPy's entropy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from annotator.measures.answer_variety import (
    VariedExample,
    distinct_answers,
    entropies,
    most_varied,
    popular_share_intervals,
    popular_shares,
)
from annotator.measures.answers import AnswerCounts, Over, count_answers
from annotator.measures.intervals.undefined import UndefinedMeasureError

# Section 4.4: 7 passages on tungsten filaments; the paper has no numbers by passage.
TUNGSTEN = [f"passage {number % 7}" for number in range(22)] + [None] * 3
# Section 4.4: 6 "to the lungs", 4 "the lungs", 4 "lungs", 6 something more precise, 5 NULL. These
# are 9 wordings at most, and the paper counts 11 answers: answers are spans, and the same words
# stand in more than one place. Where they stand is not told, so the places here are ours.
TO_THE_LUNGS = (
    [("to the lungs", 310)] * 6
    + [("the lungs", 311)] * 3
    + [("the lungs", 512)]
    + [("lungs", 312)] * 2
    + [("lungs", 513)] * 2
    + [(f"more precise, wording {number}", 700 + number) for number in range(6)]
    + [None] * 5
)
BY_WORDING = [span if span is None else span[0] for span in TO_THE_LUNGS]
ANNOTATIONS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=8), min_size=1, max_size=8
)


def test_tungsten_has_its_seven_places() -> None:
    answers = count_answers([TUNGSTEN])
    assert distinct_answers(answers).tolist() == [7]
    assert distinct_answers(answers, over="all").tolist() == [8]


def test_to_the_lungs_has_its_eleven_answers() -> None:
    answers = count_answers([TO_THE_LUNGS])
    assert answers.sizes.tolist() == [25]
    assert distinct_answers(answers).tolist() == [11]
    assert popular_shares(answers, over="non_null") == [6 / 20, 9 / 20, 11 / 20]
    # NULL has five, more than any answer but the first.
    assert popular_shares(answers, over="all") == [6 / 25, 11 / 25, 14 / 25]


def test_to_the_lungs_has_14_annotators_with_one_of_its_three_wordings() -> None:
    answers = count_answers([BY_WORDING])
    assert popular_shares(answers, over="non_null") == [6 / 20, 10 / 20, 14 / 20]
    assert popular_shares(answers, over="all") == [6 / 25, 11 / 25, 15 / 25]


def test_every_annotation_weighs_the_same() -> None:
    answers = count_answers([["a", "a", "b", None], ["c", None, None, None, None, None]])
    assert popular_shares(answers, over="non_null", ranks=2) == [3 / 4, 4 / 4]
    assert popular_shares(answers, over="all", ranks=4) == [7 / 10, 9 / 10, 1, 1]


def test_entropy_by_hand() -> None:
    answers = count_answers([["a", "a", "b", "b"], ["a", "a", None, "b"], ["a"] * 3, [None] * 2])
    assert entropies(answers).tolist() == pytest.approx([1, 1.5, 0, 0])
    over_answers = entropies(answers, over="non_null")
    assert over_answers[:3] == pytest.approx([1, np.log2(3) - 2 / 3, 0])
    assert np.isnan(over_answers[3])


def test_the_most_varied_have_most_answers_and_then_the_most_even_ones() -> None:
    answers = count_answers([list("aaab"), [None] * 4, list("aabb"), TO_THE_LUNGS, list("bbaa")])
    assert [each.place for each in most_varied(answers, 10)] == [3, 2, 4, 0]
    assert most_varied(answers, 2)[1] == VariedExample(2, 2, 1.0)
    assert most_varied(count_answers([]), 5) == []
    # Three answers of which one has nearly all go before two of half each: 0.92 bits and 1.
    uneven = count_answers([list("ab"), list("aaaaaaaabc")])
    assert [each.place for each in most_varied(uneven, 2)] == [1, 0]


@pytest.mark.parametrize("over", ["all", "non_null"])
@given(annotations=ANNOTATIONS)
def test_entropy_is_that_of_scipy(over: Over, annotations: list[list[str | None]]) -> None:
    found = entropies(count_answers(annotations), over=over)
    for row, bits in zip(annotations, found, strict=True):
        counted = [row.count(each) for each in set(row) - ({None} if over == "non_null" else set())]
        if counted:
            assert bits == pytest.approx(entropy(counted, base=2), abs=1e-12)
        else:
            assert np.isnan(bits)


@given(annotations=ANNOTATIONS, data=st.data())
def test_shares_rise_to_1_and_do_not_hang_on_any_order(
    annotations: list[list[str | None]], data: st.DataObject
) -> None:
    shares = popular_shares(count_answers(annotations), over="all", ranks=4)
    assert shares == sorted(shares)
    assert shares[0] > 0
    assert shares[-1] == 1
    shuffled = [data.draw(st.permutations(row)) for row in data.draw(st.permutations(annotations))]
    assert popular_shares(count_answers(shuffled), over="all", ranks=4) == shares


def test_intervals_hold_their_shares() -> None:
    answers = count_answers([TUNGSTEN, TO_THE_LUNGS, ["a"] * 25, ["a"] * 20 + [None] * 5] * 10)
    shares = popular_shares(answers, over="non_null")
    intervals = popular_share_intervals(answers, over="non_null")
    for share, (low, high, _) in zip(shares, intervals, strict=True):
        assert low is not None
        assert high is not None
        assert low < share < high


@pytest.mark.parametrize("answers", [count_answers([]), count_answers([[None, None]])])
def test_without_non_null_annotations_there_are_no_shares_of_them(answers: AnswerCounts) -> None:
    with pytest.raises(UndefinedMeasureError, match="most popular"):
        popular_shares(answers, over="non_null")
    with pytest.raises(UndefinedMeasureError):
        popular_share_intervals(answers, over="non_null")
    with pytest.raises(ValueError, match="rank 1"):
        popular_shares(answers, over="all", ranks=0)
