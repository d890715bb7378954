"""Drafting, submitting and revising long-form answers: by the same services as NQ's."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import (
    Annotation,
    Draft,
    KnowledgePiece,
    LongFormAnswer,
)
from annotator.collecting.annotations.revisions import revise_annotation, save_revision_draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import ContextPassage, Disambiguation, Example
from annotator.material.corpus.queries import tokens_of
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import write_guideline
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_page
from tests.factories.late import make_assignment

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def answer(text: str = COMPLETE, **changes: Any) -> dict[str, Any]:
    return {
        "long_form_answer": text,
        "knowledge": [],
        "acknowledged_missing": [],
        "concern": "",
        **changes,
    }


@pytest.fixture
def project() -> Project:
    project = make_asqa_project()
    make_ambiguous_examples(project, 1)
    return project


def claimed(project: Project) -> Assignment:
    (annotator,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    return assignment


def anchored(content: str) -> dict[str, Any]:
    """A knowledge piece from where ``content`` stands on the page."""
    page = make_page()
    tokens, wanted = tokens_of(page), content.split()
    start = next(
        n
        for n in range(len(tokens))
        if [token.token for token in tokens[n : n + len(wanted)]] == wanted
    )
    return {
        "content": content,
        "page_title": None,
        "page": page.pk,
        "start_token": start,
        "end_token": start + len(wanted),
    }


def test_submitting_writes_the_answer_its_knowledge_and_its_figures(project: Project) -> None:
    guideline = write_guideline(project=project, markdown="# G", at=AT, actor=None)
    typed = {"content": "Plumbum is lead.", "page_title": "Lead"}
    annotation, created = submit_annotation(
        assignment=claimed(project),
        answer=answer(knowledge=[anchored("Masons use it"), typed]),
        at=AT,
        active_seconds={"writing": 812.5},
        client_version="7",
    )
    written = LongFormAnswer.objects.get()
    assert created
    assert written.annotation == annotation
    assert (written.text, written.missing, written.concern) == (COMPLETE, [], "")
    assert (written.word_count, written.seconds_writing) == (24, 812.5)
    assert (written.regime, written.context_threshold) == ("full", 0.2)
    assert (annotation.guideline, annotation.client_version) == (guideline, "7")
    first, second = KnowledgePiece.objects.order_by("number")
    assert (first.content, first.page_title, first.page) == (
        "Masons use it",
        "Plumb bob",
        make_page(),
    )
    assert (second.content, second.page_title, second.page) == ("Plumbum is lead.", "Lead", None)


def test_coverage_has_the_context_passage_that_was_similar_enough(project: Project) -> None:
    text = "Masons and surveyors, who centre tripods by night."
    found = Disambiguation.objects.get(number=1)
    ContextPassage.objects.create(
        disambiguation=found,
        page=make_page(),
        start_byte=0,
        end_byte=1,
        text="by night who",
        similarity=0.2,
    )
    assignment = claimed(project)
    # masons, surveyors, centre, tripods, who of 8: "and", "by", "night" stand nowhere else.
    annotation, _ = submit_annotation(assignment=assignment, answer=answer(text), at=AT)
    assert annotation.long_form_answer.coverage == pytest.approx(5 / 8)
    Project.objects.update(context_threshold=0.19)
    revised, _ = revise_annotation(
        annotation=Annotation.objects.get(), answer=answer(text), reason="x", at=AT
    )
    assert revised.long_form_answer.coverage == pytest.approx(7 / 8)
    assert revised.long_form_answer.context_threshold == 0.19


def test_what_was_missing_and_confirmed_is_kept(project: Project) -> None:
    given = answer("Masons, with a string.", acknowledged_missing=[0, 1])
    annotation, _ = submit_annotation(assignment=claimed(project), answer=given, at=AT)
    assert annotation.long_form_answer.missing == [
        {"disambiguation": 1, "short_answers": ["Surveyors"]}
    ]


def test_a_refused_answer_changes_nothing(project: Project) -> None:
    assignment = claimed(project)
    save_draft(assignment=assignment, version=0, answer=answer("Masons"), at=AT)
    with pytest.raises(InvalidInputError) as refused:
        submit_annotation(assignment=assignment, answer=answer("Masons"), at=AT)
    assert refused.value.code == "missing_short_answers"
    assignment.refresh_from_db()
    assert (assignment.state, Annotation.objects.count()) == ("open", 0)
    assert Draft.objects.get().answer == answer("Masons")


def test_in_the_regime_without_context_nothing_is_checked_against_what_was_not_shown(
    project: Project,
) -> None:
    Project.objects.update(regime="no_context")
    project.refresh_from_db()
    annotation, _ = submit_annotation(
        assignment=claimed(project), answer=answer("Whoever likes."), at=AT
    )
    written = annotation.long_form_answer
    assert (written.missing, written.coverage, written.regime) == ([], None, "no_context")


def test_knowledge_from_another_examples_page_is_refused(project: Project) -> None:
    other = make_page(b"<html><body><p>Masons use it</p></body></html>", "Other")
    piece = {**anchored("Masons use it"), "page": other.pk}
    with pytest.raises(InvalidInputError) as refused:
        submit_annotation(assignment=claimed(project), answer=answer(knowledge=[piece]), at=AT)
    assert refused.value.code == "unknown_page"


def test_the_same_key_again_gives_the_same_annotation(project: Project) -> None:
    assignment = claimed(project)
    given = {"assignment": assignment, "answer": answer(), "at": AT, "idempotency_key": "k"}
    first, created = submit_annotation(**given)
    again, created_again = submit_annotation(**given)
    assert (first.pk, created, created_again) == (again.pk, True, False)
    assert LongFormAnswer.objects.count() == 1


def test_a_stale_version_is_refused(project: Project) -> None:
    assignment = claimed(project)
    save_draft(assignment=assignment, version=0, answer=answer("Masons"), at=AT)
    with pytest.raises(ConflictError) as refused:
        submit_annotation(assignment=assignment, answer=answer(), version=0, at=AT)
    assert refused.value.code == "stale_draft"


def test_a_late_answer_is_kept_beside_the_others(project: Project) -> None:
    example = Example.objects.get()
    late, quicker = make_annotators(project, 2)
    assignment = make_assignment(example, late)
    claim_assignment(project=project, annotator=quicker, at=AT + HOUR)
    other = Assignment.objects.get(annotator=quicker)
    submit_annotation(assignment=other, answer=answer(), at=AT + HOUR)
    annotation, _ = submit_annotation(assignment=assignment, answer=answer(), at=AT + 2 * HOUR)
    assert annotation.is_late
    assert LongFormAnswer.objects.count() == 2


def test_a_revision_is_a_row_of_its_own_with_its_own_knowledge(project: Project) -> None:
    first, _ = submit_annotation(
        assignment=claimed(project), answer=answer(knowledge=[anchored("Masons use it")]), at=AT
    )
    save_revision_draft(annotation=first, version=0, answer=answer("So far"), at=AT)
    second, created = revise_annotation(
        annotation=first,
        answer=answer(f"{COMPLETE} Indeed."),
        reason="clearer",
        at=AT,
        version=1,
        active_seconds={"writing": 3},
    )
    assert created
    assert Annotation.objects.current().get() == second
    assert first.knowledge.count() == 1
    assert second.knowledge.count() == 0
    assert second.long_form_answer.word_count == 25


def test_what_was_written_can_not_be_changed(project: Project) -> None:
    submit_annotation(
        assignment=claimed(project), answer=answer(knowledge=[anchored("Masons use it")]), at=AT
    )
    for rows, change in (
        (LongFormAnswer.objects.all(), {"text": "Other"}),
        (KnowledgePiece.objects.all(), {"content": "Other"}),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    assert LongFormAnswer.objects.get().text == COMPLETE
