"""How many annotations to ask for, against scipy's distributions and hand-worked cases."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from annotator.measures.adaptive_overlap import (
    BetaPrior,
    Rule,
    answered_posterior,
    fit_prior,
    further_annotations,
    leading_posterior,
)
from annotator.measures.answers import AnswerCounts, count_answers
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.overlap_simulation import World, compare_rules, draw_world
from benchmarks._settled_decisions import settled_and_right

EVEN = BetaPrior(1, 1)


def asked_for(*examples: list[str | None], rule: Rule = Rule()) -> list[int]:  # noqa: B008
    answers = count_answers(examples)
    wanted = further_annotations(answers, answers, rule, long_prior=EVEN, short_prior=EVEN)
    return wanted.tolist()


def test_posteriors_by_hand() -> None:
    """Uniform prior. Two of two answered: density 3 μ², P(μ > 0.4) = 1 - 0.064. None of two:
    density 3 (1 - μ)², so 0.6³ = 0.216.
    """
    answers = count_answers([["a", "a"], [None, None]])
    found = answered_posterior(answers, EVEN, threshold=0.4)
    assert found == pytest.approx([0.936, 0.216])


def test_one_more_is_asked_for_while_a_decision_is_unsettled() -> None:
    # Agreed twice: 0.936 that there is an answer, 0.924 that it is this one. Two others: 0.5.
    assert asked_for(["a", "a"], ["a", "b"]) == [0, 1]
    # Four that found none: 0.6⁵ = 0.078 that most do; three: 0.6⁴ = 0.130.
    assert asked_for([None] * 4, [None] * 3) == [0, 1]


def test_nothing_is_asked_for_at_the_cap_and_what_is_missing_of_the_least_is() -> None:
    rule = Rule(least=3, cap=5)
    undecided: list[str | None] = ["a", "b", None, "a", "b"]
    assert asked_for(undecided, undecided[:4], ["a", "a"], [], rule=rule) == [0, 1, 1, 3]


def test_an_unsettled_short_answer_asks_too() -> None:
    long = count_answers([["p", "p", "p"]])
    short = count_answers([["x", "y", None]])
    wanted = further_annotations(long, short, Rule(), long_prior=EVEN, short_prior=EVEN)
    assert wanted.tolist() == [1]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)), min_size=1),
    st.floats(0.1, 9),
    st.floats(0.1, 9),
    st.floats(0.05, 0.95),
)
def test_posteriors_are_tails_of_scipys_beta(
    examples: list[tuple[int, int, int]], a: float, b: float, threshold: float
) -> None:
    nulls, first, second = np.array([sorted(row) for row in examples]).T[[0, 2, 1]]
    answers = AnswerCounts(nulls, np.column_stack([first, second]))
    found = answered_posterior(answers, BetaPrior(a, b), threshold=threshold)
    theirs = stats.beta.sf(threshold, a + first + second, b + nulls)
    assert found == pytest.approx(theirs, abs=1e-9)
    leads = leading_posterior(answers)
    assert leads == pytest.approx(stats.beta.sf(0.5, first + 0.5, second + 0.5), abs=1e-9)
    assert (leads >= 0.5 - 1e-9).all()


def test_the_fitted_prior_is_the_likeliest_and_finds_what_was_drawn() -> None:
    generator = np.random.default_rng(5)
    mu = generator.beta(0.6, 0.9, 6000)
    sizes = np.full(6000, 5)
    nulls = 5 - generator.binomial(5, mu)
    prior = fit_prior(nulls, sizes)
    assert prior == pytest.approx((0.6, 0.9), rel=0.06)
    best = stats.betabinom.logpmf(5 - nulls, 5, prior.a, prior.b).sum()
    for a, b in ((1.03, 1), (0.97, 1), (1, 1.03), (1, 0.97)):
        assert stats.betabinom.logpmf(5 - nulls, 5, prior.a * a, prior.b * b).sum() < best


def test_a_prior_needs_examples_with_two_annotations() -> None:
    with pytest.raises(UndefinedMeasureError, match="two annotations"):
        fit_prior(np.array([0, 1]), np.array([1, 1]))


@pytest.mark.parametrize(
    "wrong", [{"confidence": 0.5}, {"confidence": 1}, {"threshold": 0}, {"least": 0}, {"cap": 0}]
)
def test_rules_that_cannot_be_followed_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"confidence|threshold|Ask"):
        Rule(**wrong)  # type: ignore[arg-type]


def test_more_annotations_come_closer_to_the_truth_and_adaptive_ones_cost_less() -> None:
    prior = BetaPrior(0.35, 0.36)
    world = draw_world(prior, examples=4000, cap=25, threshold=0.4, seed=11)
    rules = [Rule(0.9, cap=9), Rule(0.95, cap=9)]
    one, three, five, cheap, careful = compare_rules(world, rules, fixed=(1, 3, 5))
    shares = [cost.correct.value for cost in (one, three, five, cheap, careful)]
    assert shares == sorted(shares)
    assert cheap.mean_annotations < five.mean_annotations - 1


@pytest.mark.parametrize("confidence", [0.8, 0.9, 0.95])
def test_what_is_called_settled_is_right_as_often_as_promised(confidence: float) -> None:
    """Whenever asking stops: a posterior doesn't mind why it was looked at."""
    world = draw_world(BetaPrior(0.35, 0.36), examples=4000, cap=9, threshold=0.4, seed=12)
    kept = settled_and_right(world, Rule(confidence, cap=9))
    for share in (kept.answered, kept.leader):
        assert share.total > 1000
        assert share.value > confidence - 0.01


def test_settled_decisions_by_hand() -> None:
    """Even prior, two annotations at most. Both found the same: 0.936 and 0.924, so both decisions
    are settled, once rightly, once with another leader. Of one each nothing is settled.
    """
    world = World(
        draws=np.array([[1, 1], [2, 2], [0, 3]]),
        truth=np.array([1, 1, 3]),
        threshold=0.4,
        prior=EVEN,
    )
    kept = settled_and_right(world, Rule(cap=2))
    assert (kept.answered.count, kept.answered.total) == (2, 2)
    assert (kept.leader.count, kept.leader.total) == (1, 2)


def test_a_consensus_by_hand() -> None:
    """Truth and draws written down: with one annotation each 1 of 3 is right, with three 2."""
    world = draw_world(EVEN, examples=3, cap=3, threshold=0.4, seed=1)
    world = type(world)(
        draws=np.array([[0, 1, 1], [2, 1, 1], [0, 0, 3]]),
        truth=np.array([1, 2, 0]),
        threshold=0.4,
        prior=EVEN,
    )
    first, third = compare_rules(world, [], fixed=(1, 3))
    assert (first.mean_annotations, first.correct.count) == (1, 2)
    assert (third.mean_annotations, third.correct.count) == (3, 2)
