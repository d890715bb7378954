"""Long-form answers from files: texts, or a retriever's passages in their place."""

import json
from pathlib import Path

import pytest

from annotator.material.formats.asqa.predictions import LONGEST_ANSWER, read_long_form_answers
from annotator.material.formats.problems import FormatError

PASSAGES = [{"text": "Ann won.", "title": "Race"}, {"text": "Bob won.", "title": "Game"}]


def written(folder: Path, content: object) -> Path:
    path = folder / "dpr.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_an_answer_may_be_as_long_as_a_thousand_passages(tmp_path: Path) -> None:
    text = "a" * LONGEST_ANSWER
    assert read_long_form_answers(written(tmp_path, {"a": text}), keys=["a"]) == {"a": text}


@pytest.mark.parametrize(("count", "answer"), [(1, "Ann won."), (2, "Ann won. Bob won.")])
def test_the_first_passages_are_the_answer(tmp_path: Path, count: int, answer: str) -> None:
    path = written(tmp_path, {"a": PASSAGES, "b": "It depends."})
    found = read_long_form_answers(path, keys=["a", "b"], passages=count)
    assert found == {"a": answer, "b": "It depends."}


@pytest.mark.parametrize(
    ("value", "count", "problem"),
    [
        (PASSAGES, 3, "the question has 2 passages"),
        ([], 1, "the question has 0 passages"),
        ([{"title": "Race"}], 1, "text"),
        (["Ann won."], 1, "is not an object"),
        (7, 1, "is not a string"),
        ("a" * (LONGEST_ANSWER + 1), 1, "the answer has 1,000,001 characters"),
        ([{"text": "a" * LONGEST_ANSWER}, {"text": ""}], 2, "the answer has 1,000,001 characters"),
    ],
    ids=["passages", "none", "text", "object", "string", "long", "long passages"],
)
def test_a_problem_names_the_question(
    tmp_path: Path, value: object, count: int, problem: str
) -> None:
    path = written(tmp_path, {"a": value})
    with pytest.raises(FormatError) as caught:
        read_long_form_answers(path, keys=["a"], passages=count)
    assert problem in str(caught.value.problems[0])
    assert "a" in str(caught.value.problems[0])


def test_what_alce_writes_is_read_by_its_sample_ids_without_citations(tmp_path: Path) -> None:
    path = tmp_path / "alce.json"
    data = [
        {
            "sample_id": "b",
            "question": "who",
            "output": "It was B [1][2], in 1999 [3].",
            "docs": [],
        },
        {"sample_id": "a", "question": "who", "output": "A.", "docs": []},
    ]
    for value in ({"args": {}, "data": data}, data):
        path.write_text(json.dumps(value))
        assert read_long_form_answers(path, keys=["a", "b"]) == {
            "b": "It was B, in 1999.",
            "a": "A.",
        }
    path.write_text(json.dumps({"data": [data[0], data[0]]}))
    with pytest.raises(FormatError, match="this sample_id appears twice"):
        read_long_form_answers(path, keys=["b"])


def test_alces_output_without_keys_is_named(tmp_path: Path) -> None:
    path = tmp_path / "alce.json"
    path.write_text('{"data": [{"question": "who", "output": "A.", "docs": []}]}')
    with pytest.raises(FormatError) as caught:
        read_long_form_answers(path, keys=["a"])
    assert str(caught.value) == (
        "alce.json: this is ALCE's output. "
        "Give it to evaluate_asqa with the key of each question as its sample_id."
    )
