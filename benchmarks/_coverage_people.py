"""How often steady people are shown as worth a look, and how often those who changed are found.

Beside what the page finds stands what the best test could: the likelihood ratio with the examples'
truth, the person's own habits, the change and its time known, at the rate of false alarms that the
page has (Neyman and Pearson).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.quality.reports.sections.people.evidence import (
    chances_of_annotations,
    charts_of,
    findings_of,
)
from annotator.quality.reports.sections.people.judging import Sequences
from annotator.quality.simulation.model.annotators import Annotator
from annotator.quality.simulation.model.draws import Annotations, draw_annotations
from annotator.quality.simulation.model.examples import NO_SHORT, SPANS, Examples
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples

PEOPLE, OVERLAP, A_DAY = 20, 5, 10
CHANGED = (3, 11)
"""Two of twenty, by their places."""
LOOKS = 10
NUMBERS = (50, 100, 200)
RATES = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5)
_DAY, _SECOND = 86_400_000_000, 1_000_000
_LEAST_ALARMS = 0.001

Floats = NDArray[np.float64]


class Habits(NamedTuple):
    """What replaces a share of answers: any place of the page, no answer, a bad question."""

    share: float
    random: float
    none: float
    bad: float


class Change(NamedTuple):
    """What becomes of an annotator after a share of ``start`` of their annotations. Without
    ``habits`` it is their pace.
    """

    name: str
    start: float
    make: Callable[[Annotator], Annotator]
    habits: Habits | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """A project: its size, the spread of the logarithm of paces between people and between one's
    days, and each one's number of annotations.
    """

    number: int = 200
    people: int = PEOPLE
    overlap: int = OVERLAP
    paces: float = 0.3
    days: float = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Project:
    """What the page sees, and what is true."""

    columns: NaturalQuestionsColumns
    drawn: Annotations
    examples: Examples
    pool: Sequence[Annotator]
    person: NDArray[np.int64]
    is_late: NDArray[np.bool_]


def with_random(annotator: Annotator, null_bias: float, share: float = 0.4) -> Annotator:
    """Who gives so many answers out of another habit: NULL, or any place of the page."""
    own = (1 - share) * (1 - annotator.ability)
    good = own * (1 - annotator.bad_rate) + share
    return replace(
        annotator,
        ability=(1 - share) * annotator.ability,
        bad_rate=own * annotator.bad_rate / (own + share),
        null_bias=(own * (1 - annotator.bad_rate) * annotator.null_bias + share * null_bias) / good,
    )


def less_able(annotator: Annotator) -> Annotator:
    """An ability down by 0.3."""
    return replace(annotator, ability=max(annotator.ability - 0.3, 0.0))


def paced(annotator: Annotator, factor: float) -> Annotator:
    """So many times the active time."""
    first, second, third = annotator.seconds
    return replace(annotator, seconds=(factor * first, factor * second, factor * third))


_RANDOM, _NULL = Habits(0.4, 1, 0, 0), Habits(0.4, 0, 1, 0)
_OF_ALL = Habits(0.3, 0.36, 0.54, 0.1)
CHANGES = (
    Change("40% random from half-time on", 0.5, lambda one: with_random(one, 0.0), _RANDOM),
    Change("40% random from the start", 0.0, lambda one: with_random(one, 0.0), _RANDOM),
    Change("40% NULL from half-time on", 0.5, lambda one: with_random(one, 1.0), _NULL),
    Change("40% NULL from the start", 0.0, lambda one: with_random(one, 1.0), _NULL),
    Change("ability down by 0.3 from half-time on", 0.5, less_able, _OF_ALL),
    Change("ability down by 0.3 from the start", 0.0, less_able, _OF_ALL),
    Change("half the others' time from the start", 0.0, lambda one: paced(one, 1 / 2)),
    Change("a third of the others' time from the start", 0.0, lambda one: paced(one, 1 / 3)),
)


def draw_pool(setting: Setting, generator: np.random.Generator, seed: int) -> list[Annotator]:
    """Steady people, whose paces differ as the setting says."""
    return [
        paced(replace(one, seconds=Annotator(1).seconds), float(np.exp(draw)))
        for one, draw in zip(
            draw_annotators(setting.people, seed=seed + 1_000_000),
            generator.normal(0, setting.paces, setting.people),
            strict=True,
        )
    ]


def on_days(person: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Moments in the ``order`` of everybody's annotations, so many a day."""
    rows = np.argsort(order, kind="stable")
    position = np.empty(len(person), dtype=np.int64)
    position[rows] = _positions(person[rows])
    return position // A_DAY * _DAY + position * _SECOND


def draw_project(setting: Setting, change: Change | None, seed: int) -> Project:
    """Everybody annotates as much, in a random order; ``CHANGED`` change."""
    generator = np.random.default_rng(seed)
    people, count = setting.people, setting.people * setting.number // setting.overlap
    examples = draw_examples(count, seed=seed)
    pool = draw_pool(setting, generator, seed)
    later = [change.make(one) if change and at in CHANGED else one for at, one in enumerate(pool)]
    example = np.repeat(np.arange(count), setting.overlap)
    person = np.concatenate(
        [generator.permutation(people)[: setting.overlap] for _ in range(count)]
    )
    position = _positions(person)
    is_late = position >= (change.start if change else 0) * np.bincount(person)[person]
    drawn = draw_annotations(
        examples, [*pool, *later], assigned=(example, person + people * is_late), seed=seed
    )
    day = position // A_DAY
    slower = np.exp(generator.normal(0, setting.days, (people, int(day.max()) + 1)))
    seconds = drawn.seconds * slower[person, day][:, None]
    columns = columns_of(drawn, person, day * _DAY + position * _SECOND, seconds)
    return Project(columns, drawn, examples, pool, person, is_late)


def found_in(columns: NaturalQuestionsColumns) -> set[int]:
    """The places of those whom the page shows."""
    sequences = Sequences.of(
        columns.annotator, columns.submitted_at, columns.annotation, columns.imported
    )
    charts = charts_of(columns, sequences, chances_of_annotations(columns))
    return {each.place for each in findings_of(charts, len(sequences.annotators))}


def found_in_looks(project: Project, looks: int = LOOKS) -> set[int]:
    """Those whom the page ever shows, while the project's examples come in so many parts."""
    count = len(project.examples)
    return set.union(
        *(
            found_in(_part(project.columns, project.drawn.example < count * look / looks))
            for look in range(1, looks + 1)
        )
    )


def ratios(project: Project, change: Change) -> Floats:
    """ln P(answers | changed) - ln P(answers | as before), of each person."""
    after = _probabilities(project, [change.make(one) for one in project.pool])
    told = np.log(after) - np.log(_probabilities(project, project.pool))
    return np.asarray(
        np.bincount(project.person, np.where(project.is_late, told, 0.0)), dtype=np.float64
    )


def rate_columns(
    rate: float, precision: float, setting: Setting, seed: int
) -> NaturalQuestionsColumns:
    """Everybody calls questions bad with a rate of their own, Beta around ``rate``; nobody has had
    the same question.
    """
    generator = np.random.default_rng(seed)
    own = (
        generator.beta(rate * precision, (1 - rate) * precision, setting.people)
        if np.isfinite(precision)
        else np.full(setting.people, rate)
    )
    person = np.repeat(np.arange(setting.people), setting.number)
    count, position = len(person), _positions(person)
    nothing: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
    drawn = Annotations(
        np.arange(count),
        person,
        position,
        generator.random(count) < own[person],
        nothing,
        nothing,
        np.full((count, 3), np.nan),
        3,
    )
    return columns_of(drawn, person, position // A_DAY * _DAY + position, drawn.seconds)


def false_alarms(columns: Iterator[NaturalQuestionsColumns]) -> float:
    """The share of steady people who are shown."""
    shown = [(len(found_in(each)), len(np.unique(each.annotator))) for each in columns]
    return sum(found for found, _ in shown) / sum(people for _, people in shown)


def seen_ratios(project: Project, change: Change) -> Floats:
    """As ``ratios``, but with the others' answers instead of the truth: what the page could tell at
    best if it knew the change and its time.
    """
    chances = chances_of_annotations(project.columns)
    if chances is None or change.habits is None:
        raise ValueError("A pace has no answers to tell it by.")
    share, random, none, bad = change.habits
    found = project.drawn.long > 0
    anywhere = np.where(found, chances.random / found.mean(), 0.0)
    habit = random * anywhere + none * chances.none + bad * chances.bad
    told = np.log(1 - share + share * habit / chances.usual)
    return np.asarray(
        np.bincount(project.person, np.where(project.is_late, told, 0.0)), dtype=np.float64
    )


class Power(NamedTuple):
    """Shares of changed people: whom the page ``found``, and whom the best test finds that has the
    others' answers (``seen``), or the ``truth``.
    """

    found: float
    seen: float
    truth: float


def power_of(change: Change, number: int, *, runs: int, alarms: float, seed: int) -> Power:
    """From so many projects; both tests have ``alarms`` false alarms."""
    setting = Setting(number)
    projects = [draw_project(setting, change, seed + run) for run in range(runs)]
    shown = [found_in(each.columns) for each in projects]
    found = float(np.mean([at in each for each in shown for at in CHANGED]))
    if change.habits is None:
        best = _best_of_pace(change, setting, alarms)
        return Power(found, best, best)
    as_before = change._replace(make=lambda one: one)
    steady = [
        draw_project(setting, as_before, seed + 500_000 + run) for run in range(max(2 * runs, 10))
    ]
    shares = []
    for told in (seen_ratios, ratios):
        usual = np.concatenate([told(each, change) for each in steady])
        limit = np.quantile(usual, 1 - max(alarms, _LEAST_ALARMS))
        changed = np.concatenate([told(each, change)[list(CHANGED)] for each in projects])
        shares.append(float((changed > limit).mean()))
    return Power(found, *shares)


def print_people(*, runs: int, seed: int) -> None:
    """The three tables in Markdown, from so many projects for each cell."""
    from benchmarks._coverage_late import LATE, late_columns

    print("| rate | " + " | ".join(f"{spread}" for spread, _ in SPREADS) + " |")
    print(f"|---|{'---|' * len(SPREADS)}")
    for rate in RATES:
        shares = [
            false_alarms(
                rate_columns(rate, precision, Setting(), seed + run) for run in range(runs)
            )
            for _, precision in SPREADS
        ]
        print(f"| {100 * rate:.0f}% | {' | '.join(map(_percent, shares))} |", flush=True)
    print("\n| steady people | shown |\n|---|---|")
    ever = [len(found_in_looks(draw_project(VARYING, None, seed + run))) for run in range(runs)]
    print(f"| looked at ten times | {_percent(sum(ever) / runs / PEOPLE)} |", flush=True)
    alarms = {}
    for name, setting in SETTINGS.items():
        alarms[name] = false_alarms(
            draw_project(setting, None, seed + run).columns for run in range(runs)
        )
        print(f"| {name} | {_percent(alarms[name])} |", flush=True)
    heads = [f"{number}: {what}" for number in NUMBERS for what in Power._fields]
    for late in (0, LATE):
        drawn = [late_columns(late=late, seed=seed + run) for run in range(runs)]
        for name in drawn[0]:
            own = false_alarms(each[name] for each in drawn)
            print(f"| adaptive overlap, {late} came late: {name} | {_percent(own)} |", flush=True)
    print("\n| change | " + " | ".join(heads) + " |")
    print(f"|---|{'---|' * len(heads)}")
    usual = float(np.mean([alarms[name] for name in USUAL]))
    for change in CHANGES:
        powers = [
            power_of(change, number, runs=runs, alarms=usual, seed=seed) for number in NUMBERS
        ]
        cells = [f"{100 * share:.0f}" for power in powers for share in power]
        print(f"| {change.name} | {' | '.join(cells)} |", flush=True)


VARYING = Setting(days=0.3)
SPREADS = (("all alike", np.inf), ("spread a little", 60.0), ("spread widely", 10.0))
SETTINGS = {
    **{f"{number} annotations each": Setting(number) for number in NUMBERS},
    "1,000 annotations each": Setting(1000),
    "five people": Setting(people=5),
    "five people whose paces spread widely": Setting(people=5, paces=0.5),
    "50 people": Setting(100, people=50),
    "two annotations of each example": Setting(overlap=2),
    "25 annotations of each example": Setting(40, people=25, overlap=25),
    "paces spread little": Setting(paces=0.1),
    "paces spread widely": Setting(paces=0.5),
    "days alike": Setting(days=0.0),
    "pace varies by the day": Setting(days=0.3),
    "pace varies greatly by the day": Setting(days=0.6),
}
USUAL = [f"{number} annotations each" for number in NUMBERS]


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def _best_of_pace(change: Change, setting: Setting, alarms: float) -> float:
    """A person's mean logarithm of time, with the spreads between people and days known."""
    noise = Annotator(1).spread ** 2 / 2
    deviation = np.sqrt(
        setting.paces**2 + setting.days**2 * A_DAY / setting.number + noise / setting.number
    )
    faster = np.log(change.make(Annotator(1)).seconds[0] / Annotator(1).seconds[0])
    return float(norm.cdf(norm.ppf(max(alarms, _LEAST_ALARMS)) - faster / deviation))


def _positions(person: NDArray[np.int64]) -> NDArray[np.int64]:
    order = np.argsort(person, kind="stable")
    position = np.empty(len(person), dtype=np.int64)
    position[order] = np.arange(len(person)) - np.searchsorted(person[order], person[order])
    return position


def _probabilities(project: Project, pool: Sequence[Annotator]) -> Floats:
    """Of each annotation, if its annotator is as in ``pool``."""
    drawn, truth, at = project.drawn, project.examples, project.drawn.example
    ability, bad_rate, null_bias = (
        np.array([getattr(one, name) for one in pool])[project.person]
        for name in ("ability", "bad_rate", "null_bias")
    )
    habit = (1 - ability) * (1 - bad_rate)
    bad = ability * truth.bad[at] + (1 - ability) * bad_rate
    none = ability * (1 - truth.bad[at] - truth.mu[at]) + habit * null_bias
    is_option = truth.options[at] + 1 == drawn.long[:, None]
    known = (truth.long_shares[at] * is_option).sum(axis=1)
    shorts = (truth.short_shares[at] * is_option[:, :, None]).sum(axis=1)
    known *= np.take_along_axis(shorts, drawn.short[:, None], axis=1)[:, 0]
    by_habit = np.where(drawn.short >= SPANS, (1 - null_bias) / truth.span_sets, 0.0)
    by_habit = np.where(drawn.short == NO_SHORT, null_bias, by_habit)
    found = ability * truth.mu[at] * known
    found += habit * (1 - null_bias) / truth.candidates[at] * by_habit
    return np.asarray(np.where(drawn.bad, bad, np.where(drawn.long == 0, none, found)))


def _part(columns: NaturalQuestionsColumns, rows: NDArray[np.bool_]) -> NaturalQuestionsColumns:
    kept = {
        field.name: getattr(columns, field.name)[rows]
        for field in fields(columns)
        if not field.name.startswith("span_")
    }
    return replace(columns, **kept, span_offsets=np.zeros(int(rows.sum()) + 1, np.int64))


def columns_of(
    drawn: Annotations, person: NDArray[np.int64], at: NDArray[np.int64], seconds: Floats
) -> NaturalQuestionsColumns:
    """``drawn`` as a report has it, by ``person`` and ``at`` moments in microseconds."""
    count = len(drawn)
    return NaturalQuestionsColumns(
        example=drawn.example + 1,
        annotation=np.arange(1, count + 1),
        annotator=person + 1,
        submitted_at=at,
        quality=np.where(drawn.bad, 0, 1).astype(np.int8),
        after_page=np.zeros(count, np.int8),
        long=drawn.long.astype(np.int32),
        tag=np.zeros(count, np.int8),
        top_level=np.zeros(count, np.int8),
        short=drawn.distinct_short().astype(np.int32),
        spans=np.zeros(count, np.int16),
        yes_no=np.zeros(count, np.int8),
        seconds=seconds,
        guideline=np.zeros(count, np.int32),
        source=np.zeros(count, np.int8),
        span_offsets=np.zeros(count + 1, np.int64),
        span_tokens=np.zeros((0, 2), np.int32),
    )
