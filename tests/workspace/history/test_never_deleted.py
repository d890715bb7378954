"""What was written is never deleted: the database itself refuses."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from annotator.collecting.annotations.models import (
    Annotation,
    KnowledgePiece,
    LongFormAnswer,
    NaturalQuestionsAnswer,
)
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.material.corpus.models import Example
from annotator.workspace.history.models import Event
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.workspace.history.test_append_only import ANSWER, a_long_form_answer, an_event
from tests.workspace.history.triggers import tables_with_trigger

TABLES = {
    "annotations_annotation",
    "annotations_naturalquestionsanswer",
    "annotations_longformanswer",
    "annotations_knowledgepiece",
    "history_event",
    "suggestions_suggestion",
    "suggestions_suggestionuse",
}


def an_annotation() -> Annotation:
    project = make_project()
    make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    annotation, _ = submit_annotation(assignment=assignment, answer=ANSWER, at=AT)
    return annotation


def refuses_to_delete(rows: Any) -> bool:
    before = rows.count()
    assert before
    try:
        with transaction.atomic():
            rows.delete()
    except IntegrityError as error:
        return "append-only" in str(error) and rows.count() == before
    return False


def refuses_statement(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except IntegrityError as error:
        return "append-only" in str(error)
    return False


@pytest.mark.django_db
def test_no_annotation_and_no_answer_can_be_deleted() -> None:
    annotation = an_annotation()
    assert refuses_to_delete(Annotation.objects.filter(pk=annotation.pk))
    assert refuses_to_delete(NaturalQuestionsAnswer.objects.filter(pk=annotation.pk))


@pytest.mark.django_db
def test_no_long_form_answer_and_none_of_its_knowledge_can_be_deleted() -> None:
    annotation, piece = a_long_form_answer()
    assert refuses_to_delete(LongFormAnswer.objects.filter(pk=annotation.pk))
    assert refuses_to_delete(KnowledgePiece.objects.filter(pk=piece.pk))


@pytest.mark.django_db
def test_an_example_with_annotations_can_not_be_deleted_whatever_goes_first() -> None:
    annotation = an_annotation()
    assert refuses_to_delete(Example.objects.filter(pk=annotation.example_id))
    answers = "DELETE FROM annotations_naturalquestionsanswer"
    with transaction.atomic(), connection.cursor() as cursor:
        # Foreign keys are checked at the end, so an example can go before what belongs to it.
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("DELETE FROM corpus_example WHERE id = %s", [annotation.example_id])
        assert refuses_statement(answers)
        assert refuses_statement("DELETE FROM annotations_annotation")
        transaction.set_rollback(True)
    assert Annotation.objects.get() == annotation


@pytest.mark.django_db
def test_what_an_import_has_not_published_can_be_deleted() -> None:
    annotation = an_annotation()
    Example.objects.filter(pk=annotation.example_id).update(is_published=False)
    Example.objects.filter(pk=annotation.example_id).delete()
    assert (Annotation.objects.count(), NaturalQuestionsAnswer.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_no_event_can_be_deleted() -> None:
    assert refuses_to_delete(Event.objects.filter(pk=an_event().pk))


@pytest.mark.django_db(transaction=True)
def test_emptying_the_whole_database_works_and_leaves_its_guards() -> None:
    an_annotation()
    an_event()
    call_command("flush", interactive=False, stdout=StringIO())
    assert (Annotation.objects.count(), Event.objects.count()) == (0, 0)
    assert tables_with_trigger("never_deleted") == TABLES


@pytest.mark.django_db(transaction=True)
@pytest.mark.only_on("sqlite", reason="only SQLite remakes tables")
def test_a_table_that_guards_look_at_can_be_remade() -> None:
    annotation = an_annotation()
    with connection.schema_editor() as editor:
        editor._remake_table(Example)
    assert tables_with_trigger("never_deleted") == TABLES
    assert refuses_to_delete(Annotation.objects.filter(pk=annotation.pk))
