"""How many annotations examples need: by project, by split, and one by one."""

from collections.abc import Sequence
from typing import Any

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.ordering import change_queue
from annotator.collecting.assignments.overlaps import (
    CHANGE_OVERLAP,
    change_overlap,
    change_split_overlap,
    overlap_jobs,
    raise_overlap,
)
from annotator.collecting.assignments.slots import publish_examples
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.models import Project, Split
from annotator.workspace.projects.queries import overlap_of
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db


def project_with(**splits: int) -> Project:
    """A project with so many examples of these splits, each to be annotated once."""
    project = make_project()
    for split, count in splits.items():
        keys = [example.pk for example in make_examples(project, count)]
        Example.objects.filter(pk__in=keys).update(split=split)
    return project


def numbers(project: Project, split: str = "") -> list[list[int]]:
    """The numbers of the slots of each example."""
    examples = Example.objects.filter(project=project).order_by("pk")
    if split:
        examples = examples.filter(split=split)
    found = [
        list(each.slots.order_by("number").values_list("number", flat=True)) for each in examples
    ]
    assert [len(each) for each in found] == list(examples.values_list("overlap", flat=True))
    return found


def annotate(project: Project, count: int) -> Sequence[Assignment]:
    """So many annotators take and submit the first example."""
    done = []
    for annotator in make_annotators(project, count):
        assignment = claim_assignment(project=project, annotator=annotator, at=AT)
        assert assignment
        submit_annotation(assignment=assignment, answer=BAD, at=AT)
        done.append(assignment)
    return done


def test_a_split_needs_as_many_as_the_project_until_it_has_its_own_number() -> None:
    project = project_with(dev=1)
    assert overlap_of(project, "dev") == 1
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert overlap_of(project, "dev") == 2
    assert overlap_of(project, "train") == 1
    assert overlap_of(project, "") == 1


def test_a_splits_examples_get_more_slots_and_the_others_none() -> None:
    project = project_with(train=2, dev=2)
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert numbers(project) == [[0], [0], [0, 1], [0, 1]]
    assert set(Slot.objects.values_list("state", flat=True)) == {"free"}


def test_a_splits_number_can_be_set_before_its_examples_come() -> None:
    project = make_project()
    change_split_overlap(project=project, split="test", overlap=2, at=AT, actor=None)
    assert overlap_of(project, "test") == 2


def test_a_smaller_number_removes_free_slots_and_none_in_use() -> None:
    project = project_with(dev=2)
    change_split_overlap(project=project, split="dev", overlap=3, at=AT, actor=None)
    first, second = annotate(project, 2)
    assert first.example == second.example
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert numbers(project) == [[0, 1], [0, 1]]
    assert list(first.example.slots.values_list("state", flat=True)) == ["filled", "filled"]


def test_slots_that_are_in_use_count_whatever_their_number_is() -> None:
    project = project_with(dev=1)
    change_split_overlap(project=project, split="dev", overlap=3, at=AT, actor=None)
    Slot.objects.filter(number=0).update(state="withheld")
    annotate(project, 1)
    change_split_overlap(project=project, split="dev", overlap=1, at=AT, actor=None)
    assert numbers(project) == [[1]]
    change_split_overlap(project=project, split="dev", overlap=3, at=AT, actor=None)
    assert numbers(project) == [[0, 1, 2]]


def test_a_number_below_what_is_in_use_is_refused() -> None:
    project = project_with(dev=2)
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    annotate(project, 2)
    with pytest.raises(ConflictError, match="Some examples have more annotations") as refused:
        change_split_overlap(project=project, split="dev", overlap=1, at=AT, actor=None)
    assert refused.value.code == "overlap_too_small"
    assert overlap_of(project, "dev") == 2
    assert numbers(project) == [[0, 1], [0, 1]]


def test_the_projects_number_leaves_splits_with_their_own_alone() -> None:
    project = project_with(train=1, dev=1)
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    change_overlap(project=project, overlap=3, at=AT, actor=None)
    assert numbers(project) == [[0, 1, 2], [0, 1]]
    change_split_overlap(project=project, split="dev", overlap=None, at=AT, actor=None)
    assert numbers(project) == [[0, 1, 2], [0, 1, 2]]
    assert not Split.objects.exists()


def test_a_splits_turn_and_its_number_do_not_touch_each_other() -> None:
    project = project_with(train=1, dev=1)
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    change_queue(project=project, splits=["train"], at=AT, actor=None)
    assert overlap_of(project, "dev") == 2
    change_queue(project=project, splits=["dev"], at=AT, actor=None)
    change_split_overlap(project=project, split="dev", overlap=None, at=AT, actor=None)
    assert Split.objects.get().turn == 0


def test_examples_that_are_not_published_yet_get_slots_that_nobody_is_handed() -> None:
    project = project_with(dev=1)
    Example.objects.update(is_published=False)
    Slot.objects.update(state="withheld")
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert list(Slot.objects.values_list("state", flat=True)) == ["withheld", "withheld"]
    publish_examples(project=project, import_job=None)
    assert list(Slot.objects.values_list("state", flat=True)) == ["free", "free"]


def test_a_change_is_on_record_with_its_split() -> None:
    project = project_with(dev=1)
    change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert Event.objects.get(verb="changed").details == {
        "split": "dev",
        "before": {"overlap": None},
        "after": {"overlap": 2},
    }


def test_many_slots_are_changed_by_a_job(settings: Any) -> None:
    settings.SLOTS_AT_ONCE = 3
    project = project_with(dev=4, train=1)
    _, job = change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert job
    assert numbers(project, "dev") == [[0]] * 4
    assert overlap_jobs(project) == [job]
    with pytest.raises(ConflictError, match="still under way"):
        change_overlap(project=project, overlap=2, at=AT, actor=None)
    with pytest.raises(ConflictError, match="still under way"):
        change_split_overlap(project=project, split="dev", overlap=3, at=AT, actor=None)
    change_split_overlap(project=project, split="test", overlap=2, at=AT, actor=None)
    run_job(job_id=job.pk)
    assert Job.objects.get(kind=CHANGE_OVERLAP).message == "4 examples changed to 2 each."
    assert numbers(project, "dev") == [[0, 1]] * 4
    assert numbers(project, "train") == [[0]]


def test_a_job_that_is_stopped_puts_the_number_back(settings: Any) -> None:
    settings.SLOTS_AT_ONCE = 3
    project = project_with(dev=4)
    _, job = change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert job
    cancel_job(job=job, at=AT)
    run_job(job_id=job.pk)
    assert Job.objects.get().state == "cancelled"
    assert overlap_of(project, "dev") == 1
    _, again = change_split_overlap(project=project, split="dev", overlap=2, at=AT, actor=None)
    assert again
    run_job(job_id=again.pk)
    assert numbers(project) == [[0, 1]] * 4


def test_what_was_taken_while_the_job_waited_stays(settings: Any) -> None:
    project = project_with(dev=2)
    change_split_overlap(project=project, split="dev", overlap=3, at=AT, actor=None)
    settings.SLOTS_AT_ONCE = 1
    _, job = change_split_overlap(project=project, split="dev", overlap=1, at=AT, actor=None)
    assert job
    annotate(project, 2)
    run_job(job_id=job.pk)
    assert numbers(project) == [[0, 1], [0]]
    assert "1 example kept more" in Job.objects.get().message


def test_chosen_examples_are_raised_and_stay_so_when_the_project_grows() -> None:
    project = project_with(dev=3)
    first, second, _ = Example.objects.order_by("pk")
    changed = raise_overlap(
        project=project, examples=[first.pk, second.pk], to=4, at=AT, actor=None
    )
    assert changed == 2
    assert numbers(project) == [[0, 1, 2, 3], [0, 1, 2, 3], [0]]
    assert raise_overlap(project=project, examples=[first.pk], to=2, at=AT, actor=None) == 0
    change_overlap(project=project, overlap=2, at=AT, actor=None)
    assert numbers(project) == [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1]]
    assert Event.objects.filter(verb="changed", subject="example").count() == 2


def test_examples_of_another_project_are_not_raised() -> None:
    project, other = project_with(dev=1), make_project("other")
    (foreign,) = make_examples(other, 1)
    with pytest.raises(InvalidInputError):
        raise_overlap(project=project, examples=[foreign.pk], to=2, at=AT, actor=None)


@pytest.mark.parametrize("overlap", [0, 1001])
def test_impossible_numbers_are_refused(overlap: int) -> None:
    project = project_with(dev=1)
    with pytest.raises(InvalidInputError):
        change_split_overlap(project=project, split="dev", overlap=overlap, at=AT, actor=None)
    with pytest.raises(InvalidInputError):
        change_overlap(project=project, overlap=overlap, at=AT, actor=None)


@pytest.mark.parametrize("split", ["", "a" * 21])
def test_a_split_needs_a_name_that_examples_can_have(split: str) -> None:
    with pytest.raises(InvalidInputError):
        change_split_overlap(project=make_project(), split=split, overlap=2, at=AT, actor=None)


@pytest.mark.parametrize("overlap", [5, None])
@pytest.mark.parametrize("split", ["Test", "ｔｅｓｔ"])
def test_a_number_for_another_spelling_of_a_split_is_refused(
    split: str, overlap: int | None
) -> None:
    project = project_with(test=1)
    Project.objects.update(hidden_split="test", hidden_since=AT)
    with pytest.raises(InvalidInputError) as refused:
        change_split_overlap(project=project, split=split, overlap=overlap, at=AT, actor=None)
    assert (refused.value.code, refused.value.fields) == (
        "misspelt_split",
        {"overlaps": "Write test, as the project does, or choose another name."},
    )
    assert not Split.objects.exists()


def test_a_number_that_another_spelling_has_already_can_be_changed_and_removed() -> None:
    project = project_with(test=1)
    Split.objects.create(project=project, name="Test", overlap=5)
    change_split_overlap(project=project, split="Test", overlap=3, at=AT, actor=None)
    assert Split.objects.get().overlap == 3
    change_split_overlap(project=project, split="Test", overlap=None, at=AT, actor=None)
    assert not Split.objects.exists()
