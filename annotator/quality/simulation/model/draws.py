"""What annotators say of the examples that they are assigned, the same for the same seed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import NULL
from annotator.measures.seeds import seeded
from annotator.quality.simulation.model.annotators import STAGES, Annotator, Traits, traits_at
from annotator.quality.simulation.model.examples import NO_SHORT, SPANS, Examples


@dataclass(frozen=True, slots=True, eq=False)
class Annotations:
    """N annotations: of ``example`` by ``annotator`` (numbers from 0), their ``position``-th own.

    ``bad``: the question is called bad. ``long``: ``NULL``, or the candidate's index plus 1.
    ``short``: a code of ``examples``, of spans within that long answer. ``seconds``, N × 3: active
    time of each stage, NaN for one that isn't come to (nothing after a bad question, no short
    answer without a long one). ``span_sets``: S of the examples.
    """

    example: NDArray[np.int64]
    annotator: NDArray[np.int64]
    position: NDArray[np.int64]
    bad: NDArray[np.bool_]
    long: NDArray[np.int64]
    short: NDArray[np.int64]
    seconds: NDArray[np.float64]
    span_sets: int

    def __len__(self) -> int:
        return len(self.example)

    def distinct_short(self) -> NDArray[np.int64]:
        """Short answers so that equal ones of an example, and no others, have the same code.

        Spans in two long answers are two answers; yes is yes whatever the long answer.
        """
        within = (self.long - 1) * self.span_sets
        return np.where(self.short >= SPANS, self.short + within, self.short)


def draw_annotations(
    examples: Examples,
    pool: Sequence[Annotator],
    *,
    assigned: tuple[NDArray[np.int64], NDArray[np.int64]],
    seed: int,
) -> Annotations:
    """One annotation for each assignment: ``assigned`` has N examples and the annotator of each.

    Both by number, from 0; an annotator works through theirs in this order. ``seed`` is any 64-bit
    integer.

    Raises ``ValueError`` if there aren't as many annotators as examples in ``assigned``.
    """
    example, annotator = assigned
    if example.shape != annotator.shape:
        raise ValueError(f"{len(example)} examples are assigned to {len(annotator)} annotators")
    position = _positions(annotator)
    traits = traits_at(pool, annotator, position)
    generator = seeded(seed)
    knowing, path, choosing, naming = generator.random((4, len(example)))
    knows = knowing < traits.ability
    bad, answered = _paths(examples, example, traits, knows, path)
    long, option = _long_answers(examples, example, knows, choosing)
    short = np.where(
        knows,
        _places(examples.short_shares[example, option], naming),
        _habitual_short(traits.null_bias, naming, examples.span_sets),
    )
    noise = generator.standard_normal((len(example), len(STAGES)))
    seconds = traits.seconds * np.exp(traits.spread[:, None] * noise)
    seconds[bad, 1] = np.nan
    seconds[~answered, 2] = np.nan
    return Annotations(
        example,
        annotator,
        position,
        bad,
        np.where(answered, long, NULL),
        np.where(answered, short, NO_SHORT),
        seconds,
        examples.span_sets,
    )


def _positions(annotator: NDArray[np.int64]) -> NDArray[np.int64]:
    order = np.argsort(annotator, kind="stable")
    ordered = annotator[order]
    positions = np.empty(len(annotator), dtype=np.int64)
    positions[order] = np.arange(len(annotator)) - np.searchsorted(ordered, ordered)
    return positions


def _paths(
    examples: Examples,
    example: NDArray[np.int64],
    traits: Traits,
    knows: NDArray[np.bool_],
    path: NDArray[np.float64],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which annotations call the question bad, at the low end of ``path``, and which answer, at the
    high one.
    """
    bad = path < np.where(knows, examples.bad[example], traits.bad_rate)
    by_habit = (1 - traits.bad_rate) * (1 - traits.null_bias)
    answering = np.where(knows, examples.mu[example], by_habit)
    return bad, ~bad & (path >= 1 - answering)


def _long_answers(
    examples: Examples,
    example: NDArray[np.int64],
    knows: NDArray[np.bool_],
    choosing: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The long answers' codes, and, if the annotator knows, the places of options."""
    option = _places(examples.long_shares[example], choosing)
    anything = (choosing * examples.candidates[example]).astype(np.int64)
    return 1 + np.where(knows, examples.options[example, option], anything), option


def _places(shares: NDArray[np.float64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    bounds = shares.cumsum(axis=1)[:, :-1]
    return np.asarray((uniform[:, None] >= bounds).sum(axis=1))


def _habitual_short(
    null_bias: NDArray[np.float64], uniform: NDArray[np.float64], span_sets: int
) -> NDArray[np.int64]:
    left = np.where(null_bias < 1, 1 - null_bias, 1)
    spans = SPANS + np.minimum((uniform - null_bias) / left * span_sets, span_sets - 1)
    return np.where(uniform < null_bias, NO_SHORT, spans).astype(np.int64)
