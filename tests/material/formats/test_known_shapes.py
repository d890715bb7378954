from typing import Any

import pytest

from annotator.material.formats.fields import check_type
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.pages import read_page
from annotator.material.formats.problems import ExampleError, Problem
from annotator.material.formats.visited_pages import read_visited_page

COLUMNS = "this is a table by columns, as Hugging Face and pandas write it"
SHAPES: dict[str, tuple[Any, str]] = {
    "ASQA": ({"dev": {"5": {"ambiguous_question": "who"}}}, "this is an object of splits as ASQA"),
    "AmbigNQ": ([{"id": "5", "question": "who"}], "this is a list of questions as AmbigNQ has it"),
    "NQ": ({"document_html": "", "document_tokens": []}, "this is a line of Natural Questions'"),
    "simplified NQ": (
        {"document_text": "", "long_answer_candidates": []},
        "this is a line of Natural Questions' simplified format",
    ),
    "Hugging Face's NQ": (
        {"id": "5", "document": {"html": ""}, "question": {"text": "who"}, "annotations": {}},
        "this is Natural Questions as Hugging Face has it, in columns",
    ),
    "Hugging Face's ASQA": (
        {"ambiguous_question": "who", "qa_pairs": [], "sample_id": "5"},
        "this is ASQA without its splits and keys, as Hugging Face has it",
    ),
    "dataset server": ({"features": [], "rows": []}, "this is an answer of Hugging Face's"),
    "pages": ({"question_text": "", "document_html": ""}, "this is a line of questions with pages"),
    "visited pages": ({"title": "", "url": "", "document_html": ""}, "this is a line of visited"),
    "a list of ASQA": (
        [{"id": "5", "ambiguous_question": "who", "qa_pairs": []}],
        "this is ASQA without its splits and keys",
    ),
    "predictions as JSON lines": (
        {"example_id": 5, "long_answer": {}, "short_answers": []},
        "this is a prediction for Natural Questions on a line of its own",
    ),
    "ALCE": ({"args": {}, "data": [{"question": "who", "output": "A."}]}, "this is ALCE's output"),
    "KILT": ({"id": "5", "input": "who", "output": [{"answer": "A"}]}, "this is KILT's format"),
    "BoolQ": ({"question": "is it", "passage": "a", "answer": True}, "this is BoolQ's format"),
    "TREC CAsT": ([{"number": 31, "turn": []}], "this is TREC CAsT's topics"),
    "DPR": ([{"question": "", "answers": [], "positive_ctxs": []}], "this is DPR's format"),
    "predictions": ({"predictions": []}, "this is a file of predictions for Natural Questions"),
    "wrapped answers": (
        {"predictions": {"5": "An answer.", "6": [{"text": "A passage."}], "7": None}},
        "this is an object with ASQA's answers under a key such as 'predictions'",
    ),
    "answers under another key": (
        {"answers": {"5": "A."}},
        "this is an object with ASQA's answers",
    ),
    "a list of answers": (
        [{"id": "5", "answer": "A."}],
        "this is an answer and its key in an object",
    ),
    "a line with an answer": (
        {"key": "5", "prediction": "A."},
        "this is an answer and its key in an",
    ),
    "KILT without answers": ({"id": "5", "input": "who", "meta": {}}, "this is KILT's format"),
    "HotpotQA": (
        [{"_id": "5", "question": "who", "answer": "A", "supporting_facts": [["A", 0]]}],
        "this is HotpotQA's format",
    ),
    "HotpotQA's test": ([{"_id": "5", "question": "", "context": []}], "this is HotpotQA's format"),
    "TriviaQA": (
        {"Domain": "Web", "Data": [{"Question": "who", "QuestionId": "tc_5", "Answer": {}}]},
        "this is TriviaQA's format",
    ),
    "Hugging Face's TriviaQA": (
        {"question": "", "question_id": "tc_5", "question_source": "", "answer": {"value": "A"}},
        "this is TriviaQA's format",
    ),
    "SQuAD 2.0": (
        {"version": "v2.0", "data": [{"paragraphs": [{"qas": [{"is_impossible": True}]}]}]},
        "this is SQuAD's format, which imports don't take",
    ),
    "Hugging Face's SQuAD": (
        {"id": "5", "context": "a", "question": "who", "answers": {"text": [], "answer_start": []}},
        "this is SQuAD's format by rows",
    ),
    "MRQA": ({"context": "a", "qas": [{"question": "who"}]}, "this is MRQA's format"),
    "DROP": ({"nfl_5": {"passage": "a", "qa_pairs": []}}, "this is DROP's format"),
    "CoQA": ({"data": [{"story": "a", "questions": []}]}, "this is CoQA's format"),
    "ELI5": ({"q_id": "5", "title": "who", "answers": {}}, "this is ELI5's format"),
    "SQuAD": (
        {"version": "1.1", "data": [{"title": "a", "paragraphs": []}]},
        "this is SQuAD's format, which imports don't take",
    ),
    "lists": ({"id": ["1", "2"], "question": ["who", "where"]}, COLUMNS),
    "numbered rows": ({"id": {"0": "1", "1": "2"}, "question": {"0": "a", "1": "b"}}, COLUMNS),
}


@pytest.mark.parametrize("name", SHAPES)
def test_another_format_is_named(name: str) -> None:
    value, words = SHAPES[name]
    problem = other_shape(value, wanted="another")
    assert problem is not None
    assert problem.problem.startswith(words)


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        3,
        "a",
        {"a": [1]},
        {"a": [1], "b": [1, 2]},
        {"a": {}},
        {"predictions": {}},
        {"predictions": {"5": {}}},
        {"data": []},
        {"data": [{"id": 1}]},
        {"predictions": [3]},
        {"features": 1},
        [{"id": "5"}],
        [{"id": "5", "question": "who", "answers": ["A"]}],
    ],
)
def test_what_nobody_knows_is_left_to_its_reader(value: Any) -> None:
    assert other_shape(value, wanted="another") is None


def test_a_format_is_not_taken_for_another_because_of_one_missing_field() -> None:
    page = {"question_text": "who", "document_html": "<p>a</p>", "document_url": ""}
    with pytest.raises(ExampleError) as caught:
        read_page(page, folder=None)
    assert [each.field for each in caught.value.problems] == ["document_title"]
    with pytest.raises(ExampleError) as caught:
        read_visited_page({"title": "a", "document_html": "<p>a</p>"})
    assert [each.field for each in caught.value.problems] == ["url"]


def test_a_list_that_has_become_columns_is_named() -> None:
    holder = {"annotations": {"type": ["singleAnswer"], "answer": [["a"]]}}
    assert check_type(holder, "annotations", list, "annotations") == Problem(
        "this is an object of lists, the columns of a table as Hugging Face writes it",
        "Write a list of objects, one for each row",
        field="annotations",
    )
