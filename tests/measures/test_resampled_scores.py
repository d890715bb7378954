"""Scores on resampled examples, against a plain count; intervals that hold the truth."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from annotator.measures.extractor_accuracy import ExtractorScores
from annotator.measures.intervals import (
    LEAST_AVERAGED,
    LEAST_RESAMPLED,
    Clusters,
    binomial_ends,
    bootstrap_interval,
    chosen_interval,
)
from annotator.measures.resampled_scores import (
    RESAMPLES,
    Replicates,
    draws,
    prediction_intervals,
    prediction_replicates,
)
from annotator.measures.system_scores import Outcomes
from annotator.systems.evaluation.scoring.asqa import (
    QuestionScores,
    metric_intervals,
    metric_replicates,
    official_metrics,
)
from tests.size import examples

Rows = list[tuple[bool, bool, bool, int]]
ROWS = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 4)),
    min_size=1,
    max_size=12,
)


def outcomes_of(rows: Rows) -> Outcomes:
    gold, predicted, right, score = (np.array(each) for each in zip(*rows, strict=True))
    return Outcomes(gold, predicted, gold & predicted & right, score.astype(np.float64))


def plain_scores(rows: Rows) -> dict[str, float]:
    """From the definitions: each distinct score as a threshold, in fractions."""
    found = []
    for threshold in sorted({score for *_, score in rows}, reverse=True):
        kept = [each for each in rows if each[3] >= threshold]
        right = sum(gold and predicted and match for gold, predicted, match, _ in kept)
        predicted = sum(each[1] for each in kept)
        answerable = sum(each[0] for each in rows)
        precision = Fraction(right, predicted) if predicted else Fraction(0)
        recall = Fraction(right, answerable) if answerable else Fraction(0)
        both = precision + recall
        found.append((2 * precision * recall / both if both else both, precision, recall))
    f1, precision, recall = max(found, key=lambda each: each[0])
    scores = {"best-threshold-f1": f1}
    # Where nothing is right at any threshold, the evaluator has 0 for all.
    scores["best-threshold-precision"] = precision if f1 else Fraction(0)
    scores["best-threshold-recall"] = recall if f1 else Fraction(0)
    for wanted in ("0.5", "0.75", "0.9"):
        reached = [r for _, p, r in found if p >= Fraction(wanted)]
        scores[f"recall-at-precision>={wanted}"] = max(reached, default=Fraction(0))
    return {name: float(value) for name, value in scores.items()}


@examples(15, 200)
@given(ROWS, st.data())
def test_each_resample_has_the_scores_of_the_examples_drawn(
    rows: Rows, data: st.DataObject
) -> None:
    replicates = prediction_replicates(outcomes_of(rows), outcomes_of(rows[::-1]))
    assert replicates.units == len(rows)
    drawn = np.concatenate(list(draws(len(rows)))).astype(int)
    assert drawn.shape == (RESAMPLES, len(rows))
    assert set(drawn.sum(axis=1)) == {len(rows)}
    number = data.draw(st.integers(0, RESAMPLES - 1))
    for part, order in (("long", rows), ("short", rows[::-1])):
        sample = [
            row for row, count in zip(order, drawn[number], strict=True) for _ in range(count)
        ]
        for name, value in plain_scores(sample).items():
            found = replicates.values[f"{part}-{name}"][number]
            assert found == pytest.approx(value), name


@pytest.mark.parametrize("units", [1, 3, 40])
def test_blocks_stay_small_where_few_pages_have_many_examples(units: int) -> None:
    blocks = list(draws(units, columns=300_000))
    assert {len(block) for block in blocks} == {3, 1}
    assert np.array_equal(np.concatenate(blocks), np.concatenate(list(draws(units))))


def test_the_draws_are_those_of_chance() -> None:
    drawn = np.concatenate(list(draws(40)))
    assert np.allclose(drawn.mean(axis=0), 1, atol=0.15)
    assert drawn.var() == pytest.approx(1 - 1 / 40, rel=0.05)


def test_resampled_questions_have_the_official_means() -> None:
    draw = np.random.default_rng(3)
    scores = [
        QuestionScores(
            key=str(each),
            rouge_l=float(draw.random()),
            str_em=float(draw.random()),
            words=int(draw.integers(90)),
            extractor=ExtractorScores(
                float(draw.random()), float(draw.random()), hit=each % 3 == 0
            ),
        )
        for each in range(30)
    ]
    found = metric_replicates(scores)
    number = 17
    counts = np.concatenate(list(draws(30)))[number].astype(int)
    sample = [each for each, count in zip(scores, counts, strict=True) for _ in range(count)]
    expected = official_metrics(sample)
    assert {name: values[number] for name, values in found.values.items()} == pytest.approx(
        expected
    )


def test_the_interval_of_dr_has_the_roots_of_the_ends_of_its_product() -> None:
    """Resamples of F1 × ROUGE-L / 100 that spread by 2 around 4: as a share, 0.04 of 96 = 0.04 ×
    0.96 / 0.02² observations, of which fewer than five are right, so of no more than the questions.
    """
    products = 4 + 2 * np.tile([-1.0, 1.0], 500)
    shown = {"QA-F1": 10.0, "rougeLsum": 40.0, "ovscore": 20.0}
    replicates = Replicates(80, {"ovscore": 10 * np.sqrt(products)})
    found = metric_intervals(shown, replicates)["ovscore"]
    low, high = binomial_ends(0.04, 80)
    assert found[:2] == pytest.approx((100 * low**0.5, 100 * high**0.5))
    few = metric_intervals(shown, replicates._replace(units=59))["ovscore"].withheld
    assert few is not None
    assert (few.have, few.need) == (59, 60)


def test_an_interval_is_withheld_where_it_would_not_hold() -> None:
    spread = np.linspace(0.3, 0.7, 99)
    for interval, least in (
        (bootstrap_interval, LEAST_AVERAGED),
        (chosen_interval, LEAST_RESAMPLED),
    ):
        assert interval(0.5, spread, least).low is not None
        few = interval(0.5, spread, least - 1)
        assert few.withheld is not None
        assert (few.withheld.have, few.withheld.need) == (least - 1, least)
    for name in ("long-recall-at-precision>=0.9", "long-best-threshold-precision"):
        replicates = Replicates(500, {name: np.linspace(0.2, 0.3, 101)})
        assert prediction_intervals({name: 0.25}, replicates)[name].low is None
    alike = bootstrap_interval(0.5, np.full(100, 0.5), 500)
    assert alike.withheld is not None


def system(number: int, generator: np.random.Generator) -> Outcomes:
    """A system whose scores say something of whether it is right."""
    gold = generator.random(number) < 0.5
    sure = generator.beta(3, 2, number)
    predicted = generator.random(number) < 0.8
    right = gold & predicted & (generator.random(number) < sure)
    score = np.log(sure / (1 - sure)) + 1.5 * gold + generator.standard_normal(number)
    return Outcomes(gold, predicted, right, score)


@pytest.mark.long
@pytest.mark.parametrize("number", [150, 600])
def test_ninety_five_in_a_hundred_intervals_hold_the_truth(number: int) -> None:
    population = system(400_000, np.random.default_rng(1))
    truth = scores_of(population)
    covered: dict[str, list[bool]] = {}
    for run in range(400):
        rows = np.random.default_rng([number, run]).integers(400_000, size=number)
        sample = population.take(rows)
        replicates = prediction_replicates(sample, sample)
        scores = scores_of(sample)
        values = {name: each for name, each in replicates.values.items() if name in scores}
        intervals = prediction_intervals(scores, Replicates(number, values))
        for name, (low, high, _) in intervals.items():
            if low is not None and high is not None:
                covered.setdefault(name, []).append(low <= truth[name] <= high)
    shares = {name: float(np.mean(each)) for name, each in covered.items()}
    assert {name for name, share in shares.items() if not 0.93 <= share <= 0.98} == set(), shares


def scores_of(outcomes: Outcomes) -> dict[str, float]:
    """The scores for long answers, each with its best threshold."""
    from annotator.measures.system_scores import official_metrics as metrics

    found = metrics(outcomes, outcomes)
    return {
        name: value
        for name, value in found.items()
        if name.startswith("long-")
        and not name.endswith("threshold")
        and "precision-at" not in name
    }


def test_a_system_without_a_right_answer_has_the_interval_of_none_of_so_many() -> None:
    none = np.zeros(200, dtype=np.bool_)
    scores: NDArray[np.float64] = np.arange(200.0)
    outcomes = Outcomes(none, none, none, scores)
    replicates = prediction_replicates(outcomes, outcomes)
    zeros = dict.fromkeys(replicates.values, 0.0)
    found = prediction_intervals(zeros, replicates)
    shown = {name: each[:2] for name, each in found.items() if each.low is not None}
    assert set(shown) == {"long-best-threshold-f1", "short-best-threshold-f1"}
    for ends in shown.values():
        assert ends == pytest.approx(proportion_confint(0, 200, method="beta"), abs=1e-9)


def test_copies_of_examples_on_their_pages_change_no_resample() -> None:
    rows = [(True, True, number % 3 > 0, number % 5) for number in range(12)]
    alone = prediction_replicates(outcomes_of(rows), outcomes_of(rows))
    twice = outcomes_of([*rows, *rows])
    units = Clusters.named([f"page {number % 12}" for number in range(24)])
    found = prediction_replicates(twice, twice, units=units)
    assert (found.units, found.of) == (12, "pages")
    for name, values in found.values.items():
        np.testing.assert_allclose(values, alone.values[name], rtol=1e-12)


def test_questions_that_share_a_page_are_drawn_together() -> None:
    draw = np.random.default_rng(4)
    scores = [
        QuestionScores(str(each), float(draw.random()), float(draw.random()), each, None)
        for each in range(30)
    ]
    pages = [("a",), ("a", "b"), ("b",), *((f"own {each}",) for each in range(3, 30))]
    together = [replace(each, pages=own) for each, own in zip(scores, pages, strict=True)]
    found = metric_replicates(together)
    assert (found.units, found.of) == (28, "groups of pages")
    counts = np.concatenate(list(draws(28)))[17].astype(int)
    times = [counts[0]] * 3 + counts[1:].tolist()
    sample = [each for each, count in zip(together, times, strict=True) for _ in range(count)]
    assert {name: values[17] for name, values in found.values.items()} == pytest.approx(
        official_metrics(sample)
    )


def test_a_score_of_too_few_pages_says_so() -> None:
    outcomes = outcomes_of([(True, True, number % 3 > 0, 1) for number in range(240)])
    units = Clusters.named([number // 4 for number in range(240)])
    replicates = prediction_replicates(outcomes, outcomes, units=units)
    scores = dict.fromkeys(replicates.values, 0.5)
    few = prediction_intervals(scores, replicates)["long-best-threshold-f1"].withheld
    assert few
    assert few.reason == "An interval needs 100 pages; there are 60."
