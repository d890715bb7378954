"""What came of each example, against the definitions, and against the evaluator's own totals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from annotator.measures.example_results import group_scores, results_of
from annotator.measures.result_kinds import RESULTS
from annotator.measures.system_scores import Outcomes, curve

ROWS = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 3)),
    min_size=1,
    max_size=20,
)


@given(ROWS)
def test_the_results_of_all_examples_give_the_best_scores(
    rows: list[tuple[bool, bool, bool, int]],
) -> None:
    gold, predicted, match, score = (np.array(each) for each in zip(*rows, strict=True))
    outcomes = Outcomes(gold, predicted, gold & predicted & match, score.astype(np.float64))
    results = results_of(outcomes)
    best = curve(outcomes).best()
    found = group_scores({each: results.count(each) for each in RESULTS})
    assert (found.f1.value or 0) == pytest.approx(best.scores.f1)
    if best.scores.f1:
        assert found.precision.value == pytest.approx(best.scores.precision)
        assert found.recall.value == pytest.approx(best.scores.recall)
    threshold = best.threshold if best.scores.f1 else -1
    for (has_gold, has_answer, is_match, at), result in zip(rows, results, strict=True):
        kept = has_answer and at >= threshold
        expected = {
            (True, True): "right" if is_match else "wrong",
            (True, False): "missed",
            (False, True): "needless",
            (False, False): "nothing",
        }[has_gold, kept]
        assert result == expected


def test_a_score_with_nothing_below_the_line_has_no_value() -> None:
    found = group_scores({"nothing": 30})
    assert {found.precision.value, found.recall.value, found.f1.value} == {None}
    missed = group_scores({"missed": 30})
    assert (missed.precision.value, missed.recall.value, missed.f1.value) == (None, 0.0, 0.0)
    assert missed.recall.interval.withheld is not None


def test_no_score_at_a_chosen_threshold_has_an_interval_of_its_own() -> None:
    found = group_scores(dict.fromkeys(RESULTS, 200))
    intervals = [each.interval for each in (found.precision, found.recall, found.f1)]
    assert [(each.low, each.high) for each in intervals] == [(None, None)] * 3
    reasons = [each.withheld.reason for each in intervals if each.withheld]
    assert [reason.split()[0] for reason in reasons] == ["Only", "Only", "F1"]


@pytest.mark.parametrize("seed", range(5))
def test_scores_of_a_group_are_the_micro_averages_of_scikit_learn(seed: int) -> None:
    """With 0 for no answer, and each candidate a class of its own."""
    generator = np.random.default_rng(seed)
    gold, given = generator.integers(0, 4, size=(2, 60))
    given = np.where(generator.random(60) < 0.5, gold, given)
    outcomes = Outcomes(gold > 0, given > 0, (gold > 0) & (gold == given), np.zeros(60))
    results = results_of(outcomes)
    group = generator.random(60) < 0.5
    chosen = [each for each, is_in in zip(results, group, strict=True) if is_in]
    found = group_scores({each: chosen.count(each) for each in RESULTS})
    expected = precision_recall_fscore_support(
        gold[group], given[group], labels=[1, 2, 3], average="micro"
    )
    shown = [found.precision.value, found.recall.value, found.f1.value]
    assert shown == pytest.approx(expected[:3], abs=1e-12)
