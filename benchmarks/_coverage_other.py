"""What else has intervals: times, answers of ASQA, judged answers, votes, days, comparisons."""

from collections.abc import Iterator

import numpy as np

from annotator.measures.agreement import fleiss_interval, fleiss_kappa, krippendorff_interval
from annotator.measures.coding import CodedRatings
from annotator.measures.intervals import (
    Interval,
    two_way_interval,
)
from benchmarks._coverage_nq import POPULATION, Covered, Rows, ratio

ANNOTATORS = 25
PACE, DIFFICULTY, SPREAD = 0.3, 0.3, 0.5
"""Standard deviations of log seconds: of annotators, of examples, of one annotation."""

VOTERS = 4


def time_figures(annotations: int, *, seed: int) -> Iterator[Covered]:
    """Mean seconds over examples and annotators, of which each run has 25 others."""
    difficulty = DIFFICULTY * np.random.default_rng(seed).standard_normal(POPULATION)
    variance = PACE**2 + SPREAD**2
    truth = float(80 * np.exp(difficulty).mean() * np.exp(variance / 2))

    def interval(rows: Rows) -> Interval:
        generator = np.random.default_rng(rows)
        order = np.argsort(generator.random((len(rows), ANNOTATORS)), axis=1)
        who = order[:, :annotations].reshape(-1)
        examples = np.repeat(np.arange(len(rows)), annotations)
        logs = difficulty[rows][examples] + SPREAD * generator.standard_normal(len(who))
        logs += PACE * generator.standard_normal(ANNOTATORS)[who]
        return two_way_interval(80 * np.exp(logs), examples, who)

    yield Covered("seconds_mean, writing_seconds_mean, seconds_needed", truth, interval)


def other_figures(annotations: int, *, seed: int) -> Iterator[Covered]:
    """Means and shares over ASQA's answers, which examples have in common; judged answers; days."""
    generator = np.random.default_rng([seed, 7, annotations])
    size = (POPULATION, annotations)
    own = generator.standard_normal((POPULATION, 1))
    wholes = np.full(POPULATION, float(annotations))
    words = np.exp(4.1 + 0.3 * own + 0.3 * generator.standard_normal(size)).sum(axis=1)
    yield ratio("answer_words, support_words", words, wholes, share=False)
    pieces = generator.poisson(np.exp(0.5 * own - 0.2), size).sum(axis=1).astype(np.float64)
    yield ratio("knowledge_pieces", pieces, wholes, share=False)
    likely = generator.beta(9.2, 0.8, (POPULATION, 1))
    covered = generator.beta(20 * likely + 0.01, 20 * (1 - likely) + 0.01, size).sum(axis=1)
    yield ratio("coverage, present_short_answers", covered, wholes)
    for name, share in (("concerns", 0.05), ("overrides", 0.1), ("context_rate", 0.45)):
        chances = generator.beta(share, 1 - share, (POPULATION, 1))
        yield ratio(name, (generator.random(size) < chances).sum(axis=1).astype(float), wholes)
    if annotations > 1:
        scores = generator.beta(5, 5, (POPULATION, annotations)).mean(axis=1)
        yield ratio("rouge_l, presence_agreement", scores, np.ones(POPULATION))
        return
    for name, share in (("psi", 0.9), ("correct", 0.59), ("wrong", 0.1)):
        draws = 1 + (generator.random(POPULATION) < 0.1)
        right = generator.random(POPULATION) < share
        yield ratio(f"{name}, of judged answers", draws * right, draws.astype(np.float64))
    shares = (("settled, adaptive_standing", 0.6), ("unsettled_decisions, examples_by", 0.2))
    for name, share in shares:
        yield ratio(name, (generator.random(POPULATION) < share) * 1.0, np.ones(POPULATION))
    yield from _votes(generator)


def _votes(generator: np.random.Generator) -> Iterator[Covered]:
    """First votes of four experts, of 59% C, 31% C_d and 10% W."""
    truths = generator.choice(3, p=[0.59, 0.31, 0.1], size=(POPULATION, 1))
    habit = generator.choice(3, p=[0.59, 0.31, 0.1], size=(POPULATION, VOTERS))
    votes = np.where(generator.random((POPULATION, VOTERS)) < 0.8, truths, habit)
    truth = fleiss_kappa(CodedRatings(votes, ("C", "C_d", "W")))

    def kappa(rows: Rows) -> Interval:
        return fleiss_interval(CodedRatings(votes[rows], ("C", "C_d", "W")))

    def alpha(rows: Rows) -> Interval:
        return krippendorff_interval(CodedRatings(votes[rows], ("C", "C_d", "W")))

    yield Covered("Fleiss' κ of votes", truth, kappa)
    yield Covered("α of votes", truth, alpha)


def comparison_figures(*, seed: int) -> Iterator[Covered]:
    """HO of a system that wins 90% and of one that wins 60%; ACC; three comparisons a question."""
    generator = np.random.default_rng([seed, 11])
    for mean in (0.9, 0.6):
        chances = generator.beta(3 * mean, 3 * (1 - mean), (POPULATION, 1))
        points = generator.random((POPULATION, 3)) < chances
        wholes = np.full(POPULATION, 3.0)
        yield ratio(f"COMP, FLUE, HO of {100 * mean:.0f}", points.sum(axis=1) * 1.0, wholes)
        one = points[:, 0] * 1.0
        yield ratio(f"the same, one comparison a question, of {100 * mean:.0f}", one, wholes / 3)
    captured = generator.binomial(3, generator.beta(2, 1, POPULATION)) / 3
    yield ratio("ACC", captured, np.ones(POPULATION))


def day_figures(*, seed: int) -> Iterator[Covered]:
    """Annotations of a working day, each a Poisson number around a Gamma mean."""
    generator = np.random.default_rng([seed, 13])
    counts = generator.poisson(generator.gamma(2, 20, POPULATION)).astype(np.float64)
    yield ratio("rate", counts, np.ones(POPULATION), share=False)
