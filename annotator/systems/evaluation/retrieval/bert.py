"""A BERT network (Devlin et al. 2019) run forward with numpy: token numbers to one vector a text.

The names of the weights are those of Hugging Face's ``BertModel``. A text's vector is the mean of
its tokens' last vectors, scaled to length 1, as Sentence-BERT has it (Reimers and Gurevych 2019).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

Floats = NDArray[np.float32]

NORM_EPSILON = 1e-12
FAR_BELOW = np.float32(-1e9)
"""Added to the attention to what only fills a batch up."""


class BertNetwork:
    """The network with given weights and ``heads`` of attention in each layer."""

    def __init__(self, weights: Mapping[str, Floats], *, heads: int) -> None:
        self._weights = weights
        self._heads = heads
        self._layers = sum(name.endswith("attention.self.query.weight") for name in weights)

    def vectors(self, texts: Sequence[Sequence[int]]) -> Floats:
        """A vector of length 1 for each text of token numbers; shape (texts, hidden size)."""
        longest = max(map(len, texts))
        tokens = np.zeros((len(texts), longest), dtype=np.intp)
        mask = np.zeros(tokens.shape, dtype=np.float32)
        for row, text in enumerate(texts):
            tokens[row, : len(text)] = text
            mask[row, : len(text)] = 1
        state = self._embedded(tokens)
        for layer in range(self._layers):
            state = self._after_layer(state, mask, f"encoder.layer.{layer}")
        means = (state * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        scaled: Floats = means / np.linalg.norm(means, axis=1, keepdims=True)
        return scaled

    def _embedded(self, tokens: NDArray[np.intp]) -> Floats:
        of = {
            name: self._weights[f"embeddings.{name}_embeddings.weight"]
            for name in ("word", "position", "token_type")
        }
        state = of["word"][tokens] + of["position"][: tokens.shape[1]] + of["token_type"][0]
        return self._normalised(state, "embeddings.LayerNorm")

    def _after_layer(self, state: Floats, mask: Floats, layer: str) -> Floats:
        attended = self._linear(self._attended(state, mask, layer), f"{layer}.attention.output")
        state = self._normalised(state + attended, f"{layer}.attention.output.LayerNorm")
        inner = self._linear(state, f"{layer}.intermediate")
        inner *= (1 + scipy.special.erf(inner / np.float32(2**0.5))) / 2  # GELU
        inner = self._linear(inner, f"{layer}.output")
        return self._normalised(state + inner, f"{layer}.output.LayerNorm")

    def _attended(self, state: Floats, mask: Floats, layer: str) -> Floats:
        """Each token's mean of the others' values, weighted by its attention to them."""
        texts, length, size = state.shape

        def split(name: str) -> Floats:
            parts = self._linear(state, f"{layer}.attention.self.{name}", within="")
            return parts.reshape(texts, length, self._heads, -1).transpose(0, 2, 1, 3)

        query, key, value = split("query"), split("key"), split("value")
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32((size / self._heads) ** 0.5)
        scores += (1 - mask)[:, None, None, :] * FAR_BELOW
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        mixed: Floats = (scores @ value).transpose(0, 2, 1, 3).reshape(texts, length, size)
        return mixed

    def _linear(self, state: Floats, name: str, *, within: str = ".dense") -> Floats:
        weight, bias = (self._weights[f"{name}{within}.{part}"] for part in ("weight", "bias"))
        product: Floats = state @ weight.T + bias
        return product

    def _normalised(self, state: Floats, name: str) -> Floats:
        centred = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(NORM_EPSILON))
        scale, shift = (self._weights[f"{name}.{part}"] for part in ("weight", "bias"))
        normalised: Floats = centred / spread * scale + shift
        return normalised
