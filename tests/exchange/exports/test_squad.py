import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Source
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.exchange.exports.killed_exports import files, killed_exports
from tests.factories.asqa import (
    DISAMBIGUATIONS,
    make_ambiguous_examples,
    make_asqa_project,
)
from tests.factories.corpus import make_project, make_user
from tests.factories.jobs import make_job, run_here
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.workspace.jobs.killed_runs import finish

pytestmark = pytest.mark.django_db


def queue_export(project: Project, output: Path, **parameters: object) -> Job:
    return make_job("export_squad", {"output": str(output), **parameters}, project=project)


def test_each_disambiguation_with_a_passage_is_a_question(tmp_path: Path) -> None:
    project = make_asqa_project()
    make_ambiguous_examples(project, 2)
    job = finish(queue_export(project, tmp_path / "out.json"))
    assert job.message == (
        "Exported 2 questions. Left out 2 disambiguations without a context passage that "
        "contains a short answer."
    )
    value = json.loads((tmp_path / "out.json").read_bytes())
    questions = [
        (article["title"], each["id"], each["answers"])
        for article in value["data"]
        for paragraph in article["paragraphs"]
        for each in paragraph["qas"]
    ]
    assert questions == [
        ("Plumb bob", f"{key}_0", [{"text": "Masons", "answer_start": 0}]) for key in (1, 2)
    ]


def test_examples_with_a_concern_are_left_out_and_counted_unless_asked_for(
    tmp_path: Path,
) -> None:
    project = make_asqa_project()
    concern, _ = make_ambiguous_examples(project, 2)
    make_long_form_annotation(concern, make_user("bob"), text="", concern="Both mean the same.")
    why = "without a context passage that contains a short answer."
    job = finish(queue_export(project, tmp_path / "out.json"))
    assert job.message == (
        f"Exported 1 question. Left out 1 disambiguation {why} "
        "Left out 1 example that somebody has a concern about."
    )
    job = finish(queue_export(project, tmp_path / "all.json", with_concerns=True))
    assert job.message == f"Exported 2 questions. Left out 2 disambiguations {why}"


def test_a_project_without_examples_gives_a_file_without_articles(tmp_path: Path) -> None:
    finish(queue_export(make_asqa_project(), tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_bytes()) == {"version": "1.1", "data": []}


@pytest.mark.parametrize("name", ["out.json", "out.json.gz"])
def test_an_export_that_was_killed_anywhere_gives_the_same_bytes(
    tmp_path: Path, settings: Any, name: str
) -> None:
    settings.EXPORTED_AT_ONCE = 2
    project = make_asqa_project()
    make_ambiguous_examples(project, 7)
    whole = tmp_path / "whole"
    whole.mkdir()
    expected = finish(queue_export(project, whole / name))
    exports = killed_exports(tmp_path, lambda folder: queue_export(project, folder / name))
    for job, left in exports:
        assert (job.state, job.message) == (JobState.SUCCEEDED, expected.message)
        assert left == files(whole)


def test_the_extractor_gets_each_disambiguation_on_the_annotated_answer(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=2)
    answered, concern, _ = make_ambiguous_examples(project, 3)
    make_long_form_annotation(answered, make_user("model"), text="No.", source=Source.SIMULATED)
    make_long_form_annotation(answered, make_user("ada"), text="Masons, and surveyors.")
    make_long_form_annotation(concern, make_user("bob"), text="", concern="Both mean the same.")
    output = StringIO()
    path = tmp_path / "out.json"
    call_command("export_squad", "asqa", str(path), "--reader", stdout=output)
    assert output.getvalue().strip() == (
        "Exported 2 questions. Left out 1 example without a long-form answer. "
        "Left out 1 example that somebody has a concern about. Left out 1 simulated annotation."
    )
    assert json.loads(path.read_bytes()) == {
        "data": [
            {
                "context": "Masons, and surveyors.",
                "id": f"{answered.ambiguous_question.key}_{number}",
                "question": each.question,
                "answers": {"text": list(each.short_answers), "answer_start": []},
            }
            for number, each in enumerate(DISAMBIGUATIONS)
        ]
    }


def test_the_extractor_gets_predicted_answers_and_unknown_keys_are_named(tmp_path: Path) -> None:
    project = make_asqa_project()
    first, second = make_ambiguous_examples(project, 2)
    make_long_form_annotation(first, make_user("ada"))
    answers, path = tmp_path / "answers.json", tmp_path / "out.json"
    key = second.ambiguous_question.key
    answers.write_text(json.dumps({key: "Masons."}))
    line = ["export_squad", "asqa", str(path), "--reader", "--predictions", str(answers)]
    call_command(*line, stdout=StringIO())
    rows = json.loads(path.read_bytes())["data"]
    assert [(each["id"], each["context"]) for each in rows] == [
        (f"{key}_0", "Masons."),
        (f"{key}_1", "Masons."),
    ]
    answers.write_text('{"gone": "Masons."}')
    errors = StringIO()
    with pytest.raises(SystemExit):
        call_command(*line, stderr=errors)
    assert errors.getvalue() == (
        "answers.json:1: gone: the project has no question with this key. Check the key, or "
        "import the question first.\n"
    )


def test_an_empty_predicted_answer_has_rows_and_a_missing_one_has_none(tmp_path: Path) -> None:
    project = make_asqa_project()
    first, second, _ = make_ambiguous_examples(project, 3)
    empty, blank = (each.ambiguous_question.key for each in (first, second))
    answers, path, output = tmp_path / "answers.json", tmp_path / "out.json", StringIO()
    answers.write_text(json.dumps({blank: " ", empty: ""}))
    call_command(
        *("export_squad", "asqa", str(path), "--reader", "--predictions", str(answers)),
        stdout=output,
    )
    rows = json.loads(path.read_bytes())["data"]
    assert [(each["id"], each["context"]) for each in rows] == [
        (f"{empty}_0", ""),
        (f"{empty}_1", ""),
        (f"{blank}_0", " "),
        (f"{blank}_1", " "),
    ]
    assert output.getvalue() == (
        "Exported 4 questions. Left out 1 example without a long-form answer.\n"
    )


def test_predictions_that_were_changed_since_the_export_began_end_it(tmp_path: Path) -> None:
    make_ambiguous_examples(project := make_asqa_project(), 1)
    answers = tmp_path / "answers.json"
    answers.write_text('{"1": "Masons."}')
    job = queue_export(
        project,
        tmp_path / "out.json",
        reader=True,
        predictions=str(answers),
        predictions_sha256="that of another file",
    )
    finish(job)
    assert (job.state, job.message) == (
        JobState.FAILED,
        f"{answers}: the file was changed since the export began. Start again.",
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            "export_squad nq out.json --reader",
            "slug: --reader is for projects of kind asqa; leave it out.",
        ),
        (
            "export_squad nq /tmp/never.json --split dev",
            "The project has no split named dev. It has no examples yet.",
        ),
        (
            "export_squad asqa out.json --predictions answers.json",
            "--predictions: Predictions go with --reader; add it.",
        ),
        (
            "export_squad asqa out.json --reader --predictions /gone.json",
            "/gone.json: The file can't be read (No such file or directory). Check its path.",
        ),
        (
            "export_asqa nq out.json",
            "slug: nq is a project of kind nq. export_asqa is for kind asqa.",
        ),
        (
            "export_nq asqa out.jsonl",
            "slug: asqa is a project of kind asqa. export_nq is for kind nq.",
        ),
        ("export_asqa asqa out.txt", "out.txt: output: Use a name that ends in .json or .json.gz."),
        (
            "export_asqa asqa /tmp/never.json --split dev",
            "The project has no split named dev. It has no examples yet.",
        ),
    ],
)
def test_what_can_not_be_exported_is_said_in_one_line(line: str, problem: str) -> None:
    make_project("nq")
    make_asqa_project()
    errors = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command(*line.split(), stderr=errors)
    assert (end.value.code, errors.getvalue()) == (1, f"{problem}\n")


def test_simulated_annotations_are_no_reason_to_blame_short_answers(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG] * 2], source=Source.SIMULATED)
    job = run_here(queue_export(project, tmp_path / "people.json"))
    assert job.message == (
        "Exported 0 questions. Left out 1 example without a person’s annotation. "
        "Left out 2 simulated annotations."
    )
    job = run_here(queue_export(project, tmp_path / "all.json", simulated=True))
    assert "without" not in job.message
    assert job.message.endswith("Simulated annotations are among them.")
