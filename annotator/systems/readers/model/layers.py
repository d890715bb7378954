"""The few layers that the networks are made of: JAX, and parameters in nested dictionaries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

Parameters = Mapping[str, Any]
"""Arrays by name, in dictionaries by name."""

Numbers = NDArray[np.float32]


class Embedded(NamedTuple):
    """Questions, groups × words × numbers, and passages, groups × passages × words × numbers, each
    with a mask of its words.
    """

    questions: Array
    question_mask: Array
    passages: Array
    passage_mask: Array


MASKED = -1e9
"""The score of what can't be chosen."""


def normal(draw: np.random.Generator, shape: tuple[int, ...], deviation: float) -> Numbers:
    """Numbers around 0. NumPy draws them, as JAX compiles a program for each shape first."""
    return np.float32(deviation) * draw.standard_normal(shape, np.float32)


def dense_parameters(draw: np.random.Generator, inputs: int, outputs: int) -> dict[str, Numbers]:
    """A linear layer's weights, drawn as Glorot and Bengio (2010) propose, and a bias of 0."""
    limit = (6 / (inputs + outputs)) ** 0.5
    weight = draw.uniform(-limit, limit, (inputs, outputs)).astype(np.float32)
    return {"weight": weight, "bias": np.zeros(outputs, np.float32)}


def dense(parameters: Parameters, inputs: Array) -> Array:
    """A linear layer, over the last axis."""
    return inputs @ parameters["weight"] + parameters["bias"]


def gru_parameters(draw: np.random.Generator, inputs: int, size: int) -> dict[str, Any]:
    """The weights of a gated recurrent unit (Cho et al., 2014)."""
    return {
        "input": dense_parameters(draw, inputs, 3 * size),
        "state": dense_parameters(draw, size, 3 * size),
    }


def gru(parameters: Parameters, inputs: Array, mask: Array, *, reverse: bool = False) -> Array:
    """The states, rows × words × size, over rows × words × inputs; padding keeps the state."""
    size = parameters["state"]["weight"].shape[0]

    def step(state: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        given, is_word = now
        own = dense(parameters["state"], state)
        reset = jax.nn.sigmoid(given[:, :size] + own[:, :size])
        update = jax.nn.sigmoid(given[:, size : 2 * size] + own[:, size : 2 * size])
        fresh = jnp.tanh(given[:, 2 * size :] + reset * own[:, 2 * size :])
        new = jnp.where(is_word[:, None], update * state + (1 - update) * fresh, state)
        return new, new

    given = dense(parameters["input"], inputs)
    by_word = (jnp.swapaxes(given, 0, 1), jnp.swapaxes(mask, 0, 1))
    start = jnp.zeros((inputs.shape[0], size))
    _, states = jax.lax.scan(step, start, by_word, reverse=reverse)
    return jnp.swapaxes(states, 0, 1)


def two_way_parameters(draw: np.random.Generator, inputs: int, size: int) -> dict[str, Any]:
    """The weights of a recurrent layer that reads in both directions."""
    return {
        "forward": gru_parameters(draw, inputs, size),
        "backward": gru_parameters(draw, inputs, size),
    }


def two_way(parameters: Parameters, inputs: Array, mask: Array) -> Array:
    """The states of both directions, rows × words × twice the size."""
    forward = gru(parameters["forward"], inputs, mask)
    backward = gru(parameters["backward"], inputs, mask, reverse=True)
    return jnp.concatenate([forward, backward], axis=-1)


def attention(scores: Array, mask: Array) -> Array:
    """Weights over the last axis that sum to 1, or to 0 where there is nothing to attend to."""
    weights = jax.nn.softmax(jnp.where(mask, scores, MASKED), axis=-1)
    return jnp.where(mask, weights, 0.0)


def dropped(key: Array | None, values: Array, share: float) -> Array:
    """``values`` with a share of them set to 0, the others scaled up; unchanged without a key."""
    if key is None:
        return values
    kept = jax.random.bernoulli(key, 1 - share, values.shape)
    return jnp.where(kept, values / (1 - share), 0.0)
