"""Scores of systems, which are resampled: of two systems on the same examples, and how they differ.

Names are the metrics' own. A system of Natural Questions has scores that say something of whether
it is right; of two systems the examples that are hard are the same ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures import system_scores
from annotator.measures.evaluation import BETA
from annotator.measures.extractor_accuracy import ExtractorScores
from annotator.measures.human_bounds import REFERENCES
from annotator.measures.intervals import PAGES, Clusters, Interval, optimism
from annotator.measures.reference_draws import enough_drawn, expect_prediction
from annotator.measures.resampled_scores import (
    Replicates,
    prediction_intervals,
    prediction_replicates,
)
from annotator.measures.system_differences import System as Compared
from annotator.measures.system_differences import compare_systems
from annotator.measures.system_scores import Outcomes
from annotator.systems.evaluation.scoring.asqa import (
    QuestionScores,
    metric_intervals,
    metric_replicates,
    official_metrics,
)
from benchmarks._coverage_nq import POPULATION, Covered, Rows

Metrics = Mapping[str, float]
Intervals = Mapping[str, Interval | None]


class Sampled(NamedTuple):
    """Of examples that were drawn: the metrics, their intervals, and resampled metrics."""

    metrics: Metrics
    intervals: Intervals
    replicates: Replicates


System = Callable[[Rows], Sampled]


def system_figures(*, seed: int) -> Iterator[Covered]:
    """Of Natural Questions and of ASQA: the better system, the worse one, all differences."""
    everything = np.arange(POPULATION)
    for of, (better, worse) in (
        ("Natural Questions", predictions(seed)),
        ("ASQA", paragraphs(seed)),
    ):
        for system, words in ((better, ""), (worse, ", of a worse system")):
            for name, truth in system(everything).metrics.items():
                if _is_shown(name):
                    # A yes or no of each example; the others are averages.
                    either = min(truth, 100 - truth) / 100 if name == "QA-Hit" else 1.0
                    interval = _latest(system, name)
                    yield Covered(f"{name}{words}", truth, interval, either=either)
        yield all_at_once(f"{of}, all differences of both", [better, worse])
    yield _on_draws(seed)
    yield from _on_pages(seed)
    yield from _on_shared_pages(seed)


def many_system_figures(*, seed: int) -> Iterator[Covered]:
    """Differences that are shown at once: of equal systems, of two that are right on nearly the
    same examples, and where one has a threshold to choose.

    Of equal systems, the rest of 100% is the share of tables that show something in bold.
    """
    for number in (2, 10, 20):
        yield _equal(f"Natural Questions, {number} equal systems", number, _equal_predictions)
        yield _equal(f"ASQA, {number} equal systems", number, _equal_paragraphs)
    yield from _two_alike(seed)


Equals = Callable[[int, int, np.random.Generator], Iterator[System]]
"""So many systems, with answers to so many examples."""


def _equal(words: str, number: int, draw: Equals) -> Covered:
    """Every table has answers of its own. Systems whose answers to a population were drawn once
    would be equal only nearly: in 20, F1 of 2,000 examples spreads by 1.4 points.
    """

    def interval(rows: Rows) -> Interval:
        size, every = len(rows), np.arange(len(rows))
        drawn = [system(every) for system in draw(number, size, np.random.default_rng(rows))]
        return _room(drawn, [dict.fromkeys(each.metrics, 0.0) for each in drawn])

    return Covered(words, 0.0, interval)


def _equal_predictions(number: int, size: int, generator: np.random.Generator) -> Iterator[System]:
    has_gold = {part: generator.random(size) < share for part, share in _ANSWERED.items()}
    easy = generator.beta(3, 2, size)
    for _ in range(number):
        yield _of_predictions(
            {part: _outcomes(has_gold[part], easy, generator) for part in _ANSWERED}
        )


def _equal_paragraphs(number: int, size: int, generator: np.random.Generator) -> Iterator[System]:
    easy, parts = generator.beta(2, 2, size), generator.integers(2, 7, size)
    for _ in range(number):
        yield _of_paragraphs(easy, parts, generator)


def _two_alike(seed: int) -> Iterator[Covered]:
    """The second system differs from the first in one respect."""
    generator = np.random.default_rng([seed, 23])
    has_gold = generator.random(POPULATION) < _ANSWERED["long"]
    one = _outcomes(has_gold, generator.beta(3, 2, POPULATION), generator)
    is_answered = one.has_prediction & has_gold
    for share in (0.1, 0.2):
        differ = (generator.random(POPULATION) < share) & is_answered
        flipped = replace(one, is_right=one.is_right ^ differ)
        yield _pair(f"right on the same examples, but for {share / 2.5:.0%}", one, flipped)
    noise = 0.75 * generator.standard_normal(POPULATION)
    yield _pair("the same answers with other scores", one, replace(one, score=one.score + noise))
    for words, other in (
        ("the same answers", one),
        ("other answers", _outcomes(has_gold, generator.beta(3, 2, POPULATION), generator)),
    ):
        chosen = other.score >= system_scores.curve(other).best().threshold
        fixed = replace(
            other,
            has_prediction=other.has_prediction & chosen,
            is_right=other.is_right & chosen,
            score=np.zeros(POPULATION),
        )
        yield _pair(f"a threshold to choose against none, {words}", one, fixed)


def _pair(words: str, one: Outcomes, other: Outcomes) -> Covered:
    systems = [_of_predictions({"long": each, "short": each}) for each in (one, other)]
    return all_at_once(words, systems)


def all_at_once(words: str, systems: Sequence[System]) -> Covered:
    """Whether the intervals of all differences hold at once: how much room is left for the truth,
    taken as 0, by the one with the least on each side.
    """
    everything = np.arange(POPULATION)
    truths = [system(everything).metrics for system in systems]

    def interval(rows: Rows) -> Interval:
        return _room([system(rows) for system in systems], truths)

    return Covered(words, 0.0, interval)


def _room(drawn: Sequence[Sampled], truths: Sequence[Metrics]) -> Interval:
    """How far the true differences lie within their intervals, around 0."""
    found = compare_systems([Compared(each.metrics, each.replicates) for each in drawn])
    shown = [
        (ends.low - truth, ends.high - truth)
        for one, other in combinations(range(len(drawn)), 2)
        for name, (_, ends) in found.between(one, other).items()
        if ends.low is not None and ends.high is not None
        for truth in [truths[one][name] - truths[other][name]]
    ]
    if not shown:
        return Interval(None, None)
    return Interval(max(low for low, _ in shown), min(high for _, high in shown))


def _on_draws(seed: int) -> Covered:
    """A system against draws of five of 25 annotations, of which more or fewer have an answer."""
    generator = np.random.default_rng([seed, 29])
    non_null = generator.binomial(25, generator.beta(0.8, 0.8, POPULATION))
    same = generator.binomial(non_null, generator.beta(3, 2, POPULATION))
    predicted = generator.random(POPULATION) < 0.8
    rows = zip(non_null.tolist(), same.tolist(), strict=True)
    found = [
        (enough_drawn(25, of, REFERENCES, BETA), expect_prediction(25, of, alike, REFERENCES, BETA))
        for of, alike in rows
    ]
    has_gold, right = np.array(found, dtype=np.float64).T
    score = non_null / 10 + generator.standard_normal(POPULATION)
    outcomes = Outcomes(has_gold, predicted, right * predicted, score)
    name, system = "long-best-threshold-f1", _of_predictions({"long": outcomes, "short": outcomes})
    truth = system(np.arange(POPULATION)).metrics[name]
    return Covered(f"{name}, on draws of five", truth, _latest(system, name))


def _on_pages(seed: int) -> Iterator[Covered]:
    """Two systems where pages, which are drawn, have one to twelve questions each."""
    generator = np.random.default_rng([seed, 31])
    sizes = np.minimum(generator.geometric(1 / 3, POPULATION), 12)
    ends, size = np.cumsum(sizes), int(sizes.sum())
    own = np.repeat(generator.beta(3, 2, POPULATION), sizes)
    easy = generator.beta(4 * own, 4 * (1 - own))
    found = np.repeat(generator.beta(1.5, 1.5, POPULATION), sizes)
    has_gold = {part: generator.random(size) < found * 2 * _ANSWERED[part] for part in _ANSWERED}

    def on_pages(parts: Mapping[str, Outcomes]) -> System:
        def sample(rows: Rows) -> Sampled:
            of = np.repeat(np.arange(len(rows)), sizes[rows])
            before = np.repeat(np.cumsum(sizes[rows]) - sizes[rows], sizes[rows])
            places = np.repeat(ends[rows] - sizes[rows], sizes[rows]) + np.arange(len(of)) - before
            long, short = parts["long"].take(places), parts["short"].take(places)
            metrics = system_scores.official_metrics(long, short)
            replicates = prediction_replicates(long, short, units=Clusters(of, PAGES))
            return Sampled(metrics, prediction_intervals(metrics, replicates), replicates)

        return _remembered(sample)

    systems = [
        on_pages({part: _outcomes(has_gold[part], easy**power, generator) for part in _ANSWERED})
        for power in (0.7, 1.2)
    ]
    for name in ("long-best-threshold-f1", "short-best-threshold-f1"):
        truth = systems[0](np.arange(POPULATION)).metrics[name]
        yield Covered(f"uneven pages: {name}", truth, _latest(systems[0], name))
    yield all_at_once("uneven pages: all differences of both", systems)


def _on_shared_pages(seed: int) -> Iterator[Covered]:
    """Two systems of ASQA where one to twelve questions share a page; pages are drawn."""
    generator = np.random.default_rng([seed, 47])
    sizes = np.minimum(generator.geometric(1 / 3, POPULATION), 12)
    ends, size = np.cumsum(sizes), int(sizes.sum())
    own = np.repeat(generator.beta(2, 2, POPULATION), sizes)
    easy = generator.beta(6 * own, 6 * (1 - own))
    parts = generator.integers(2, 7, size)

    def on_pages(scores: Sequence[QuestionScores]) -> System:
        def sample(rows: Rows) -> Sampled:
            drawn = [
                replace(scores[question], pages=(str(place),))
                for place, row in enumerate(rows.tolist())
                for question in range(ends[row] - sizes[row], ends[row])
            ]
            metrics, replicates = official_metrics(drawn), metric_replicates(drawn)
            return Sampled(metrics, metric_intervals(metrics, replicates), replicates)

        return _remembered(sample)

    systems = [on_pages(_scores(each, parts, generator)) for each in (easy, easy**2)]
    truths = systems[0](np.arange(POPULATION)).metrics
    for name in ("rougeLsum", "length", "str_em", "ovscore"):
        yield Covered(f"uneven pages: {name}", truths[name], _latest(systems[0], name))
    yield all_at_once("uneven pages: ASQA, all differences of both", systems)


def _is_shown(name: str) -> bool:
    """Recall at a precision has no interval, and thresholds are no metrics."""
    return "at-precision" not in name and not name.endswith("threshold")


def _latest(system: Callable[[Rows], Sampled | Intervals], name: str) -> Callable[[Rows], Interval]:
    """All names of a system are asked for one after the other."""

    def interval(rows: Rows) -> Interval:
        found = system(rows)
        intervals = found.intervals if isinstance(found, Sampled) else found
        return intervals[name] or Interval(None, None)

    return interval


def _remembered(sample: System) -> System:
    latest: dict[bytes, Sampled] = {}

    def asked(rows: Rows) -> Sampled:
        key = rows.tobytes()
        if key not in latest:
            latest.clear()
            latest[key] = sample(rows)
        return latest[key]

    return asked


def predictions(seed: int) -> tuple[System, System]:
    """A better and a worse system of Natural Questions."""
    generator = np.random.default_rng([seed, 17])
    has_gold = {part: generator.random(POPULATION) < share for part, share in _ANSWERED.items()}
    easy = generator.beta(3, 2, POPULATION)
    better, worse = (
        {part: _outcomes(has_gold[part], easy**power, generator) for part in _ANSWERED}
        for power in (0.7, 1.2)
    )
    return _of_predictions(better), _of_predictions(worse)


OPTIMISM_AT = (50, 100, 500, 1000)
_ANSWERED = {"long": 0.5, "short": 0.35}


def _outcomes(
    has_gold: NDArray[np.bool_], easy: NDArray[np.float64], generator: np.random.Generator
) -> Outcomes:
    size = len(easy)
    predicted = generator.random(size) < 0.8
    right = has_gold & predicted & (generator.random(size) < easy)
    noise = generator.standard_normal(size)
    return Outcomes(has_gold, predicted, right, 4 * easy + 1.5 * has_gold + noise)


def _of_predictions(parts: Mapping[str, Outcomes]) -> System:
    def sample(rows: Rows) -> Sampled:
        long, short = parts["long"].take(rows), parts["short"].take(rows)
        metrics = system_scores.official_metrics(long, short)
        replicates = prediction_replicates(long, short)
        return Sampled(metrics, prediction_intervals(metrics, replicates), replicates)

    return _remembered(sample)


def paragraphs(seed: int, *, power: float = 1.0) -> tuple[System, System]:
    """A better and a worse system of ASQA; the greater ``power``, the fewer answers are right."""
    generator = np.random.default_rng([seed, 19])
    easy = generator.beta(2, 2, POPULATION) ** power
    parts = generator.integers(2, 7, POPULATION)
    return _of_paragraphs(easy, parts, generator), _of_paragraphs(easy**2, parts, generator)


def _of_paragraphs(
    easy: NDArray[np.float64], parts: NDArray[np.int64], generator: np.random.Generator
) -> System:
    scores = _scores(easy, parts, generator)

    def sample(rows: Rows) -> Sampled:
        drawn = [scores[row] for row in rows]
        metrics, replicates = official_metrics(drawn), metric_replicates(drawn)
        return Sampled(metrics, metric_intervals(metrics, replicates), replicates)

    return _remembered(sample)


def _scores(
    easy: NDArray[np.float64], parts: NDArray[np.int64], generator: np.random.Generator
) -> list[QuestionScores]:
    """Answers of 2 to 6 parts each; an extractor finds fewer than there are as words."""
    rouge = generator.beta(12 * easy + 3, 15 - 12 * easy)
    present = generator.binomial(parts, easy) / parts
    exact = generator.binomial(parts, 0.5 * easy) / parts
    near = np.minimum(1, exact + 0.4 * generator.random(len(easy)) * easy)
    words = generator.poisson(40 + 50 * easy)
    return [
        QuestionScores(
            key=str(each),
            rouge_l=float(rouge[each]),
            str_em=float(present[each]),
            words=int(words[each]),
            extractor=ExtractorScores(
                float(exact[each]), float(near[each]), hit=bool(exact[each] == 1)
            ),
        )
        for each in range(len(easy))
    ]


def print_optimism(*, runs: int, seed: int) -> None:
    """How many points F1 at the best threshold is too high on average, and how many resamples say.

    The truth is the greatest F1 on the population, over all thresholds.
    """
    print("| examples | F1 of long answers | as resamples say | F1 of short answers | the same |")
    print("|---|---|---|---|---|")
    better, _ = predictions(seed)
    truths = better(np.arange(POPULATION)).metrics
    for number in OPTIMISM_AT:
        cells = []
        drawn = [
            better(np.random.default_rng([seed, number, run]).integers(POPULATION, size=number))
            for run in range(runs)
        ]
        for name in ("long-best-threshold-f1", "short-best-threshold-f1"):
            cells.append(np.mean([each.metrics[name] for each in drawn]) - truths[name])
            told = [optimism(each.metrics[name], each.replicates.values[name]) for each in drawn]
            cells.append(np.mean(told))
        print(f"| {number:,} | {' | '.join(f'{100 * cell:.1f}' for cell in cells)} |", flush=True)
    print()
