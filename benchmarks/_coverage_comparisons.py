"""Strengths of compared systems, from studies that are drawn as Plumbline draws them."""

from collections.abc import Iterator

import numpy as np

from annotator.measures.comparisons import (
    Outcome,
    QuestionUnits,
    estimates,
    percentages,
    points,
)
from annotator.measures.intervals import PAGE_GROUPS, Interval, effective_number, sums_by
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.strengths import bradley_terry, strength_intervals
from benchmarks._coverage_nq import Covered, Rows

STUDIED = 2_000
"""Questions of a population."""

OWN, TIES, FIRST = 1.0, 0.4, 0.3
"""How much systems differ from question to question, how often equal answers tie, and what the
left side is worth: logarithms of odds, but for ties.
"""

STUDIES = (
    ("4 systems", (-1.0, -0.3, 0.3, 1.0), 1),
    ("4 systems, three comparers", (-1.0, -0.3, 0.3, 1.0), 3),
    ("6 systems", (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0), 1),
    ("6 systems, far apart", (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5), 1),
)

Judged = tuple[str, str, str]
"""The left system, the right one, and which is preferred."""


def strength_figures(*, seed: int) -> Iterator[Covered]:
    """The strength of the best system, and of one in the middle."""
    for name, odds, comparers in STUDIES:
        questions = _questions(np.random.default_rng([seed, 17]), np.array(odds), comparers)
        every = np.arange(STUDIED)
        truths = bradley_terry(_outcomes(questions, every), "overall")
        for which, system in (("the best", str(len(odds) - 1)), ("a middle one", "1")):

            def interval(
                rows: Rows, questions: list[list[Judged]] = questions, system: str = system
            ) -> Interval | None:
                outcomes = _outcomes(questions, rows)
                try:
                    found = bradley_terry(outcomes, "overall")
                except UndefinedMeasureError:
                    return None
                return strength_intervals(outcomes, "overall", found).get(system)

            label = f"strength of {which} of {name}"
            yield Covered(label, truths[system], interval, STUDIED)


def shared_page_figures(*, seed: int) -> Iterator[Covered]:
    """A share and a strength where groups of one to twelve questions, which are drawn, share a
    page: as many groups as have about as many questions as there are rows.
    """
    name, odds, comparers = STUDIES[0]
    generator = np.random.default_rng([seed, 43])
    sizes = np.minimum(generator.geometric(1 / 3, STUDIED), 12)
    questions = _questions(generator, np.array(odds), comparers, sizes)
    ends = np.cumsum(sizes)
    whole = _outcomes(questions, np.arange(len(questions)))
    best = str(len(odds) - 1)

    def drawn(rows: Rows) -> tuple[list[Outcome], QuestionUnits]:
        groups = rows[: int(np.searchsorted(np.cumsum(sizes[rows]), len(rows))) + 1].tolist()
        chosen = [each for row in groups for each in range(ends[row] - sizes[row], ends[row])]
        of = np.repeat(np.arange(len(groups)), sizes[groups]).tolist()
        return _outcomes(questions, np.array(chosen)), QuestionUnits(
            dict(enumerate(of)), PAGE_GROUPS
        )

    def share(rows: Rows) -> Interval:
        outcomes, units = drawn(rows)
        found = estimates(list(points(outcomes, "overall")), units).get(best)
        if found is None or found.low is None or found.high is None:
            return Interval(None, None)
        return Interval(found.low, found.high)

    def strength(rows: Rows) -> Interval | None:
        outcomes, units = drawn(rows)
        try:
            found = bradley_terry(outcomes, "overall")
        except UndefinedMeasureError:
            return None
        return strength_intervals(outcomes, "overall", found, units).get(best)

    truth = percentages(points(whole, "overall"))[best]
    won = {each.question: each.value for each in points(whole, "overall") if each.system == best}
    lost = 1 - np.array([won[each] for each in sorted(won)])
    [losses] = sums_by(np.repeat(np.arange(STUDIED), sizes), lost)
    either = effective_number(losses) / len(lost)
    yield Covered(f"uneven pages: HO of the best of {name}", truth, share, STUDIED, either)
    truth = bradley_terry(whole, "overall")[best]
    yield Covered(f"uneven pages: strength of the best of {name}", truth, strength, STUDIED)


def _outcomes(questions: list[list[Judged]], rows: Rows) -> list[Outcome]:
    """Comparisons of the questions that were drawn; one that comes twice is two questions."""
    return [
        Outcome(place, 1, left, right, 0, 0, "tie", "tie", preferred)
        for place, row in enumerate(rows.tolist())
        for left, right, preferred in questions[row]
    ]


def _questions(
    generator: np.random.Generator,
    odds: np.ndarray,
    comparers: int,
    sizes: np.ndarray | None = None,
) -> list[list[Judged]]:
    """Of each question the judgments of disjoint pairs, sides at random. With ``sizes``, of each
    group's questions, which are alike.
    """
    questions = []
    alike = OWN * generator.standard_normal((STUDIED, len(odds))) if sizes is not None else None
    group = np.arange(STUDIED) if sizes is None else np.repeat(np.arange(STUDIED), sizes)
    for of in group.tolist():
        here = odds + (OWN * generator.standard_normal(len(odds)) if alike is None else alike[of])
        order = generator.permutation(len(odds)).tolist()
        judged = []
        for left, right in zip(order[::2], order[1::2], strict=True):
            ahead = here[left] - here[right] + FIRST
            for tie, win in generator.random((comparers, 2)):
                preferred = "left" if win < 1 / (1 + np.exp(-ahead)) else "right"
                is_tie = tie < TIES * np.exp(-(ahead**2) / 2)
                judged.append((str(left), str(right), "tie" if is_tie else preferred))
        questions.append(judged)
    return questions
