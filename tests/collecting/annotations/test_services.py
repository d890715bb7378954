from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation, Draft, NaturalQuestionsAnswer
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.projects.services import write_guideline
from tests.factories.corpus import AT, make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
GOOD = {"question_quality": "good"}
NO_ANSWER: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}


def claimed(overlap: int = 1) -> Assignment:
    project = make_project(overlap=overlap)
    make_examples(project, 1)
    annotator, _ = make_annotators(project, 2)
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    return assignment


def test_save_draft_counts_versions_and_renews_the_lease() -> None:
    assignment = claimed()
    later = AT + HOUR / 2
    first = save_draft(assignment=assignment, version=0, answer=GOOD, at=AT)
    assert first.version == 1
    second = save_draft(assignment=assignment, version=1, answer=NO_ANSWER, at=later)
    assert (second.version, second.answer) == (2, NO_ANSWER)
    assignment.refresh_from_db()
    assert assignment.lease_expires_at == later + HOUR


def test_save_draft_refuses_what_another_tab_overtook() -> None:
    assignment = claimed()
    save_draft(assignment=assignment, version=0, answer=GOOD, at=AT)
    with pytest.raises(ConflictError) as refused:
        save_draft(assignment=assignment, version=0, answer=NO_ANSWER, at=AT)
    assert refused.value.code == "stale_draft"
    assert Draft.objects.get().answer == GOOD


@pytest.mark.parametrize("answer", [NO_ANSWER, {**NO_ANSWER, "yes_no_answer": "YES"}])
def test_a_stale_submission_is_told_so_whatever_else_is_wrong(answer: dict[str, Any]) -> None:
    assignment = claimed()
    save_draft(assignment=assignment, version=0, answer=GOOD, at=AT)
    save_draft(assignment=assignment, version=1, answer=GOOD, at=AT)
    with pytest.raises(ConflictError) as refused:
        submit_annotation(assignment=assignment, answer=answer, version=1, at=AT)
    assert refused.value.code == "stale_draft"
    assignment.refresh_from_db()
    assert (assignment.state, assignment.slot_id is None) == ("open", False)
    assert not Annotation.objects.exists()


def test_the_page_is_shown_from_the_first_good_draft_on() -> None:
    assignment = claimed()
    save_draft(assignment=assignment, version=0, answer={"question_quality": None}, at=AT)
    assignment.refresh_from_db()
    assert assignment.page_shown_at is None
    save_draft(assignment=assignment, version=1, answer=GOOD, at=AT + HOUR / 4)
    save_draft(assignment=assignment, version=2, answer=GOOD, at=AT + HOUR / 2)
    assignment.refresh_from_db()
    assert assignment.page_shown_at == AT + HOUR / 4


def test_a_draft_stays_when_the_lease_runs_out() -> None:
    assignment = claimed()
    save_draft(assignment=assignment, version=0, answer=GOOD, at=AT)
    again = claim_assignment(
        project=assignment.project, annotator=assignment.annotator, at=AT + 2 * HOUR
    )
    assert again == assignment
    assert Draft.objects.get().answer == GOOD


def test_submit_annotation_stores_the_answer_with_bytes_and_times() -> None:
    assignment = claimed()
    guideline = write_guideline(project=assignment.project, markdown="# Be kind", at=AT, actor=None)
    annotation, created = submit_annotation(
        assignment=assignment,
        answer={**NO_ANSWER, "long_answer": {"candidate_index": 0}, "yes_no_answer": "YES"},
        active_seconds={"question": 2.0, "long_answer": 3.5, "short_answer": 1.0},
        at=AT,
    )
    answer = NaturalQuestionsAnswer.objects.get()
    assert created
    assert annotation.guideline == guideline
    assert (answer.candidate_index, answer.long_answer_tag, answer.yes_no_answer) == (0, "P", "YES")
    assert (answer.seconds_question, answer.seconds_long_answer, answer.seconds_short_answer) == (
        2.0,
        3.5,
        1.0,
    )
    assignment.refresh_from_db()
    assert (assignment.state, Slot.objects.get().state) == ("submitted", "filled")


def test_submit_annotation_gives_the_same_annotation_for_the_same_key() -> None:
    assignment = claimed()
    first, created = submit_annotation(
        assignment=assignment, answer=NO_ANSWER, at=AT, idempotency_key="k"
    )
    again, created_again = submit_annotation(
        assignment=assignment, answer=NO_ANSWER, at=AT, idempotency_key="k"
    )
    assert (first, created, created_again) == (again, True, False)


def test_submit_annotation_refuses_a_second_submission_with_another_key() -> None:
    assignment = claimed()
    submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT, idempotency_key="k")
    with pytest.raises(ConflictError) as refused:
        submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT, idempotency_key="other")
    assert refused.value.code == "already_submitted"


def test_submit_annotation_refuses_what_another_tab_overtook() -> None:
    assignment = claimed()
    save_draft(assignment=assignment, version=0, answer=GOOD, at=AT)
    with pytest.raises(ConflictError) as refused:
        submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT, version=0)
    assert refused.value.code == "stale_draft"
    assert not Annotation.objects.exists()


def test_submit_annotation_changes_nothing_for_an_impossible_answer() -> None:
    assignment = claimed()
    with pytest.raises(InvalidInputError):
        submit_annotation(
            assignment=assignment, answer={**NO_ANSWER, "yes_no_answer": "YES"}, at=AT
        )
    assignment.refresh_from_db()
    assert (assignment.state, Annotation.objects.count()) == ("open", 0)


def test_an_answer_after_the_lease_takes_a_free_slot() -> None:
    assignment = claimed()
    others = assignment.project.memberships.exclude(user=assignment.annotator)
    other = others.select_related("user").get().user
    his = claim_assignment(project=assignment.project, annotator=other, at=AT + HOUR)
    assert his
    his.slot = None
    his.state = "released"
    his.lease_expires_at = his.clock_started_at = None
    his.save()
    Slot.objects.update(state="free")
    annotation, _ = submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT + HOUR)
    assert not annotation.is_late
    assert Slot.objects.get().state == "filled"


def test_an_answer_whose_slot_was_given_away_is_kept_as_late() -> None:
    assignment = claimed()
    others = assignment.project.memberships.exclude(user=assignment.annotator)
    other = others.select_related("user").get().user
    claim_assignment(project=assignment.project, annotator=other, at=AT + HOUR)
    annotation, _ = submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT + HOUR)
    assert annotation.is_late
    assert Slot.objects.get().state == "held"


@pytest.mark.parametrize(
    "columns",
    [
        {"question_quality": "bad", "candidate_index": 0},
        {"question_quality": "good", "yes_no_answer": "YES"},
        {"question_quality": "good", "short_answer_count": 1},
        {
            "question_quality": "good",
            "candidate_index": 0,
            "long_start_byte": 0,
            "long_end_byte": 9,
            "long_start_token": 0,
            "long_end_token": 3,
            "short_answer_count": 1,
            "yes_no_answer": "NO",
        },
        {"question_quality": "good", "candidate_index": 0},
    ],
)
def test_the_database_itself_refuses_impossible_answers(columns: dict[str, Any]) -> None:
    assignment = claimed()
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator=assignment.annotator,
        project=assignment.project,
        annotation_id="5",
        created_at=AT,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        NaturalQuestionsAnswer.objects.create(annotation=annotation, **columns)
