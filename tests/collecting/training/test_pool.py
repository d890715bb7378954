"""Examples that serve training, and the main task without them."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.queries import project_progress, published_examples
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.ordering import set_priority
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.collecting.training.models import Step
from annotator.collecting.training.pool import (
    choose_training_examples,
    count_ready,
    give_back_example,
    ready_examples,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.exports.natural_questions import exported_examples
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.training import (
    answer_all,
    give_reference,
    make_training,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=2)


def choose(project: Project, *examples: Example, step: str = Step.EXAM) -> list[Example]:
    keys = [example.pk for example in examples]
    return choose_training_examples(project=project, examples=keys, step=step, at=AT, actor=None)


def states(example: Example) -> list[str]:
    return list(example.slots.order_by("number").values_list("state", flat=True))


def test_the_queue_hands_out_no_example_of_training(project: Project) -> None:
    first, second, third = make_examples(project, 3)
    annotator = make_member(project, "annotator").user
    choose(project, first, third)
    assert states(first) == ["withheld", "withheld"]
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    assert assignment.example == second
    assert claim_assignment(project=project, annotator=annotator, at=AT, ahead=True) is None


def test_lists_counts_and_exports_leave_training_out(project: Project) -> None:
    first, second = make_examples(project, 2)
    choose(project, first)
    assert list(published_examples(project)) == [second]
    assert list(exported_examples(project)) == [second]
    progress = project_progress(project=project)
    assert (progress["examples"], progress["annotations_required"]) == (1, 2)
    with pytest.raises(InvalidInputError) as refused:
        set_priority(project=project, examples=[first.pk], priority=1, at=AT, actor=None)
    assert refused.value.code == "unknown_example"


def test_an_example_that_somebody_has_begun_stays_in_the_main_task(project: Project) -> None:
    begun, other = make_examples(project, 2)
    claim_assignment(project=project, annotator=make_member(project, "annotator").user, at=AT)
    with pytest.raises(ConflictError) as refused:
        choose(project, begun, other)
    assert refused.value.code == "example_begun"
    other.refresh_from_db()
    assert other.purpose == "main"
    assert states(other) == ["free", "free"]


def test_an_example_of_another_project_is_unknown(project: Project) -> None:
    [foreign] = make_examples(make_project("other"), 1)
    with pytest.raises(InvalidInputError) as refused:
        choose(project, foreign)
    assert refused.value.code == "unknown_example"


def test_a_change_of_the_overlap_frees_no_slot_of_training(project: Project) -> None:
    [example] = make_examples(project, 1)
    choose(project, example)
    change_overlap(project=project, overlap=3, at=AT, actor=None)
    assert states(example) == ["withheld"] * 3


def test_given_back_an_example_is_handed_out_again(project: Project, lead: User) -> None:
    [example] = make_examples(project, 1)
    annotator = make_member(project, "annotator").user
    choose(project, example)
    assert claim_assignment(project=project, annotator=annotator, at=AT) is None
    change_overlap(project=project, overlap=1, at=AT, actor=None)
    give_back_example(example=example, at=AT, actor=lead)
    assert states(example) == ["free"]
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    verbs = Event.objects.filter(example_id=example.pk).order_by("pk").values_list("verb", "actor")
    assert list(verbs) == [
        ("chosen_for_training", None),
        ("given_back_from_training", lead.pk),
        ("claimed", annotator.pk),
    ]


def test_given_back_an_example_keeps_its_slot_whatever_the_slots_number(
    project: Project, lead: User
) -> None:
    [example] = make_examples(project, 1)
    for minutes in (0, 1):
        annotator = make_member(project, f"annotator-{minutes}").user
        at = AT + timedelta(minutes=minutes)
        claim_assignment(project=project, annotator=annotator, at=at, ahead=True)
    # The first reservation ends, and its slot is removed; then the second.
    expire_leases(project=project, at=AT + timedelta(minutes=2))
    change_overlap(project=project, overlap=1, at=AT, actor=None)
    expire_leases(project=project, at=AT + timedelta(minutes=3))
    choose(project, example)
    give_back_example(example=example, at=AT, actor=lead)
    assert list(example.slots.values_list("number", "state")) == [(1, "free")]


def test_what_somebody_has_trained_on_stays_with_training(project: Project, lead: User) -> None:
    make_training(project, lead)
    trainee = make_member(project, "trainee")
    answer_all(trainee)
    example = ready_examples(project, Step.SELF_STUDY)[0]
    with pytest.raises(ConflictError) as refused:
        give_back_example(example=example, at=AT, actor=lead)
    assert refused.value.code == "trained_on"
    with pytest.raises(ConflictError) as moved:
        choose(project, example, step=Step.EXAM)
    assert moved.value.code == "trained_on"


def test_an_example_of_the_main_task_cannot_be_given_back(project: Project) -> None:
    [example] = make_examples(project, 1)
    with pytest.raises(ConflictError) as refused:
        give_back_example(example=example, at=AT, actor=None)
    assert refused.value.code == "not_in_training"


def test_a_question_is_ready_once_it_has_a_reference(project: Project, lead: User) -> None:
    first, second = make_examples(project, 2)
    choose(project, first, second)
    assert count_ready(project) == {"self_study": 0, "exam": 0}
    give_reference(second, lead)
    assert count_ready(project) == {"self_study": 0, "exam": 1}
    assert list(ready_examples(project, Step.EXAM)) == [second]
