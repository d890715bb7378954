"""Whose figures a lead sees."""

import pytest

from annotator.collecting.annotations.annotators import annotators_of, describe_annotators
from annotator.collecting.annotations.queries import seconds_median
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import change_member
from tests.factories.corpus import AT, BAD, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db


def names_in(project: Project) -> list[str]:
    return [user.username for user in annotators_of(project)]


def test_annotators_are_listed_once_by_name_whatever_else_they_take_part_in() -> None:
    project, other = make_project(overlap=2), make_project("other")
    make_examples(project, 3)
    for name in ("ben", "ada"):
        make_member(other, name)
        user = make_member(project, name).user
        for _ in range(2):
            assignment = claim_assignment(project=project, annotator=user, at=AT)
            assert assignment is not None
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
    make_member(other, "chen")
    make_member(project, "lena", Role.LEAD)
    assert names_in(project) == ["ada", "ben"]
    assert names_in(other) == ["ada", "ben", "chen"]


def test_who_left_stays_and_who_was_made_a_lead_stays_for_what_they_annotated() -> None:
    project = make_project()
    make_examples(project, 1)
    left, promoted, idle = (make_member(project, name) for name in ("ada", "ben", "chen"))
    assignment = claim_assignment(project=project, annotator=promoted.user, at=AT)
    assert assignment is not None
    submit_annotation(assignment=assignment, answer=BAD, at=AT)
    change_member(membership=left, is_active=False, at=AT, actor=None)
    for membership in (promoted, idle):
        change_member(membership=membership, role=Role.LEAD, at=AT, actor=None)
    assert names_in(project) == ["ada", "ben"]


def test_who_came_to_no_further_stage_took_the_time_of_the_first() -> None:
    """Simulated annotations have no time for a stage that they didn't come to."""
    project = make_project()
    make_examples(project, 3)
    user = make_member(project, "ada").user
    for seconds in ({"question": 10.0}, {"question": 8.0, "long_answer": 22.0}, None):
        assignment = claim_assignment(project=project, annotator=user, at=AT)
        assert assignment is not None
        submit_annotation(assignment=assignment, answer=BAD, at=AT, active_seconds=seconds)
    (row,) = describe_annotators(project=project, users=[user])
    assert row["seconds_median"] == seconds_median(project=project, user=user) == 20
