"""Where in a passage the answer begins and ends (Chen et al., 2017, in one small layer).

A passage's words get their vector, what the question says of them (attention over the question's
words), whether it has them and how rare they are; a recurrent layer reads them in both directions.
The question is one vector, a weighted mean of its states. Bilinear products of both score each
word as the first and as the last one. From START to END is the passage as a whole: a long answer
without a short one (NQ paper, section 6.2).
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from annotator.systems.readers.model.layers import (
    MASKED,
    Embedded,
    Parameters,
    attention,
    dense,
    dense_parameters,
    two_way,
    two_way_parameters,
)

TRAITS = 2


def reader_parameters(draw: np.random.Generator, *, embedding: int, hidden: int) -> dict[str, Any]:
    """The reader's weights."""
    return {
        "align": dense_parameters(draw, embedding, hidden),
        "question": two_way_parameters(draw, embedding, hidden),
        "weigh": dense_parameters(draw, 2 * hidden, 1),
        "passage": two_way_parameters(draw, 2 * embedding + TRAITS, hidden),
        "first": dense_parameters(draw, 2 * hidden, 2 * hidden),
        "last": dense_parameters(draw, 2 * hidden, 2 * hidden),
    }


def span_scores(parameters: Parameters, embedded: Embedded, traits: Array) -> tuple[Array, Array]:
    """Scores of each word as the first and as the last of the answer, groups × passages × words.

    ``traits`` are as in ``Arrays``.
    """
    questions, question_mask, passages, passage_mask = embedded
    groups, number, length, _ = passages.shape
    asked = jax.nn.relu(dense(parameters["align"], questions))
    said = jax.nn.relu(dense(parameters["align"], passages))
    alike = jnp.einsum("gpwh,gqh->gpwq", said, asked)
    weights = attention(alike, question_mask[:, None, None, :])
    aligned = jnp.einsum("gpwq,gqe->gpwe", weights, questions)
    read = jnp.concatenate([passages, aligned, traits], axis=-1)
    rows = read.reshape(groups * number, length, -1)
    states = two_way(parameters["passage"], rows, passage_mask.reshape(rows.shape[:2]))
    states = states.reshape(groups, number, length, -1)
    question = _question_vector(parameters, questions, question_mask)
    first, last = (
        jnp.where(
            passage_mask,
            jnp.einsum("gpwh,gh->gpw", states, dense(parameters[name], question)),
            MASKED,
        )
        for name in ("first", "last")
    )
    return first, last


def _question_vector(parameters: Parameters, questions: Array, mask: Array) -> Array:
    states = two_way(parameters["question"], questions, mask)
    weights = attention(dense(parameters["weigh"], states)[..., 0], mask)
    return jnp.einsum("gq,gqh->gh", weights, states)
