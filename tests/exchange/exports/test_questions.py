"""Questions for participants: what the gold says is in no byte of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotator.material.corpus.models import Example
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.gold.gold_file import gold_of
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.competitions import make_hidden_project
from tests.factories.corpus import AT, make_member
from tests.factories.jobs import make_job, run_here
from tests.factories.long_form import make_long_form_annotation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]


def exported(project: Project, path: Path, **parameters: Any) -> Job:
    job = run_here(
        make_job(
            "export_questions",
            {"splits": ["test"], "output": str(path), **parameters},
            project=project,
        )
    )
    assert job.state == "succeeded", job.message
    return job


def strings_in(value: Any) -> set[str]:
    """Every text in JSON."""
    if isinstance(value, dict):
        return {found for each in value.values() for found in strings_in(each)}
    if isinstance(value, list):
        return {found for each in value for found in strings_in(each)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("simplified", [False, True])
def test_natural_questions_are_as_exported_but_for_the_annotations(
    tmp_path: Path, simplified: bool
) -> None:
    project = make_hidden_project(examples=2)
    job = exported(project, tmp_path / "q.jsonl", simplified=simplified)
    assert job.message == "Exported 2 questions without answers."
    parameters = {"splits": ["test"], "output": str(tmp_path / "all.jsonl")}
    run_here(make_job("export_nq", {**parameters, "simplified": simplified}, project=project))
    lines, whole = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        for name in ("q.jsonl", "all.jsonl")
    )
    assert [line["annotations"] for line in lines] == [[], []]
    assert all(line["annotations"] for line in whole)
    assert lines == [{**line, "annotations": []} for line in whole]
    ids = [each["annotation_id"] for line in whole for each in line["annotations"]]
    text = (tmp_path / "q.jsonl").read_text()
    assert ids
    assert not [each for each in ids if str(each) in text]


def test_no_byte_of_asqas_questions_is_of_an_answer(tmp_path: Path) -> None:
    project = make_asqa_project("dev", overlap=2)
    examples = make_ambiguous_examples(project, 2, split="test")
    for name in ("ann", "ben"):
        make_long_form_annotation(examples[0], make_member(project, name).user, text=COMPLETE)
    steward = make_member(project, "steward", Role.LEAD).user
    hide_split(project=project, split="test", steward=steward, at=AT)
    project.refresh_from_db()
    exported(project, tmp_path / "q.json")
    written = json.loads((tmp_path / "q.json").read_text())
    gold = json.loads(gold_of(project, "test"))
    assert written["test"].keys() == gold["test"].keys()
    assert {key: value["ambiguous_question"] for key, value in written["test"].items()} == {
        key: value["ambiguous_question"] for key, value in gold["test"].items()
    }
    questions = {each["ambiguous_question"] for each in gold["test"].values()}
    text = (tmp_path / "q.json").read_text()
    secrets = strings_in(gold) - questions - {""}
    assert COMPLETE in secrets
    assert not [secret for secret in secrets if len(secret) > 1 and secret in text]


def test_the_command_writes_what_its_ending_says(tmp_path: Path) -> None:
    project = make_hidden_project()
    path = tmp_path / "q.jsonl.gz"
    call_command("export_questions", project.slug, str(path), splits=["test"])
    [line] = gzip.decompress(path.read_bytes()).splitlines()
    assert json.loads(line)["annotations"] == []


def test_the_command_asks_for_a_split_and_the_ending_of_the_kind(
    tmp_path: Path, capsys: Any
) -> None:
    make_hidden_project()
    for name, options in (("q.json", {"splits": ["test"]}), ("q.jsonl", {})):
        with pytest.raises((CommandError, SystemExit)):
            call_command("export_questions", "dev", str(tmp_path / name), **options)
    assert not list(tmp_path.glob("q.*"))
    assert Example.objects.exists()
