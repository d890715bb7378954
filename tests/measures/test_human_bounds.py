"""Single and super-annotator: the expectation against going through every draw, and the edges."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.measures.answers import AnswerCounts, count_answers
from annotator.measures.evaluation import Outcomes
from annotator.measures.human_bounds import (
    one_against_others,
    single_annotator,
    super_annotator,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.reference_draws import enough_drawn
from tests.measures.h_beta import h_beta

Row = list[str | None]
ROWS = st.lists(st.sampled_from(["a", "b", "c", None]), min_size=3, max_size=7)
# 13 and 4 of 25, 6 and 3, 23 and 21, 9 and 6: Figure 6's long answers; the rest is of one each.
FIGURE_6: list[Row] = [
    ["shown"] * same + [f"other {n}" for n in range(non_null - same)] + [None] * (25 - non_null)
    for non_null, same in [(13, 4), (6, 3), (23, 21), (9, 6)]
]


def _splits(row: Row, k: int) -> list[tuple[Row, Row]]:
    places = range(len(row))
    return [
        ([row[at] for at in drawn], [row[at] for at in places if at not in drawn])
        for drawn in combinations(places, k)
    ]


def _expected_single(row: Row, k: int, beta: int) -> list[Fraction]:
    draws = [(references, label) for references, others in _splits(row, k) for label in others]
    return _means([_outcome(references, {label: Fraction(1)}, beta) for references, label in draws])


def _expected_super(row: Row, k: int, alpha: int, beta: int) -> list[Fraction]:
    return _means(
        [
            _outcome(references, _super_labels(others, alpha), beta)
            for references, others in _splits(row, k)
        ]
    )


def _super_labels(others: Row, alpha: int) -> dict[str | None, Fraction]:
    answers = [each for each in others if each is not None]
    if len(answers) < alpha:
        return {None: Fraction(1)}
    most = max(answers.count(each) for each in answers)
    tied = {each for each in answers if answers.count(each) == most}
    return dict.fromkeys(tied, Fraction(1, len(tied)))


def _outcome(references: Row, labels: dict[str | None, Fraction], beta: int) -> list[Fraction]:
    right = {label: h_beta(references, label, beta) * chance for label, chance in labels.items()}
    answered = {label: chance for label, chance in labels.items() if label is not None}
    return [
        Fraction(sum(right.values())),
        Fraction(sum(right[label] for label in answered)),
        Fraction(sum(answered.values())),
        Fraction(sum(each is not None for each in references) >= beta),
    ]


def _means(outcomes: list[list[Fraction]]) -> list[Fraction]:
    return [Fraction(sum(column), len(outcomes)) for column in zip(*outcomes, strict=True)]


def _found(outcomes: Outcomes) -> list[float]:
    return [
        float(each[0])
        for each in (outcomes.correct, outcomes.hits, outcomes.answered, outcomes.answerable)
    ]


@settings(deadline=None)
@given(row=ROWS, data=st.data())
def test_a_single_annotator_is_the_mean_over_every_draw(row: Row, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(row) - 1))
    beta = data.draw(st.integers(1, k))
    found = single_annotator(count_answers([row]), references=k, beta=beta)
    assert _found(found) == pytest.approx(_expected_single(row, k, beta), abs=1e-12)


@settings(deadline=None)
@given(row=ROWS, data=st.data())
def test_a_super_annotator_is_the_mean_over_every_draw(row: Row, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(row) - 1))
    beta = data.draw(st.integers(1, k))
    alpha = data.draw(st.integers(1, len(row) - k))
    found = super_annotator(
        count_answers([row]), alpha=alpha, references=k, predictors=len(row) - k, beta=beta
    )
    assert _found(found) == pytest.approx(_expected_super(row, k, alpha, beta), abs=1e-12)


def test_figure_6_first_example_is_the_mean_over_all_53130_draws_in_closed_form() -> None:
    # A2: 6 of 25 non-null, so no 8 of 20 ever are: NULL, right unless two of five are non-null.
    found = super_annotator(count_answers([FIGURE_6[1]]))
    assert _found(found) == pytest.approx(
        [float(1 - enough_drawn(25, 6, 5, 2)), 0, 0, float(enough_drawn(25, 6, 5, 2))], abs=1e-12
    )
    # C(19, 5) + 6 C(19, 4) of C(25, 5) draws have fewer than two.
    assert enough_drawn(25, 6, 5, 2) == 1 - Fraction(11628 + 6 * 3876, 53130)


def test_all_25_who_say_the_same_are_always_right() -> None:
    answers = count_answers([["a"] * 25, [None] * 25])
    for outcomes in (super_annotator(answers), single_annotator(answers)):
        assert outcomes.accuracy() == 1
        assert (outcomes.precision(), outcomes.recall(), outcomes.f1()) == (1, 1, 1)


def test_alpha_is_reached_by_exactly_as_many() -> None:
    # 8 of 13 non-null, none of them a reference in a draw of NULLs alone.
    answers = count_answers([["a"] * 8 + [None] * 17])
    one_draw = float(enough_drawn(25, 17, 5, 5))
    assert super_annotator(answers, alpha=8).answered[0] == pytest.approx(one_draw)
    assert super_annotator(answers, alpha=9).answered[0] == 0


def test_the_papers_choices_are_the_usual_ones() -> None:
    answers = count_answers(FIGURE_6)
    usual = super_annotator(answers)
    papers = super_annotator(answers, alpha=8, references=5, predictors=20, beta=2)
    np.testing.assert_array_equal(usual.correct, papers.correct)
    assert usual.accuracy() != super_annotator(answers, alpha=7).accuracy()


def test_examples_keep_their_places() -> None:
    together = super_annotator(count_answers([*FIGURE_6, FIGURE_6[0]]))
    for place, row in enumerate([*FIGURE_6, FIGURE_6[0]]):
        alone = super_annotator(count_answers([row]))
        assert together.hits[place] == alone.hits[0]
        assert together.correct[place] == alone.correct[0]


def test_the_super_annotator_outdoes_one_annotator_where_annotators_are_alike() -> None:
    answers = count_answers(FIGURE_6)
    assert super_annotator(answers).f1() > single_annotator(answers).f1()


def test_one_against_the_other_four_is_each_in_turn() -> None:
    rows: list[Row] = [["a", "a", "b", None, None], ["a", None, None, None, None]]
    found = one_against_others(count_answers(rows))
    # Of the first: either a meets the other and b, either NULL meets three; b meets no b.
    assert found.hits.tolist() == [2 / 5, 0]
    assert found.correct.tolist() == [2 / 5, 4 / 5]
    assert found.answered.tolist() == [3 / 5, 1 / 5]
    assert found.answerable.tolist() == [1, 0]


@pytest.mark.parametrize(
    "call",
    [
        lambda: single_annotator(count_answers([])),
        lambda: one_against_others(count_answers([])),
        lambda: one_against_others(count_answers([["a"]])),
        lambda: super_annotator(count_answers([])),
        lambda: single_annotator(count_answers([["a"] * 5])),
    ],
)
def test_without_enough_annotations_nobody_predicts(call: object) -> None:
    assert callable(call)
    with pytest.raises(UndefinedMeasureError):
        call()


def test_what_does_not_fit_is_refused() -> None:
    answers: AnswerCounts = count_answers(FIGURE_6)
    with pytest.raises(ValueError, match="want 24 annotations"):
        super_annotator(answers, predictors=19)
    with pytest.raises(ValueError, match="α is 1 to 20"):
        super_annotator(answers, alpha=0)
    with pytest.raises(ValueError, match="α is 1 to 20"):
        super_annotator(answers, alpha=21)
    with pytest.raises(ValueError, match="β is 1 to 5"):
        single_annotator(answers, beta=6)
    with pytest.raises(ValueError, match="more annotations than others"):
        one_against_others(count_answers([["a"] * 5, ["a"] * 4]))
