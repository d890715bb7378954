"""A lead revises in an annotator's place: the answer stays theirs, and says who wrote it."""

from typing import Any

import pytest

from annotator.collecting.annotations.annotators import describe_annotators
from annotator.collecting.annotations.lead_revisions import (
    lead_draft_of,
    revise_for_annotator,
    save_lead_draft,
)
from annotator.collecting.annotations.models import Annotation, Draft, LeadDraft, Source
from annotator.collecting.annotations.queries import own_progress
from annotator.collecting.annotations.revisions import (
    may_revise,
    reopen_annotation,
    revise_annotation,
    save_revision_draft,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.services import update_project, write_guideline
from tests.collecting.annotations.test_revisions import BAD, DAY, HOUR, YES, refusal, submitted
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.long_form import make_long_form_annotation

pytestmark = pytest.mark.django_db


@pytest.fixture
def annotation() -> Annotation:
    project = make_project()
    make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    return submitted(project, annotator)


@pytest.fixture
def lead(annotation: Annotation) -> User:
    return make_member(annotation.assignment.project, "lead", Role.LEAD).user


def revised(annotation: Annotation, lead: User, **changes: Any) -> Annotation:
    given: dict[str, Any] = {"answer": YES, "reason": " The table counts ", "at": AT + DAY}
    revision, _ = revise_for_annotator(annotation=annotation, author=lead, **(given | changes))
    return revision


def test_the_revision_is_a_new_row_of_the_annotator_by_the_lead(
    annotation: Annotation, lead: User
) -> None:
    project = annotation.assignment.project
    guideline = write_guideline(project=project, markdown="# New", at=AT + HOUR, actor=lead)
    # Whatever annotators may, a lead revises with a reason.
    update_project(project=project, at=AT, actor=lead, allows_revisions=False)
    revision = revised(annotation, lead, client_version="7")
    assert (revision.revision_of, revision.annotator, revision.revised_by) == (
        annotation,
        annotation.annotator,
        lead,
    )
    assert (revision.created_at, revision.reason) == (AT + DAY, "The table counts")
    assert (revision.guideline, revision.client_version) == (guideline, "7")
    assert revision.natural_questions_answer.yes_no_answer == "YES"
    # The annotator's own time, not the lead's.
    assert revision.natural_questions_answer.seconds_question == 3.0
    (row,) = describe_annotators(project=project, users=[annotation.annotator])
    assert (row["submitted"], row["last_at"]) == (1, AT)
    event = Event.objects.get(verb="revised")
    assert (event.actor, event.subject_id, event.details["reason"]) == (
        lead,
        str(revision.pk),
        "The table counts",
    )
    assert refusal(lambda: revised(annotation, lead)) == "stale_annotation"
    assert refusal(lambda: revised(revision, lead, reason=" ")) == "reason_needed"


def test_the_same_key_gives_the_same_revision(annotation: Annotation, lead: User) -> None:
    first = revised(annotation, lead, idempotency_key="r")
    assert revised(annotation, lead, idempotency_key="r", answer=BAD) == first


def test_the_leads_draft_is_apart_from_the_annotators(annotation: Annotation, lead: User) -> None:
    save_revision_draft(annotation=annotation, version=0, answer={"a": 1}, at=AT)
    save_lead_draft(annotation=annotation, author=lead, version=0, answer={"b": 1}, at=AT)
    stale: dict[str, Any] = {"annotation": annotation, "author": lead, "version": 0}
    stale |= {"answer": {}, "at": AT}
    assert refusal(lambda: save_lead_draft(**stale)) == "stale_draft"
    assert refusal(lambda: revised(annotation, lead, version=0)) == "stale_draft"
    draft = lead_draft_of(annotation=annotation, author=lead)
    assert draft
    assert (draft.version, draft.answer, Draft.objects.get().answer) == (1, {"b": 1}, {"a": 1})
    revised(annotation, lead, version=1)
    assert not LeadDraft.objects.exists()


def test_what_a_lead_revised_is_the_annotators_again_only_when_asked(
    annotation: Annotation, lead: User
) -> None:
    reopen_annotation(annotation=annotation, reason="Look", at=AT, actor=lead)
    revision = revised(annotation, lead)
    own = own_progress(project=annotation.assignment.project, user=annotation.annotator, at=AT)
    assert (own["reopened"], may_revise(revision, at=AT + DAY)) == (0, False)
    again: dict[str, Any] = {"answer": BAD, "reason": "Still bad", "at": AT + 2 * DAY}
    assert refusal(lambda: revise_annotation(annotation=revision, **again)) == "no_revisions"
    reopen_annotation(annotation=revision, reason="Do you agree?", at=AT + DAY, actor=lead)
    own_revision, _ = revise_annotation(annotation=Annotation.objects.get(pk=revision.pk), **again)
    assert own_revision.revised_by == annotation.annotator


def test_a_long_form_answer_keeps_its_annotators_time_and_what_was_simulated_stays() -> None:
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    lead = make_member(project, "lead", Role.LEAD).user
    ada, robot = make_annotators(project, 2)
    first = make_long_form_annotation(example, ada, seconds=60.0)
    answer = {"long_form_answer": COMPLETE, "knowledge": []}
    revision = revised(first, lead, answer=answer)
    assert revision.long_form_answer.seconds_writing == 60.0
    simulated = make_long_form_annotation(example, robot, source=Source.SIMULATED)
    assert refusal(lambda: revised(simulated, lead, answer=answer)) == "imported"
