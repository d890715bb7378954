"""What was written stays as it was written: the database itself refuses."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotator.collecting.annotations.models import (
    Annotation,
    KnowledgePiece,
    LongFormAnswer,
    NaturalQuestionsAnswer,
)
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import record_event, redact_events
from annotator.workspace.projects.services import write_guideline
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import (
    AT,
    make_annotators,
    make_examples,
    make_page,
    make_project,
    make_user,
)

pytestmark = pytest.mark.django_db

ANSWER: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": {"candidate_index": 0},
    "short_answers": [],
    "yes_no_answer": "YES",
}
LATER = AT + timedelta(hours=1)


@pytest.fixture
def annotation() -> Annotation:
    project = make_project()
    make_examples(project, 2)
    first, second = make_annotators(project, 2)
    write_guideline(project=project, markdown="# Be kind", at=AT, actor=None)
    for annotator in (first, second):
        assignment = claim_assignment(project=project, annotator=annotator, at=AT)
        assert assignment
        submit_annotation(assignment=assignment, answer=ANSWER, at=AT, idempotency_key="k")
    return Annotation.objects.earliest("pk")


def other_values(annotation: Annotation) -> dict[str, Any]:
    other = Annotation.objects.exclude(pk=annotation.pk).get()
    return {
        "id": 10**9,
        "assignment_id": other.assignment_id,
        "example_id": other.example_id,
        "annotator_id": other.annotator_id,
        "project_id": make_project("another").pk,
        "annotation_id": "12",
        "created_at": LATER,
        "idempotency_key": "another",
        "source": "simulated",
        "revision_of_id": other.pk,
        "revised_by_id": other.annotator_id,
        "guideline_id": None,
        "client_version": "2",
        "reason": "I was wrong",
    }


def changed_answers() -> dict[str, Any]:
    return {
        "annotation_id": 10**9,
        "question_quality": None,
        "word_jumps": 7,
        "bad_reason": "misread",
        "candidate_index": 1,
        "long_answer_tag": "Tr",
        "long_answer_top_level": None,
        "long_start_byte": 1,
        "long_end_byte": 10**6,
        "long_start_token": 1,
        "long_end_token": 10**6,
        "short_answers": [[1, 2, 3, 4]],
        "long_answer_preview": "other words",
        "short_answer_texts": ["other"],
        "short_answer_count": 1,
        "yes_no_answer": "NO",
        "seconds_question": 1.0,
        "seconds_long_answer": 1.0,
        "seconds_short_answer": 1.0,
    }


def refuses(model: Any, key: int, column: str, value: Any) -> bool:
    try:
        with transaction.atomic():
            model.objects.filter(pk=key).update(**{column: value})
    except IntegrityError as error:
        return "append-only" in str(error)
    return False


def test_nothing_that_was_submitted_can_be_changed(annotation: Annotation) -> None:
    changes = other_values(annotation)
    columns = {field.attname for field in Annotation._meta.concrete_fields}
    # Whether an annotation counts is decided later than what was answered.
    assert set(changes) == columns - {"is_late"}
    refused = {name: refuses(Annotation, annotation.pk, name, to) for name, to in changes.items()}
    assert refused == dict.fromkeys(changes, True)


def test_nothing_of_an_answer_can_be_changed(annotation: Annotation) -> None:
    changes = changed_answers()
    columns = {field.attname for field in NaturalQuestionsAnswer._meta.concrete_fields}
    assert set(changes) == columns
    refused = {
        name: refuses(NaturalQuestionsAnswer, annotation.pk, name, to)
        for name, to in changes.items()
    }
    assert refused == dict.fromkeys(changes, True)


def test_nothing_of_a_long_form_answer_and_its_knowledge_can_be_changed() -> None:
    annotation, piece = a_long_form_answer()
    answer = annotation.long_form_answer
    changes: list[tuple[Any, dict[str, Any]]] = [
        (
            answer,
            {
                "annotation_id": 10**9,
                "text": "Other words.",
                "missing": [{"disambiguation": 1, "short_answers": ["Surveyors"]}],
                "concern": "Both say the same.",
                "word_count": 2,
                "coverage": 0.5,
                "seconds_writing": 1.0,
                "regime": "no_context",
                "context_threshold": 0.9,
            },
        ),
        (
            piece,
            {
                "id": 10**9,
                "annotation_id": 10**9,
                "number": 7,
                "content": "Other words.",
                "page_title": "Other",
                "page_id": None,
                "start_byte": 1,
                "end_byte": 10**6,
                "start_token": 1,
                "end_token": 10**6,
            },
        ),
    ]
    for row, values in changes:
        assert set(values) == {field.attname for field in row._meta.concrete_fields}
        refused = {name: refuses(type(row), row.pk, name, to) for name, to in values.items()}
        assert refused == dict.fromkeys(values, True)


def a_long_form_answer() -> tuple[Annotation, KnowledgePiece]:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=example,
        annotator=annotator,
        project=project,
        annotation_id="5",
        created_at=AT,
    )
    LongFormAnswer.objects.create(
        annotation=annotation,
        text=COMPLETE,
        word_count=24,
        coverage=1.0,
        seconds_writing=60.0,
        regime=project.regime,
        context_threshold=project.context_threshold,
    )
    piece = KnowledgePiece.objects.create(
        annotation=annotation,
        number=0,
        content="a weight",
        page_title="Plumb bob",
        page=make_page(),
        start_byte=10,
        end_byte=20,
        start_token=3,
        end_token=5,
    )
    return annotation, piece


def test_writing_the_same_again_is_no_change(annotation: Annotation) -> None:
    rows = [annotation, annotation.natural_questions_answer, Event.objects.earliest("pk")]
    before = [type(row).objects.filter(pk=row.pk).values().get() for row in rows]
    for row in rows:
        row.save()
    assert [type(row).objects.filter(pk=row.pk).values().get() for row in rows] == before


def test_a_reason_can_be_emptied_and_nothing_else() -> None:
    project = make_project()
    make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    first, _ = submit_annotation(assignment=assignment, answer=ANSWER, at=AT)
    revision = Annotation.objects.create(
        assignment=assignment,
        example=first.example,
        annotator=annotator,
        project=project,
        annotation_id="5",
        created_at=LATER,
        revision_of=first,
        revised_by=annotator,
        reason="Anna told me",
    )
    assert refuses(Annotation, revision.pk, "reason", "Somebody told me")
    Annotation.objects.filter(pk=revision.pk).update(reason="")
    assert refuses(Annotation, revision.pk, "reason", "Anna told me")


def an_event() -> Event:
    return record_event(
        at=AT,
        actor=make_user("ada"),
        verb="added",
        subject="membership",
        subject_id=3,
        project_id=1,
        example_id=2,
        details={"user": "ada", "role": "lead"},
    )


def test_no_event_can_be_changed() -> None:
    event, other = an_event(), make_user("other")
    changes = {
        "id": 10**9,
        "at": LATER,
        "actor_id": other.pk,
        "verb": "removed",
        "project_id": None,
        "example_id": 4,
        "subject": "project",
        "subject_id": "4",
        "details": {},
    }
    columns = {field.attname for field in Event._meta.concrete_fields}
    assert set(changes) == columns - {"redacted_at"}
    refused = {name: refuses(Event, event.pk, name, to) for name, to in changes.items()}
    assert refused == dict.fromkeys(changes, True)


def test_an_event_can_be_redacted_and_tells_so() -> None:
    event = an_event()
    redact_events(details={event.pk: {"role": "lead"}}, at=LATER)
    event.refresh_from_db()
    assert (event.details, event.redacted_at) == ({"role": "lead"}, LATER)
    assert refuses(Event, event.pk, "redacted_at", None)
    assert refuses(Event, event.pk, "details", {"role": "annotator"})


def test_an_account_that_is_deleted_leaves_its_events() -> None:
    event = an_event()
    assert event.actor
    event.actor.delete()
    event.refresh_from_db()
    assert (event.actor, event.details) == (None, {"user": "ada", "role": "lead"})
