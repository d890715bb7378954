"""Annotations that nobody can make, against a project in which everybody goes on to the end."""

import random

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import AssignmentState, Slot, SlotState
from annotator.collecting.assignments.reach import OutOfReach, out_of_reach
from annotator.collecting.assignments.services import give_up_assignment
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db


def work(project: Project, people: list[User], *, steps: int | None = None, skips: int = 0) -> None:
    """Everybody in turn answers a question, or skips one of the first ``skips``, until nobody gets
    any or ``steps`` were taken.
    """
    taken, idle = 0, set[int]()
    while len(idle) < len(people) and taken != steps:
        person = people[taken % len(people)]
        taken += 1
        assignment = claim_assignment(project=project, annotator=person, at=AT)
        if assignment is None:
            idle.add(person.pk)
        elif taken <= skips:
            give_up_assignment(
                assignment=assignment, state=AssignmentState.SKIPPED, note="?", at=AT, actor=person
            )
        else:
            submit_annotation(assignment=assignment, answer=BAD, at=AT)


@pytest.mark.parametrize(
    ("overlap", "people", "steps", "skips", "left"),
    [(2, 3, 4, 0, 0), (4, 2, 3, 0, 6), (2, 2, 4, 2, 2), (3, 3, 5, 2, 2)],
    ids=["enough", "too few people", "skipped by one of two", "skipped by some of three"],
)
def test_so_many_annotations_stay_open_in_the_end(
    overlap: int, people: int, steps: int, skips: int, left: int
) -> None:
    project = make_project(overlap=overlap)
    make_examples(project, 3)
    annotators = make_annotators(project, people)
    work(project, random.Random(1).sample(annotators, people), steps=steps, skips=skips)
    assert out_of_reach(project).annotations == left
    work(project, annotators)
    assert Slot.objects.filter(project=project).exclude(state=SlotState.FILLED).count() == left


def test_people_who_left_are_nobodys_reach_and_their_answers_count() -> None:
    project = make_project(overlap=3)
    make_examples(project, 2)
    annotators = make_annotators(project, 3)
    work(project, annotators[:1])
    assert out_of_reach(project) == OutOfReach(0, 0, annotators=3, missing=0)
    project.memberships.filter(user=annotators[0]).update(is_active=False)
    assert out_of_reach(project) == OutOfReach(0, 0, annotators=2, missing=0)
    project.memberships.filter(user=annotators[1]).update(is_active=False)
    assert out_of_reach(project) == OutOfReach(2, 2, annotators=1, missing=1)
