"""The sentence encoder minilm: its network against the formulas step by step, and the real model.

The published similarities are those of Sentence Transformers' first example.
"""

import importlib.util
import json
import math
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from annotator.systems.evaluation.retrieval import minilm
from annotator.systems.evaluation.retrieval.bert import BertNetwork
from annotator.systems.evaluation.retrieval.minilm import BATCH, MiniLm

HIDDEN, HEADS, LAYERS, WORDS, INNER = 8, 2, 2, 20, 12
Weights = dict[str, np.ndarray]


def random_weights() -> Weights:
    """Of a tiny network."""
    chance = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, HIDDEN),
        "embeddings.position_embeddings.weight": (9, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        for name, (inner, outer) in {
            "attention.self.query": (HIDDEN, HIDDEN),
            "attention.self.key": (HIDDEN, HIDDEN),
            "attention.self.value": (HIDDEN, HIDDEN),
            "attention.output.dense": (HIDDEN, HIDDEN),
            "intermediate.dense": (HIDDEN, INNER),
            "output.dense": (INNER, HIDDEN),
        }.items():
            shapes |= {f"{layer}.{name}.weight": (outer, inner), f"{layer}.{name}.bias": (outer,)}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    shapes |= {f"{name}.{part}": (HIDDEN,) for name in norms for part in ("weight", "bias")}
    return {name: chance.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


def step_by_step(weights: Weights, tokens: list[int]) -> list[float]:
    """One text's vector, number by number in double precision, from the papers' formulas."""

    def linear(vector: list[float], name: str) -> list[float]:
        matrix, bias = weights[f"{name}.weight"].tolist(), weights[f"{name}.bias"].tolist()
        return [
            sum(w * x for w, x in zip(row, vector, strict=True)) + b
            for row, b in zip(matrix, bias, strict=True)
        ]

    def norm(vector: list[float], name: str) -> list[float]:
        mean = sum(vector) / HIDDEN
        deviation = math.sqrt(sum((x - mean) ** 2 for x in vector) / HIDDEN + 1e-12)
        scale, shift = weights[f"{name}.weight"].tolist(), weights[f"{name}.bias"].tolist()
        return [
            (x - mean) / deviation * s + t for x, s, t in zip(vector, scale, shift, strict=True)
        ]

    def added(one: list[float], other: list[float]) -> list[float]:
        return [x + y for x, y in zip(one, other, strict=True)]

    word, position, kind = (
        weights[f"embeddings.{name}_embeddings.weight"].tolist()
        for name in ("word", "position", "token_type")
    )
    states = [
        norm(added(added(word[token], position[place]), kind[0]), "embeddings.LayerNorm")
        for place, token in enumerate(tokens)
    ]
    size = HIDDEN // HEADS
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        query, key, value = (
            [linear(state, f"{layer}.attention.self.{name}") for state in states]
            for name in ("query", "key", "value")
        )
        mixed: list[list[float]] = [[] for _ in states]
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            for place, asked in enumerate(query):
                raised = [
                    math.exp(
                        sum(a * b for a, b in zip(asked[part], other[part], strict=True))
                        / math.sqrt(size)
                    )
                    for other in key
                ]
                shares = [each / sum(raised) for each in raised]
                for number in range(part.start, part.stop):
                    mixed[place].append(
                        sum(s * row[number] for s, row in zip(shares, value, strict=True))
                    )
        states = [
            norm(
                added(state, linear(mix, f"{layer}.attention.output.dense")),
                f"{layer}.attention.output.LayerNorm",
            )
            for state, mix in zip(states, mixed, strict=True)
        ]
        inner = [linear(state, f"{layer}.intermediate.dense") for state in states]
        inner = [[x / 2 * (1 + math.erf(x / math.sqrt(2))) for x in row] for row in inner]
        states = [
            norm(added(state, linear(row, f"{layer}.output.dense")), f"{layer}.output.LayerNorm")
            for state, row in zip(states, inner, strict=True)
        ]
    mean = [sum(column) / len(states) for column in zip(*states, strict=True)]
    length = math.sqrt(sum(x * x for x in mean))
    return [x / length for x in mean]


def test_the_network_follows_the_formulas_for_texts_of_any_length() -> None:
    weights = random_weights()
    texts = [[1, 2, 3, 4, 5], [6], [7, 8, 0], [9, 9, 9, 9, 9, 9, 9, 9, 9]]
    vectors = BertNetwork(weights, heads=HEADS).vectors(texts)
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(
        np.array([step_by_step(weights, text) for text in texts]), abs=1e-5
    )


class Letters:
    """Takes the place of the package's tokenizer: a token for each letter."""

    def __init__(self) -> None:
        self.longest = 99

    def no_padding(self) -> None:
        """Texts keep their lengths."""

    def enable_truncation(self, longest: int) -> None:
        self.longest = longest

    def encode_batch(self, texts: list[str]) -> list["Letters.Encoding"]:
        return [self.Encoding([ord(letter) % WORDS for letter in t][: self.longest]) for t in texts]

    class Encoding:
        def __init__(self, ids: list[int]) -> None:
            self.ids = ids


def test_rows_stand_in_the_order_of_the_texts_and_sentences_count_without_paragraphs() -> None:
    weights = random_weights()
    encoder = MiniLm(BertNetwork(weights, heads=HEADS), Letters(), longest=6)  # type: ignore[arg-type]
    texts = ["abcdefgh"[: 1 + number % 8] + "xyz"[number % 3] for number in range(BATCH + 9)]
    rows = [step_by_step(weights, [ord(letter) % WORDS for letter in text][:6]) for text in texts]
    assert encoder.encode_questions(texts) == pytest.approx(np.array(rows), abs=1e-5)
    answers = [(text, "A paragraph.") for text in texts]
    assert encoder.encode_answers(answers) == pytest.approx(np.array(rows), abs=1e-5)


def test_without_its_packages_one_sentence_says_how_to_install_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minilm, "PACKAGES", ("a_package_that_nobody_has",))
    context = "One came."
    asked = {"id": "1", "question": "who?", "answers": [{"text": "One", "answer_start": 0}]}
    squad = tmp_path / "squad.json"
    squad.write_text(
        json.dumps({"data": [{"paragraphs": [{"context": context, "qas": [asked]}]}]}),
        encoding="utf-8",
    )
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), encoder="minilm")
    assert capsys.readouterr().err == (
        "--encoder: minilm needs a_package_that_nobody_has, which is not installed. Install it: "
        "make minilm\n"
    )


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in minilm.PACKAGES),
    reason="minilm is not installed: make minilm",
)
def test_the_real_model_has_the_published_similarities() -> None:
    vectors = MiniLm.installed().encode_questions(
        ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    )
    published = [[1.0, 0.6660, 0.1046], [0.6660, 1.0, 0.1411], [0.1046, 0.1411, 1.0]]
    assert vectors @ vectors.T == pytest.approx(np.array(published), abs=5e-5)
