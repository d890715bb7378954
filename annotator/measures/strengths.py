"""How much better one system is than another, by comparisons of their answers (Bradley and Terry).

Points are those of ``comparisons``: a tie is half a victory of each.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.comparisons import OWN_UNITS, POINTS, Outcome, QuestionUnits
from annotator.measures.intervals import Interval, influence_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError

MOST_STEPS = 100_000
"""Of the search for strengths."""

_AT_REST = 1e-12
"""A step that leads no further: far below what is shown."""

LEAST_QUESTIONS = 30
"""Questions that the interval of a strength takes."""


def bradley_terry(
    outcomes: Sequence[Outcome], respect: str, *, most_steps: int = MOST_STEPS
) -> dict[str, float]:
    """Log-strengths of systems, with mean 0, by maximum likelihood (Bradley and Terry 1952).

    P(i beats j) = 1 / (1 + exp(s_j - s_i)); a tie is half a victory of each

    Found by minorisation and maximisation (Hunter 2004). Of two systems, one that wins three
    comparisons of four is ln 3 stronger:

    >>> won = Outcome(1, 2, "A", "B", 0, 0, "left", "tie", "left")
    >>> found = bradley_terry([won] * 3 + [won._replace(overall="right")], "overall")
    >>> round(found["A"] - found["B"], 6)
    1.098612

    Raises ``UndefinedMeasureError`` unless every system has, directly or through others, points
    against every other one: else some would be stronger without bounds (Ford 1957). It also does
    where ``most_steps`` don't lead to the maximum.
    """
    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.sparse.csgraph import connected_components

    systems = _systems(outcomes)
    won = _points_against(outcomes, respect, systems)
    parts, _ = connected_components(scipy.sparse.csr_array(won > 0), connection="strong")
    if parts != 1:
        raise UndefinedMeasureError(
            "Some systems have no point against some others, directly or through a third, so their"
            " strengths can't be compared."
        )
    strengths = np.zeros(len(systems))
    met = won + won.T
    for _ in range(most_steps):
        power = np.exp(strengths)
        after = np.log(won.sum(axis=1) / (met / (power[:, None] + power[None, :])).sum(axis=1))
        after -= after.mean()
        moved = float(np.max(np.abs(after - strengths)))
        strengths = after
        if moved < _AT_REST:
            return dict(zip(systems, strengths.tolist(), strict=True))
    raise UndefinedMeasureError(
        f"The strengths were not found in {most_steps:,} steps: some systems are linked to the"
        " others by too few comparisons. Compare them more often."
    )


def strength_intervals(
    outcomes: Sequence[Outcome],
    respect: str,
    strengths: dict[str, float],
    units: QuestionUnits = OWN_UNITS,
) -> dict[str, Interval]:
    """The intervals of ``bradley_terry``'s ``strengths``, over questions, or their ``units``.

    What question q adds to the strengths is H⁺ Σ (points - P), over its comparisons, with the
    information matrix H of the model and its pseudoinverse, since strengths have mean 0. The sum of
    squares over questions is the cluster-robust variance (Liang and Zeger 1986).
    """
    systems = list(strengths)
    places = {system: number for number, system in enumerate(systems)}
    rows = units.rows(each.question for each in outcomes)
    added = np.zeros((max(rows.values()) + 1, len(systems)))
    information = np.zeros((len(systems), len(systems)))
    for each in outcomes:
        left, right = places[each.left], places[each.right]
        expected = 1 / (1 + np.exp(strengths[each.right] - strengths[each.left]))
        surprise = POINTS[getattr(each, respect)][0] - expected
        added[rows[each.question], left] += surprise
        added[rows[each.question], right] -= surprise
        weight = expected * (1 - expected)
        information[[left, right], [left, right]] += weight
        information[[left, right], [right, left]] -= weight
    # A constant makes H invertible; as what a question adds sums to 0, that changes nothing.
    influences = np.linalg.solve(information + information.trace(), added.T).T
    return {
        system: influence_interval(
            strengths[system], influences[:, place], units=units.name, least=LEAST_QUESTIONS
        )
        for system, place in places.items()
    }


def _systems(outcomes: Iterable[Outcome]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable((each.left, each.right) for each in outcomes)))


def _points_against(
    outcomes: Iterable[Outcome], respect: str, systems: Sequence[str]
) -> NDArray[np.float64]:
    """Points that the system of a row has won against that of a column."""
    places = {system: number for number, system in enumerate(systems)}
    won = np.zeros((len(systems), len(systems)))
    for each in outcomes:
        left, right = POINTS[getattr(each, respect)]
        won[places[each.left], places[each.right]] += left
        won[places[each.right], places[each.left]] += right
    return won
