"""Bradley and Terry's strengths by a general optimiser, their intervals by statsmodels."""

from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize
from scipy.stats import t

from annotator.measures.comparisons import Outcome, QuestionUnits
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.strengths import LEAST_QUESTIONS, bradley_terry, strength_intervals

GAME = Outcome(1, 2, "A", "B", 2, 1, "left", "tie", "right")


def _likelihood_maximum(games: list[Outcome], respect: str) -> dict[str, float]:
    """Bradley-Terry by a general optimiser: another way to the same maximum."""
    names = sorted({name for game in games for name in (game.left, game.right)})
    worth = {"left": 1.0, "right": 0.0, "tie": 0.5}

    def loss(strengths: Any) -> float:
        by_name = dict(zip(names, strengths, strict=True))
        total = 0.0
        for game in games:
            ahead = by_name[game.left] - by_name[game.right]
            point = worth[getattr(game, respect)]
            total += point * np.logaddexp(0, -ahead) + (1 - point) * np.logaddexp(0, ahead)
        return float(total + sum(strengths) ** 2)

    found = minimize(loss, np.zeros(len(names)), method="BFGS", options={"gtol": 1e-9}).x
    return dict(zip(names, found - found.mean(), strict=True))


def _round_robin(seed: int) -> list[Outcome]:
    """Every two of five systems four times, with results at random and a tie in between."""
    random = np.random.default_rng(seed)
    names = "ABCDE"
    return [
        GAME._replace(left=left, right=right, overall=str(random.choice(["left", "right", "tie"])))
        for left in names
        for right in names
        if left != right
        for _ in range(2)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_strengths_are_where_a_general_optimiser_finds_the_maximum(seed: int) -> None:
    games = _round_robin(seed)
    expected = _likelihood_maximum(games, "overall")
    assert bradley_terry(games, "overall") == pytest.approx(expected, abs=1e-5)


def test_a_system_that_never_lost_has_no_strength() -> None:
    games = [GAME._replace(overall="left"), GAME._replace(left="B", right="C", overall="tie")]
    with pytest.raises(UndefinedMeasureError, match="have no point against some others"):
        bradley_terry(games, "overall")


def test_strengths_that_are_not_found_are_withheld() -> None:
    # Two groups with many comparisons each, and a single tie between them: each step is tiny.
    inside = [
        GAME._replace(left=left, right=right, overall=overall)
        for left, right in ("AB", "CD")
        for overall in ("left", "right")
    ]
    between = GAME._replace(left="B", right="C", overall="tie")
    unequal = GAME._replace(left="A", right="B", overall="left")
    assert bradley_terry([*inside, unequal, between], "overall", most_steps=1_000)
    with pytest.raises(UndefinedMeasureError, match="not found in 1,000 steps"):
        bradley_terry([*inside * 1_000, unequal, between], "overall", most_steps=1_000)


def test_systems_that_never_met_are_compared_through_a_third() -> None:
    games = [
        GAME._replace(left=left, right=right, overall=overall)
        for left, right, overall in (
            ("A", "B", "left"),
            ("A", "B", "left"),
            ("A", "B", "right"),
            ("B", "C", "left"),
            ("B", "C", "left"),
            ("B", "C", "right"),
        )
    ]
    found = bradley_terry(games, "overall")
    # Each step is odds of 2 to 1.
    assert found == pytest.approx({"A": np.log(2), "B": 0, "C": -np.log(2)}, abs=1e-9)


def test_two_groups_that_never_met_have_no_strengths() -> None:
    games = [GAME, GAME._replace(left="C", right="D")]
    with pytest.raises(UndefinedMeasureError):
        bradley_terry(games, "fluency")


def _study(seed: int, questions: int) -> list[Outcome]:
    """Two disjoint pairs of four systems a question, each compared twice."""
    random = np.random.default_rng(seed)
    games = []
    for question in range(questions):
        one, two, three, four = random.permutation(list("ABCD")).tolist()
        for left, right in ((one, two), (three, four)):
            for _ in range(2):
                overall = str(random.choice(["left", "right", "tie"], p=[0.5, 0.2, 0.3]))
                game = GAME._replace(question=question, left=left, right=right, overall=overall)
                games.append(game)
    return games


@pytest.mark.parametrize("seed", range(3))
def test_variances_are_those_of_a_logistic_regression_by_statsmodels(seed: int) -> None:
    """Strengths less D's are the coefficients, and the covariance is clustered by question. Its
    small-sample factor is G / (G - 1), as ours.
    """
    games, systems = _study(seed, 60), list("ABCD")
    worth = {"left": 1.0, "right": 0.0, "tie": 0.5}
    design = np.array(
        [[(each.left == name) - (each.right == name) for name in systems[:3]] for each in games],
        dtype=np.float64,
    )
    points = np.array([worth[each.overall] for each in games])
    groups = np.array([each.question for each in games])
    model = sm.GLM(points, design, family=sm.families.Binomial()).fit(tol=1e-13)
    scores = model.model.score_obs(model.params)
    summed = np.array([scores[groups == group].sum(axis=0) for group in range(60)])
    bread = np.linalg.inv(-model.model.hessian(model.params))
    # To strengths with mean 0.
    centred = np.vstack([np.eye(3), np.zeros((1, 3))])
    centred = centred - centred.mean(axis=0)
    influences = summed @ bread @ centred.T
    found = bradley_terry(games, "overall")
    expected = dict(zip(systems, centred @ model.params, strict=True))
    assert found == pytest.approx(expected, abs=1e-8)
    intervals = strength_intervals(games, "overall", found)
    for place, system in enumerate(systems):
        squares = influences[:, place] ** 2
        variance = 60 / 59 * squares.sum()
        kurtosis = 60 * (squares**2).sum() / squares.sum() ** 2
        freedom = min(59, 2 * 60 / (kurtosis - 1))
        half = t.ppf(0.975, freedom) * variance**0.5
        low, high, _ = intervals[system]
        assert (low, high) == pytest.approx((found[system] - half, found[system] + half), abs=1e-7)


def test_questions_that_share_pages_add_to_strengths_together() -> None:
    games = [game._replace(question=place) for place, game in enumerate(_round_robin(3) * 3)]
    of = {game.question: game.question % 31 for game in games}
    found = bradley_terry(games, "overall")
    together = [game._replace(question=of[game.question]) for game in games]
    units = QuestionUnits(of, "groups of pages")
    assert strength_intervals(games, "overall", found, units) == strength_intervals(
        together, "overall", found
    )


def test_strengths_of_few_questions_have_no_interval_and_say_why() -> None:
    games = _study(1, LEAST_QUESTIONS - 1)
    found = strength_intervals(games, "overall", bradley_terry(games, "overall"))
    reason = "An interval needs 30 questions; there are 29."
    assert {each.withheld.reason for each in found.values() if each.withheld} == {reason}
    assert {(each.low, each.high) for each in found.values()} == {(None, None)}
