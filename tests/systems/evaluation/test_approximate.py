"""The approximate index against exact ranks; it needs faiss, which the long tests install."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from annotator.systems.evaluation.retrieval import approximate
from annotator.systems.evaluation.retrieval.approximate import (
    ApproximateIndex,
    measured_loss,
    rank_approximately,
)
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, rank_answers
from annotator.systems.evaluation.retrieval.encoders import EncoderScorer
from tests.factories.retrieval import write_squad
from tests.systems.evaluation.letters import BY_LETTERS

needs_faiss = pytest.mark.skipif(
    importlib.util.find_spec("faiss") is None, reason="faiss is not installed: make faiss"
)

ANSWERS, QUESTIONS, DIMENSIONS = 1_200, 300, 16
CHANCE = np.random.default_rng(1)
CENTRES = CHANCE.standard_normal((40, DIMENSIONS))
NOISE = CHANCE.standard_normal((ANSWERS, DIMENSIONS))
VECTORS = (CENTRES[CHANCE.integers(40, size=ANSWERS)] + NOISE / 2).astype(np.float32)
RIGHT = CHANCE.integers(ANSWERS, size=QUESTIONS)
ASKED = (VECTORS[RIGHT] + CHANCE.standard_normal((QUESTIONS, DIMENSIONS)) / 2).astype(np.float32)


class Known:
    """Vectors that cluster as those of sentences do, by the number in the text."""

    def encode_questions(self, questions: list[str]) -> np.ndarray:
        return ASKED[[int(text) for text in questions]]

    def encode_answers(self, answers: list[tuple[str, str]]) -> np.ndarray:
        return VECTORS[[int(sentence) for sentence, _ in answers]]


def clustered() -> tuple[Benchmark, EncoderScorer]:
    """Paragraphs of four sentences each."""
    benchmark = Benchmark(
        sentences=tuple(map(str, range(ANSWERS))),
        paragraphs=tuple(f"P{number}" for number in range(ANSWERS // 4)),
        paragraph_of=np.arange(ANSWERS) // 4,
        starts=np.arange(0, ANSWERS, 4),
        questions=tuple(map(str, range(QUESTIONS))),
        right=tuple((int(place),) for place in RIGHT),
    )
    return benchmark, EncoderScorer(Known(), benchmark)


@needs_faiss
def test_with_all_lists_the_ranks_are_the_exact_ones_up_to_the_depth() -> None:
    benchmark, scorer = clustered()
    index = ApproximateIndex(scorer.answers, probes=ANSWERS)
    found = rank_approximately(benchmark, scorer, index, first=5)
    exact = rank_answers(benchmark, scorer, first=5)
    near = exact.ranks.sentence <= approximate.DEPTH
    assert near.mean() > 0.9
    assert found.ranks.sentence[near].tolist() == exact.ranks.sentence[near].tolist()
    assert found.ranks.document[near].tolist() == exact.ranks.document[near].tolist()
    assert np.isinf(found.ranks.sentence[~near]).all()
    assert found.first.tolist() == exact.first.tolist()
    assert measured_loss(benchmark, scorer, index).kept == {1: 1.0, 5: 1.0, 10: 1.0}


@needs_faiss
def test_with_one_list_something_is_lost_and_the_loss_says_how_much() -> None:
    benchmark, scorer = clustered()
    index = ApproximateIndex(scorer.answers, probes=1)
    loss = measured_loss(benchmark, scorer, index)
    exact = rank_answers(benchmark, scorer, first=10).first
    found = rank_approximately(benchmark, scorer, index, first=10).first
    for cutoff, kept in loss.kept.items():
        shares = [
            len(set(one) & set(other)) / cutoff
            for one, other in zip(
                exact[:, :cutoff].tolist(), found[:, :cutoff].tolist(), strict=True
            )
        ]
        assert kept == pytest.approx(np.mean(shares))
    assert loss.questions == QUESTIONS
    assert 0.5 < loss.kept[10] < 1


@needs_faiss
def test_the_command_prints_what_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {"squad": str(write_squad(tmp_path / "tools.json")), "approximate": True}
    encoder = BY_LETTERS
    call_command("evaluate_retrieval", **values, encoder=encoder, json=True)
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["loss"] == {"questions": 4, "kept": {"1": 1.0, "5": 1.0}}
    call_command("evaluate_retrieval", **values, encoder=encoder)
    printed = capsys.readouterr().out
    assert "1.000 of the first 1, 1.000 of the first 5 that are exact, on 4 questions" in printed


@pytest.mark.parametrize(
    ("encoder", "problem"),
    [
        ("bm25", "bm25 has no vectors. Leave --approximate out, or name an encoder."),
        (
            BY_LETTERS,
            "--approximate needs faiss, which is not installed: make faiss",
        ),
    ],
)
def test_what_has_no_index_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    encoder: str,
    problem: str,
) -> None:
    find_spec = importlib.util.find_spec

    def without_faiss(name: str, *args: Any) -> Any:
        return None if name == "faiss" else find_spec(name, *args)

    monkeypatch.setattr(importlib.util, "find_spec", without_faiss)
    squad = str(write_squad(tmp_path / "tools.json"))
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=squad, encoder=encoder, approximate=True)
    assert capsys.readouterr().err.strip() == f"--encoder: {problem}"
