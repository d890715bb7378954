"""Long-form answers from files: texts, or a retriever's passages in their place."""

import json
from pathlib import Path

import pytest

from annotator.formats.asqa.predictions import LONGEST_ANSWER, read_long_form_answers
from annotator.formats.problems import FormatError

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
