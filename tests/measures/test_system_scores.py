"""The official evaluator's numbers, against an implementation of its rules in plain loops."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.answer_match import Answer, Span
from annotator.measures.system_scores import (
    Best,
    Outcomes,
    Scored,
    Scores,
    curve,
    long_outcomes,
    official_metrics,
    scores_without_threshold,
    short_outcomes,
)
from tests.size import examples as sized_examples

# Few positions, so that spans meet often; both offsets, or one kind alone.
PAIRS = st.tuples(st.integers(0, 2), st.integers(3, 4))
SPANS = st.one_of(
    st.builds(Span, PAIRS, PAIRS),
    st.builds(Span, PAIRS, st.none()),
    st.builds(Span, st.none(), PAIRS),
)
SPAN_SETS = st.lists(SPANS, max_size=2).map(tuple)
ANSWERS = st.one_of(
    st.builds(Answer, st.none() | SPANS, SPAN_SETS),
    st.builds(Answer, st.none() | SPANS, st.just(()), st.sampled_from(["NONE", "YES", "NO"])),
)
SCORES = st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1e300]) | st.floats(-10, 10)
EXAMPLES = st.builds(Scored, st.lists(ANSWERS, max_size=5), ANSWERS, SCORES, SCORES)


@sized_examples(200, 3000)
@given(st.lists(EXAMPLES, max_size=12), st.integers(1, 3))
def test_all_metrics_equal_those_of_the_rules_followed_step_by_step(
    examples: list[Scored], non_null: int
) -> None:
    found = official_metrics(long_outcomes(examples, non_null), short_outcomes(examples, non_null))
    expected = {
        f"{prefix}-{name}": value
        for prefix, rows in (
            ("long", [long_row(each, non_null) for each in examples]),
            ("short", [short_row(each, non_null) for each in examples]),
        )
        for name, value in metrics_of(rows).items()
    }
    assert found == expected


@given(st.lists(EXAMPLES, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_examples_changes_nothing(examples: list[Scored], random: Any) -> None:
    before = official_metrics(long_outcomes(examples), short_outcomes(examples))
    random.shuffle(examples)
    assert official_metrics(long_outcomes(examples), short_outcomes(examples)) == before


def test_examples_with_the_same_score_are_kept_or_dropped_together() -> None:
    outcomes = Outcomes(
        has_gold=np.array([True, True, True, False]),
        has_prediction=np.array([True, True, True, True]),
        is_right=np.array([True, False, True, False]),
        score=np.array([1.0, 1.0, 0.5, 0.0]),
    )
    found = curve(outcomes)
    assert found.threshold.tolist() == [1.0, 0.5, 0.0]
    assert found.precision.tolist() == [1 / 2, 2 / 3, 2 / 4]
    assert found.recall.tolist() == [1 / 3, 2 / 3, 2 / 3]
    assert found.best() == Best(Scores(2 / 3, 2 / 3, 2 / 3), 0.5)
    assert scores_without_threshold(outcomes) == Scores(
        1 / 2, 2 / 3, 2 * (1 / 2) * (2 / 3) / (1 / 2 + 2 / 3)
    )


def test_a_span_with_other_bytes_and_the_same_tokens_is_right() -> None:
    annotated = Answer(Span((10, 20), (1, 4)))
    prediction = Answer(Span((11, 20), (1, 4)))
    outcomes = long_outcomes([Scored([annotated, annotated], prediction, 1.0, 1.0)])
    assert outcomes.is_right.tolist() == [True]


def test_one_annotation_with_an_answer_is_too_few() -> None:
    annotated, nothing = Answer(Span((10, 20), None)), Answer(None)
    outcomes = long_outcomes([Scored([annotated, nothing], annotated, 1.0, 1.0)])
    assert (outcomes.has_gold.tolist(), outcomes.is_right.tolist()) == ([False], [False])


def test_yes_counts_as_a_short_answer_and_matches_only_yes() -> None:
    yes, no = Answer(None, (), "YES"), Answer(None, (), "NO")
    outcomes = short_outcomes(
        [Scored([yes, yes, no], each, 1.0, 1.0) for each in (yes, no, Answer(None))]
    )
    assert outcomes.has_gold.tolist() == [True, True, True]
    assert outcomes.has_prediction.tolist() == [True, True, False]
    assert outcomes.is_right.tolist() == [True, True, False]


# The rules once more, in plain loops -----------------------------------------------------------

Row = tuple[bool, bool, bool, float]


def equal(a: Span, b: Span) -> bool:
    if a.in_bytes and b.in_bytes and a.in_bytes == b.in_bytes:
        return True
    return bool(a.in_tokens and b.in_tokens and a.in_tokens == b.in_tokens)


def long_row(example: Scored, non_null: int) -> Row:
    answers = [each.long_answer for each in example.annotations if each.long_answer]
    gold, predicted = len(answers) >= non_null, example.prediction.long_answer
    right = False
    for answer in answers:
        if gold and predicted and equal(answer, predicted):
            right = True
    return gold, predicted is not None, right, example.long_score


def short_row(example: Scored, non_null: int) -> Row:
    def answers(given: Answer) -> bool:
        return len(given.short_answers) > 0 or given.yes_no_answer in {"YES", "NO"}

    predicted = example.prediction
    gold = sum(1 for each in example.annotations if answers(each)) >= non_null
    right = False
    if gold and answers(predicted):
        for each in example.annotations:
            if predicted.yes_no_answer != "NONE":
                right |= each.yes_no_answer == predicted.yes_no_answer
            else:
                one_way = [
                    any(equal(a, b) for b in each.short_answers) for a in predicted.short_answers
                ]
                other_way = [
                    any(equal(a, b) for a in predicted.short_answers) for b in each.short_answers
                ]
                right |= all(one_way) and all(other_way)
    return gold, answers(predicted), right, example.short_score


def metrics_of(rows: list[Row]) -> dict[str, float]:
    points = []
    for threshold in sorted({row[3] for row in rows}, reverse=True):
        kept = [row for row in rows if row[3] >= threshold]
        right = sum(row[2] for row in kept)
        predicted = sum(row[1] for row in kept)
        gold = sum(row[0] for row in rows)
        precision = right / predicted if predicted else 0.0
        recall = right / gold if gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        points.append((f1, precision, recall, threshold))
    best = (0.0, 0.0, 0.0, 0.0)
    for point in points:
        if point[0] > best[0]:
            best = point
    metrics = {
        "best-threshold-f1": best[0],
        "best-threshold-precision": best[1],
        "best-threshold-recall": best[2],
        "best-threshold": best[3],
    }
    for wanted in (0.5, 0.75, 0.9):
        chosen = (0.0, 0.0)
        for _, precision, recall, _ in points:
            if precision >= wanted and recall > chosen[1]:
                chosen = (precision, recall)
        metrics[f"recall-at-precision>={wanted}"] = chosen[1]
        metrics[f"precision-at-precision>={wanted}"] = chosen[0]
    return metrics
