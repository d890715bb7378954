"""What else has intervals: times, answers of ASQA, judged answers, votes, comparisons.

Names are those of the figures; several that are made alike stand in one row.
"""

import math
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import BetaPrior, Rule
from annotator.measures.agreement import fleiss_interval, fleiss_kappa, krippendorff_interval
from annotator.measures.coding import CodedRatings
from annotator.measures.intervals import (
    LEAST_UNITS,
    PAGES,
    Clusters,
    Interval,
    arms_interval,
    share_arms_interval,
    share_interval,
    two_way_interval,
)
from annotator.measures.overlap_simulation import World, compare_rules, draw_world
from benchmarks._coverage_nq import POPULATION, Covered, Rows, ratio

OUT_OF_SCOPE = ", not in scope"
"""Ends the names of cases that no page promises anything for."""

ANNOTATORS = 25
_OF_PAGE = 10
_FEW = 5
PACE, DIFFICULTY, SPREAD = 0.3, 0.3, 0.5
"""Standard deviations of log seconds: of annotators, of examples, of one annotation."""

VOTERS = 4
SUGGESTED_ANNOTATORS = 20
OWN_VIEW, ANCHORED = (16, 4), (3, 17)
"""Beta distributions of annotators: how often they answer as people do, and take what they see."""

FASTER, RESPONSE = 0.2, 0.1
"""Mean and standard deviation, over annotators, of what a suggestion takes off log seconds."""


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
        return two_way_interval(80 * np.exp(logs), Clusters(examples), who)

    names = "seconds_mean, seconds_by_stage, seconds_by_experience, writing_seconds_mean"
    yield Covered(f"{names}, seconds_needed", truth, interval)


def suggestion_figures(*, seed: int) -> Iterator[Covered]:
    """What suggestions save and bias, of examples with one annotation each, half with one."""
    effects = _Effects(seed)

    def halves(rows: Rows) -> "_Group":
        draw = np.random.default_rng(rows)
        who = draw.integers(SUGGESTED_ANNOTATORS, size=len(rows))
        return _Group(rows, who, draw.random(len(rows)) < 0.5, draw)

    yield Covered("anchoring_effect", effects.anchoring, lambda rows: effects.bias(halves(rows)))
    yield Covered("time_saved", effects.saved, lambda rows: effects.saving(halves(rows)))


def small_group_figures(*, seed: int) -> Iterator[Covered]:
    """The same where suggestions are rare, from the annotations that see one: the examples drawn,
    and for each so many others without a suggestion, by the same annotators.
    """
    effects = _Effects(seed)
    for one_in, annotators in product((2, 5, 10, 20), (SUGGESTED_ANNOTATORS, LEAST_UNITS)):

        def rare(rows: Rows, one_in: int = one_in, annotators: int = annotators) -> "_Group":
            draw = np.random.default_rng(rows)
            others = draw.integers(POPULATION, size=(one_in - 1) * len(rows))
            every = np.concatenate([rows, others])
            who = draw.integers(annotators, size=len(every))
            return _Group(every, who, np.arange(len(every)) < len(rows), draw)

        name = f"1 in {one_in}, {annotators} annotators"
        yield Covered(
            f"anchoring_effect, {name}",
            effects.anchoring,
            lambda rows, rare=rare: effects.bias(rare(rows)),  # type: ignore[misc]
        )
        yield Covered(
            f"time_saved, {name}",
            effects.saved,
            lambda rows, rare=rare: effects.saving(rare(rows)),  # type: ignore[misc]
        )


class _Group(NamedTuple):
    """Annotations by their examples and annotators, and whether they see a suggestion."""

    rows: Rows
    who: NDArray[np.int64]
    shown: NDArray[np.bool_]
    draw: np.random.Generator


class _Effects:
    """What suggestions do in a population, which is known, and the intervals of groups in it.

    An annotator gives the suggested answer in a share of their own of the examples where people
    would. Who sees a suggestion is drawn by chance; such an annotator takes it, whatever they
    would have answered, in a share of their own again: the anchoring effect that is known. It takes
    off a share of each annotator's own of the time, too.
    """

    def __init__(self, seed: int) -> None:
        generator = np.random.default_rng([seed, 13])
        self._plain = generator.beta(4, 2, POPULATION)
        self._difficulty = DIFFICULTY * generator.standard_normal(POPULATION)
        agreeing = float(self._plain.mean()) * OWN_VIEW[0] / sum(OWN_VIEW)
        self.anchoring = ANCHORED[0] / sum(ANCHORED) * (1 - agreeing)
        usual = 80 * np.exp(self._difficulty).mean() * np.exp((PACE**2 + SPREAD**2) / 2)
        self.saved = float(usual * (1 - np.exp(RESPONSE**2 / 2 - FASTER)))

    def bias(self, group: _Group) -> Interval | None:
        """The interval of the anchoring effect; None without anybody to compare with."""
        rows, who, shown, draw = group
        if shown.all() or not shown.any():
            return None
        annotators = int(who.max()) + 1
        chances = self._plain[rows] * draw.beta(*OWN_VIEW, annotators)[who]
        taken = shown & (draw.random(len(rows)) < draw.beta(*ANCHORED, annotators)[who])
        agrees = taken | (draw.random(len(rows)) < chances)
        return share_arms_interval(agrees, shown, Clusters(np.arange(len(rows))), who)

    def saving(self, group: _Group) -> Interval | None:
        """The interval of the seconds saved; None without anybody to compare with."""
        rows, who, shown, draw = group
        if shown.all() or not shown.any():
            return None
        annotators = int(who.max()) + 1
        logs = self._difficulty[rows] + SPREAD * draw.standard_normal(len(rows))
        logs += PACE * draw.standard_normal(annotators)[who]
        logs -= shown * (FASTER + RESPONSE * draw.standard_normal(annotators)[who])
        return arms_interval(80 * np.exp(logs), ~shown, Clusters(np.arange(len(rows))), who)


def other_figures(annotations: int, *, seed: int) -> Iterator[Covered]:
    """Means and shares over ASQA's answers, of which an example has several; judged answers."""
    generator = np.random.default_rng([seed, 7, annotations])
    size = (POPULATION, annotations)
    own = generator.standard_normal((POPULATION, 1))
    wholes = np.full(POPULATION, float(annotations))
    words = np.exp(4.1 + 0.3 * own + 0.3 * generator.standard_normal(size))
    names = "answer_words, support_words, support_words_without"
    yield ratio(names, words.sum(axis=1), wholes, share=False)
    for low, high in ((50, 75), (100, 125)):
        within = ((words >= low) & (words < high)).sum(axis=1) * 1.0
        names = "answer_lengths, writing_minutes, coverage_distribution"
        yield ratio(f"{names}: {low} to {high}", within, wholes)
    pieces = generator.poisson(np.exp(0.5 * own - 0.2), size).sum(axis=1).astype(np.float64)
    yield ratio("knowledge_pieces", pieces, wholes, share=False)
    likely = generator.beta(9.2, 0.8, (POPULATION, 1))
    covered = generator.beta(20 * likely + 0.01, 20 * (1 - likely) + 0.01, size).sum(axis=1)
    yield ratio("coverage, coverage_without, present_short_answers", covered, wholes)
    rates = (("concerns, answers_with", 0.05), ("overrides, answers_with", 0.1))
    for name, share in (*rates, ("context_rate", 0.45)):
        chances = generator.beta(share, 1 - share, (POPULATION, 1))
        yield ratio(name, (generator.random(size) < chances).sum(axis=1).astype(float), wholes)
    if annotations > 1:
        yield from _uneven(annotations, generator)
        scores = generator.beta(5, 5, (POPULATION, annotations)).mean(axis=1)
        yield ratio("rouge_l, presence_agreement", scores, np.ones(POPULATION))
        return
    yield from suggestion_figures(seed=seed)
    yield from _shared_pages(generator)
    yield from _other_people(np.random.default_rng([seed, 13]))
    yield from judged_figures(generator)
    rows = (
        ("settled, adaptive_standing", 0.6),
        ("unsettled_decisions, examples_by_quality, rouge_l_distribution", 0.2),
    )
    for name, share in rows:
        yield ratio(name, (generator.random(POPULATION) < share) * 1.0, np.ones(POPULATION))
    yield _cost(seed)
    yield from _votes(generator)


def _uneven(annotations: int, generator: np.random.Generator) -> Iterator[Covered]:
    """Examples with one annotation to nine times as many as others, as where work is uneven."""
    numbers = 1 + generator.geometric(1 / annotations, POPULATION)
    for share in (0.45, 0.05):
        chosen = generator.binomial(numbers, generator.beta(share, 1 - share, POPULATION))
        yield ratio(f"uneven workloads: {100 * share:.0f}%", chosen * 1.0, numbers * 1.0)


def _shared_pages(generator: np.random.Generator) -> Iterator[Covered]:
    """A yes or no of each example, where ten examples share a page: as they are drawn, by pages."""
    pages = generator.beta(0.7, 0.7, POPULATION)
    of_page = generator.random((POPULATION, _OF_PAGE)) < pages[:, None]

    def interval(rows: Rows) -> Interval:
        drawn = of_page[rows[: max(1, len(rows) // _OF_PAGE)]]
        units = Clusters(np.repeat(np.arange(len(drawn)), _OF_PAGE), PAGES)
        return share_interval(drawn.ravel(), np.ones(drawn.size), units=units)

    yield Covered("ten questions on a page: null, bad", float(of_page.mean()), interval)


def _other_people(generator: np.random.Generator) -> Iterator[Covered]:
    """A yes or no of each example, by people who were drawn and who differ: rates of about 0.3 to
    0.7, of 0 to 0.3, or hardly at all. The truth is that of all people. Of fewer than ten, no
    interval is about others.
    """
    for people, (a, b), uneven in (
        (10, (10, 10), False),
        (10, (3, 17), False),
        (10, (200, 200), False),
        (10, (10, 10), True),
        (25, (10, 10), False),
        (25, (10, 10), True),
        (25, (3, 17), True),
    ):
        rates = generator.beta(a, b, POPULATION)
        spread = 100 * math.sqrt(a * b / (a + b + 1)) / (a + b)
        name = f"{people} other people, {100 * a / (a + b):.0f}% ± {spread:.0f}"
        how = ", uneven work" if uneven else ""
        yield Covered(
            f"{name}{how}",
            float(rates.mean()),
            partial(_of_people, rates, people, uneven=uneven),
            either=min(a, b) / (a + b),
        )
    rates = generator.beta(10, 10, POPULATION)

    def interval(rows: Rows) -> Interval:
        rate = rates[rows[:_FEW]]
        chosen = np.random.default_rng(rows).random(len(rows)) < np.resize(rate, len(rows))
        return share_interval(chosen, np.ones(len(rows)))

    yield Covered(f"{_FEW} other people{OUT_OF_SCOPE}", float(rates.mean()), interval)


def _of_people(rates: NDArray[np.float64], people: int, rows: Rows, *, uneven: bool) -> Interval:
    draw = np.random.default_rng(rows)
    rate = rates[draw.integers(len(rates), size=people)]
    shares = draw.dirichlet(np.full(people, 2.0)) if uneven else np.full(people, 1 / people)
    turns = np.arange(len(rows)) % people
    who = draw.choice(people, size=len(rows), p=shares) if uneven else turns
    chosen = draw.random(len(rows)) < rate[who]
    return share_interval(chosen, np.ones(len(rows)), units=Clusters(np.arange(len(rows))).by(who))


def judged_figures(generator: np.random.Generator) -> Iterator[Covered]:
    """Answers of which one in ten was drawn twice: verdicts, and μ of their 25 annotations."""
    draws = 1.0 + (generator.random(POPULATION) < 0.1)
    mu = np.ceil(25 * generator.beta(2.6, 1, POPULATION)) / 25
    right = generator.random(POPULATION) < np.where(mu < 0.4, 0.35, 0.95)
    sure = right & (generator.random(POPULATION) < 0.66)
    shares = {"psi": right, "correct": sure, "debatable": right & ~sure, "wrong": ~right}
    for name, chosen in shares.items():
        yield ratio(f"{name}, of judged answers", draws * chosen, draws)
    yield ratio("figure_4: 0.6 to 0.8, C", draws * (sure & (mu > 0.6) & (mu <= 0.8)), draws)
    yield ratio("figure_4: 0.8 to 1, C", draws * (sure & (mu > 0.8)), draws)
    yield ratio("footnote_9_correct", draws * (right & (mu >= 0.4)), draws * (mu >= 0.4))
    yield ratio("footnote_9_wrong", draws * (~right & (mu < 0.4)), draws * (mu < 0.4))


def _cost(seed: int) -> Covered:
    """How often the consensus is right that adaptive overlap comes to."""
    prior, rule = BetaPrior(0.35, 0.36), Rule(0.9, cap=9)
    world = draw_world(prior, examples=POPULATION, cap=9, threshold=0.4, seed=seed)

    def interval(rows: Rows) -> Interval:
        drawn = World(world.draws[rows], world.truth[rows], world.threshold, prior)
        right = compare_rules(drawn, [rule], fixed=())[0].correct
        return Interval(right.low, right.high)

    (cost,) = compare_rules(world, [rule], fixed=())
    return Covered("cost_and_accuracy", cost.correct.value, interval)


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
