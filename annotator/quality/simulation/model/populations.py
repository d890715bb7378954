"""Examples and annotators for simulations, similar to what the NQ paper publishes."""

from dataclasses import replace

import numpy as np

from annotator.measures.adaptive_overlap import BetaPrior
from annotator.measures.overlap_simulation import PUBLISHED_MU
from annotator.measures.seeds import seeded
from annotator.quality.simulation.model.annotators import Annotator, Drift
from annotator.quality.simulation.model.examples import Examples

_BAD = BetaPrior(0.2, 1.8)
_LONG = 5 * np.array([0.83, 0.13, 0.03, 0.01])
# After the most popular answer's 83% and the two most popular ones' 96% (section 4.4).
_SHORT = 4 * np.array([0.27, 0.01, 0.01, 0.45, 0.18, 0.08])
# Without, yes, no, and three sets of spans: 35% of 49% have spans, 1% yes or no (section 3.2).
_FEWEST, _MOST = 5, 60
_LEAST_CORRECT, _BY_MU = 0.62, 0.36
# What few find is often wrong, what all find is almost always right (Figure 4).
_ABILITY, _NULL_BIAS, _BAD_RATE = BetaPrior(38, 2), BetaPrior(12, 8), BetaPrior(1, 9)
_PACE_SPREAD = 0.3
_OF_EACH, _TIRES, _HURRIES = 12, 2, 7
_LOST_ABILITY, _SLOWED = 0.9, 1.5
_HURRIED_ABILITY, _HURRIED_NULL_BIAS, _HURRIED_PACE = 0.5, 0.9, 1 / 3


def draw_examples(number: int, *, seed: int, mu: BetaPrior = PUBLISHED_MU) -> Examples:
    """``number`` examples with four options, of 5 to 60 candidates, and three sets of spans each.

    μ is Beta, as ``mu``, times the probability of a good question; shares of long and of short
    answers are Dirichlet; an answer is correct with probability 0.62 + 0.36 μ.
    """
    generator = seeded(seed)
    bad = generator.beta(_BAD.a, _BAD.b, number)
    found = (1 - bad) * generator.beta(mu.a, mu.b, number)
    candidates = generator.integers(_FEWEST, _MOST + 1, number)
    order = generator.random((number, _MOST))
    order[np.arange(_MOST) >= candidates[:, None]] = 1
    pairs = (number, len(_LONG))
    return Examples(
        bad,
        found,
        candidates,
        np.argsort(order, axis=1)[:, : len(_LONG)],
        generator.dirichlet(_LONG, number),
        generator.dirichlet(_SHORT, pairs),
        np.broadcast_to(_LEAST_CORRECT + _BY_MU * found[:, None], pairs),
    )


def draw_annotators(number: int, *, seed: int) -> list[Annotator]:
    """``number`` annotators without drift; on average they know 95% of their answers.

    Their own pace multiplies the median times of a plain ``Annotator``.
    """
    generator = seeded(seed)
    traits = [generator.beta(each.a, each.b, number) for each in (_ABILITY, _NULL_BIAS, _BAD_RATE)]
    paces = np.exp(_PACE_SPREAD * generator.standard_normal(number)).tolist()
    plain = [Annotator(*rates) for rates in np.column_stack(traits).tolist()]
    return [
        replace(each, seconds=tuple(pace * stage for stage in each.seconds))
        for each, pace in zip(plain, paces, strict=True)
    ]


def draw_mixed_annotators(number: int, *, seed: int, annotations: int) -> list[Annotator]:
    """As ``draw_annotators``, but of every twelve the same two need help.

    The third tires: over ``annotations`` annotations the ability falls by 0.9, and in the end they
    take half as long again. The eighth hurries: a third of the time, ability 0.5, and nine in ten
    of the answers that they don't know are NULL.
    """
    pool = draw_annotators(number, seed=seed)
    steps = max(annotations - 1, 1)
    tired = Drift(ability=-_LOST_ABILITY / steps, log_seconds=float(np.log(_SLOWED)) / steps)
    for place in range(_TIRES, number, _OF_EACH):
        pool[place] = replace(pool[place], drift=tired)
    for place in range(_HURRIES, number, _OF_EACH):
        question, long_answer, short_answer = pool[place].seconds
        pool[place] = replace(
            pool[place],
            ability=_HURRIED_ABILITY,
            null_bias=_HURRIED_NULL_BIAS,
            seconds=(
                _HURRIED_PACE * question,
                _HURRIED_PACE * long_answer,
                _HURRIED_PACE * short_answer,
            ),
        )
    return pool
