"""Systems on draws of references: worked values, and the expectation against every draw."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.answer_match import Answer, Span
from annotator.measures.answers import count_answers
from annotator.measures.human_bounds import one_against_others, single_annotator, single_on_all
from annotator.measures.system_scores import (
    Outcomes,
    Scored,
    curve,
    long_outcomes,
    official_metrics,
    scores_without_threshold,
    short_outcomes,
)
from tests.size import examples as sized_examples

A, B = Span((10, 20), (1, 2)), Span((30, 40), (3, 4))
NOTHING = Answer(None)
ANSWERS = st.sampled_from(
    [NOTHING, Answer(A), Answer(A, (A,)), Answer(A, (B, A)), Answer(B, (), "YES"), Answer(B)]
)
SCORED = st.builds(
    Scored,
    st.lists(ANSWERS, max_size=8),
    ANSWERS,
    st.sampled_from([0.0, 1.0, 2.0]),
    st.sampled_from([0.0, 1.0]),
)
PARTS: list[Callable[..., Outcomes]] = [long_outcomes, short_outcomes]


def two_of_25(answer: Answer) -> list[Answer]:
    return [answer, answer, *[NOTHING] * 23]


def test_two_answers_of_25_are_both_drawn_in_one_of_thirty_draws_of_five() -> None:
    # C(23, 3) / C(25, 5) = 1771 / 53130 = 1/30; both say the same, so that either is enough.
    found = long_outcomes([Scored(two_of_25(Answer(A)), Answer(A), 1.0, 1.0)], references=5)
    assert (found.has_gold.tolist(), found.is_right.tolist()) == ([1 / 30], [1 / 30])
    on_all = long_outcomes([Scored(two_of_25(Answer(A)), Answer(A), 1.0, 1.0)])
    assert (on_all.has_gold.tolist(), on_all.is_right.tolist()) == ([1], [1])


def test_scores_on_draws_are_quotients_of_expected_counts() -> None:
    # Of six annotations five are drawn, so that one is left out.
    # First: A, A, B and three with nothing. Two or three answers are always left; A is among them.
    # Second: A, B and four with nothing. Both are drawn in 4 of 6 draws; the prediction is B.
    # Third: nothing at all, and a needless prediction. Scores are 3, 2 and 1.
    three, two = [Answer(A), Answer(A), Answer(B)], [Answer(A), Answer(B)]
    examples = [
        Scored([*three, *[NOTHING] * 3], Answer(A), 3.0, 0.0),
        Scored([*two, *[NOTHING] * 4], Answer(B), 2.0, 0.0),
        Scored([NOTHING] * 6, Answer(A), 1.0, 0.0),
    ]
    found = long_outcomes(examples, references=5)
    assert found.has_gold.tolist() == [1, 2 / 3, 0]
    assert found.is_right.tolist() == [1, 2 / 3, 0]
    curves = curve(found)
    assert curves.precision == pytest.approx([1, 5 / 6, 5 / 9])
    assert curves.recall == pytest.approx([3 / 5, 1, 1])
    best = curves.best()
    assert best.threshold == 2.0
    assert best.scores.f1 == pytest.approx(10 / 11)
    every = scores_without_threshold(found)
    assert every == pytest.approx((5 / 9, 1, 5 / 7))


@sized_examples(100, 1000)
@given(st.lists(SCORED, min_size=1, max_size=6), st.integers(1, 5), st.integers(1, 3))
def test_each_example_has_the_mean_of_what_the_evaluator_finds_on_every_draw(
    examples: list[Scored], references: int, beta: int
) -> None:
    for outcomes in PARTS:
        found = outcomes(examples, beta, references)
        means = [_means(outcomes, each, references, beta) for each in examples]
        assert found.has_gold.tolist() == [float(mean[0]) for mean in means]
        assert found.is_right.tolist() == [float(mean[1]) for mean in means]


def _means(
    outcomes: Callable[..., Outcomes], example: Scored, references: int, beta: int
) -> tuple[Fraction, Fraction]:
    drawn = list(combinations(example.annotations, min(references, len(example.annotations))))
    each = outcomes([example._replace(annotations=few) for few in drawn], beta)
    return Fraction(int(each.has_gold.sum()), len(drawn)), Fraction(
        int(each.is_right.sum()), len(drawn)
    )


@sized_examples(20, 200)
@given(st.lists(st.lists(ANSWERS, min_size=3, max_size=4), min_size=2, max_size=3))
def test_f1_on_draws_is_that_of_the_counts_over_all_files_of_drawn_annotations(
    gold: list[list[Answer]],
) -> None:
    examples = [Scored(each, Answer(A, (A,)), 1.0, 1.0) for each in gold]
    files = [
        [one._replace(annotations=few) for one, few in zip(examples, chosen, strict=True)]
        for chosen in product(*(combinations(each, 2) for each in gold))
    ]
    for outcomes in PARTS:
        on_each = [outcomes(file) for file in files]
        right = np.mean([each.is_right.sum() for each in on_each])
        answerable = np.mean([each.has_gold.sum() for each in on_each])
        expected = 2 * right / (len(gold) + answerable)
        found = scores_without_threshold(outcomes(examples, references=2))
        assert found.f1 == pytest.approx(expected)


@given(st.lists(SCORED, max_size=8), st.integers(8, 10))
def test_where_there_are_no_more_annotations_than_references_nothing_changes(
    examples: list[Scored], references: int
) -> None:
    on_all = official_metrics(*(each(examples) for each in PARTS))
    assert official_metrics(*(each(examples, references=references) for each in PARTS)) == on_all


@given(st.lists(st.lists(ANSWERS, min_size=6, max_size=8), min_size=1, max_size=4))
def test_an_annotation_that_predicts_scores_as_people_do(gold: list[list[Answer]]) -> None:
    """Each annotation in turn as a system's prediction against draws of the others."""
    rows = [
        (Scored([*others[:place], *others[place + 1 :]], others[place], 1.0, 1.0), len(others))
        for others in gold
        for place in range(len(others))
    ]
    found = long_outcomes([row for row, _ in rows], references=5)
    people = single_annotator(count_answers([_long(each) for each in gold]), references=5)
    shares = np.array([1 / size for _, size in rows])
    assert float(found.is_right @ shares) == pytest.approx(float(people.hits.sum()))
    assert float(found.has_gold @ shares) == pytest.approx(float(people.answerable.sum()))


def test_against_all_its_others_an_annotation_meets_as_many_as_its_example_has() -> None:
    # Of three As each finds another; of an A, a B and three NULLs the answers have one other, which
    # isn't two; of two As each has one other that says the same, and one isn't enough either.
    gold: list[list[str | None]] = [["A", "A", "A"], ["A", "B", None, None, None], ["A", "A"]]
    found = single_on_all(count_answers(gold))
    assert found.hits.tolist() == [1, 0, 0]
    assert found.answered.tolist() == [1, 2 / 5, 1]
    # Two non-null ones are left to each NULL of the second, and one to each of its answers.
    assert found.answerable.tolist() == [1, 3 / 5, 0]
    assert found.correct.tolist() == [1, 0, 0]
    same_size = count_answers([["A", "A", None], ["B", "A", "A"]])
    others = one_against_others(same_size)
    assert single_on_all(same_size).hits.tolist() == others.hits.tolist()


def _long(answers: Sequence[Answer]) -> list[Span | None]:
    return [each.long_answer for each in answers]
