"""The two systems as functions of their weights: word vectors, ranker and reader together."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from annotator.systems.readers.model.batches import Arrays
from annotator.systems.readers.model.layers import Embedded, Parameters, dropped, normal
from annotator.systems.readers.model.ranker import passage_scores, ranker_parameters, with_no_answer
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.model.span_reader import reader_parameters, span_scores
from annotator.systems.readers.model.vocabulary import PADDING


class Targets(NamedTuple):
    """What is right, by group: the passage's place, or the number of passages where none is; its
    first and last word, counted with START and END. ``counts`` is how much the group counts,
    ``reads`` how much its span does: 0 for one without an answer, or for a row that fills up.
    """

    passage: Array
    first: Array
    last: Array
    counts: Array
    reads: Array


def new_parameters(settings: Settings, numbers: int) -> dict[str, Any]:
    """Weights to begin with, for a vocabulary of so many numbers."""
    draw = np.random.default_rng(settings.seed)
    sizes = {"embedding": settings.embedding, "hidden": settings.hidden}
    parameters = {
        "words": normal(draw, (numbers, settings.embedding), 0.3),
        "reader": reader_parameters(draw, **sizes),
    }
    if settings.system == "pipeline":
        parameters["ranker"] = ranker_parameters(draw, **sizes)
    return parameters


def ranked(
    parameters: Parameters, arrays: Arrays, settings: Settings, keys: Array | None = None
) -> Array:
    """Scores of passages as the long answer, groups × (passages + 1): the last for *no answer*.

    ``keys`` draw what is dropped of questions and of passages while training.
    """
    own = parameters["ranker"]
    embedded = _embedded(parameters, arrays, settings, keys)
    scores = passage_scores(own, embedded, arrays.position, arrays.overlap)
    return with_no_answer(own, scores, jnp.asarray(arrays.exists))


def spans(
    parameters: Parameters, arrays: Arrays, settings: Settings, keys: Array | None = None
) -> tuple[Array, Array]:
    """Scores of words as the first and as the last of the answer, groups × passages × words."""
    embedded = _embedded(parameters, arrays, settings, keys)
    return span_scores(parameters["reader"], embedded, arrays.traits)


rank_batch = jax.jit(ranked, static_argnames="settings")
"""``ranked``, compiled for each shape."""

read_batch = jax.jit(spans, static_argnames="settings")
"""``spans``, compiled for each shape."""


def loss(
    parameters: Parameters, arrays: Arrays, targets: Targets, settings: Settings, keys: Array | None
) -> Array:
    """The negative log-likelihood of what is right, mean over groups.

    *docqa* chooses a span among those of all of a question's passages (shared normalisation,
    Clark and Gardner, 2018). *pipeline* chooses a passage or none, and a span of the right one.
    """
    passage, wrong = targets.passage, jnp.zeros(())
    if settings.system == "pipeline":
        rows = jnp.arange(len(passage))
        right = jax.nn.log_softmax(ranked(parameters, arrays, settings, keys))[rows, passage]
        wrong = -jnp.sum(right * targets.counts)
        held = jnp.minimum(passage, arrays.words.shape[1] - 1)
        arrays = arrays._replace(
            words=jnp.asarray(arrays.words)[rows, held][:, None],
            traits=jnp.asarray(arrays.traits)[rows, held][:, None],
        )
        passage = jnp.zeros_like(passage)
    first, last = spans(parameters, arrays, settings, keys)
    likelihood = _likelihood(first, passage, targets.first)
    likelihood += _likelihood(last, passage, targets.last)
    wrong -= jnp.sum(likelihood * targets.reads)
    return wrong / jnp.maximum(jnp.sum(targets.counts), 1e-6)


def _embedded(
    parameters: Parameters, arrays: Arrays, settings: Settings, keys: Array | None
) -> Embedded:
    """Questions and passages as vectors, each with its mask."""
    of_question, of_passage = keys if keys is not None else (None, None)
    questions = dropped(of_question, parameters["words"][arrays.questions], settings.dropout)
    passages = dropped(of_passage, parameters["words"][arrays.words], settings.dropout)
    masks = jnp.asarray(arrays.questions) != PADDING, jnp.asarray(arrays.words) != PADDING
    return Embedded(questions, masks[0], passages, masks[1])


def _likelihood(word_scores: Array, passage: Array, word: Array) -> Array:
    """The log-likelihood, by group, of a word among all words of the group's passages."""
    groups, passages, length = word_scores.shape
    flat = jax.nn.log_softmax(word_scores.reshape(groups, passages * length))
    place = jnp.minimum(passage, passages - 1) * length + word
    return flat[jnp.arange(groups), place]
