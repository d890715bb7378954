"""Examples that leads take out of the main task, and put back."""

import pytest

from annotator.collecting.annotations.queries import (
    count_published_examples,
    examples_taken_out,
    project_progress,
    published_examples,
)
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import AssignmentState
from annotator.collecting.assignments.services import give_up_assignment
from annotator.collecting.assignments.taking_out import put_back, take_out
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.exports.natural_questions import exported_examples
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.judgments import annotate_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=2)


def states(example: Example) -> list[str]:
    return list(example.slots.order_by("number").values_list("state", flat=True))


def test_an_example_taken_out_is_neither_handed_out_nor_counted_nor_exported(
    project: Project, lead: User
) -> None:
    first, second = make_examples(project, 2)
    annotator = make_member(project, "annotator").user
    assert take_out(project=project, examples=[first.pk], at=AT, actor=lead) == 1
    assert list(published_examples(project)) == list(exported_examples(project)) == [second]
    assert list(examples_taken_out(project)) == [first]
    assert count_published_examples(project) == 1
    progress = project_progress(project=project)
    assert (progress["examples"], progress["annotations_required"]) == (1, 2)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    assert assignment.example == second
    assert claim_assignment(project=project, annotator=annotator, at=AT, ahead=True) is None


def test_putting_it_back_restores_queue_counts_and_annotations(
    project: Project, lead: User
) -> None:
    [example] = make_examples(project, 1)
    annotation = annotate_example(example, make_member(project, "first").user)
    take_out(project=project, examples=[example.pk], at=AT, actor=lead, reason="A wrong page.")
    assert states(example) == ["filled", "withheld"]
    assert list(example.annotations.all()) == [annotation]
    assert project_progress(project=project)["annotations_submitted"] == 0
    assert put_back(project=project, examples=[example.pk], at=AT, actor=lead) == 1
    assert states(example) == ["filled", "free"]
    assert project_progress(project=project)["annotations_submitted"] == 1
    second = make_member(project, "second").user
    assert claim_assignment(project=project, annotator=second, at=AT) is not None


def test_history_says_who_took_it_out_why_and_who_put_it_back(project: Project, lead: User) -> None:
    [example] = make_examples(project, 1)
    keys = [example.pk]
    take_out(project=project, examples=keys, at=AT, actor=lead, reason="A wrong page.")
    put_back(project=project, examples=keys, at=AT, actor=lead)
    events = Event.objects.filter(example_id=example.pk, verb__in=["took_out", "put_back"])
    assert list(events.order_by("pk").values_list("verb", "actor", "details")) == [
        ("took_out", lead.pk, {"reason": "A wrong page."}),
        ("put_back", lead.pk, {}),
    ]


def test_doing_either_twice_changes_nothing(project: Project, lead: User) -> None:
    [example] = make_examples(project, 1)
    keys = [example.pk]
    assert put_back(project=project, examples=keys, at=AT, actor=lead) == 0
    assert take_out(project=project, examples=keys, at=AT, actor=lead) == 1
    assert take_out(project=project, examples=keys, at=AT, actor=lead) == 0
    assert Event.objects.filter(verb="took_out").count() == 1


def test_who_holds_it_can_finish_and_nobody_gets_it_afterwards(
    project: Project, lead: User
) -> None:
    [example] = make_examples(project, 1)
    holder = make_member(project, "holder").user
    held = claim_assignment(project=project, annotator=holder, at=AT)
    assert held is not None
    take_out(project=project, examples=[example.pk], at=AT, actor=lead)
    assert states(example) == ["held", "withheld"]
    give_up_assignment(
        assignment=held, state=AssignmentState.RELEASED, note="", at=AT, actor=holder
    )
    assert states(example) == ["withheld", "withheld"]
    assert claim_assignment(project=project, annotator=holder, at=AT) is None


def test_another_projects_example_is_refused(project: Project, lead: User) -> None:
    [other] = make_examples(make_project(slug="other"), 1)
    for change in (take_out, put_back):
        with pytest.raises(InvalidInputError) as refused:
            change(project=project, examples=[other.pk], at=AT, actor=lead)
        assert refused.value.code == "unknown_example"


def test_the_hidden_split_stays_and_is_no_secret_to_its_stewards_alone(
    project: Project, lead: User
) -> None:
    other = make_member(project, "other", Role.LEAD).user
    first, second = make_examples(project, 2)
    Example.objects.filter(pk__in=[first.pk, second.pk]).update(split="test")
    take_out(project=project, examples=[first.pk], at=AT, actor=lead)
    hide_split(project=project, split="test", steward=lead, at=AT)
    project.refresh_from_db()
    with pytest.raises(ConflictError) as refused:
        take_out(project=project, examples=[second.pk], at=AT, actor=lead)
    assert refused.value.code == "hidden_example"
    for key in (first.pk, second.pk):
        with pytest.raises(InvalidInputError):
            take_out(project=project, examples=[key], at=AT, actor=other)
    assert list(examples_taken_out(project).visible_to(other)) == []
    assert list(examples_taken_out(project).visible_to(lead)) == [first]
    put_back(project=project, examples=[first.pk], at=AT, actor=lead)
    first.refresh_from_db()
    assert first.purpose == Purpose.HIDDEN
