"""A tiny extractor with random weights, as a folder: a network in ONNX with its tokenizer.

Each token's two scores are a random mix of its own vector, that of its position in the question or
the text, and the mean of all vectors. ``PlainExtractor`` computes the same without any of the
libraries, from the definition.
"""

import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WORDS = ("who", "ruled", "in", "1829", "charles", "x", "then", "louis", "philippe", "first", ".")
VOCABULARY = ("[PAD]", "[CLS]", "[SEP]", "[UNK]", *WORDS)
TOKEN = re.compile(r"\w+|[^\w\s]+")


@dataclass(frozen=True)
class Weights:
    """Of one random network."""

    tokens: NDArray[np.float32]
    sides: NDArray[np.float32]
    mean: NDArray[np.float32]

    @classmethod
    def drawn(cls, seed: int) -> "Weights":
        draw = np.random.default_rng(seed)
        shapes = (len(VOCABULARY), 2), (2, 2), (2, 2)
        return cls(*(draw.normal(size=shape).astype(np.float32) for shape in shapes))


def write_extractor(folder: Path, weights: Weights, *, length: int = 26) -> Path:
    """The folder; the network takes ``length`` tokens at once."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import BertProcessing

    folder.mkdir(exist_ok=True)
    numbers = {word: number for number, word in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    tokenizer.post_processor = BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"model_type": "bert", "max_position_embeddings": length + 2}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_network(folder / "model.onnx", weights)
    return folder


def write_network(
    path: Path, weights: Weights, outputs: tuple[str, str] = ("start_logits", "end_logits")
) -> None:
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["windows", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    given = {"tokens": weights.tokens, "sides": weights.sides, "mix": weights.mean}
    constants = [numpy_helper.from_array(values, name) for name, values in given.items()]
    axes = {"one": [1], "last": [2]}
    constants += [
        numpy_helper.from_array(np.array(axis, np.int64), name) for name, axis in axes.items()
    ]
    steps = [
        ("Gather", ["tokens", "input_ids"], "words"),
        ("Gather", ["sides", "token_type_ids"], "places"),
        ("Add", ["words", "places"], "vectors"),
        ("Cast", ["attention_mask"], "weight"),
        ("Unsqueeze", ["weight", "last"], "weights"),
        ("Mul", ["vectors", "weights"], "kept"),
        ("ReduceSum", ["kept", "one"], "sum"),
        ("ReduceSum", ["weights", "one"], "number"),
        ("Div", ["sum", "number"], "average"),
        ("MatMul", ["average", "mix"], "context"),
        ("Add", ["vectors", "context"], "scores"),
        ("Split", ["scores"], "halves"),
    ]
    extra = {"Cast": {"to": TensorProto.FLOAT}, "Split": {"axis": 2, "num_outputs": 2}}
    nodes = [
        helper.make_node(
            kind, given, ["a", "b"] if kind == "Split" else [out], **extra.get(kind, {})
        )
        for kind, given, out in steps
    ]
    nodes += [
        helper.make_node("Squeeze", [half, "last"], [name])
        for half, name in zip("ab", outputs, strict=True)
    ]
    results = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["windows", "tokens"])
        for name in outputs
    ]
    graph = helper.make_graph(nodes, "reader", inputs, results, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


@dataclass(frozen=True)
class PlainExtractor:
    """The extractor from its definition: every window, every span, one after the other."""

    weights: Weights
    length: int = 26

    def find(self, question: str, text: str) -> str:
        asked = [number_of(each[0]) for each in TOKEN.finditer(question)]
        asked = asked[: min(64, self.length - 3 - 2)]
        found = list(TOKEN.finditer(text))
        if not found:
            return ""
        room = self.length - 3 - len(asked)
        step = room - min(128, room // 2)
        nothing, best, answer = np.inf, -np.inf, ""
        for begin in itertools.count(0, step):
            part = found[begin : begin + room]
            scores = self._scores(asked, [number_of(each[0]) for each in part])
            nothing = min(nothing, float(scores[0].sum()))
            inside = scores[len(asked) + 2 :]
            for first, last in itertools.product(range(len(part)), repeat=2):
                score = float(inside[first, 0]) + float(inside[last, 1])
                if first <= last < first + 30 and score > best:
                    best, answer = score, text[part[first].start() : part[last].end()]
            if begin + room >= len(found):
                return answer if best >= nothing else ""
        raise AssertionError

    def _scores(self, asked: list[int], read: list[int]) -> NDArray[np.float32]:
        numbers = [1, *asked, 2, *read, 2]
        sides = [0] * (len(asked) + 2) + [1] * (len(read) + 1)
        vectors = self.weights.tokens[numbers] + self.weights.sides[sides]
        scores: NDArray[np.float32] = vectors + vectors.mean(axis=0) @ self.weights.mean
        return scores


def number_of(word: str) -> int:
    return VOCABULARY.index(word.lower()) if word.lower() in WORDS else 3
