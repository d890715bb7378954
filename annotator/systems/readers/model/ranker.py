"""Which passage answers a question: decomposable attention (Parikh et al., 2016) and more.

A passage's score is linear in four things: what decomposable attention says of question and
passage, an embedding of its position, the number of words that both share, and the sum of their
inverse document frequencies (NQ paper, section 6.3). *No answer* has one score for all questions.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from annotator.systems.readers.model.batches import POSITIONS
from annotator.systems.readers.model.layers import (
    MASKED,
    Embedded,
    Parameters,
    attention,
    dense,
    dense_parameters,
    normal,
)

POSITION_NUMBERS = 10
OVERLAPS = 2


def ranker_parameters(draw: np.random.Generator, *, embedding: int, hidden: int) -> dict[str, Any]:
    """The ranker's weights."""
    return {
        "attend": dense_parameters(draw, embedding, hidden),
        "compare": dense_parameters(draw, 2 * embedding, hidden),
        "aggregate": dense_parameters(draw, 2 * hidden, hidden),
        "position": normal(draw, (POSITIONS, POSITION_NUMBERS), 0.1),
        "score": dense_parameters(draw, hidden + POSITION_NUMBERS + OVERLAPS, 1),
        "no_answer": np.zeros(1, np.float32),
    }


def passage_scores(
    parameters: Parameters, embedded: Embedded, position: Array, overlap: Array
) -> Array:
    """Scores, groups × passages; ``position`` and ``overlap`` are as in ``Arrays``."""
    questions, question_mask, passages, passage_mask = embedded
    asked = jax.nn.relu(dense(parameters["attend"], questions))
    said = jax.nn.relu(dense(parameters["attend"], passages))
    alike = jnp.einsum("gqh,gpwh->gpqw", asked, said)
    to_passage = attention(alike, passage_mask[:, :, None, :])
    to_question = attention(jnp.swapaxes(alike, 2, 3), question_mask[:, None, None, :])
    for_question = jnp.einsum("gpqw,gpwe->gpqe", to_passage, passages)
    for_passage = jnp.einsum("gpwq,gqe->gpwe", to_question, questions)
    asked_here = jnp.broadcast_to(questions[:, None], for_question.shape)
    compared = [
        _summed(parameters, asked_here, for_question, question_mask[:, None, :]),
        _summed(parameters, passages, for_passage, passage_mask),
    ]
    found = jax.nn.relu(dense(parameters["aggregate"], jnp.concatenate(compared, axis=-1)))
    traits = [found, parameters["position"][position], jnp.log1p(overlap)]
    return dense(parameters["score"], jnp.concatenate(traits, axis=-1))[..., 0]


def with_no_answer(parameters: Parameters, scores: Array, exists: Array) -> Array:
    """Scores, groups × (passages + 1): those of passages that exist, then that of no answer."""
    shape = (scores.shape[0], 1)
    nothing = jnp.broadcast_to(parameters["no_answer"], shape)
    return jnp.concatenate([jnp.where(exists, scores, MASKED), nothing], axis=1)


def _summed(parameters: Parameters, words: Array, aligned: Array, mask: Array) -> Array:
    """What is said of the words of one side, with the other's aligned to them, in sum.

    It is divided by the root of their number, so that long passages train as short ones do.
    """
    compared = jax.nn.relu(dense(parameters["compare"], jnp.concatenate([words, aligned], axis=-1)))
    total = jnp.sum(compared * mask[..., None], axis=-2)
    return total / jnp.sqrt(jnp.maximum(jnp.sum(mask, axis=-1), 1))[..., None]
