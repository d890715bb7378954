"""Scores of systems, which are resampled: of two systems on the same examples, and how they differ.

Names are the metrics' own. A system of Natural Questions has scores that say something of whether
it is right; of two systems the examples that are hard are the same ones.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.evaluation.asqa import (
    QuestionScores,
    metric_intervals,
    metric_replicates,
    official_metrics,
)
from annotator.measures import system_scores
from annotator.measures.intervals import Interval
from annotator.measures.reader_accuracy import ReaderScores
from annotator.measures.resampled_scores import (
    Replicates,
    differences,
    prediction_intervals,
    prediction_replicates,
)
from annotator.measures.system_scores import Outcomes
from benchmarks._coverage_nq import POPULATION, Covered, Rows
from benchmarks._coverage_other import OUT_OF_SCOPE

Metrics = Mapping[str, float]
Intervals = Mapping[str, Interval | None]


class Sampled(NamedTuple):
    """Of examples that were drawn: the metrics, their intervals, and resampled metrics."""

    metrics: Metrics
    intervals: Intervals
    replicates: Replicates


def system_figures(*, seed: int) -> Iterator[Covered]:
    """Of Natural Questions and of ASQA: the better system, the worse one, their difference."""
    everything = np.arange(POPULATION)
    for draw in (_predictions(seed), _paragraphs(seed)):
        better, worse = draw
        for system, words in ((better, ""), (worse, ", of a worse system")):
            for name, truth in system(everything).metrics.items():
                if _is_shown(name):
                    # A yes or no of each example; the others are averages.
                    either = min(truth, 100 - truth) / 100 if name == "QA-Hit" else 1.0
                    interval = _latest(system, name)
                    yield Covered(f"{name}{words}", truth, interval, either=either)
        compared = _difference(better, worse)
        truths, others = better(everything).metrics, worse(everything).metrics
        for name in filter(_is_shown, truths):
            yield Covered(
                f"{name}, difference", truths[name] - others[name], _latest(compared, name)
            )

    yield _few_discordant(seed)


def _few_discordant(seed: int) -> Covered:
    """Two systems that are right on the same examples but for one in fifty."""
    generator = np.random.default_rng([seed, 23])
    has_gold = generator.random(POPULATION) < _ANSWERED["long"]
    easy = generator.beta(3, 2, POPULATION)
    one = _outcomes(has_gold, easy, generator)
    differ = (generator.random(POPULATION) < _DISCORDANT) & one.has_prediction & has_gold
    other = replace(one, is_right=one.is_right ^ differ)
    name, everything = "long-best-threshold-f1", np.arange(POPULATION)
    systems = [_of_predictions({"long": each, "short": each}) for each in (one, other)]
    truth = systems[0](everything).metrics[name] - systems[1](everything).metrics[name]
    of = f"{name}, difference on few discordant examples{OUT_OF_SCOPE}"
    return Covered(of, truth, _latest(_difference(*systems), name))


def _is_shown(name: str) -> bool:
    """Recall at a precision has no interval, and thresholds are no metrics."""
    return "at-precision" not in name and not name.endswith("threshold")


System = Callable[[Rows], Sampled]


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


def _difference(better: System, worse: System) -> Callable[[Rows], Intervals]:
    latest: dict[bytes, Intervals] = {}

    def asked(rows: Rows) -> Intervals:
        key = rows.tobytes()
        if key not in latest:
            one, other = better(rows), worse(rows)
            found = differences(one.metrics, other.metrics, (one.replicates, other.replicates))
            latest.clear()
            latest[key] = {name: interval for name, (_, interval) in found.items()}
        return latest[key]

    return asked


def _predictions(seed: int) -> tuple[System, System]:
    generator = np.random.default_rng([seed, 17])
    has_gold = {part: generator.random(POPULATION) < share for part, share in _ANSWERED.items()}
    easy = generator.beta(3, 2, POPULATION)
    better, worse = (
        {part: _outcomes(has_gold[part], easy**power, generator) for part in _ANSWERED}
        for power in (0.7, 1.2)
    )
    return _of_predictions(better), _of_predictions(worse)


_ANSWERED = {"long": 0.5, "short": 0.35}
_DISCORDANT = 0.05


def _outcomes(
    has_gold: NDArray[np.bool_], easy: NDArray[np.float64], generator: np.random.Generator
) -> Outcomes:
    predicted = generator.random(POPULATION) < 0.8
    right = has_gold & predicted & (generator.random(POPULATION) < easy)
    noise = generator.standard_normal(POPULATION)
    return Outcomes(has_gold, predicted, right, 4 * easy + 1.5 * has_gold + noise)


def _of_predictions(parts: Mapping[str, Outcomes]) -> System:
    def sample(rows: Rows) -> Sampled:
        long, short = parts["long"].take(rows), parts["short"].take(rows)
        metrics = system_scores.official_metrics(long, short)
        replicates = prediction_replicates(long, short)
        return Sampled(metrics, prediction_intervals(metrics, replicates), replicates)

    return _remembered(sample)


def _paragraphs(seed: int) -> tuple[System, System]:
    generator = np.random.default_rng([seed, 19])
    easy = generator.beta(2, 2, POPULATION)
    parts = generator.integers(2, 7, POPULATION)
    return _of_paragraphs(easy, parts, generator), _of_paragraphs(easy**2, parts, generator)


def _of_paragraphs(
    easy: NDArray[np.float64], parts: NDArray[np.int64], generator: np.random.Generator
) -> System:
    """Answers of 2 to 6 parts each; a reader finds fewer than there are as words."""
    rouge = generator.beta(12 * easy + 3, 15 - 12 * easy)
    present = generator.binomial(parts, easy) / parts
    exact = generator.binomial(parts, 0.5 * easy) / parts
    near = np.minimum(1, exact + 0.4 * generator.random(POPULATION) * easy)
    words = generator.poisson(40 + 50 * easy)
    scores = [
        QuestionScores(
            key=str(each),
            rouge_l=float(rouge[each]),
            str_em=float(present[each]),
            words=int(words[each]),
            reader=ReaderScores(float(exact[each]), float(near[each]), hit=bool(exact[each] == 1)),
        )
        for each in range(POPULATION)
    ]

    def sample(rows: Rows) -> Sampled:
        drawn = [scores[row] for row in rows]
        metrics, replicates = official_metrics(drawn), metric_replicates(drawn)
        return Sampled(metrics, metric_intervals(metrics, replicates), replicates)

    return _remembered(sample)
