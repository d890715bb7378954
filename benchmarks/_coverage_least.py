"""From how many units on intervals hold: every kind, at small numbers, without the least number
that the platform asks for, and on a skewed population too.
"""

from collections.abc import Callable, Iterator

import numpy as np

from annotator.measures.adaptive_overlap import BetaPrior
from annotator.measures.human_bounds import one_against_others, single_annotator, super_annotator
from annotator.measures.intervals import (
    LEAST_UNITS,
    Interval,
    chosen_interval,
)
from annotator.measures.overlap_simulation import PUBLISHED_MU
from annotator.measures.resampled_scores import is_unproven
from annotator.measures.retrieval import by_question
from annotator.quality.reports.answers_by_example import PARTS, answered_examples
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.systems.evaluation.scoring.asqa import metric_intervals
from benchmarks._coverage_nq import (
    MANY,
    POPULATION,
    Covered,
    Rows,
    agreement_figures,
    population,
    process_figures,
    ratio,
    score_figures,
    variety_figures,
)
from benchmarks._coverage_other import judged_figures, time_figures
from benchmarks._coverage_retrieval import SHAPES
from benchmarks._coverage_retrieval import population as ranked
from benchmarks._coverage_systems import Sampled, System, paragraphs, predictions

SKEWED = BetaPrior(0.15, 0.85)
"""μ where 15% of annotations have an answer, mostly on a few examples."""

SHARES = ("null", "bad", "long_answer_types: paragraph", "single_span")

FIVE = 5
OVERLAPS = (2, FIVE, MANY)


def least_figures(*, seed: int) -> Iterator[Covered]:
    """Averages, shares, F1, Ψ, coefficients, systems' scores and an encoder's, by kind."""
    for end, mu in (("", PUBLISHED_MU), (", skewed", SKEWED)):
        for annotations in OVERLAPS:
            given = population(annotations, seed=seed, mu=mu)
            for figure in _of_annotations(given, annotations):
                yield figure._replace(name=f"{figure.name}, {annotations} annotations{end}")
    for annotations in OVERLAPS:
        for figure in time_figures(annotations, seed=seed):
            yield figure._replace(name=f"seconds_mean, {annotations} annotations")
    yield from _means(np.random.default_rng([seed, 37]))
    yield from judged_figures(np.random.default_rng([seed, 41]))
    for end, systems in (("", paragraphs(seed)), (", skewed", paragraphs(seed, power=4.0))):
        for words, system in zip(("", ", of a worse system"), systems, strict=True):
            yield from _scores(system, f"{words}{end}", _averaged)
    for words, system in zip(("", ", of a worse system"), predictions(seed), strict=True):
        yield from _scores(system, words, _chosen)
    for name, shape in SHAPES:
        for metric, values in by_question(ranked(shape, seed=seed)[0]).items():
            drawn = values[:POPULATION]
            yield ratio(f"{metric}, {name}", drawn, np.ones(len(drawn)))


def _of_annotations(given: NaturalQuestionsColumns, annotations: int) -> Iterator[Covered]:
    """Figures over examples with several annotations."""
    for figure in process_figures(given):
        if figure.name.startswith(SHARES):
            yield figure
    for figure in agreement_figures(given):
        if figure.name.startswith(("fleiss", "alpha", "ac1", "token_f1")):
            yield figure
    if annotations == FIVE:
        yield from variety_figures("long", answered_examples(given, at_least=2).of("long"))
    for part in PARTS:
        answers = answered_examples(given, at_least=2).of(part)
        if annotations == FIVE:
            yield from score_figures(f"one_against_others_{part}", one_against_others(answers))
        if annotations == MANY:
            yield from score_figures(f"single_annotator_{part}", single_annotator(answers))
            yield from score_figures(f"super_annotator_{part}", super_annotator(answers))


def _means(generator: np.random.Generator) -> Iterator[Covered]:
    """ASQA's words and knowledge pieces of one answer, and where a few are very long."""
    ones = np.ones(POPULATION)
    for end, spread in (("", 0.42), (", skewed", 0.8)):
        words = np.exp(4.1 + spread * generator.standard_normal(POPULATION))
        yield ratio(f"answer_words{end}", words, ones, share=False)
        own = generator.standard_normal(POPULATION)
        pieces = generator.poisson(np.exp(1.2 * spread * own - 0.2)) * 1.0
        yield ratio(f"knowledge_pieces{end}", pieces, ones, share=False)
    for end, (a, b) in {"": (5, 5), ", skewed": (1, 12)}.items():
        yield ratio(f"rouge_l{end}", generator.beta(a, b, POPULATION), ones)


Rule = Callable[[Sampled, str, int], Interval]


def _scores(system: System, words: str, rule: Rule) -> Iterator[Covered]:
    shown = system(np.arange(POPULATION)).replicates.values
    for name, truth in system(np.arange(POPULATION)).metrics.items():
        if is_unproven(name) or name not in shown:
            continue
        either = min(truth, 100 - truth) / 100 if name == "QA-Hit" else 1.0

        def interval(rows: Rows, name: str = name) -> Interval:
            return rule(system(rows), name, len(rows))

        yield Covered(f"{name}{words}", truth, interval, either=either)


def _averaged(drawn: Sampled, name: str, number: int) -> Interval:
    assert drawn.replicates.units == number
    return metric_intervals(drawn.metrics, drawn.replicates, least=LEAST_UNITS)[name]


def _chosen(drawn: Sampled, name: str, number: int) -> Interval:
    values = drawn.replicates.values[name]
    return chosen_interval(drawn.metrics[name], values, number, least=LEAST_UNITS)
