"""What the dashboards show under adaptive overlap, where examples stop early on which people agree.

Every example of the population has ``CAP`` annotations, and what all of them say is the truth.
A project sees them in a random order and stops by the rule; a tenth of its examples, the agreement
sample, never stop.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import BetaPrior, Rule, further_annotations
from annotator.measures.answers import count_coded
from annotator.measures.human_bounds import REFERENCES, single_annotator
from annotator.measures.intervals import Interval
from annotator.measures.resampled_agreement import estimate
from annotator.quality.reports.agreement_sample import USUAL_SHARE
from annotator.quality.reports.answers_by_example import PARTS, answered_examples
from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.quality.reports.planned import Counts, narrowed
from benchmarks._coverage_experts import drawn_round
from benchmarks._coverage_nq import (
    POPULATION,
    Covered,
    Rows,
    agreement_figures,
    population,
    process_figures,
    score_figures,
    statistics_of,
    variety_figures,
)
from benchmarks._coverage_other import OUT_OF_SCOPE

CAP = 9
ORDERS = 10
"""In so many orders an example's annotations may come."""

ROUND = 139
"""Draws of a round of judgments."""

RULE, PRIOR = Rule(0.9, cap=CAP), BetaPrior(0.35, 0.36)
_BEFORE = ("null", "observed_null", "alpha_long")

Intervals = dict[str, Interval | None]
Compute = Callable[[NaturalQuestionsColumns], Intervals]


def adaptive_figures(first: int, *, seed: int) -> Iterator[Covered]:
    """Every figure of examples that get ``first`` annotations, and then what the rule asks for.

    Last, three that would count every annotation.
    """
    whole = population(CAP, seed=seed)
    ordered = _in_orders(whole, np.random.default_rng([seed, first]))
    project = _Project(ordered, asked(ordered, first), first)
    # Truths are those of the rows that are drawn from: first annotations say nearly, but not quite,
    # what all of them do.
    of_first = ordered.take(np.flatnonzero(np.arange(len(ordered)) % CAP < first))
    shares = list(process_figures(of_first))
    if first == 1:
        agreements = [_of_sample(each) for each in agreement_figures(whole)]
    else:
        # Fewer annotations of an example have fewer pairs that both mark spans: figures of these
        # are about two annotations of each example, and nine of the sample's.
        agreements = list(agreement_figures(project.planned()))
    yield from project.covered(shares, "first", _shares, "adaptive: {}")
    yield from project.covered(agreements, "planned", _agreements, "adaptive: {}")
    if first == 1:
        varied = [_of_sample(each) for each in _varied(whole)]
        yield from project.covered(varied, "planned", _varieties, "adaptive: {}")
    bounds = [_of_sample(each) for each in _bounds(whole)]
    yield from project.covered(bounds, "planned", _bound_intervals, "adaptive: {}")
    # Rounds draw from first annotations alone.
    name = "adaptive: psi, of a round as it is drawn"
    yield drawn_round(name, seed, of_each=first, sizes=lambda rows: (rows, ROUND))._replace(
        population=POPULATION * ORDERS
    )
    name = f"adaptive, all annotations counted: {{}}{OUT_OF_SCOPE}"
    for figures, compute in ((shares, _shares), (agreements, _agreements)):
        chosen = [each for each in figures if each.name in _BEFORE]
        yield from project.covered(chosen, "all", compute, name)


def _of_sample(figure: Covered) -> Covered:
    """Where examples get one annotation, only the sample has several."""
    return figure._replace(either=USUAL_SHARE * figure.either)


def _shares(given: NaturalQuestionsColumns) -> Intervals:
    units = np.arange(len(np.unique(given.example)))
    return {each.name: each.interval(units) for each in process_figures(given)}


def _agreements(given: NaturalQuestionsColumns) -> Intervals:
    statistics = list(statistics_of(given))
    found = estimate([statistic for _, statistic in statistics])
    return {
        f"{name}{suffix}": each.interval
        for (suffix, _), estimates in zip(statistics, found, strict=True)
        for name, each in estimates.items()
    }


def _varieties(given: NaturalQuestionsColumns) -> Intervals:
    units = np.arange(len(answered_examples(given, at_least=2)))
    return {each.name: each.interval(units) for each in _varied(given)}


def _varied(given: NaturalQuestionsColumns) -> Iterator[Covered]:
    for part in PARTS:
        yield from variety_figures(part, answered_examples(given, at_least=2).of(part))


def _bound_intervals(given: NaturalQuestionsColumns) -> Intervals:
    units = np.arange(len(answered_examples(given, at_least=REFERENCES + 1)))
    return {each.name: each.interval(units) for each in _bounds(given)}


def _bounds(given: NaturalQuestionsColumns) -> Iterator[Covered]:
    for part in PARTS:
        answers = answered_examples(given, at_least=REFERENCES + 1).of(part)
        yield from score_figures(f"single_annotator_{part}", single_annotator(answers))


def _in_orders(
    whole: NaturalQuestionsColumns, generator: np.random.Generator
) -> NaturalQuestionsColumns:
    """The population ``ORDERS`` times, each example's annotations in another order."""
    rows = np.arange(len(whole)).reshape(POPULATION, CAP)
    orders = generator.permuted(np.tile(rows, (ORDERS, 1)), axis=1)
    return whole.take(orders.ravel())


def asked(ordered: NaturalQuestionsColumns, first: int) -> NDArray[np.int64]:
    """How many annotations of each example the rule asks for."""
    numbers = np.full(len(ordered) // CAP, first)
    answers = [part.astype(np.int64).reshape(-1, CAP) for part in (ordered.long, ordered.short)]
    open_ones = np.arange(len(numbers))
    while len(open_ones):
        given = np.arange(CAP) < numbers[open_ones, None]
        places = np.nonzero(given)[0]
        long, short = (
            count_coded(places, part[open_ones][given], number=len(open_ones)) for part in answers
        )
        wanted = further_annotations(long, short, RULE, long_prior=PRIOR, short_prior=PRIOR)
        numbers[open_ones] += np.minimum(wanted, 1)
        open_ones = open_ones[wanted > 0]
    return numbers


class _Project:
    """Draws of examples, the first tenth of which are the agreement sample."""

    def __init__(
        self, ordered: NaturalQuestionsColumns, asked: NDArray[np.int64], first: int
    ) -> None:
        self._ordered, self._asked, self._first = ordered, asked, first
        self._latest: dict[tuple[Counts, Compute], tuple[bytes, Intervals]] = {}

    def covered(
        self, figures: Sequence[Covered], counts: Counts, compute: Compute, name: str
    ) -> Iterator[Covered]:
        """``figures`` of the whole population, with intervals of examples that are drawn."""
        for each in figures:
            interval = partial(self._interval, counts, compute, each.name)
            units = POPULATION * ORDERS
            yield Covered(name.format(each.name), each.truth, interval, units, each.either)

    def planned(self) -> NaturalQuestionsColumns:
        """What counts of the whole population, each example in the sample in one of its orders."""
        everybody = self._context(np.arange(POPULATION * ORDERS))
        return narrowed(everybody, "planned").annotations

    def _interval(self, counts: Counts, compute: Compute, name: str, rows: Rows) -> Interval | None:
        """All names are computed together, and asked for one after the other."""
        drawn, found = self._latest.get((counts, compute), (b"", {}))
        if drawn != rows.tobytes():
            found = compute(narrowed(self._context(rows), counts).annotations)
            self._latest[counts, compute] = rows.tobytes(), found
        return found.get(name)

    def _context(self, rows: Rows) -> ReportContext:
        sampled = np.arange(len(rows)) < round(USUAL_SHARE * len(rows))
        sizes = np.where(sampled, CAP, self._asked[rows])
        places = np.repeat(np.arange(len(rows)), sizes)
        ranks = np.arange(len(places)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        annotations = self._ordered.take(rows[places] * CAP + ranks)
        annotations.example[:] = places
        examples = ExampleColumns(
            example=np.arange(len(rows)),
            split=np.zeros(len(rows), np.int16),
            overlap=sizes.astype(np.int32),
            splits=("",),
            first=np.where(sizes > self._first, self._first, 0).astype(np.int32),
            sampled=sampled,
            page=np.arange(len(rows)),
        )
        return ReportContext(annotations, examples, Parameters("2026-01-01"), 1)
