"""The known truth: by hand, by going through everything, and by very large samples."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.measures.agreement import krippendorff_alpha
from annotator.measures.answers import count_coded
from annotator.measures.coding import CodedRatings
from annotator.measures.human_bounds import single_annotator, super_annotator
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.quality.simulation.model.annotators import Annotator, Drift
from annotator.quality.simulation.model.draws import draw_annotations
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples
from tests.quality.simulation.pluralities import plurality_chances
from tests.quality.simulation.targets import (
    AnswerDistribution,
    bad_probability,
    long_distribution,
    short_distribution,
    true_alpha,
    true_alpha_of_two,
    true_precision,
    true_single,
    true_super,
)
from tests.quality.simulation.worlds import POOL, annotations_of, tiny_examples
from tests.size import sized

Chances = dict[object, float]
ROWS = st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(lambda row: sum(row) > 0)


def chances(example: int, part: int) -> Chances:
    """Of long (1) or short (2) answers, None being NULL, by going through all annotations."""
    found: Chances = {}
    for annotation, probability in annotations_of(tiny_examples(), example).items():
        found[annotation[part]] = found.get(annotation[part], 0) + probability
    return found


def leading_by_brute_force(row: Chances, draws: int, least: int) -> Chances:
    """P(predicted) of each answer but NULL, ties shared evenly."""
    found = dict.fromkeys((each for each in row if each is not None), 0.0)
    for said in product(row, repeat=draws):
        votes = Counter(each for each in said if each is not None)
        if votes.total() < least:
            continue
        most = [each for each, number in votes.items() if number == max(votes.values())]
        for each in most:
            found[each] += prod(row[one] for one in said) / len(most)
    return found


def outcome_by_brute_force(
    row: Chances, predicted: Chances, references: int, beta: int
) -> tuple[float, float, float, float]:
    """Correct, hit, answered, answerable; ``predicted`` without NULL."""
    hit = answerable = 0.0
    for said in product(row, repeat=references):
        if sum(each is not None for each in said) >= beta:
            chance = prod(row[each] for each in said)
            answerable += chance
            hit += chance * sum(predicted[each] for each in {*said} - {None})
    answered = sum(predicted.values())
    return hit + (1 - answered) * (1 - answerable), hit, answered, answerable


def test_the_distribution_of_a_tiny_world_by_hand() -> None:
    """Ability 0.9 and 0.5, on average 0.7. Habit answers with 0.1 · 0.8 · 0.4 = 0.032 and
    0.5 · 0.6 · 0.75 = 0.225, on average 0.1285, on any of three candidates. Known: 0.6 of 0.7.
    """
    found = long_distribution(tiny_examples(), POOL)
    assert found.mu()[0] == pytest.approx(0.42 + 0.1285)
    assert found.shares[0] == pytest.approx([0.315 + 0.1285 / 3, 0.105 + 0.1285 / 3])
    assert (found.rest[0], found.others[0]) == (pytest.approx(0.1285 / 3), 1)
    # Bad: 0.7 · 0.1, and of habit 0.1 · 0.2 and 0.5 · 0.4, on average 0.11.
    assert bad_probability(tiny_examples(), POOL)[0] == pytest.approx(0.18)


@pytest.mark.parametrize("example", [0, 1])
@pytest.mark.parametrize(("part", "of"), [(1, long_distribution), (2, short_distribution)])
def test_distributions_equal_going_through_all_annotations(
    example: int, part: int, of: Callable[..., AnswerDistribution]
) -> None:
    found, row = of(tiny_examples(), POOL), chances(example, part)
    options = tiny_examples().options[example].tolist()
    spans = [(option, number) for option in options for number in (0, 1)]
    named = options if part == 1 else ["yes", "no", *spans]
    rest = [each for each in row if each is not None and each not in named]
    assert found.null[example] == pytest.approx(row[None])
    assert found.shares[example] == pytest.approx([row.get(each, 0) for each in named])
    assert found.others[example] == len(rest)
    assert [row[each] for each in rest] == pytest.approx([found.rest[example]] * len(rest))


def test_distributions_of_a_population_add_up_to_one() -> None:
    examples, pool = draw_examples(300, seed=5), draw_annotators(20, seed=6)
    for found in (long_distribution(examples, pool), short_distribution(examples, pool)):
        total = found.null + found.shares.sum(axis=1) + found.others * found.rest
        assert total == pytest.approx(1)


def test_with_ability_one_the_truth_is_the_examples_own() -> None:
    examples = tiny_examples()
    found = long_distribution(examples, [Annotator(1, 0, 1)])
    assert found.mu() == pytest.approx(examples.mu)
    assert found.shares == pytest.approx(examples.mu[:, None] * examples.long_shares)
    assert not found.rest.any()


def test_drift_moves_the_truth_of_later_annotations() -> None:
    pool = [Annotator(1.0, 0.0, 0.0, drift=Drift(ability=-0.01))]
    later = long_distribution(tiny_examples(), pool, position=50)
    # Half know (0.6 answer), half answer whatever it is.
    assert later.mu()[0] == pytest.approx(0.5 * 0.6 + 0.5)
    assert long_distribution(tiny_examples(), pool).mu()[0] == pytest.approx(0.6)


def test_precision_by_hand() -> None:
    """Ability 1: 0.45 · 1 + 0.15 · 0.5 of 0.6 that are answered, and 0.1 · 0.8 of 0.2."""
    examples = tiny_examples()
    found = long_distribution(examples, [Annotator(1)])
    assert true_precision(found, examples.correct) == pytest.approx((0.525 + 0.08) / 0.8)


def test_alpha_by_hand() -> None:
    """Two examples, NULL in 0.4 and 0.8, else 0.45, 0.15 and 0.1, 0.1 once and again.

    Two say the same in 0.16 + 0.2025 + 0.0225 = 0.385 and 0.64 + 0.02 = 0.66, on average 0.5225;
    by chance in 0.6² = 0.36. Of two values with 0.1 and 0.3: 1 - 0.15/0.16.
    """
    found = long_distribution(tiny_examples(), [Annotator(1)])
    assert true_alpha(found) == pytest.approx(1 - (1 - 0.5225) / 0.64)
    assert true_alpha_of_two(np.array([0.1, 0.3])) == pytest.approx(1 - 0.15 / 0.16)


def test_alpha_counts_the_answers_without_a_name_too() -> None:
    """NULL in 0.5, one answer in 0.3, two in 0.1 each: alike in 0.25 + 0.09 + 0.02."""
    found = AnswerDistribution(np.array([0.5]), np.array([[0.3]]), np.array([0.1]), np.array([2]))
    assert true_alpha(found) == pytest.approx(1 - 0.64 / 0.75)


@given(ROWS, st.integers(1, 5), st.integers(1, 5))
@settings(max_examples=sized(15, 80), deadline=None)
def test_pluralities_equal_going_through_all_draws(row: list[int], draws: int, least: int) -> None:
    """NULL and three answers; the same with two of them unnamed, where these have one chance."""
    shares = np.array(row) / sum(row)
    expected = leading_by_brute_force(
        dict(zip([None, "a", "b", "c"], shares.tolist(), strict=True)), draws, least
    )
    named, _ = plurality_chances(
        shares[:1], shares[None, 1:], np.zeros(1), np.zeros(1, int), draws=draws, least=least
    )
    assert named[0] == pytest.approx(list(expected.values()))
    even = (shares[2] + shares[3]) / 2
    expected = leading_by_brute_force(
        {None: shares[0], "a": shares[1], "b": even, "c": even}, draws, least
    )
    named, rest = plurality_chances(
        shares[:1],
        shares[None, 1:2],
        np.array([even]),
        np.array([2]),
        draws=draws,
        least=least,
    )
    assert [named[0, 0], rest[0], rest[0]] == pytest.approx(list(expected.values()))


def test_twenty_predict_one_answer_or_none() -> None:
    """All probabilities add up, at the paper's size: P(at least 8 of 20 are non-null)."""
    found = long_distribution(draw_examples(40, seed=9), draw_annotators(9, seed=9))
    named, rest = plurality_chances(
        found.null, found.shares, found.rest, found.others, draws=20, least=8
    )
    assert named.sum(axis=1) + found.others * rest == pytest.approx(true_super(found).answered)


@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize(("references", "beta"), [(2, 1), (2, 2), (3, 2)])
def test_single_and_super_annotator_equal_going_through_all_draws(
    part: int, references: int, beta: int
) -> None:
    of = long_distribution if part == 1 else short_distribution
    found = of(tiny_examples(), POOL)
    single = true_single(found, references=references, beta=beta)
    together = true_super(found, alpha=2, references=references, predictors=3, beta=beta)
    for example in (0, 1):
        row = chances(example, part)
        non_null = {each: chance for each, chance in row.items() if each is not None}
        for outcomes, predicted in (
            (single, non_null),
            (together, leading_by_brute_force(row, 3, 2)),
        ):
            expected = outcome_by_brute_force(row, predicted, references, beta)
            arrays = (outcomes.correct, outcomes.hits, outcomes.answered, outcomes.answerable)
            assert [each[example] for each in arrays] == pytest.approx(expected)


@pytest.mark.long
def test_measures_of_a_large_sample_come_close_to_the_truth() -> None:
    """The estimators that the platform has, on 4,000 examples with 25 annotations each.

    Bounds are five standard errors of the sample, by resampling, rounded up.
    """
    world, pool = draw_examples(400, seed=11), draw_annotators(50, seed=12)
    generator = np.random.default_rng(13)
    example = np.repeat(generator.integers(400, size=4_000), 25)
    drawn = draw_annotations(
        world, pool, assigned=(example, generator.integers(50, size=100_000)), seed=14
    )
    unit = np.repeat(np.arange(4_000), 25)
    counted = count_coded(unit, drawn.long, number=4_000)
    codes = np.where(drawn.long, unit * 100 + drawn.long, 0).reshape(4_000, 25)
    values, coded = np.unique(codes, return_inverse=True)
    truth = long_distribution(world, pool)
    ratings = CodedRatings(coded.reshape(codes.shape), tuple(values.tolist()))
    assert 1 - counted.nulls.sum() / 100_000 == pytest.approx(truth.mu().mean(), abs=0.03)
    assert single_annotator(counted).f1() == pytest.approx(true_single(truth).f1(), abs=0.02)
    assert super_annotator(counted).f1() == pytest.approx(true_super(truth).f1(), abs=0.02)
    assert krippendorff_alpha(ratings) == pytest.approx(true_alpha(truth), abs=0.03)
    quality = CodedRatings(drawn.bad.astype(np.int64).reshape(codes.shape), ("good", "bad"))
    target = true_alpha_of_two(bad_probability(world, pool))
    assert krippendorff_alpha(quality) == pytest.approx(target, abs=0.04)


def test_a_truth_that_is_undefined_is_refused() -> None:
    nothing = AnswerDistribution(np.ones(2), np.zeros((2, 1)), np.zeros(2), np.zeros(2, int))
    with pytest.raises(UndefinedMeasureError, match="no precision"):
        true_precision(nothing, np.ones((2, 1)))
    with pytest.raises(UndefinedMeasureError, match="no disagreement"):
        true_alpha(nothing)
    with pytest.raises(UndefinedMeasureError, match="no disagreement"):
        true_alpha_of_two(np.zeros(2))
