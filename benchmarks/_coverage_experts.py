"""What experts say: precision of a round as it is drawn, labels of an error analysis, and
coefficients where questions share pages.
"""

from collections.abc import Callable, Iterator

import numpy as np

from annotator.measures.agreement import fleiss_interval, fleiss_kappa
from annotator.measures.coding import CodedRatings
from annotator.measures.intervals import PAGES, Clusters, Interval, clustered_proportion
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.precision import precision
from benchmarks._coverage_nq import POPULATION, Covered, Rows

OF_EACH, QUESTIONS = 25, 302
"""Annotations of a question, and questions that a round's answers are drawn from."""

OF_PAGE, VOTERS = 10, 4
SURE = 0.8


def expert_figures(*, seed: int) -> Iterator[Covered]:
    """Ψ of as many draws as there are rows, two labellers' shares, κ of ten questions on a page."""
    yield _drawn_round(seed)
    for share in (0.4, 0.15):
        yield _labels(share)
    yield _of_pages(seed)


def _drawn_round(seed: int) -> Covered:
    name = "psi, of a round as it is drawn"
    return drawn_round(name, seed, of_each=OF_EACH, sizes=lambda rows: (QUESTIONS, rows))


def drawn_round(
    name: str, seed: int, *, of_each: int, sizes: Callable[[int], tuple[int, int]]
) -> Covered:
    """Draws with replacement from all non-null answers of a project's questions, which differ from
    run to run, so an answer may be drawn twice and a question often.

    ``sizes`` has how many questions and draws there are, of a number of rows.
    """
    generator = np.random.default_rng([seed, 23])
    mu = generator.beta(0.35, 0.36, POPULATION)
    answered = generator.binomial(of_each, mu)
    is_right = generator.random((POPULATION, of_each)) < (0.3 + 0.65 * mu)[:, None]
    kept = np.arange(of_each) < answered[:, None]

    def interval(rows: Rows) -> Interval:
        draw, (number, draws) = np.random.default_rng(rows), sizes(len(rows))
        questions = draw.integers(POPULATION, size=number)
        places, answers = np.nonzero(kept[questions])
        drawn, times = np.unique(draw.integers(len(places), size=draws), return_counts=True)
        right = is_right[questions[places[drawn]], answers[drawn]]
        verdicts = np.where(right, "C", "W").tolist()
        psi = precision(verdicts, times.tolist(), Clusters(places[drawn])).psi
        return Interval(psi.low, psi.high, psi.withheld)

    truth = float(is_right[kept].mean())
    return Covered(name, truth, interval, either=1 - truth)


def _labels(share: float) -> Covered:
    """The share of a label that each of two people sees in an answer, or gives by habit."""

    def interval(rows: Rows) -> Interval:
        draw = np.random.default_rng(rows)
        number = len(rows)
        truth = draw.random((number, 1)) < share
        given = np.where(
            draw.random((number, 2)) < SURE, truth, draw.random((number, 2)) < share
        ).ravel()
        found = clustered_proportion(given, Clusters(np.repeat(np.arange(number), 2), "answers"))
        return Interval(found.low, found.high, found.withheld)

    name = f"label of an error analysis, of two people: {100 * share:.0f}%"
    return Covered(name, share, interval, either=share)


def _of_pages(seed: int) -> Covered:
    """Votes that are known more often on some pages than on others."""
    generator = np.random.default_rng([seed, 29])
    size = (POPULATION, OF_PAGE)
    truth = (generator.random(size) < generator.beta(0.7, 0.7, (POPULATION, 1)))[:, :, None]
    known = generator.random((*size, VOTERS)) < generator.beta(4, 1.5, (POPULATION, 1, 1))
    votes = np.where(known, truth, generator.random((*size, VOTERS)) < 0.5).astype(np.int64)

    def ratings(rows: Rows) -> CodedRatings:
        return CodedRatings(votes[rows].reshape(-1, VOTERS), (0, 1))

    def interval(rows: Rows) -> Interval | None:
        pages = rows[: max(1, len(rows) // OF_PAGE)]
        units = Clusters(np.repeat(np.arange(len(pages)), OF_PAGE), PAGES)
        try:
            return fleiss_interval(ratings(pages), units=units)
        except UndefinedMeasureError:
            return None

    name = "Fleiss' κ of votes, ten questions on a page"
    return Covered(name, fleiss_kappa(ratings(np.arange(POPULATION))), interval)
