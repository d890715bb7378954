"""Predictions in the official JSON: what is read, and what is refused with its example's id."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.material.formats.predictions import (
    MAX_PROBLEMS,
    Prediction,
    check_examples,
    read_predictions,
)
from annotator.material.formats.problems import FormatError
from annotator.measures.answer_match import Answer, Span

NOWHERE = {"start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1}


def prediction(**changes: Any) -> dict[str, Any]:
    value = {
        "example_id": 7,
        "long_answer": {"start_byte": 10, "end_byte": 40, "start_token": 2, "end_token": 9},
        "long_answer_score": 1.5,
        "short_answers": [NOWHERE | {"start_token": 3, "end_token": 5}],
        "short_answers_score": -2,
        "yes_no_answer": "NONE",
    }
    return {key: each for key, each in (value | changes).items() if each != "left out"}


def write(folder: Path, *predictions: Any) -> Path:
    path = folder / "predictions.json"
    path.write_text(json.dumps({"predictions": predictions}), encoding="utf-8")
    return path


def problems_of(path: Path, **limit: int) -> list[tuple[str, str]]:
    with pytest.raises(FormatError) as caught:
        read_predictions(path, **limit)
    assert all(each.file == path.name and each.fix for each in caught.value.problems)
    return [(each.field, each.problem) for each in caught.value.problems]


def test_a_prediction_is_read_with_bytes_and_tokens(tmp_path: Path) -> None:
    answer = Answer(Span((10, 40), (2, 9)), (Span(None, (3, 5)),), "NONE")
    assert read_predictions(write(tmp_path, prediction())) == [Prediction(7, answer, 1.5, -2.0)]


def test_a_score_of_minus_zero_is_zero(tmp_path: Path) -> None:
    """PostgreSQL gives it back as zero, and a receipt has to stay what it was."""
    path = write(tmp_path, prediction(long_answer_score=-0.0, short_answers_score=-0.0))
    [found] = read_predictions(path)
    assert (str(found.long_score), str(found.short_score)) == ("0.0", "0.0")


def test_null_spans_and_fields_that_are_left_out_are_no_answer(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        prediction(long_answer=NOWHERE, short_answers=[NOWHERE], yes_no_answer="none"),
        prediction(
            example_id=8, long_answer="left out", short_answers="left out", yes_no_answer="left out"
        ),
    )
    assert [each.answer for each in read_predictions(path)] == [Answer(None), Answer(None)]


def test_yes_is_read_in_any_case(tmp_path: Path) -> None:
    path = write(tmp_path, prediction(short_answers=[NOWHERE], yes_no_answer="Yes"))
    assert read_predictions(path)[0].answer.yes_no_answer == "YES"


@pytest.mark.parametrize(
    ("changes", "field", "problem"),
    [
        (
            {"long_answer": NOWHERE | {"end_byte": 5}},
            "long_answer",
            "only one of start_byte and end_byte is given (-1, 5)",
        ),
        (
            {"short_answers": [NOWHERE | {"start_token": 5, "end_token": 5}]},
            "short_answers[0]",
            "start_token 5 is not before end_token 5",
        ),
        (
            {"long_answer": NOWHERE | {"start_byte": "5"}},
            "long_answer.start_byte",
            "'5' is not a whole number",
        ),
        ({"short_answers": 5}, "short_answers", "5 is not a list"),
        ({"yes_no_answer": "MAYBE"}, "yes_no_answer", "'MAYBE' is not a yes/no answer"),
        ({"yes_no_answer": "YES"}, "yes_no_answer", "YES is given beside short answer spans"),
        ({"short_answers_score": None}, "short_answers_score", "null is not a finite number"),
        ({"short_answers_score": "left out"}, "short_answers_score", "the score is missing"),
        ({"long_answer_score": True}, "long_answer_score", "true is not a finite number"),
    ],
)
def test_a_wrong_field_is_named_with_its_example(
    tmp_path: Path, changes: dict[str, Any], field: str, problem: str
) -> None:
    path = write(tmp_path, prediction(**changes))
    assert problems_of(path) == [(f"predictions[0] (example 7).{field}", problem)]


def test_a_score_beyond_all_numbers_is_shown_as_it_stands(tmp_path: Path) -> None:
    path = write(tmp_path, prediction())
    path.write_text(path.read_text().replace("1.5", "1e400"))
    assert problems_of(path) == [
        ("predictions[0] (example 7).long_answer_score", "1e400 is not a finite number")
    ]


@pytest.mark.parametrize("score", [2**53, -(2**53), 2**60, 10**22])
def test_a_whole_score_is_kept_exactly(tmp_path: Path, score: int) -> None:
    [found] = read_predictions(write(tmp_path, prediction(long_answer_score=score)))
    assert found.long_score == score


@pytest.mark.parametrize("score", [2**53 + 1, -(2**53) - 1, 10**23])
def test_a_whole_score_that_would_be_rounded_is_refused(tmp_path: Path, score: int) -> None:
    assert problems_of(write(tmp_path, prediction(long_answer_score=score))) == [
        (
            "predictions[0] (example 7).long_answer_score",
            f"{score} has too many digits to be kept exactly",
        )
    ]


def test_a_score_that_json_has_no_word_for_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, prediction(long_answer_score=float("nan")))
    [(field, problem)] = problems_of(path)
    assert field == "long_answer_score"
    assert problem.startswith("NaN is not a value of JSON (at character ")


def test_two_predictions_for_one_example_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, prediction(), prediction())
    assert problems_of(path) == [
        ("predictions[1] (example 7)", "this example has another prediction")
    ]


@pytest.mark.parametrize("content", ["[]", '{"predictions": {}}', '"text"'])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(content, encoding="utf-8")
    assert problems_of(path) == [
        ("predictions", "the file is not an object with a list of predictions")
    ]


def test_missing_and_additional_predictions_are_listed(tmp_path: Path) -> None:
    predictions = read_predictions(write(tmp_path, prediction(), prediction(example_id=8)))
    with pytest.raises(FormatError) as caught:
        check_examples(predictions, [8, 9], name="predictions.json")
    assert [each.problem for each in caught.value.problems] == [
        "example 9 has no prediction",
        "example 7 is not among the gold examples",
    ]


def test_of_many_missing_predictions_the_rest_is_a_number(tmp_path: Path) -> None:
    predictions = read_predictions(write(tmp_path, prediction()))
    with pytest.raises(FormatError) as caught:
        check_examples(predictions, range(1000, 2234), name="predictions.json")
    said = [each.problem for each in caught.value.problems]
    assert len(said) == MAX_PROBLEMS + 2
    assert said[-2:] == [
        "1,134 more examples have no prediction",
        "example 7 is not among the gold examples",
    ]


def test_of_missing_predictions_whose_ids_are_hidden_no_number_is_told(
    tmp_path: Path,
) -> None:
    predictions = read_predictions(write(tmp_path, prediction()))
    with pytest.raises(FormatError) as caught:
        check_examples(predictions, [7, 8, 9], name="predictions.json", names_missing=False)
    said = [(each.problem, each.field) for each in caught.value.problems]
    assert said == [("some examples have no prediction", "predictions")]


def test_a_file_above_the_limit_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, prediction(padding="x" * 1000))
    assert problems_of(path, max_bytes=1000) == [
        ("", "the file has more than 1,000 bytes, the limit")
    ]
