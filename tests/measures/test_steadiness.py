"""Evidence against a steady person: by going through all changes, and how often steady people come
to it.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import betaln
from scipy.stats import norm
from scipy.stats import t as student

from annotator.measures.steadiness import Levels, evidence_of
from annotator.measures.usual_people import Days, by_pace, by_rate
from tests.size import sized


def one_by_one(steady: Levels, changed: Levels) -> tuple[float, int]:
    """Every beginning, as the formula has it."""
    usual, other = np.exp(steady.likelihoods), np.exp(changed.likelihoods)
    prior, count = np.exp(steady.weights), len(usual)
    parts = []
    for start in range(count):
        first = changed.first if start == 0 and changed.first is not None else changed.weights
        weight = 0.5 if start == 0 else 0.5 * 50 / ((49 + start) * (50 + start))
        before = float(prior @ usual[:start].prod(axis=0))
        parts.append(weight * before * float(np.exp(first) @ other[start:].prod(axis=0)))
    total = sum(parts) / float(prior @ usual.prod(axis=0)) + 0.5 * 50 / (49 + count)
    return math.log(total), int(np.argmax(parts))


@settings(max_examples=sized(20, 200), deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 12), st.booleans())
def test_evidence_is_the_sum_over_all_changes(seed: int, count: int, has_first: bool) -> None:
    draw = np.random.default_rng(seed)
    weights = [np.log(draw.dirichlet(np.ones(size))) for size in (3, 4, 4)]
    steady = Levels(np.log(draw.uniform(0.05, 1, (count, 3))), weights[0])
    changed = Levels(
        np.log(draw.uniform(0.05, 1, (count, 4))), weights[1], weights[2] if has_first else None
    )
    strength, start = one_by_one(steady, changed)
    found = evidence_of(steady, changed)
    assert found.strength == pytest.approx(strength)
    assert found.start == start


def test_a_rate_that_changes_has_the_evidence_of_two_betas() -> None:
    """40 no and 40 yes beside 19 people with a fifth of yes: the change is where it is, and the
    evidence close to what Beta functions give for one change at the 40th.
    """
    others = [np.array([1.0, 0, 0, 0, 0] * 16)] * 19
    own = np.array([0.0] * 40 + [1.0] * 40)
    found = evidence_of(*by_rate([*others, own])[-1])
    assert found.start == 40
    rate = (own.sum() + 19 * 16 + 0.5) / (20 * 80 + 1)
    a, b = 3000 * rate, 3000 * (1 - rate)
    before = betaln(a, b + 40) - betaln(a, b)
    both = betaln(a + 40, b + 40) - betaln(a, b)
    # Even over log-odds from -7 to 7, where 40 of 40 yes have B(40, 0+) / 14 up to the edge.
    odds = np.linspace(-7, 7, 20_001)
    after = math.log(float(np.mean((1 / (1 + np.exp(-odds))) ** 40)))
    one_change = before + after - both + math.log(0.5 * 50 / (89 * 90))
    assert found.strength == pytest.approx(one_change, abs=1.5)


def test_days_that_are_twice_as_quick_are_found_and_a_day_that_varies_is_not() -> None:
    draw = np.random.default_rng(5)
    people = [
        Days(draw.normal(level, 0.1, 20), np.full(20, 10.0)) for level in draw.normal(0, 0.3, 20)
    ]
    halved = Days(people[0].means - np.repeat([0, math.log(2)], 10), people[0].counts)
    odd = Days(people[1].means + 0.2 * (np.arange(20) == 7), people[1].counts)
    evidence = [evidence_of(*each) for each in by_pace([halved, odd, *people[2:]], 0.1).changes]
    assert evidence[0].start == 10
    assert evidence[0].strength > math.log(1000)
    assert max(each.strength for each in evidence[1:]) < math.log(20)


def test_a_third_of_everybodys_time_is_unlike_them_from_the_start_and_three_times_is_not() -> None:
    """The others' logarithms are ±0.3, their median 0. The likeliest spread has three people of 0.3
    beside them, and a tenth of the people at any time within e^6.
    """
    levels = [math.log(1 / 3), *[0.3, -0.3] * 10]
    people = [Days(np.full(100, level), np.full(100, 1e6)) for level in levels]
    paces = by_pace(people, 0.0)

    def surprise(spread: float) -> float:
        steady = 0.9 * norm.pdf(0.3, scale=spread) + 0.1 / 6
        return float(3 * (math.log(spread) + (0.3 / spread) ** 2 / 2) - 20 * math.log(steady))

    spread = minimize_scalar(surprise, bounds=(0.1, 1), method="bounded").x * math.sqrt(1.05)
    expected = student.cdf(math.log(1 / 3) / spread, 20)
    # The measure looks at a grid of spreads, 3.5% apart.
    assert paces.quick[0] == pytest.approx(expected, rel=0.15)
    assert paces.quick[0] < 0.005
    assert paces.quick[1:].min() > 0.1
    assert max(evidence_of(*each).strength for each in paces.changes) < math.log(2)
    slow = by_pace([people[0]._replace(means=-people[0].means), *people[1:]], 0.0)
    assert slow.quick[0] > 0.99


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.5])
def test_steady_people_seldom_come_to_much_evidence(rate: float) -> None:
    """With the rate known, at most 1 in 20 comes to 20; and three standard deviations."""
    people = sized(400, 4000)
    draws = np.random.default_rng(7).random((people, 100)) < rate
    logs = np.log([1 - rate, rate])
    other = np.linspace(0.05, 0.95, 10)
    levels = np.log(np.stack([1 - other, other]))
    strengths = [
        evidence_of(
            Levels(logs[row.astype(int)][:, None], np.zeros(1)),
            Levels(levels[row.astype(int)], np.full(10, -math.log(10))),
        ).strength
        for row in draws
    ]
    reached = sum(each >= math.log(20) for each in strengths)
    assert reached <= people / 20 + 3 * math.sqrt(people / 20)
