"""Decided answers in exports: before the annotations, or alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.models import Source
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.deciding import (
    newest_decision,
    pick_annotation,
    withdraw_decision,
    write_answer,
)
from annotator.quality.adjudication.groups import counting_annotations
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.factories.judgments import (
    LONG_ONLY,
    NULL,
    WHOLE,
    YES,
    annotate_example,
    make_member_once,
)
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]


def decide(example: Example, number: int) -> Adjudication:
    return pick_annotation(
        example=example,
        annotation=counting_annotations(example)[number].pk,
        supersedes=None,
        reason="",
        at=AT,
        actor=make_member_once(example.project, "lena", Role.LEAD).user,
    )


@pytest.fixture
def project() -> Project:
    """Of three examples with three annotations, the first has a picked answer, the second a written
    one, and the third one that was taken back.
    """
    project = make_project(overlap=3)
    first, second, third = make_examples(project, 3)
    people = make_annotators(project, 3)
    for example in (first, second, third):
        for annotator, answer in zip(people, (WHOLE, NULL, LONG_ONLY), strict=True):
            annotate_example(example, annotator, answer)
    decide(first, 2)
    lead = make_member_once(project, "lena", Role.LEAD).user
    write_answer(example=second, answer=YES, supersedes=None, reason="x", at=AT, actor=lead)
    taken_back = decide(third, 0)
    withdraw_decision(example=third, supersedes=taken_back.pk, at=AT, actor=lead)
    return project


def exported(project: Project, folder: Path, **parameters: Any) -> dict[str, list[dict[str, Any]]]:
    """The annotations of each example in the original format, by its number in the project."""
    output = folder / "out.jsonl"
    run_here(make_job("export_nq", {"output": str(output), **parameters}, project=project))
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    return {str(line["example_id"]): line["annotations"] for line in lines}


def ids(annotations: list[dict[str, Any]]) -> list[str]:
    return [str(each["annotation_id"]) for each in annotations]


def own_ids(project: Project, number: int) -> list[str]:
    example = project.examples.get(example_id=str(number))
    return [each.annotation_id for each in counting_annotations(example)]


def test_a_decided_answer_comes_first_and_a_picked_annotation_once(
    project: Project, tmp_path: Path
) -> None:
    found = exported(project, tmp_path, with_gold=True)
    one, two, three = own_ids(project, 1)
    assert ids(found["1"]) == [three, one, two]
    written = newest_decision(project.examples.get(example_id="2"))
    assert written is not None
    assert ids(found["2"]) == [written.annotation_id, *own_ids(project, 2)]
    assert found["2"][0]["yes_no_answer"] == "YES"
    assert ids(found["3"]) == own_ids(project, 3)
    assert ids(exported(project, tmp_path)["1"]) == [one, two, three]


def test_a_decided_answer_is_what_its_annotation_was(project: Project, tmp_path: Path) -> None:
    first = exported(project, tmp_path, with_gold=True)["1"]
    plain = exported(project, tmp_path)["1"]
    assert [first[0], *first[1:]] == [plain[2], *plain[:2]]


@pytest.mark.parametrize(("count", "others"), [(1, 0), (2, 1), (5, 3)])
def test_it_is_one_of_the_annotations_that_an_example_may_have(
    project: Project, tmp_path: Path, count: int, others: int
) -> None:
    found = exported(project, tmp_path, with_gold=True, annotations_per_example=count)["2"]
    assert (found[0]["yes_no_answer"], len(found)) == ("YES", 1 + others)


def test_alone_it_is_of_the_decided_examples(project: Project, tmp_path: Path) -> None:
    found = exported(project, tmp_path, gold_only=True)
    assert {number: len(annotations) for number, annotations in found.items()} == {"1": 1, "2": 1}
    assert ids(found["1"]) == [own_ids(project, 1)[2]]


def test_examples_with_a_decision_count_as_annotated(project: Project, tmp_path: Path) -> None:
    make_examples(project, 1)
    found = exported(project, tmp_path, with_gold=True, annotated_only=True)
    assert list(found) == ["1", "2", "3"]


def test_a_picked_simulated_answer_is_there_only_if_it_is_asked_for(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    (simulated,) = annotate_at_once(project, [[LONG] * 2], source=Source.SIMULATED)
    decide(simulated.example, 0)
    assert exported(project, tmp_path, gold_only=True) == {}
    assert list(exported(project, tmp_path, with_gold=True).values()) == [[]]
    (found,) = exported(project, tmp_path, gold_only=True, simulated=True).values()
    assert ids(found) == [simulated.annotation_id]


def test_of_asqa_it_is_the_first_reference_or_the_only_one(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=2)
    first, second = make_ambiguous_examples(project, 2)
    people = make_annotators(project, 2)
    for example in (first, second):
        make_long_form_annotation(example, people[0], text="Red.")
        make_long_form_annotation(example, people[1], text=COMPLETE, knowledge=["A weight."])
    make_member(project, "lena", Role.LEAD)
    decide(first, 1)

    def texts(**parameters: Any) -> dict[str, list[str]]:
        output = tmp_path / "out.json"
        run_here(make_job("export_asqa", {"output": str(output), **parameters}, project=project))
        found = json.loads(output.read_text())["dev"]
        return {
            key: [each["long_answer"] for each in value["annotations"]]
            for key, value in found.items()
        }

    assert texts(with_gold=True) == {"1": [COMPLETE, "Red."], "2": ["Red.", COMPLETE]}
    assert texts(gold_only=True) == {"1": [COMPLETE]}
    assert texts() == {"1": ["Red.", COMPLETE], "2": ["Red.", COMPLETE]}
