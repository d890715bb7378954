"""h_β, accuracy, precision and recall: Definition 1 case by case, scikit-learn as the oracle."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score

from annotator.measures.evaluation import Outcomes
from annotator.measures.intervals.undefined import UndefinedMeasureError
from tests.factories.clustered import counted_share
from tests.measures.h_beta import evaluate, h_beta

REFERENCES = st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=1, max_size=20)
# Four examples with two, one, five and no non-null annotations, and what is predicted for each.
# 0 is no answer; 1 and 2 are boxes.
HAND = np.array([[1, 2, 0, 0, 0], [1, 0, 0, 0, 0], [1, 1, 2, 1, 1], [0] * 5])


@pytest.mark.parametrize(
    ("annotations", "label", "beta", "right"),
    [
        (["a", "b", None, None, None], "b", 2, True),
        (["a", "b", None, None, None], "c", 2, False),
        (["a", "b", None, None, None], None, 2, False),
        (["a", None, None, None, None], "a", 2, False),
        (["a", None, None, None, None], None, 2, True),
        ([None] * 5, None, 2, True),
        ([None] * 5, "a", 2, False),
        (["a", "b", None, None, None], "a", 3, False),
        (["a", "b", None, None, None], None, 3, True),
        (["a", "a", "b", None, None], "b", 3, True),
        (["a", None, None, None, None], "a", 1, True),
        (["a"], "a", 1, True),
        (["a", "b", "c"], None, 3, False),
    ],
)
def test_h_beta_is_definition_1(
    annotations: list[str | None], label: str | None, beta: int, right: bool
) -> None:
    assert h_beta(annotations, label, beta) is right


def test_what_is_false_is_not_null() -> None:
    assert h_beta([0, 0, None, None, None], 0)
    assert not h_beta([0, 0, None, None, None], None)


def test_scores_by_hand() -> None:
    # Right and non-null; non-null though unanswerable; NULL though answerable; rightly NULL.
    found = evaluate(HAND, np.array([2, 1, 0, 0]))
    assert found.hits.tolist() == [1, 0, 0, 0]
    assert found.correct.tolist() == [1, 0, 0, 1]
    assert found.answered.tolist() == [1, 1, 0, 0]
    assert found.answerable.tolist() == [1, 0, 1, 0]
    assert found.accuracy() == 1 / 2
    assert (found.precision(), found.recall(), found.f1()) == (1 / 2, 1 / 2, 1 / 2)


def test_scores_for_another_beta() -> None:
    found = evaluate(HAND, np.array([2, 1, 1, 0]), beta=1)
    assert (found.precision(), found.recall(), found.accuracy()) == (1, 1, 1)
    found = evaluate(HAND, np.array([2, 1, 1, 0]), beta=3)
    assert (found.precision(), found.recall(), found.accuracy()) == (1 / 3, 1, 1 / 2)
    assert found.f1() == pytest.approx(2 * (1 / 3) / (4 / 3))


@given(references=REFERENCES, beta=st.integers(1, 5), data=st.data())
def test_arrays_say_what_the_definition_says_one_by_one(
    references: list[list[int]], beta: int, data: st.DataObject
) -> None:
    size = len(references)
    labels = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    found = evaluate(np.array(references), np.array(labels), beta)
    rows = [[each or None for each in row] for row in references]
    by_one = [h_beta(row, label or None, beta) for row, label in zip(rows, labels, strict=True)]
    assert found.correct.tolist() == by_one
    assert found.hits.tolist() == [
        float(right and label != 0) for right, label in zip(by_one, labels, strict=True)
    ]


@given(answers=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_scores_with_one_possible_answer_are_those_of_scikit_learn(
    answers: list[tuple[bool, bool]],
) -> None:
    # With a single answer beside NULL a hit is a true positive.
    answerable, answered = np.array(answers, dtype=np.int64).T
    assume(answerable.any() and answered.any())
    found = evaluate(np.tile(answerable[:, None], (1, 5)), answered)
    assert found.precision() == pytest.approx(precision_score(answerable, answered))
    assert found.recall() == pytest.approx(recall_score(answerable, answered))
    assert found.f1() == pytest.approx(f1_score(answerable, answered))
    assert found.accuracy() == pytest.approx(np.mean(answerable == answered))


@given(references=REFERENCES, data=st.data())
def test_neither_the_order_of_annotations_nor_of_examples_matters(
    references: list[list[int]], data: st.DataObject
) -> None:
    labels = data.draw(
        st.lists(st.integers(0, 3), min_size=len(references), max_size=len(references))
    )
    order = data.draw(st.permutations(range(len(references))))
    shuffled = np.array([data.draw(st.permutations(references[place])) for place in order])
    found = evaluate(np.array(references), np.array(labels))
    again = evaluate(shuffled, np.array(labels)[list(order)])
    assert again.correct.tolist() == found.correct[list(order)].tolist()
    assert again.accuracy() == pytest.approx(found.accuracy())


def test_f1_is_0_where_nothing_is_right_and_the_mean_of_unlike_scores_otherwise() -> None:
    assert evaluate(HAND, np.array([9, 9, 9, 9])).f1() == 0
    found = evaluate(HAND, np.array([1, 0, 0, 0]))
    assert (found.precision(), found.recall()) == (1, 1 / 2)
    assert found.f1() == pytest.approx(2 / 3)


def test_a_score_without_a_value_says_why() -> None:
    nothing_answered = evaluate(HAND, np.zeros(4, dtype=np.int64))
    nothing_answerable = evaluate(HAND[[1, 3]], np.array([1, 0]))
    nothing = Outcomes(*np.zeros((4, 0)))
    for score, found, why in [
        ("precision", nothing_answered, "answered"),
        ("f1", nothing_answered, "answered"),
        ("recall", nothing_answerable, "can be answered"),
        ("f1", nothing_answerable, "can be answered"),
        ("accuracy", nothing, "without examples"),
    ]:
        with pytest.raises(UndefinedMeasureError, match=why):
            getattr(found, score)()
        with pytest.raises(UndefinedMeasureError, match=why):
            found.interval(score)  # type: ignore[arg-type]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="β is 1 to 5"):
        evaluate(HAND, np.zeros(4, dtype=np.int64), beta=6)
    with pytest.raises(ValueError, match="β is 1 to 2"):
        h_beta(["a", None], "a", 0)
    with pytest.raises(ValueError, match="3 predictions don't fit 4"):
        evaluate(HAND, np.zeros(3, dtype=np.int64))
    with pytest.raises(UndefinedMeasureError, match="what is right"):
        h_beta([], None)
    with pytest.raises(UndefinedMeasureError, match="what is right"):
        evaluate(np.zeros((2, 0), dtype=np.int64), np.zeros(2, dtype=np.int64))


def test_intervals_hold_the_score_and_come_from_examples() -> None:
    found = evaluate(np.tile(HAND, (50, 1)), np.tile([2, 1, 1, 0], 50))
    low, high, _ = found.interval("f1")
    assert low is not None
    assert high is not None
    assert low < found.f1() < high
    # Accuracy is a share of 200 examples, three quarters of them right.
    theirs = counted_share(150, 200)
    assert found.interval("accuracy")[:2] == pytest.approx(theirs, abs=1e-9)
