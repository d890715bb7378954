"""Tiny worlds whose truth can be worked out by hand, and every annotation gone through."""

from itertools import product

import numpy as np

from annotator.quality.simulation.model.annotators import Annotator
from annotator.quality.simulation.model.examples import Examples

POOL = [Annotator(0.9, 0.6, 0.2), Annotator(0.5, 0.25, 0.4)]


def tiny_examples() -> Examples:
    """Two examples with two options each: the first of three candidates, the second of two."""
    return Examples(
        bad=np.array([0.1, 0.3]),
        mu=np.array([0.6, 0.2]),
        candidates=np.array([3, 2]),
        options=np.array([[2, 0], [0, 1]]),
        long_shares=np.array([[0.75, 0.25], [0.5, 0.5]]),
        short_shares=np.array(
            [
                [[0.2, 0.1, 0.0, 0.4, 0.3], [1.0, 0.0, 0.0, 0.0, 0.0]],
                [[0.5, 0.0, 0.25, 0.25, 0.0], [0.0, 0.5, 0.0, 0.0, 0.5]],
            ]
        ),
        correct=np.array([[1.0, 0.5], [0.8, 0.0]]),
    )


def annotations_of(
    examples: Examples, example: int, pool: list[Annotator] = POOL
) -> dict[tuple[bool, int | None, object], float]:
    """Each annotation (bad, candidate, short answer) with its probability, by going through all.

    A short answer is None, "yes", "no", or a candidate with the number of a set of spans.
    """
    found: dict[tuple[bool, int | None, object], float] = {}
    for each in pool:
        for annotation, probability in _of_one(examples, example, each):
            found[annotation] = found.get(annotation, 0) + probability / len(pool)
    return found


def _of_one(
    examples: Examples, example: int, annotator: Annotator
) -> list[tuple[tuple[bool, int | None, object], float]]:
    known, unknown = annotator.ability, 1 - annotator.ability
    bad, mu = float(examples.bad[example]), float(examples.mu[example])
    good_habit = unknown * (1 - annotator.bad_rate)
    answering_habit = good_habit * (1 - annotator.null_bias)
    rows: list[tuple[tuple[bool, int | None, object], float]] = [
        ((True, None, None), known * bad + unknown * annotator.bad_rate),
        ((False, None, None), known * (1 - bad - mu) + good_habit * annotator.null_bias),
    ]
    shorts = examples.short_shares.shape[2]
    for option, short in product(range(examples.options.shape[1]), range(shorts)):
        candidate = int(examples.options[example, option])
        share = (
            examples.long_shares[example, option] * examples.short_shares[example, option, short]
        )
        answer = [None, "yes", "no"][short] if short < 3 else (candidate, short - 3)
        rows.append(((False, candidate, answer), known * mu * float(share)))
    candidates, span_sets = int(examples.candidates[example]), shorts - 3
    for candidate in range(candidates):
        each = answering_habit / candidates
        rows.append(((False, candidate, None), each * annotator.null_bias))
        rows += [
            ((False, candidate, (candidate, spans)), each * (1 - annotator.null_bias) / span_sets)
            for spans in range(span_sets)
        ]
    return rows
