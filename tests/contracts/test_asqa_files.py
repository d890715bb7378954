"""The published files of ASQA and AmbigNQ, as far as they lie beside the project."""

import json
from collections import Counter

import pytest

from annotator.material.formats.asqa import AsqaExample, read_example, read_file, write_example
from annotator.material.formats.asqa.ambigqa import LeftOut, read_question
from tests.shared_data import shared_path


def test_reading_and_writing_half_of_asqas_development_data_gives_the_same_json() -> None:
    path = shared_path("asqa/asqa_dev_half.json")
    published = json.loads(path.read_bytes())["dev"]
    read = dict(read_file(path, split="dev").examples())
    examples = {key: each for key, each in read.items() if isinstance(each, AsqaExample)}
    assert {key: write_example(each) for key, each in examples.items()} == published
    assert len(published) == 474


def test_reading_and_writing_an_example_with_contexts_gives_the_same_json() -> None:
    published = json.loads(shared_path("asqa/asqa_with_context.json").read_bytes())
    # Not ASQA's own: anyone who repacked the data set added it.
    del published["sample_id"]
    assert write_example(read_example(published)) == published


@pytest.mark.parametrize(
    ("name", "kept", "unambiguous", "too_many"),
    [("dev_light_part", 584, 388, 28), ("dev_full_part", 85, 63, 2)],
)
def test_every_question_of_ambignq_is_read_or_left_out_with_its_reason(
    name: str, kept: int, unambiguous: int, too_many: int
) -> None:
    values = json.loads(shared_path(f"ambigqa/{name}.json").read_bytes())
    outcomes = [read_question(value) for value in values]
    counts = Counter(each if isinstance(each, LeftOut) else "kept" for each in outcomes)
    # By hand: the file's lists of qaPairs, counted by their length.
    lengths = [
        [len(each["qaPairs"]) for each in value["annotations"] if each["type"] == "multipleQAs"]
        for value in values
    ]
    assert counts == {
        "kept": kept,
        LeftOut.UNAMBIGUOUS: unambiguous,
        LeftOut.TOO_MANY: too_many,
    }
    assert unambiguous == sum(not each for each in lengths)
    assert kept == sum(any(2 <= length <= 6 for length in each) for each in lengths)
