"""The database notes by itself in which blocks something has changed that tallies count."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.annotations.models import Annotation, ChangedBlock
from annotator.annotations.services import submit_annotation
from annotator.annotations.tallies import counts_of, settle_tallies
from annotator.annotations.tally_parts import BITS
from annotator.assignments.claiming import claim_assignment
from annotator.assignments.models import Assignment, Slot, SlotState
from annotator.corpus.models import Example, Purpose
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.history.test_append_only import ANSWER

TRIGGERS = {
    "annotations_annotation_insert_changes_block",
    "assignments_assignment_update_changes_block",
    "assignments_slot_delete_changes_block",
    "assignments_slot_insert_changes_block",
    "assignments_slot_update_changes_block",
    "corpus_example_delete_changes_block",
    "corpus_example_insert_changes_block",
    "corpus_example_update_changes_block",
}


def triggers() -> set[str]:
    catalogue = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(catalogue)
        return {name for (name,) in cursor.fetchall() if name.endswith("_changes_block")}


def taken() -> set[tuple[int, int]]:
    """What was noted since this was asked last: projects and blocks."""
    found = set(ChangedBlock.objects.values_list("project_id", "block"))
    ChangedBlock.objects.all().delete()
    return found


@pytest.mark.django_db
def test_all_triggers_are_there() -> None:
    assert triggers() == TRIGGERS


@pytest.mark.django_db
def test_what_tallies_count_is_noted_and_nothing_else() -> None:
    project = make_project(overlap=2)
    (example,) = make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    noted = {(project.pk, example.pk >> BITS)}
    assert taken() == noted
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    assert taken() == set()
    submit_annotation(assignment=assignment, answer=ANSWER, at=AT)
    assert taken() == noted
    Slot.objects.filter(state=SlotState.FREE).update(rank=7, returned=True)
    Example.objects.update(rank=7, priority=1)
    assert taken() == set()
    Slot.objects.filter(state=SlotState.FREE).update(state=SlotState.FILLED)
    assert taken() == noted
    Example.objects.update(purpose=Purpose.EXAM)
    assert taken() == noted
    Example.objects.update(is_published=False)
    assert taken() == noted
    Slot.objects.filter(assignment__isnull=True).delete()
    assert taken() == noted
    Example.objects.all().delete()
    assert taken() == noted
    assert not Annotation.objects.exists()


@pytest.mark.django_db
def test_each_change_of_an_assignment_that_counts_is_noted() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    submit_annotation(assignment=assignment, answer=ANSWER, at=AT)
    noted = {(project.pk, example.pk >> BITS)}
    taken()
    own = Assignment.objects.filter(pk=assignment.pk)
    own.update(submitted_at=AT + timedelta(days=1))
    assert taken() == noted
    own.update(slot=None)
    assert taken() == noted
    own.update(slot=example.slots.get())
    assert taken() == noted
    own.update(note="later")
    assert taken() == set()


@pytest.mark.django_db
def test_an_example_without_slots_is_noted_by_itself() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    noted = {(project.pk, example.pk >> BITS)}
    example.slots.all().delete()
    taken()
    Example.objects.filter(pk=example.pk).delete()
    assert taken() == noted
    example.save(force_insert=True)
    assert taken() == noted


@pytest.mark.django_db
def test_many_examples_that_are_published_are_noted_by_block() -> None:
    project = make_project()
    examples = make_examples(project, 20)
    taken()
    Example.objects.filter(pk__in=[example.pk for example in examples[:18]]).update(
        is_published=False
    )
    blocks = {example.pk >> BITS for example in examples[:18]}
    assert ChangedBlock.objects.count() == len(blocks)
    assert taken() == {(project.pk, block) for block in blocks}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_was_counted_before_the_triggers_were_away_is_forgotten() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    project = make_project()
    first, _ = make_examples(project, 2)
    settle_tallies()
    try:
        _migrate([("annotations", "0010_tallies")])
        Example.objects.filter(pk=first.pk).update(purpose=Purpose.EXAM)
        _migrate(latest)
        assert counts_of(project, "examples") == {"examples": {"examples": 1}}
        settle_tallies()
        assert counts_of(project, "examples") == {"examples": {"examples": 1}}
    finally:
        _migrate(latest)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_migrations_of_tallies_can_be_undone() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        _migrate([("annotations", "0009_project")])
        assert triggers() == set()
        make_examples(make_project(), 1)
        _migrate(latest)
        assert triggers() == TRIGGERS
    finally:
        _migrate(latest)


def _migrate(targets: list[Any]) -> None:
    MigrationExecutor(connection).migrate(targets)
