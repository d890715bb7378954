"""μ, Figure 4 and footnote 9: by hand, and exact where a share lies on an edge."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.answers import count_answers
from annotator.measures.intervals import Clusters, clustered_proportion
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.variability import (
    INTERVALS,
    Share,
    figure_4,
    footnote_9,
    interval_numbers,
    mean_mu,
    mean_mu_interval,
    mu,
    mus,
)

# Figure 6: non-null long answers and non-null short answers of A1 to A4, of 25.
FIGURE_6 = [(13, 5), (6, 3), (23, 22), (9, 4)]
MUS = st.integers(1, 25).map(lambda count: Fraction(count, 25))
JUDGED = st.lists(
    st.tuples(MUS, st.sampled_from(["C", "C_d", "W"]), st.integers(1, 3)), min_size=1, max_size=20
)


def _counts(mus: list[Fraction]) -> list[int]:
    return [bar.count for bar in figure_4(mus, ["C"] * len(mus))]


@pytest.mark.parametrize("non_null", [count for counts in FIGURE_6 for count in counts])
def test_mu_is_the_exact_share_of_non_null_annotations(non_null: int) -> None:
    assert mu(["an answer"] * non_null + [None] * (25 - non_null)) == Fraction(non_null, 25)


def test_mu_counts_what_is_false_but_not_null() -> None:
    assert mu([0, "", (), None]) == Fraction(3, 4)


def test_mu_without_annotations_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        mu([])


def test_mus_of_counted_annotations_are_those_of_each_example() -> None:
    rows = [["a"] * count + [None] * (25 - count) for counts in FIGURE_6 for count in counts]
    answers = count_answers([*rows, ["a", "b", None]])
    assert mus(answers) == [*map(mu, rows), Fraction(2, 3)]
    assert mean_mu(answers) == pytest.approx((85 / 25 + 2 / 3) / 9)
    why = "An interval needs 10 examples; there are 9."
    assert mean_mu_interval(answers).withheld == (why, 9, 10)


def test_the_mean_of_mu_has_the_interval_of_the_share_that_is_not_null() -> None:
    rows = [["a"] * count + [None] * (25 - count) for counts in FIGURE_6 for count in counts] * 6
    given = np.array([each is not None for row in rows for each in row])
    share = clustered_proportion(given, Clusters(np.repeat(np.arange(len(rows)), 25)))
    found = mean_mu_interval(count_answers(rows))
    assert found[:2] == pytest.approx((share.low, share.high), abs=1e-12)


def test_mus_without_examples_or_annotations_are_undefined() -> None:
    with pytest.raises(UndefinedMeasureError, match="no mean"):
        mean_mu(count_answers([]))
    with pytest.raises(UndefinedMeasureError):
        mean_mu_interval(count_answers([]))
    with pytest.raises(UndefinedMeasureError, match="without annotations"):
        mus(count_answers([["a"], []]))


@pytest.mark.parametrize(
    ("non_null", "bar"),
    [(1, 0), (5, 0), (6, 1), (10, 1), (11, 2), (15, 2), (16, 3), (20, 3), (21, 4), (25, 4)],
)
def test_a_bar_has_its_upper_end_and_not_its_lower_one(non_null: int, bar: int) -> None:
    counts = [0] * 5
    counts[bar] = 1
    assert _counts([Fraction(non_null, 25)]) == counts


def test_edges_hold_for_any_number_of_annotations() -> None:
    mus_on_edges = [Fraction(k * n, 5 * n) for n in (1, 2, 3, 7, 11) for k in range(1, 6)]
    assert _counts(mus_on_edges) == [5] * 5
    # Three times 0.2 is above 0.6 for floats, and so is whatever float(...) rounds away.
    assert _counts([3 * Fraction(1, 5)]) == [0, 0, 1, 0, 0]
    assert _counts([Fraction(1, 5) + Fraction(1, 10**20)]) == [0, 1, 0, 0, 0]


def test_divisions_of_a_bar_are_shares_of_all_draws() -> None:
    mus = [Fraction(5, 25), Fraction(3, 25), Fraction(25, 25), Fraction(21, 25)]
    bars = figure_4(mus, ["W", "C_d", "C", "C"], [1, 2, 1, 4])
    assert [(bar.low, bar.high) for bar in bars] == list(INTERVALS)
    assert bars[0][2:] == (
        3,
        3 / 8,
        {"C": Share(0, 0.0), "C_d": Share(2, 2 / 8), "W": Share(1, 1 / 8)},
    )
    assert bars[4][2:] == (
        5,
        5 / 8,
        {"C": Share(5, 5 / 8), "C_d": Share(0, 0.0), "W": Share(0, 0.0)},
    )
    assert [bar.count for bar in bars[1:4]] == [0, 0, 0]


@given(judged=JUDGED, data=st.data())
def test_bars_add_up_to_everything_in_any_order(
    judged: list[tuple[Fraction, str, int]], data: st.DataObject
) -> None:
    mus, verdicts, weights = zip(*judged, strict=True)
    bars = figure_4(mus, verdicts, weights)
    assert sum(bar.count for bar in bars) == sum(weights)
    assert sum(bar.share for bar in bars) == pytest.approx(1)
    for bar in bars:
        assert sum(each.count for each in bar.by_verdict.values()) == bar.count
    shuffled = zip(*data.draw(st.permutations(judged)), strict=True)
    assert figure_4(*map(list, shuffled)) == bars


def test_a_mu_of_exactly_two_fifths_is_at_the_threshold() -> None:
    at, below = Fraction(10, 25), Fraction(9, 25)
    assert tuple(footnote_9([at, at, below], ["C_d", "W", "W"])) == (1, 2, 1, 1)
    assert tuple(footnote_9([at, below], ["C", "C"], [3, 2])) == (3, 3, 0, 2)


@given(judged=JUDGED)
def test_footnote_9_splits_all_draws_in_two(judged: list[tuple[Fraction, str, int]]) -> None:
    mus, verdicts, weights = zip(*judged, strict=True)
    found = footnote_9(mus, verdicts, weights)
    assert found.at_or_above + found.below == sum(weights)
    assert found.correct_at_or_above <= found.at_or_above
    assert found.wrong_below <= found.below


@pytest.mark.parametrize("measure", [figure_4, footnote_9])
def test_what_has_no_share_says_so(measure: object) -> None:
    assert callable(measure)
    with pytest.raises(UndefinedMeasureError, match="without a judged example"):
        measure([], [])
    with pytest.raises(UndefinedMeasureError, match="all NULL"):
        measure([Fraction(0)], ["W"])
    with pytest.raises(TypeError, match="exact fraction"):
        measure([0.2], ["W"])
    with pytest.raises(ValueError, match="between 0 and 1"):
        measure([Fraction(26, 25)], ["W"])
    with pytest.raises(ValueError, match="1 examples and 2 verdicts"):
        measure([Fraction(1)], ["W", "C"])


@pytest.mark.parametrize("total", [2, 3, 5, 25])
def test_each_mu_is_in_the_interval_that_figure_4_puts_it_in(total: int) -> None:
    numbers = interval_numbers(
        count_answers([["a"] * some + [None] * (total - some) for some in range(total + 1)])
    ).tolist()
    assert numbers[0] == 0
    for some, number in enumerate(numbers[1:], 1):
        assert _counts([Fraction(some, total)]).index(1) == number - 1


def test_no_annotations_lie_in_no_interval() -> None:
    with pytest.raises(UndefinedMeasureError):
        interval_numbers(count_answers([["a"], []]))
