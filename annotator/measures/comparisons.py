"""Pairwise comparisons of long-form answers (ASQA paper, section 4.2, Tables 4 and 5).

A comparison says how many disambiguations each of two answers captures, and which answer is better
in three respects. Percentages are 0 to 100.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import share_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError

RESPECTS = ("ambiguity", "fluency", "overall")
"""The paper's COMP, FLUE and HO."""

POINTS = {"left": (1.0, 0.0), "right": (0.0, 1.0), "tie": (0.5, 0.5)}
"""Of the left and of the right answer, by the preference."""

QUESTIONS = "questions"
_LEAST_FOR_CORRELATION = 3


class Outcome(NamedTuple):
    """One comparison. Preferences are ``left``, ``right`` or ``tie``; captures are numbers."""

    question: int
    disambiguations: int
    left: str
    right: str
    left_captured: int
    right_captured: int
    ambiguity: str
    fluency: str
    overall: str


class Observation(NamedTuple):
    """What one comparison says of one system, 0 to 1: a share of captures, or a point."""

    question: int
    system: str
    value: float


class Estimate(NamedTuple):
    """A percentage or a strength with the ends of its 95% interval; without any, ``no_interval``
    says why.
    """

    value: float
    low: float | None
    high: float | None
    no_interval: str = ""


def captures(outcomes: Iterable[Outcome]) -> Iterator[Observation]:
    """Of each answer the share of its question's disambiguations that it captures."""
    for each in outcomes:
        total = each.disambiguations
        yield Observation(each.question, each.left, each.left_captured / total)
        yield Observation(each.question, each.right, each.right_captured / total)


def points(outcomes: Iterable[Outcome], respect: str) -> Iterator[Observation]:
    """One point for victory, half for a tie, none for defeat.

    Raises ``ValueError`` for a preference that is none: nothing malformed becomes a tie.
    """
    for each in outcomes:
        preference = getattr(each, respect)
        if preference not in POINTS:
            raise ValueError(f"{preference!r} is not one of left, right, tie")
        left, right = POINTS[preference]
        yield Observation(each.question, each.left, left)
        yield Observation(each.question, each.right, right)


def percentages(observations: Iterable[Observation]) -> dict[str, float]:
    """Of each system the mean of its observations in percent: the columns of Table 4.

    ACC = 100 (1/n) Σ captured / numQA over the n comparisons in which the system took part
    COMP, FLUE, HO = 100 (victories + ties / 2) / n

    A pair that several comparers saw counts each of its comparisons. In Table 4, 20 points of 45
    comparisons are 44.4:

    >>> won = Outcome(1, 2, "JPR@1", "T5 C", 1, 0, "left", "tie", "left")
    >>> lost = won._replace(ambiguity="right")
    >>> round(percentages(points([won] * 20 + [lost] * 25, "ambiguity"))["JPR@1"], 1)
    44.4
    """
    by_system: dict[str, list[float]] = {}
    for each in observations:
        by_system.setdefault(each.system, []).append(each.value)
    return {system: 100 * fsum(values) / len(values) for system, values in by_system.items()}


class QuestionUnits(NamedTuple):
    """The unit ``of`` each question, by any number, and what people call such units: groups of
    pages where questions share pages. Questions are units where ``of`` is empty.
    """

    of: Mapping[int, int]
    name: str = QUESTIONS

    def rows(self, questions: Iterable[int]) -> dict[int, int]:
        """The row of each question's unit, from 0."""
        found: dict[int, int] = {}
        return {
            each: found.setdefault(self.of.get(each, each), len(found))
            for each in dict.fromkeys(questions)
        }


OWN_UNITS = QuestionUnits({})


def estimates(
    observations: Sequence[Observation], units: QuestionUnits = OWN_UNITS
) -> dict[str, Estimate]:
    """The percentages with intervals over questions, or their ``units``.

    The question was drawn, so all that was said of its answers belongs together.
    """
    rows = units.rows(each.question for each in observations)
    values = percentages(observations)
    columns = {system: number for number, system in enumerate(values)}
    sums = np.zeros((max(rows.values(), default=-1) + 1, len(columns)))
    counts = np.zeros_like(sums)
    for each in observations:
        place = rows[each.question], columns[each.system]
        sums[place] += each.value
        counts[place] += 1
    return {
        system: _estimate(value, sums[:, columns[system]], counts[:, columns[system]], units.name)
        for system, value in values.items()
    }


def _estimate(
    value: float, sums: NDArray[np.float64], counts: NDArray[np.float64], units: str
) -> Estimate:
    low, high, withheld = share_interval(sums, counts, units=units)
    if low is None or high is None:
        return Estimate(value, None, None, withheld.reason if withheld else "")
    return Estimate(value, 100 * low, 100 * high)


def pearson(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """Pearson's correlation, -1 to 1, of two scores over the systems that have both (Table 5).

    ACC (Table 4) and Disambig-F1 (Table 3) of the paper's six systems:

    >>> acc = dict(zip("abcdef", [36.1, 8.4, 25.7, 28.0, 52.7, 94.3]))
    >>> f1 = dict(zip("abcdef", [25.8, 7.4, 21.2, 26.4, 39.0, 77.4]))
    >>> round(100 * pearson(acc, f1), 1)
    99.3

    Raises ``UndefinedMeasureError`` with fewer than three systems, or where all have one score.
    """
    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.stats import pearsonr

    common = [system for system in first if system in second]
    if len(common) < _LEAST_FOR_CORRELATION:
        have = "1 system has" if len(common) == 1 else f"{len(common)} systems have"
        raise UndefinedMeasureError(f"{have} both scores, and a correlation needs three.")
    rows = [[scores[system] for system in common] for scores in (first, second)]
    if any(len(set(row)) == 1 for row in rows):
        raise UndefinedMeasureError("All systems have the same score, so nothing varies together.")
    # The size of the scores doesn't matter, and the sum of two huge ones would be infinite.
    rows = [[each / max(map(abs, row)) for each in row] for row in rows]
    return float(pearsonr(*rows).statistic)
