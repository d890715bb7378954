from typing import Any

import pytest

from annotator.material.formats.asqa import Disambiguation
from annotator.material.formats.asqa.ambigqa import AmbiguousQuestion, LeftOut, read_question
from annotator.material.formats.problems import ExampleError

SINGLE = {"type": "singleAnswer", "answer": ["1804"]}


def multiple(number: int, name: str = "bell") -> dict[str, Any]:
    pairs = [
        {"question": f"when was {name} {index} cast", "answer": [str(1800 + index)]}
        for index in range(number)
    ]
    return {"type": "multipleQAs", "qaPairs": pairs}


def question(*annotations: Any, **others: Any) -> dict[str, Any]:
    return {
        "id": "-3",
        "question": "when was the bell cast",
        "annotations": list(annotations),
        **others,
    }


def test_read_question_takes_the_annotation_that_found_it_ambiguous() -> None:
    value = question(SINGLE, multiple(2), viewed_doc_titles=["Bell", "Foundry", "Bell"])
    assert read_question(value) == AmbiguousQuestion(
        key="-3",
        question="when was the bell cast",
        disambiguations=(
            Disambiguation("when was bell 0 cast", ("1800",)),
            Disambiguation("when was bell 1 cast", ("1801",)),
        ),
        page_titles=("Bell", "Foundry"),
    )


def test_read_question_takes_the_first_list_that_is_neither_too_short_nor_too_long() -> None:
    read = read_question(question(multiple(7), multiple(3, "gong"), multiple(2)))
    assert isinstance(read, AmbiguousQuestion)
    assert [each.question for each in read.disambiguations] == [
        "when was gong 0 cast",
        "when was gong 1 cast",
        "when was gong 2 cast",
    ]


@pytest.mark.parametrize(
    ("annotations", "reason"),
    [
        ([SINGLE], LeftOut.UNAMBIGUOUS),
        ([], LeftOut.UNAMBIGUOUS),
        ([SINGLE, multiple(1)], LeftOut.TOO_FEW),
        ([multiple(7)], LeftOut.TOO_MANY),
        ([multiple(1), multiple(7)], LeftOut.TOO_MANY),
    ],
)
def test_read_question_says_why_a_question_is_left_out(
    annotations: list[Any], reason: LeftOut
) -> None:
    assert read_question(question(*annotations)) is reason


@pytest.mark.parametrize(
    ("value", "field", "problem"),
    [
        ([], "", "a list is not an object"),
        ({"id": 3, "question": "x", "annotations": []}, "id", "3 is not a string"),
        (question("?"), "annotations[0]", "'?' is not an object"),
        (question({"type": "none"}), "annotations[0].type", "'none' is not a type of annotation"),
        (
            question({"type": "multipleQAs"}),
            "annotations[0].qaPairs",
            "the field is missing",
        ),
        (
            question({"type": "multipleQAs", "qaPairs": [{"question": "x", "answer": []}]}),
            "annotations[0].qaPairs[0].answer",
            "there is no short answer",
        ),
        (
            question({"type": "multipleQAs", "qaPairs": [{"question": "x"}]}),
            "annotations[0].qaPairs[0].answer",
            "the field is missing",
        ),
        (
            question(viewed_doc_titles=["Bell", None]),
            "viewed_doc_titles[1]",
            "null is not a string",
        ),
        (question(viewed_doc_titles="Bell"), "viewed_doc_titles", "'Bell' is not a list"),
        (
            question(viewed_doc_titles=[str(number) for number in range(1001)]),
            "viewed_doc_titles",
            "the list has 1,001 entries; the limit is 1,000",
        ),
    ],
)
def test_read_question_names_the_field_that_is_wrong(value: Any, field: str, problem: str) -> None:
    with pytest.raises(ExampleError) as caught:
        read_question(value)
    assert [(each.field, each.problem) for each in caught.value.problems] == [(field, problem)]
