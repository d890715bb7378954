"""Real files (``../shared``) through the database and back."""

import gzip
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.material.corpus.models import Example
from annotator.material.formats.squad.files import asked_paragraphs
from annotator.systems.evaluation.retrieval.asked_project import asked_in
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_project
from tests.shared_data import shared_path

pytestmark = pytest.mark.django_db


def objects(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path) as file:
        return [orjson.loads(line) for line in file]


def without_bytes(span: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in span.items() if not key.endswith("_byte")}


def simplified_by_definition(example: dict[str, Any]) -> dict[str, Any]:
    """What the NQ repository's README and the comment above its ``simplify_nq_example`` say."""
    return {
        "question_text": example["question_text"],
        "example_id": example["example_id"],
        "document_url": example["document_url"],
        "document_text": " ".join(
            "_".join(token["token"].split(" ")) for token in example["document_tokens"]
        ),
        "long_answer_candidates": [without_bytes(c) for c in example["long_answer_candidates"]],
        "annotations": [
            annotation
            | {
                "long_answer": without_bytes(annotation["long_answer"]),
                "short_answers": [without_bytes(span) for span in annotation["short_answers"]],
            }
            for annotation in example["annotations"]
        ],
    }


@pytest.fixture
def real(tmp_path: Path) -> list[dict[str, Any]]:
    """The five real examples, imported with their annotations."""
    path = shared_path("nq/nq_dev_sample.jsonl.gz")
    make_project("dev", overlap=5)
    call_command("import_nq", "dev", str(path), "--annotations")
    return objects(path)


def test_the_real_examples_come_back_as_the_same_objects(
    real: list[dict[str, Any]], tmp_path: Path
) -> None:
    call_command("export_nq", "dev", str(tmp_path / "out.jsonl.gz"))
    assert Example.objects.count() == 5
    assert objects(tmp_path / "out.jsonl.gz") == real


def test_squads_form_has_the_short_answers_in_paragraphs_of_the_first_annotations(
    real: list[dict[str, Any]], tmp_path: Path
) -> None:
    call_command("export_squad", "dev", str(tmp_path / "out.json"))
    value = orjson.loads((tmp_path / "out.json").read_bytes())
    paragraphs = [(each["title"], *each["paragraphs"]) for each in value["data"]]
    assert [
        (title, each["context"][:40], *each["qas"][0]["answers"]) for title, each in paragraphs
    ] == [
        (
            "Trade winds",
            "The trade winds are the prevailing patte",
            {
                "text": "enabled European empire expansion into the Americas and trade routes to"
                " become established across the Atlantic and Pacific",
                "answer_start": 530,
            },
        ),
        (
            "Deadpool 2",
            "Deadpool 2 is scheduled to be released i",
            {"text": "May 18,", "answer_start": 63},
        ),
    ]
    assert value["version"] == "nq-train"
    asked = {each["example_id"]: each["question_text"] for each in real}
    for _, paragraph in paragraphs:
        [question] = paragraph["qas"]
        [answer] = question["answers"]
        assert question["question"] == asked[question["id"]]
        assert paragraph["context"][answer["answer_start"] :].startswith(answer["text"])
    # Retrieval reads the file, and the project without one, alike.
    assert asked_in(Project.objects.get()) == asked_paragraphs(value, name="out.json")


def test_the_simplified_export_is_what_the_official_definition_gives(
    real: list[dict[str, Any]], tmp_path: Path
) -> None:
    call_command("export_nq", "dev", str(tmp_path / "out.jsonl.gz"), "--simplified")
    assert objects(tmp_path / "out.jsonl.gz") == [simplified_by_definition(v) for v in real]
