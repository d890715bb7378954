"""Points, intervals, strengths and correlations of comparisons, by hand and by other libraries."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.comparisons import (
    RESPECTS,
    Observation,
    Outcome,
    QuestionUnits,
    captures,
    estimates,
    pearson,
    percentages,
    points,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from tests.factories.clustered import counted_share

GAME = Outcome(1, 2, "A", "B", 2, 1, "left", "tie", "right")


def test_a_victory_is_a_point_a_tie_half_of_one_to_each() -> None:
    assert percentages(points([GAME], "ambiguity")) == {"A": 100.0, "B": 0.0}
    assert percentages(points([GAME], "fluency")) == {"A": 50.0, "B": 50.0}
    assert percentages(points([GAME], "overall")) == {"A": 0.0, "B": 100.0}


@pytest.mark.parametrize("preference", ["", "Tie", "both", None])
def test_what_is_no_preference_is_never_counted_as_a_tie(preference: Any) -> None:
    with pytest.raises(ValueError, match="is not one of left, right, tie"):
        list(points([GAME._replace(overall=preference)], "overall"))


def test_acc_is_the_mean_of_shares_and_not_the_share_of_all_disambiguations() -> None:
    games = [GAME, GAME._replace(question=2, disambiguations=6, left_captured=3, right_captured=0)]
    # The mean of 2 of 2 and 3 of 6, and of 1 of 2 and 0 of 6.
    assert percentages(captures(games)) == {"A": 75.0, "B": 25.0}


def test_each_comparison_of_a_pair_that_several_people_saw_counts() -> None:
    games = [GAME, GAME._replace(ambiguity="right"), GAME._replace(ambiguity="tie")]
    assert percentages(points(games, "ambiguity")) == {"A": 50.0, "B": 50.0}


@st.composite
def tournaments(draw: st.DrawFn) -> list[Outcome]:
    """Games of up to five systems over up to six questions."""
    preference = st.sampled_from(["left", "right", "tie"])
    games = []
    for _ in range(draw(st.integers(1, 40))):
        left, right = draw(st.permutations("ABCDE"))[:2]
        games.append(
            Outcome(
                question=draw(st.integers(0, 5)),
                disambiguations=(total := draw(st.integers(1, 6))),
                left=left,
                right=right,
                left_captured=draw(st.integers(0, total)),
                right_captured=draw(st.integers(0, total)),
                ambiguity=draw(preference),
                fluency=draw(preference),
                overall=draw(preference),
            )
        )
    return games


@given(tournaments())
def test_points_add_up_to_one_for_each_comparison(games: list[Outcome]) -> None:
    for respect in RESPECTS:
        found = list(points(games, respect))
        assert len(found) == 2 * len(games)
        assert sum(each.value for each in found) == len(games)


@given(tournaments())
def test_intervals_lie_between_the_extremes_or_say_why_there_is_none(games: list[Outcome]) -> None:
    for estimate in estimates(list(points(games, "overall"))).values():
        if estimate.low is None or estimate.high is None:
            assert estimate.no_interval
        else:
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 100


def test_comparisons_of_one_question_are_no_more_than_one() -> None:
    found = [Observation(n, "A", float(n % 2)) for n in range(40) for _ in range(5)]
    low, high = counted_share(20, 40)
    assert estimates(found)["A"][:3] == pytest.approx((50, 100 * low, 100 * high))


def test_a_system_that_nearly_always_wins_has_an_interval() -> None:
    found = [Observation(n, "A", float(n > 3)) for n in range(45)]
    low, high = counted_share(41, 45)
    expected = (100 * 41 / 45, 100 * low, 100 * high)
    assert estimates(found)["A"][:3] == pytest.approx(expected)


def test_questions_that_share_pages_are_one_unit() -> None:
    seen = [Observation(each, "A", float(each % 3 == 0)) for each in range(40)]
    units = QuestionUnits({each: each % 13 for each in range(40)}, "groups of pages")
    together = [Observation(each.question % 13, "A", each.value) for each in seen]
    assert estimates(seen, units) == estimates(together)
    few = estimates(seen, QuestionUnits({each: each % 9 for each in range(40)}, "groups of pages"))
    assert few["A"].no_interval == "An interval needs 10 groups of pages; there are 9."


def test_few_questions_have_no_interval() -> None:
    found = [Observation(n, "A", 1.0) for n in range(4)]
    why = "An interval needs 10 questions; there are 4."
    assert estimates(found) == {"A": (100.0, None, None, why)}


def test_pearson_agrees_with_numpy_over_the_systems_that_have_both() -> None:
    first = {"A": 1.0, "B": 4.0, "C": 2.0, "D": 9.0}
    second = {"B": 3.0, "C": 1.5, "A": 0.5, "E": 7.0}
    expected = np.corrcoef([1.0, 4.0, 2.0], [0.5, 3.0, 1.5])[0, 1]
    assert pearson(first, second) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e300, 0.85e308])
def test_pearson_is_the_same_for_scores_of_any_size(size: float) -> None:
    first = {"A": 1.0, "B": 2.0, "C": 3.0}
    second = {"A": size, "B": size, "C": 2 * size}
    assert pearson(first, second) == pytest.approx(3**0.5 / 2, abs=1e-12)


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ({"A": 1.0, "B": 2.0}, "2 systems have both scores, and a correlation needs three."),
        ({"A": 1.0}, "1 system has both scores, and a correlation needs three."),
        (
            {"A": 1.0, "B": 1.0, "C": 1.0},
            "All systems have the same score, so nothing varies together.",
        ),
    ],
)
def test_without_three_systems_or_without_variation_there_is_no_correlation(
    second: dict[str, float], reason: str
) -> None:
    with pytest.raises(UndefinedMeasureError) as refusal:
        pearson({"A": 1.0, "B": 2.0, "C": 3.0}, second)
    assert str(refusal.value) == reason
