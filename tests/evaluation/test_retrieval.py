"""Retrieval against an implementation of its definitions with SciPy's ranks, and the command."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from annotator.evaluation.encoders import EncoderScorer
from annotator.evaluation.retrieval import build_benchmark, rank_answers
from annotator.formats.squad_files import AskedParagraph, AskedQuestion
from annotator.measures.retrieval import retrieval_metrics
from tests.shared_data import shared_path

# Few texts, so that sentences, paragraphs and questions repeat.
SENTENCES = ["One came.", "Two came.", "Three came."]


class ByLetters:
    """Vectors of small whole numbers, so that many scores are equal."""

    def encode_questions(self, questions: list[str]) -> np.ndarray:
        return self._encode(questions)

    def encode_answers(self, answers: list[tuple[str, str]]) -> np.ndarray:
        return self._encode([sentence + context[:5] for sentence, context in answers])

    def _encode(self, texts: list[str]) -> np.ndarray:
        rows = [[text.count(letter) for letter in "othe?"] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), 5)


@st.composite
def files(draw: st.DrawFn) -> list[AskedParagraph]:
    paragraphs = []
    for number in range(draw(st.integers(1, 4))):
        sentences = draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3))
        context = " ".join(sentences)
        asked = draw(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, len(context) - 1))))
        questions = tuple(
            AskedQuestion(f"{number}-{place}", f"{letter} to?", (start,))
            for place, (letter, start) in enumerate(asked)
        )
        paragraphs.append(AskedParagraph(context, questions))
    return paragraphs


def expected(paragraphs: list[AskedParagraph]) -> tuple[dict[str, float], dict[str, float]]:
    """The best rank of each question, by sentences and by paragraphs, step by step."""
    entries: list[tuple[str, str]] = []
    for paragraph in paragraphs:
        for sentence in paragraph.context.replace(". ", ".|").split("|"):
            if (sentence, paragraph.context) not in entries:
                entries.append((sentence, paragraph.context))
    encoder = ByLetters()
    answers = encoder.encode_answers(entries)
    by_sentence: dict[str, float] = {}
    by_paragraph: dict[str, float] = {}
    for paragraph in paragraphs:
        for asked in paragraph.questions:
            start = asked.answer_starts[0]
            sentence = None
            begin = 0
            for each in paragraph.context.replace(". ", ".|").split("|"):
                if begin <= start < begin + len(each):
                    sentence = each
                begin += len(each) + 1
            if sentence is None:
                continue
            scores = encoder.encode_questions([asked.question]) @ answers.T
            ranks = rankdata(-scores[0])
            best = min(
                rank for rank, entry in zip(ranks, entries, strict=True) if entry[0] == sentence
            )
            contexts = list(dict.fromkeys(context for _, context in entries))
            of_context = [
                min(r for r, entry in zip(ranks, entries, strict=True) if entry[1] == context)
                for context in contexts
            ]
            context_ranks = rankdata(of_context)
            best_context = min(
                rank
                for rank, context in zip(context_ranks, contexts, strict=True)
                if (sentence, context) in entries
            )
            question = asked.question
            by_sentence[question] = min(best, by_sentence.get(question, best))
            by_paragraph[question] = min(best_context, by_paragraph.get(question, best_context))
    return by_sentence, by_paragraph


@given(files())
def test_ranks_equal_those_of_the_definitions(paragraphs: list[AskedParagraph]) -> None:
    benchmark = build_benchmark(paragraphs)
    ranks = rank_answers(benchmark, EncoderScorer(ByLetters(), benchmark))
    by_sentence, by_paragraph = expected(paragraphs)
    assert dict(zip(benchmark.questions, ranks.sentence.tolist(), strict=True)) == by_sentence
    assert dict(zip(benchmark.questions, ranks.document.tolist(), strict=True)) == by_paragraph


def test_metrics_of_worked_ranks() -> None:
    assert retrieval_metrics(np.array([1.0, 1.5, 6.0, 20.0])) == {
        "mrr": pytest.approx((1 + 2 / 3 + 1 / 6 + 1 / 20) / 4),
        "r@1": 0.25,
        "r@5": 0.5,
        "r@10": 0.75,
    }


def run(capsys: pytest.CaptureFixture[str], squad: Path, encoder: str) -> dict[str, Any]:
    call_command("evaluate_retrieval", squad=str(squad), encoder=encoder, json=True)
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def squad_file(folder: Path, context: str, *asked: tuple[str, str]) -> Path:
    questions = [
        {
            "id": str(number),
            "question": question,
            "answers": [{"text": answer, "answer_start": context.index(answer)}] if answer else [],
        }
        for number, (question, answer) in enumerate(asked)
    ]
    path = folder / "squad.json"
    value = {"data": [{"title": "T", "paragraphs": [{"context": context, "qas": questions}]}]}
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_bm25_finds_the_sentence_with_the_questions_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = "A plumb bob hangs from a line. Masons trust gravity. Glass bends light."
    squad = squad_file(tmp_path, context, ("What bends light?", "Glass"), ("Unanswerable?", ""))
    first = {"mrr": 1.0, "r@1": 1.0, "r@5": 1.0, "r@10": 1.0}
    assert run(capsys, squad, "bm25") == {
        "sentence": first,
        "document": first,
        "index_size": 3,
        "questions": 1,
    }


def test_bm25_on_a_real_article_is_far_better_than_chance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    articles = json.loads(shared_path("squad/squad_v2_dev_part.json").read_bytes())
    articles["data"] = articles["data"][:1]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(articles), encoding="utf-8")
    found = run(capsys, path, "bm25")
    assert found["sentence"]["r@10"] > 10 * 10 / found["index_size"]


def test_an_encoder_of_ones_own_is_loaded_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = squad_file(tmp_path, "One came. Two came.", ("o to?", "One"))
    found = run(capsys, squad, "tests.evaluation.test_retrieval:ByLetters")
    assert (found["index_size"], found["questions"]) == (2, 1)


@pytest.mark.parametrize(
    ("encoder", "problem"),
    [
        ("magic", "--encoder: There is no encoder magic. Give bm25 or MODULE:CLASS."),
        (
            "json:Nothing",
            "--encoder: json has no class Nothing. Check its name.",
        ),
        (
            "collections:Counter",
            (
                "--encoder: Counter has no method encode_questions. Add it; docs/evaluation.md has "
                "one."
            ),
        ),
    ],
)
def test_what_is_no_encoder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], encoder: str, problem: str
) -> None:
    squad = squad_file(tmp_path, "One came.", ("who?", "One"))
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), encoder=encoder)
    assert capsys.readouterr().err.strip() == problem


def test_a_wrong_answer_is_named_by_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = squad_file(tmp_path, "One came.", ("who?", "One"))
    squad.write_text(
        squad.read_text(encoding="utf-8").replace('"answer_start": 0', '"answer_start": 3'),
        encoding="utf-8",
    )
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), encoder="bm25")
    assert capsys.readouterr().err.strip() == (
        "squad.json: data[0].paragraphs[0].qas[0].answers[0].answer_start: 'One' is not at "
        "character 3 of the context. Give the character where it begins."
    )
