"""What each number of annotations would give, beside another computation and a collection."""

from itertools import combinations
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest
from scipy import stats

from annotator.measures.adaptive_overlap import BetaPrior
from annotator.measures.intervals import Proportion, share_interval
from annotator.measures.overlap_plan import (
    Expected,
    agreeing_pairs,
    expect,
    people_needed,
    recommend,
)
from annotator.measures.overlap_simulation import draw_world

PRIOR = BetaPrior(0.35, 0.36)


def test_agreement_and_its_width_are_those_counted_pair_by_pair() -> None:
    world = draw_world(PRIOR, examples=200, cap=7, threshold=0.4, seed=3)
    for found in expect(world, examples=40, numbers=(2, 3, 7)):
        shares = [
            mean(float(one == other) for one, other in combinations(row[: found.number], 2))
            for row in world.draws.tolist()
        ]
        width = 2 * stats.t.ppf(0.975, 39) * stdev(shares) / sqrt(40)
        assert (found.agreement, found.width) == pytest.approx((mean(shares), width))


def test_one_annotation_says_nothing_of_agreement() -> None:
    world = draw_world(PRIOR, examples=100, cap=2, threshold=0.4, seed=3)
    one, two = expect(world, examples=40, numbers=(1, 2))
    assert (one.agreement, one.width) == (None, None)
    # A prior of 0.35 and 0.36 gives 0.493; a single annotation is right where it is the majority.
    right = (np.where(world.draws[:, 0] != 0, world.draws[:, 0], 0) == world.truth).sum()
    assert (one.correct.count, one.correct.total) == (int(right), 100)
    assert two.agreement is not None


@pytest.mark.parametrize("number", [2, 5, 25])
def test_the_width_is_what_a_collection_then_shows(number: int) -> None:
    world = draw_world(PRIOR, examples=4000, cap=25, threshold=0.4, seed=1)
    (planned,) = expect(world, examples=300, numbers=(number,))
    widths = []
    for seed in range(30):
        collected = draw_world(PRIOR, examples=300, cap=number, threshold=0.4, seed=100 + seed)
        shown = share_interval(agreeing_pairs(collected, number), np.ones(300))
        assert shown.low is not None
        assert shown.high is not None
        widths.append(shown.high - shown.low)
    assert planned.width == pytest.approx(mean(widths), rel=0.05)


def expected(number: int, right: int) -> Expected:
    return Expected(number, 0.7, 0.1, Proportion(right / 1000, None, None, right, 1000))


def test_the_least_number_after_which_little_is_gained_is_recommended() -> None:
    found = [expected(1, 700), expected(2, 750), expected(3, 800), expected(5, 830)]
    # From 3 to 5: 1.5 in a hundred for each; nothing later.
    assert recommend(found) == 5
    assert recommend([*found[:3], expected(5, 815)]) == 3
    # A step that gains nothing is no end where the one after it gains more.
    assert recommend([expected(2, 750), expected(3, 750), expected(5, 900)]) == 5
    with pytest.raises(ValueError, match="at least two"):
        recommend(found[:1])


def test_people_have_the_hours_and_nobody_annotates_an_example_twice() -> None:
    # 90,000 seconds are 25 hours; each gives 10.
    assert people_needed(90_000, hours_a_week=5, weeks=2, number=2) == 3
    assert people_needed(90_000, hours_a_week=5, weeks=2, number=5) == 5
    with pytest.raises(ValueError, match="need time"):
        people_needed(1, hours_a_week=0, weeks=2, number=1)
