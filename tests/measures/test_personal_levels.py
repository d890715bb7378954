"""How people differ, and what to expect of one: by hand, SciPy's ranks, and known truths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, rankdata

from annotator.measures.control_charts import cusum, funnel, safe_limits
from annotator.measures.personal_levels import (
    expected_of,
    overdispersion,
    ranks_among_earlier,
    variance_between,
)
from annotator.measures.undefined import UndefinedMeasureError

EVEN_RANKS = np.sqrt(3) * np.linspace(-1, 1, 201)


def test_overdispersion_by_hand() -> None:
    """Of 20, two at each end are drawn in: 0.5 and 0.6 to 1, 30 and 40 to 3; so 10 · 1 + 10 · 9."""
    distances = [0.5, 0.6, *[1.0] * 8, *[3.0] * 8, 30.0, 40.0]
    assert overdispersion(distances) == pytest.approx(5)
    assert overdispersion([0.1] * 10) == 1
    with pytest.raises(UndefinedMeasureError, match="ten"):
        overdispersion([1.0] * 9)


def test_the_variance_between_people_is_found_in_a_simulation() -> None:
    """Rates of 400 people vary by 0.1 around 0.4; 50 to 150 outcomes each. What is drawn in at
    either end takes up to half of τ² = 0.1² / (0.4 · 0.6); of steady people nothing much is left.
    """
    generator = np.random.default_rng(5)
    rates = np.clip(0.4 + 0.1 * generator.standard_normal(400), 0, 1)
    totals = generator.integers(50, 151, 400)
    counts = generator.binomial(totals, rates)
    found = variance_between(funnel(counts.tolist(), totals.tolist()))
    assert 0.5 < found / (0.01 / 0.24) < 1.1
    steady = generator.binomial(totals, 0.4)
    assert variance_between(funnel(steady.tolist(), totals.tolist())) < 0.002


def test_one_person_varies_from_nobody() -> None:
    assert variance_between(funnel([3], [10], center=0.5)) == 0
    assert variance_between([]) == 0


def test_what_is_expected_is_everybodys_rate_until_somebody_has_their_own() -> None:
    assert expected_of([1.0, 1.0], center=0.3, variance=0).tolist() == [0.3, 0.3]
    # 0.3 counts as much as two outcomes: (0.6 + 1) / 3, (0.6 + 2) / 4.
    expected = expected_of([1.0, 1.0, 0.0], center=0.3, variance=0.5)
    assert expected == pytest.approx([0.3, 1.6 / 3, 2.6 / 4])


def test_ranks_among_earlier_by_hand() -> None:
    """Of three: 4 is the second of two, 4 again shares ranks 2 and 3; √(2/3) and √(3/12) are the
    deviations of a rank among three and among two. 9 is the first of its kind.
    """
    ranks = ranks_among_earlier([3, 4, 9, 4, 1], [0, 0, 1, 0, 0])
    expected = [0, 0.5 / 0.5, 0, 0.5 / (2 / 3) ** 0.5, -1.5 / (15 / 12) ** 0.5]
    assert ranks == pytest.approx(expected)


@given(st.lists(st.integers(0, 4), max_size=40))
def test_ranks_among_earlier_are_those_of_scipy(values: list[int]) -> None:
    found = ranks_among_earlier(values, [0] * len(values))
    for place in range(1, len(values)):
        count = place + 1
        rank = rankdata(values[:count])[-1]
        deviation = ((count**2 - 1) / 12) ** 0.5
        assert found[place] == pytest.approx((rank - (count + 1) / 2) / deviation)


@pytest.mark.parametrize("name", ["lognormal", "rare", "half", "tied"])
def test_steady_people_cross_safe_limits_no_more_often_than_stated(name: str) -> None:
    """500 people with 200 outcomes each, of whatever distribution: 10% and three standard
    deviations of 500 more.
    """
    generator = np.random.default_rng(7)
    uniform = generator.random((500, 200))
    draws = {
        "lognormal": np.exp(norm.ppf(uniform)),
        "rare": (uniform < 0.05) * 1.0,
        "half": (uniform < 0.5) * 1.0,
        "tied": (uniform * 5).round(),
    }[name]
    limit = safe_limits(EVEN_RANKS, outcomes=200, allowance=0.25, chance=0.1)
    alarmed = sum(
        bool(
            cusum(
                ranks_among_earlier(row, [0] * 200),
                expected=0,
                spread=1,
                allowance=0.25,
                limit=limit,
            )
        )
        for row in draws
    )
    assert alarmed / 500 <= 0.1 + 3 * (0.1 * 0.9 / 500) ** 0.5


def test_a_change_of_half_a_deviation_and_more_is_found() -> None:
    """From outcome 200 on one standard deviation more: each of 50 people alarms upwards, later."""
    draws = np.random.default_rng(3).standard_normal((50, 400))
    draws[:, 200:] += 1
    limit = safe_limits(EVEN_RANKS, outcomes=400, allowance=0.25, chance=0.01)
    for row in draws:
        ranks = ranks_among_earlier(row, [0] * 400)
        found = cusum(ranks, expected=0, spread=1, allowance=0.25, limit=limit)
        assert found[0].upwards
        assert found[0].alarm >= 200
