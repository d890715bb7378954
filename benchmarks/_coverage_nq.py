"""What NQ's dashboards show an interval of, on a made-up population of which the truth is known.

A population is ``POPULATION`` examples with so many annotations each. A project is examples drawn
from it with replacement, so what the whole population has is the truth, exactly.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import BetaPrior
from annotator.measures.answer_variety import distinct_answers, entropies, popular_shares_by_example
from annotator.measures.answers import AnswerCounts, Over
from annotator.measures.evaluation import Outcomes
from annotator.measures.human_bounds import one_against_others, single_annotator, super_annotator
from annotator.measures.intervals import (
    Interval,
    effective_number,
    mean_interval,
    share_interval,
    sums_by,
)
from annotator.measures.overlap_simulation import PUBLISHED_MU
from annotator.measures.resampled_agreement import Statistic, estimate
from annotator.measures.variability import interval_numbers, mus
from annotator.quality.reports.answers_by_example import PARTS, answered_examples
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.quality.reports.sections.agreement.fields import compare
from annotator.quality.reports.sections.agreement.groups import by_type
from annotator.quality.reports.sections.agreement.statistics import (
    part_statistics,
    single_statistics,
)
from annotator.quality.reports.sections.process import kinds_of
from annotator.quality.reports.sections.process_seconds import bins_of_seconds
from annotator.quality.simulation.model.draws import draw_annotations
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples

POPULATION, POOL = 2_000, 200
MANY = 25
_COPIES = 1e9
"""Of each unit, for what coefficients come to without end."""

Rows = NDArray[np.int64]


class Covered(NamedTuple):
    """Of a figure: its name, its truth, and the interval of examples that were drawn. Of a share,
    ``either`` is the part of all units, in effect, that have something or lack it: the lesser one.
    Of κ and α it is the part whose ratings agree on another value than the most frequent one.
    """

    name: str
    truth: float
    interval: Callable[[Rows], Interval | None]
    population: int = POPULATION
    either: float = 1.0


def population(
    annotations: int, *, seed: int, mu: BetaPrior = PUBLISHED_MU
) -> NaturalQuestionsColumns:
    """``POPULATION`` examples with so many ``annotations`` each."""
    generator = np.random.default_rng([seed, annotations])
    example = np.repeat(np.arange(POPULATION), annotations)
    drawn = draw_annotations(
        draw_examples(POPULATION, seed=seed, mu=mu),
        draw_annotators(POOL, seed=seed + 1),
        assigned=(example, generator.integers(POOL, size=len(example))),
        seed=seed,
    )
    # A candidate is of one kind, four in five lie in no other; short answers of one long answer
    # are nested spans, so that they share tokens.
    kinds = generator.choice(9, p=[0.7, 0.2, 0.02, 0.02, 0.01, 0.01, 0.02, 0.01, 0.01], size=10**5)
    candidate = example * 61 + drawn.long
    has_long, short = drawn.long > 0, drawn.distinct_short()
    yes_no = np.where((drawn.short == 1) | (drawn.short == 2), drawn.short, 0)
    spans = np.where(short > 2, 1 + (candidate % 10 == 0), 0)
    ends = np.concatenate([[0], np.cumsum(spans)])
    first = np.repeat(100 * drawn.long, spans)
    width = np.repeat(1 + short % 7, spans)
    again = np.arange(int(ends[-1])) - np.repeat(ends[:-1], spans)
    return NaturalQuestionsColumns(
        example=example,
        annotation=np.arange(len(example)),
        annotator=drawn.annotator,
        submitted_at=np.zeros(len(example), dtype=np.int64),
        quality=np.where(drawn.bad, 0, 1).astype(np.int8),
        after_page=np.zeros(len(example), dtype=np.int8),
        long=drawn.long.astype(np.int32),
        tag=np.where(has_long, kinds[candidate % 10**5], -1).astype(np.int8),
        top_level=np.where(has_long, candidate % 5 > 0, -1).astype(np.int8),
        short=short.astype(np.int32),
        spans=spans.astype(np.int16),
        yes_no=yes_no.astype(np.int8),
        seconds=drawn.seconds,
        guideline=np.ones(len(example), dtype=np.int32),
        source=np.zeros(len(example), dtype=np.int8),
        span_offsets=ends,
        span_tokens=np.column_stack([first + 20 * again, first + 20 * again + width]).astype(
            np.int32
        ),
    )


def covered_figures(annotations: int, *, seed: int) -> Iterator[Covered]:
    """Every figure that examples with so many annotations have."""
    given = population(annotations, seed=seed)
    yield from process_figures(given)
    if annotations > 1:
        yield from agreement_figures(given)
        for part in PARTS:
            yield from variety_figures(part, answered_examples(given, at_least=2).of(part))
    if annotations == 5:
        for part in PARTS:
            answers = answered_examples(given, at_least=5).of(part)
            yield from score_figures(f"one_against_others_{part}", one_against_others(answers))
    if annotations == MANY:
        for part in PARTS:
            answers = answered_examples(given, at_least=MANY).of(part)
            yield from score_figures(f"single_annotator_{part}", single_annotator(answers))
            yield from score_figures(f"super_annotator_{part}", super_annotator(answers))
            yield from _curves(part, answers)


def ratio(
    name: str, parts: NDArray[np.float64], wholes: NDArray[np.float64], *, share: bool = True
) -> Covered:
    """Of Σ parts / Σ wholes, by example."""
    rule = share_interval if share else mean_interval

    def interval(rows: Rows) -> Interval | None:
        return rule(parts[rows], wholes[rows]) if wholes[rows].any() else None

    least = min(effective_number(parts), effective_number(wholes - parts)) if share else np.inf
    truth = float(parts.sum() / wholes.sum())
    return Covered(name, truth, interval, either=least / len(parts))


def process_figures(given: NaturalQuestionsColumns) -> Iterator[Covered]:
    """Shares of annotations."""
    everything = np.ones(len(given), dtype=np.bool_)
    long, spans = given.long > 0, given.spans > 0
    kinds = kinds_of(given)
    shares = {
        "null": (~long, everything),
        "bad, bad_by_guideline": (given.quality == 0, everything),
        "decision_path: no_answer": ((given.quality == 1) & ~long, everything),
        "decision_path: long_only": (long & ~spans & (given.yes_no == 0), everything),
        "decision_path: spans": (spans, everything),
        "decision_path: yes_no": (given.yes_no > 0, everything),
        "long_answer_types: paragraph": (kinds == 0, long),
        "long_answer_types: table": (kinds == 1, long),
        "long_answer_types: row": (kinds == 2, long),
        "top_level, forms": (given.top_level == 1, long),
        "single_span, forms": (given.spans == 1, spans),
    }
    seconds = np.nansum(given.seconds, axis=1)
    for name, chosen in bins_of_seconds(seconds):
        if name in {"0_to_20", "60_to_80", "240_and_more"}:
            shares[f"seconds_distribution: {name}"] = (chosen, everything)
    for name, (chosen, among) in shares.items():
        yield ratio(name, *sums_by(given.example, chosen, among))


def variety_figures(part: str, answers: AnswerCounts) -> Iterator[Covered]:
    """How far the annotations of an example differ."""
    ones = np.ones(len(answers))
    yield ratio(f"mean_mu_{part}", np.array([float(each) for each in mus(answers)]), ones)
    for number in (0, 1, 3):
        name = f"mu_{part}: bar {number}"
        yield ratio(name, (interval_numbers(answers) == number).astype(np.float64), ones)
    distinct = distinct_answers(answers).astype(np.float64)
    yield ratio(f"mean_distinct_{part}", distinct, ones, share=False)
    yield ratio(f"distinct_{part}: 1", (distinct == 1).astype(np.float64), ones)
    yield ratio(f"mean_entropy_{part}", entropies(answers), ones, share=False)
    overs: tuple[Over, ...] = ("all", "non_null")
    for over in overs:
        sizes = answers.ranked(over).sum(axis=1).astype(np.float64)
        shares = np.nan_to_num(popular_shares_by_example(answers, over=over))
        for rank in (0, 1):
            yield ratio(f"popular_{part}: {over}, {rank + 1}", shares[:, rank] * sizes, sizes)


def agreement_figures(given: NaturalQuestionsColumns) -> Iterator[Covered]:
    """Of every decision, and of one by type of answer."""
    for suffix, statistic in statistics_of(given):
        yield from _of_statistic(statistic, suffix)


def statistics_of(given: NaturalQuestionsColumns) -> Iterator[tuple[str, Statistic]]:
    """The statistics behind ``agreement_figures``, each with the end of its figures' names."""
    compared = compare(given)
    for statistic in single_statistics(compared):
        yield "", statistic
    types = by_type(compared)
    for key, statistic in zip(types.keys, part_statistics(compared, types, "null"), strict=True):
        if key in {"no_answer", "long_only", "spans"}:
            yield f"_by_type: null, {key}", statistic


def _of_statistic(statistic: Statistic, suffix: str) -> Iterator[Covered]:
    linear, squared = statistic.linear.toarray(), statistic.squared.toarray()
    truths = statistic.formula(
        _COPIES * linear.sum(axis=0)[None], _COPIES * squared.sum(axis=0)[None]
    )[0]
    for name, truth in zip(statistic.names, truths, strict=True):
        if not np.isnan(truth):
            interval = partial(_estimated, statistic, name)
            either = _either(statistic, name, float(truth))
            yield Covered(f"{name}{suffix}", float(truth), interval, either=either)


def _either(statistic: Statistic, name: str, truth: float) -> float:
    if name in statistic.shares:
        return min(truth, 1 - truth)
    if statistic.agreeing is None or name in statistic.steady:
        return 1.0
    return float(statistic.agreeing.sum()) / statistic.units


_LATEST: dict[int, tuple[bytes, dict[str, Interval | None]]] = {}


def _estimated(statistic: Statistic, name: str, rows: Rows) -> Interval | None:
    """All names of a statistic are estimated together, and asked for one after the other."""
    drawn, found = _LATEST.get(id(statistic), (b"", {}))
    if drawn != rows.tobytes():
        own = statistic.take(rows)
        (estimates,) = estimate([own])
        found = {each: estimates[each].interval for each in statistic.names}
        _LATEST[id(statistic)] = (rows.tobytes(), found)
    return found[name]


def score_figures(name: str, outcomes: Outcomes) -> Iterator[Covered]:
    correct, hits = outcomes.correct, outcomes.hits
    answered, answerable = outcomes.answered, outcomes.answerable
    yield ratio(f"accuracy_{name}", correct, np.ones(len(correct)))
    yield ratio(f"precision_{name}", hits, answered)
    yield ratio(f"recall_{name}", hits, answerable)
    yield ratio(f"f1_{name}", 2 * hits, answered + answerable)


def _curves(part: str, answers: AnswerCounts) -> Iterator[Covered]:
    outcomes = {
        f"f1_by_beta: 4, {part}": single_annotator(answers, beta=4),
        f"f1_by_references: 15, {part}": single_annotator(answers, references=15),
    }
    for name, each in outcomes.items():
        yield ratio(name, 2 * each.hits, each.answered + each.answerable)
    answerable = single_annotator(answers).answerable
    yield ratio(f"answerable_{part}", answerable, np.ones(len(answerable)))
