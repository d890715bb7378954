from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.collecting.annotations.queries import published_examples
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_examples, make_project

pytestmark = pytest.mark.django_db


def worked_on() -> Project:
    """Two examples of three slots: one has two filled and one held, the other nothing."""
    project = make_project(overlap=3)
    begun, _ = make_examples(project, 2)
    slots = Slot.objects.filter(example=begun)
    slots.filter(number__lt=2).update(state=SlotState.FILLED)
    slots.filter(number=2).update(state=SlotState.HELD)
    return project


def counts(example: Any) -> tuple[int, int, int]:
    return (
        example.annotations_submitted,
        example.annotations_required,
        example.open_assignments,
    )


def test_each_example_has_the_numbers_of_its_filled_required_and_held_slots() -> None:
    project = worked_on()
    assert [counts(each) for each in published_examples(project)] == [(2, 3, 1), (0, 3, 0)]
    assert [
        counts(each) for each in published_examples(project).order_by("-annotations_required", "pk")
    ] == [(2, 3, 1), (0, 3, 0)]


def test_an_example_without_slots_counts_none() -> None:
    project = make_project()
    make_examples(project, 1)
    Slot.objects.all().delete()
    assert [counts(each) for each in published_examples(project)] == [(0, 0, 0)]


def test_how_many_examples_there_are_is_told_without_looking_at_their_slots() -> None:
    examples = published_examples(worked_on())
    with CaptureQueriesContext(connection) as asked:
        assert examples.count() == 2
    (query,) = asked.captured_queries
    assert Slot._meta.db_table not in query["sql"]
    assert Example._meta.db_table in query["sql"]
