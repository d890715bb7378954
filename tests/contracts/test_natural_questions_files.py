"""Against real files (``../shared``, see ``tests/shared_data.py``)."""

from typing import Any

import orjson

from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.natural_questions import read_example, to_original, to_simplified
from tests.shared_data import shared_path


def objects(name: str) -> list[dict[str, Any]]:
    with LineReader(shared_path(name)) as reader:
        return [parse_object(line) for line in reader if isinstance(line, Line)]


def shape(value: Any) -> Any:
    """Keys and types, at every depth."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value)


def test_the_real_examples_are_read_and_written_back_as_the_same_objects() -> None:
    values = objects("nq/nq_dev_sample.jsonl.gz")
    written = [orjson.loads(orjson.dumps(to_original(read_example(v)))) for v in values]
    assert len(values) == 5
    assert written == values


def test_the_simplified_form_has_the_shape_of_the_real_simplified_example() -> None:
    (real,) = objects("nq/nq_simplified_sample.jsonl")
    values = objects("nq/nq_dev_sample.jsonl.gz")
    unanswered = [
        value for value in values if value["annotations"][0]["long_answer"]["start_token"] == -1
    ]
    assert unanswered
    for value in unanswered:
        assert shape(to_simplified(read_example(value))) == shape(real)


def test_the_simplified_text_splits_into_the_tokens_of_the_original() -> None:
    for value in objects("nq/nq_dev_sample.jsonl.gz"):
        words = to_simplified(read_example(value))["document_text"].split(" ")
        assert words == [t["token"].replace(" ", "_") for t in value["document_tokens"]]


def test_the_real_simplified_text_has_a_blank_in_no_token_and_candidates_on_tags() -> None:
    (real,) = objects("nq/nq_simplified_sample.jsonl")
    words = real["document_text"].split(" ")
    for box in real["long_answer_candidates"]:
        opening, closing = words[box["start_token"]], words[box["end_token"] - 1]
        assert closing == f"</{opening[1:-1].split('_')[0]}>"
