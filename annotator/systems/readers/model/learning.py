"""Training: an epoch after the other, with the best weights on dev kept and checkpoints between.

The same data, settings and machine give the same weights, also where a training was killed and
went on from its checkpoint: batches and what is dropped depend on seed, epoch and step alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.systems.readers.model.layers import Parameters
from annotator.systems.readers.model.network import loss, new_parameters
from annotator.systems.readers.model.pages import Reading
from annotator.systems.readers.model.predictions import best_thresholds
from annotator.systems.readers.model.proposals import Model, Thresholds, proposals
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.model.training_batches import Lesson, epoch_batches
from annotator.systems.readers.model.vocabulary import FIRST_WORD, Vocabulary
from annotator.systems.readers.model.word_vectors import WordVectors

LONGEST_STEP = 5.0
"""Gradients are scaled down to this length."""

STEPS_BETWEEN_CHECKPOINTS = 50


@dataclass(slots=True)
class Epoch:
    """What an epoch came to: mean loss of its batches, and F1 on dev at the best thresholds."""

    loss: float
    long_f1: float
    short_f1: float


@dataclass(slots=True)
class State:
    """Where a training is. ``step`` counts batches within ``epoch``, which counts from 0;
    ``losses`` are those of the epoch so far; ``best`` are the weights of ``best_epoch``, -1 before
    the first has ended. ``seconds`` are those that the training has taken by the clock.
    """

    parameters: dict[str, Any]
    optimiser: Any
    best: dict[str, Any]
    epoch: int = 0
    step: int = 0
    losses: list[float] = field(default_factory=list)
    epochs: list[Epoch] = field(default_factory=list)
    best_epoch: int = -1
    seconds: float = 0.0

    @property
    def is_kept(self) -> bool:
        """Whether it is worth a checkpoint within its epoch."""
        return self.step % STEPS_BETWEEN_CHECKPOINTS == 0


def _unheard(*_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Who hears of a training: ``on_step`` after each batch, with how many an epoch has;
    ``on_epoch`` when an epoch has been kept; ``on_example`` when one has been looked at outside of
    batches. What they raise ends it.
    """

    on_step: Callable[[State, int], None] = _unheard
    on_epoch: Callable[[State], None] = _unheard
    on_example: Callable[[], None] = _unheard


@dataclass(frozen=True, slots=True)
class Course:
    """What is trained on what: ``lessons`` teach, ``dev`` chooses epoch and thresholds.

    An example of ``dev`` is answerable if at least ``non_null_annotations`` have an answer.
    """

    settings: Settings
    vocabulary: Vocabulary
    lessons: Sequence[Lesson]
    dev: Sequence[Reading]
    vectors: WordVectors | None = None
    non_null_annotations: int = NON_NULL_ANNOTATIONS

    @property
    def steps(self) -> int:
        """Batches of an epoch."""
        return -(-len(self.lessons) // self.settings.batch)

    def beginning(self) -> State:
        """The state before the first batch."""
        parameters = new_parameters(self.settings, len(self.vocabulary))
        if self.vectors:
            numbers, rows = _loaded(self.vocabulary, self.vectors)
            parameters["words"][numbers] = self.vectors.rows[rows]
        # Compiled as one, since each of their many shapes would be compiled by itself.
        optimiser = jax.jit(_optimiser(self.settings).init)(parameters)
        return State(parameters, optimiser, parameters)


def train(
    course: Course, state: State, watch: Watch, on_checkpoint: Callable[[State], None]
) -> tuple[Model, dict[str, float]]:
    """The model of the epoch that was best on dev, with its thresholds, and the metrics there.

    ``on_checkpoint`` gets each state that is worth keeping.
    """
    step = _training_step(course)
    while state.epoch < course.settings.epochs:
        for arrays, targets in _batches_left(course, state):
            keys = _keys_of(course.settings, state)
            state.parameters, state.optimiser, lost = step(
                state.parameters, state.optimiser, arrays, targets, keys
            )
            state.losses.append(float(lost))
            state.step += 1
            if state.is_kept:
                on_checkpoint(state)
            watch.on_step(state, course.steps)
        _end_epoch(course, state, watch)
        on_checkpoint(state)
        watch.on_epoch(state)
    thresholds, metrics = _evaluated(course, state.best, watch)
    return Model(course.settings, course.vocabulary, state.best, thresholds), metrics


def _evaluated(
    course: Course, parameters: Parameters, watch: Watch
) -> tuple[Thresholds, dict[str, float]]:
    """The best thresholds on dev, and the official metrics there."""
    model = Model(course.settings, course.vocabulary, parameters)
    found = []
    for proposal in proposals(model, [(each.question, each.page) for each in course.dev]):
        found.append(proposal)
        watch.on_example()
    return best_thresholds(course.dev, found, course.non_null_annotations)


def _end_epoch(course: Course, state: State, watch: Watch) -> None:
    """Score the epoch on dev; of equally good ones the first is best."""
    _, metrics = _evaluated(course, state.parameters, watch)
    done = Epoch(
        loss=sum(state.losses) / max(1, len(state.losses)),
        long_f1=metrics["long-best-threshold-f1"],
        short_f1=metrics["short-best-threshold-f1"],
    )
    best = state.epochs[state.best_epoch] if state.best_epoch >= 0 else None
    if best is None or done.long_f1 + done.short_f1 > best.long_f1 + best.short_f1:
        state.best_epoch, state.best = state.epoch, state.parameters
    state.epochs.append(done)
    state.epoch, state.step, state.losses = state.epoch + 1, 0, []


def _batches_left(course: Course, state: State) -> Iterator[Any]:
    batches = epoch_batches(course.lessons, course.vocabulary, course.settings, state.epoch)
    for number, batch in enumerate(batches):
        if number >= state.step:
            yield batch


def _keys_of(settings: Settings, state: State) -> Array:
    """What draws the words that a batch drops: one key for questions, one for passages.

    XLA draws with such keys by itself. JAX's default ones are a long program in each shape.
    """
    mixed = np.random.SeedSequence([settings.seed, state.epoch, state.step])
    return jax.random.wrap_key_data(mixed.generate_state(8).reshape(2, 4), impl="rbg")


def _optimiser(settings: Settings) -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(LONGEST_STEP), optax.adam(settings.learning_rate))


def _training_step(course: Course) -> Callable[..., tuple[dict[str, Any], Any, Array]]:
    settings, optimiser = course.settings, _optimiser(course.settings)
    learns = _learning_rows(course)

    def step(
        parameters: Parameters, state: Any, arrays: Any, targets: Any, keys: Array
    ) -> tuple[Any, Any, Array]:
        lost, gradient = jax.value_and_grad(loss)(parameters, arrays, targets, settings, keys)
        gradient["words"] = gradient["words"] * learns
        changes, state = optimiser.update(gradient, state, parameters)
        return optax.apply_updates(parameters, changes), state, lost

    compiled: Callable[..., tuple[dict[str, Any], Any, Array]] = jax.jit(step)
    return compiled


def _learning_rows(course: Course) -> Array:
    """1 for each word whose vector is trained; those that were loaded stay as they are."""
    learns = jnp.ones((len(course.vocabulary), 1))
    if course.vectors is None:
        return learns
    return learns.at[jnp.array(_loaded(course.vocabulary, course.vectors)[0], int)].set(0.0)


def _loaded(vocabulary: Vocabulary, vectors: WordVectors) -> tuple[list[int], list[int]]:
    """The numbers of the vocabulary's words that have a vector, and its row."""
    pairs = [
        (number, vectors.words[word])
        for number, word in enumerate(vocabulary.words, FIRST_WORD)
        if word in vectors.words
    ]
    return [number for number, _ in pairs], [row for _, row in pairs]
