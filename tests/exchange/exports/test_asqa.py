import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.models import Annotation, KnowledgePiece, LongFormAnswer
from annotator.collecting.assignments.models import Assignment, AssignmentState, SlotState
from annotator.material.corpus.models import ContextPassage, Example, Purpose
from annotator.material.formats.asqa import NO_CONTEXT, AsqaExample, read_file
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.exchange.exports.killed_exports import files, killed_exports
from tests.exchange.imports.ambiguous_files import asqa_example, page_line, write_json
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_page
from tests.factories.jobs import make_job, run_here

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]


def queue_export(project: Project, output: Path, **parameters: Any) -> Job:
    return make_job("export_asqa", {"output": str(output), **parameters}, project=project)


def run_export(project: Project, output: Path, **parameters: Any) -> Job:
    return run_here(queue_export(project, output, **parameters))


def exported(project: Project, folder: Path, **parameters: Any) -> Any:
    run_export(project, folder / "out.json", **parameters)
    return json.loads((folder / "out.json").read_bytes())


def answer(
    example: Example,
    name: str,
    text: str = COMPLETE,
    *,
    slot: int | None = 0,
    concern: str = "",
    revises: Annotation | None = None,
) -> Annotation:
    """An annotation as it stands in the database; without a slot it is a late one."""
    user = make_member(example.project, name).user
    assignment = revises.assignment if revises else None
    if assignment is None:
        place = None if slot is None else example.slots.get(number=slot)
        if place:
            place.state = SlotState.FILLED
            place.save(update_fields=["state"])
        assignment = Assignment.objects.create(
            example=example,
            annotator=user,
            project=example.project,
            slot=place,
            state=AssignmentState.SUBMITTED,
            created_at=AT,
            submitted_at=AT,
        )
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=example,
        annotator=user,
        project=example.project,
        annotation_id="1",
        created_at=AT + timedelta(minutes=1),
        is_late=slot is None,
        revision_of=revises,
        revised_by=user if revises else None,
    )
    LongFormAnswer.objects.create(
        annotation=annotation,
        text=text,
        concern=concern,
        word_count=len(text.split()),
        regime="full",
        context_threshold=0.2,
    )
    KnowledgePiece.objects.create(
        annotation=annotation, number=0, content=f"{name} knows", page_title="Plumb bob"
    )
    return annotation


def answers(value: Any, key: str = "1", split: str = "dev") -> list[str]:
    return [each["long_answer"] for each in value[split][key]["annotations"]]


def test_the_official_keys_hold_what_was_asked_and_answered(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    answer(example, "ada", slot=1)
    answer(example, "ben", "Masons and surveyors.", slot=0)
    page = make_page()
    assert exported(project, tmp_path) == {
        "dev": {
            "1": {
                "ambiguous_question": "who uses a plumb bob (1)",
                "qa_pairs": [
                    {
                        "question": "Who uses a plumb bob to build walls?",
                        "short_answers": ["Masons", "bricklayers"],
                        "context": "Masons use it to build walls upright.",
                        "wikipage": "Plumb bob",
                    },
                    {
                        "question": "Who uses a plumb bob to centre tripods?",
                        "short_answers": ["Surveyors"],
                        "context": NO_CONTEXT,
                        "wikipage": None,
                    },
                ],
                "wikipages": [{"title": "Plumb bob", "url": page.url}],
                "annotations": [
                    {
                        "knowledge": [{"content": "ben knows", "wikipage": "Plumb bob"}],
                        "long_answer": "Masons and surveyors.",
                    },
                    {
                        "knowledge": [{"content": "ada knows", "wikipage": "Plumb bob"}],
                        "long_answer": COMPLETE,
                    },
                ],
            }
        }
    }
    read = dict(read_file(tmp_path / "out.json", split="dev").examples())
    assert isinstance(read["1"], AsqaExample)


@pytest.mark.parametrize(
    ("similarity", "context", "wikipage"),
    [(0.21, "Surveyors use it.", "Plumb bob"), (0.2, NO_CONTEXT, None)],
)
def test_a_found_passage_is_the_context_where_it_exceeds_the_threshold(
    tmp_path: Path, similarity: float, context: str, wikipage: str | None
) -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    for reading in example.disambiguations.all():
        ContextPassage.objects.create(
            disambiguation=reading,
            page=make_page(),
            start_byte=0,
            end_byte=9,
            text="Surveyors use it.",
            similarity=similarity,
        )
    own, found = exported(project, tmp_path)["dev"]["1"]["qa_pairs"]
    assert own["context"] == "Masons use it to build walls upright."
    assert (found["context"], found["wikipage"]) == (context, wikipage)


@pytest.mark.parametrize("url", [None, "https://en.wikipedia.org/wiki/Bell"])
def test_an_import_with_pages_keeps_the_addresses_of_the_file(
    tmp_path: Path, url: str | None
) -> None:
    value = {"dev": {"5": asqa_example(wikipages=[{"title": "Bell", "url": url}])}}
    pages = str(write_lines(tmp_path / "pages.jsonl", [page_line("Bell")]))
    found = value
    for slug in ("once", "again"):
        path, project = write_json(tmp_path / "in.json", found), make_asqa_project(slug)
        run_import(project, path, kind="import_asqa", split="dev", annotations=True, pages=pages)
        found = exported(project, tmp_path)
        assert found == value


def test_late_and_revised_answers_stay_out(tmp_path: Path) -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    first = answer(example, "ada", "The first one.")
    answer(example, "ada", "The revised one.", revises=first)
    answer(example, "ben", "The late one.", slot=None)
    assert answers(exported(project, tmp_path)) == ["The revised one."]


def test_examples_with_a_concern_stay_out_and_are_counted_unless_asked_for(
    tmp_path: Path,
) -> None:
    project = make_asqa_project(overlap=2)
    one, two, three, four = make_ambiguous_examples(project, 4)
    answer(one, "ada")
    answer(two, "ada", "", concern="The first reading is no reading.")
    answer(two, "ben", slot=1)
    late = answer(three, "ben", concern="Late, and still wrong.", slot=None)
    taken_back = answer(four, "ada", concern="Wrong.")
    answer(four, "ada", revises=taken_back)
    job = run_export(project, tmp_path / "out.json")
    assert job.message == (
        "Exported 2 examples. Left out 2 examples that somebody has a concern about."
    )
    assert job.checkpoint["with_concern"] == 2
    assert list(json.loads((tmp_path / "out.json").read_bytes())["dev"]) == ["1", "4"]
    everything = exported(project, tmp_path, with_concerns=True)
    assert list(everything["dev"]) == ["1", "2", "3", "4"]
    # What is only a concern is not an answer; a late answer stays out all the same.
    assert (answers(everything, "2"), answers(everything, "3")) == ([COMPLETE], [])
    assert late.is_late


def test_a_concern_about_what_nobody_answered_leaves_out_nothing_more(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=2)
    one, two, _ = make_ambiguous_examples(project, 3)
    answer(one, "ada", "", concern="The first reading is no reading.")
    answer(two, "ada", "", concern="Neither is this one.")
    answer(two, "ben", slot=1)
    job = run_export(project, tmp_path / "out.json", annotated_only=True)
    assert job.message == (
        "Exported 0 examples. Left out 1 example that somebody has a concern about."
    )
    with_it = exported(project, tmp_path, annotated_only=True, with_concerns=True)
    assert list(with_it["dev"]) == ["2"]


def test_unannotated_examples_are_in_unless_they_are_not_wanted(tmp_path: Path) -> None:
    project = make_asqa_project()
    one, two = make_ambiguous_examples(project, 2)
    answer(one, "ada")
    answer(two, "ben", slot=None)
    assert list(exported(project, tmp_path)["dev"]) == ["1", "2"]
    assert list(exported(project, tmp_path, annotated_only=True)["dev"]) == ["1"]


def test_simulated_answers_stay_out_unless_they_are_asked_for(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=2)
    one, _ = make_ambiguous_examples(project, 2)
    answer(one, "ada")
    wish = Wish(annotators=2, seed=1, until="2026-03-04")
    assert simulate(project=project, wish=wish, at=AT, actor=None) == 3
    job = run_export(project, tmp_path / "out.json")
    assert job.message == "Exported 2 examples. Left out 3 simulated annotations."
    everyone = exported(project, tmp_path)
    assert (answers(everyone, "1"), answers(everyone, "2")) == ([COMPLETE], [])
    assert list(exported(project, tmp_path, annotated_only=True)["dev"]) == ["1"]
    simulated = exported(project, tmp_path, simulated=True)
    assert [len(answers(simulated, key)) for key in ("1", "2")] == [2, 2]
    asked = exported(project, tmp_path, annotated_only=True, simulated=True)
    assert list(asked["dev"]) == ["1", "2"]


def test_splits_are_keys_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    project = make_asqa_project()
    for split in ("dev", "", "train", "dev"):
        make_ambiguous_examples(project, 1, split=split)
    value = exported(project, tmp_path)
    assert {split: list(examples) for split, examples in value.items()} == {
        "dev": ["1", "4"],
        "all": ["2"],
        "train": ["3"],
    }
    assert list(value) == ["dev", "all", "train"]
    assert list(exported(project, tmp_path, splits=["train", "all"])) == ["all", "train"]
    refused = run_export(project, tmp_path / "none.json", splits=["test"])
    assert (refused.state, refused.message) == (
        JobState.FAILED,
        "The project has no split named test. It has dev, all, train.",
    )


def test_examples_of_the_training_are_no_part_of_it(tmp_path: Path) -> None:
    project = make_asqa_project()
    _, exam = make_ambiguous_examples(project, 2)
    Example.objects.filter(pk=exam.pk).update(purpose=Purpose.EXAM)
    assert list(exported(project, tmp_path)["dev"]) == ["1"]


def test_a_project_without_examples_gives_an_empty_object(tmp_path: Path) -> None:
    assert exported(make_asqa_project(), tmp_path) == {}


def test_a_project_of_another_kind_has_no_such_file(tmp_path: Path) -> None:
    project = make_asqa_project()
    Project.objects.update(kind="nq")
    assert run_export(project, tmp_path / "out.json").message == (
        "asqa is a project of kind nq, not asqa."
    )


@pytest.mark.parametrize("name", ["out.json", "out.json.gz"])
def test_an_export_that_was_killed_anywhere_gives_the_same_bytes(
    tmp_path: Path, settings: Any, name: str
) -> None:
    settings.EXPORTED_AT_ONCE = 2
    project = make_asqa_project()
    examples = {str(number): asqa_example() for number in range(9)}
    splits = {
        "dev": dict(list(examples.items())[:4]),
        "train": dict(list(examples.items())[4:]),
    }
    path = write_json(tmp_path / "in.json", splits)
    for split in splits:
        run_import(project, path, kind="import_asqa", split=split, annotations=True)
    whole = tmp_path / "whole"
    whole.mkdir()
    run_export(project, whole / name)
    data = (whole / name).read_bytes()
    assert json.loads(gzip.decompress(data) if name.endswith(".gz") else data) == splits
    exports = killed_exports(tmp_path, lambda folder: queue_export(project, folder / name))
    for job, left in exports:
        assert (job.state, job.done, job.total) == (JobState.SUCCEEDED, 9, 9)
        assert left == files(whole)
