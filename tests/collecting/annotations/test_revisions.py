from collections.abc import Callable
from datetime import timedelta, timezone
from functools import partial
from typing import Any

import pytest

from annotator.collecting.annotations.annotators import describe_annotators
from annotator.collecting.annotations.lead_revisions import revise_for_annotator
from annotator.collecting.annotations.models import Annotation, Draft, RevisionRequest
from annotator.collecting.annotations.queries import (
    current_annotations,
    own_progress,
    project_progress,
)
from annotator.collecting.annotations.revisions import (
    UNDO_REASON,
    reopen_annotation,
    revise_annotation,
    save_revision_draft,
    undo_submission,
    withdraw_request,
)
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.exceptions import ConflictError, DomainError, InvalidInputError, NotAllowedError
from annotator.exchange.exports.natural_questions import exported_examples
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import update_project, write_guideline
from tests.at_once import outcomes_at_once
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NO_ANSWER = {**BAD, "question_quality": "good"}
YES = {**NO_ANSWER, "long_answer": {"candidate_index": 0}, "yes_no_answer": "YES"}


def submitted(project: Project, annotator: User, answer: dict[str, Any] = BAD) -> Annotation:
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    seconds = {"question": 3.0, "long_answer": 0.0, "short_answer": 0.0}
    annotation, _ = submit_annotation(
        assignment=assignment, answer=answer, at=AT, idempotency_key="k", active_seconds=seconds
    )
    return annotation


@pytest.fixture
def annotation() -> Annotation:
    project = make_project(overlap=2)
    make_examples(project, 1)
    first, _ = make_annotators(project, 2)
    return submitted(project, first)


def revised(annotation: Annotation, **changes: Any) -> Annotation:
    given: dict[str, Any] = {"answer": YES, "reason": "I had misread it", "at": AT + DAY}
    revision, _ = revise_annotation(annotation=annotation, **(given | changes))
    return revision


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(DomainError) as refused:
        call()
    return refused.value.code


def test_a_revision_is_a_new_row_that_says_when_why_and_under_which_guidelines(
    annotation: Annotation,
) -> None:
    project = annotation.assignment.project
    guideline = write_guideline(project=project, markdown="# New", at=AT + HOUR, actor=None)
    revision = revised(annotation, client_version="7", idempotency_key="r", reason=" Misread ")
    annotation.refresh_from_db()
    assert (annotation.natural_questions_answer.question_quality, annotation.guideline) == (
        "bad",
        None,
    )
    assert revision.revision_of == annotation
    assert (revision.annotator, revision.revised_by) == (annotation.annotator,) * 2
    assert (revision.created_at, revision.reason) == (AT + DAY, "Misread")
    assert (revision.guideline, revision.client_version) == (guideline, "7")
    assert revision.natural_questions_answer.yes_no_answer == "YES"
    assert revision.annotation_id != annotation.annotation_id
    event = Event.objects.get(verb="revised")
    assert (event.subject_id, event.example_id, event.details) == (
        str(revision.pk),
        annotation.example_id,
        {
            "assignment": annotation.assignment_id,
            "revises": annotation.pk,
            "reason": "Misread",
        },
    )


def test_every_reader_goes_by_the_newest_and_the_count_stays(annotation: Annotation) -> None:
    project, annotator = annotation.assignment.project, annotation.annotator
    before = project_progress(project=project)
    middle = revised(annotation, active_seconds={"question": 9.0})
    last = revised(
        middle,
        answer=NO_ANSWER,
        at=AT + 2 * DAY,
        active_seconds={"question": 20.0, "long_answer": 0.0, "short_answer": 0.0},
    )
    assert list(current_annotations(project)) == [last]
    (example,) = exported_examples(project)
    assert example.counted_annotations == [last]  # type: ignore[attr-defined]
    # A revision counts on the day of the answer that it replaces.
    assert project_progress(project=project) == before
    states = Slot.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == [SlotState.FILLED, SlotState.FREE]
    (row,) = describe_annotators(project=project, users=[annotator])
    assert (row["submitted"], row["bad_share"], row["null_share"], row["seconds_median"]) == (
        1,
        0.0,
        1.0,
        20.0,
    )
    assert row["last_at"] == AT + 2 * DAY


def test_active_time_today_is_of_what_was_submitted_since_midnight_utc() -> None:
    project = make_project(overlap=1)
    make_examples(project, 3)
    (annotator,) = make_annotators(project, 1)
    midnight = AT.replace(hour=0, minute=0)
    first = submitted(project, annotator)
    for at, seconds in ((midnight, 10.0), (midnight - timedelta(seconds=1), 100.0)):
        assignment = claim_assignment(project=project, annotator=annotator, at=midnight - DAY)
        assert assignment
        submit_annotation(
            assignment=assignment, answer=BAD, at=at, active_seconds={"question": seconds}
        )
    # What is added to an answer later counts on its own day.
    revised(first, active_seconds={"question": 5.0})
    # One o'clock in the morning east of Greenwich is still the day before in UTC.
    east = timezone(timedelta(hours=9))
    days = [
        own_progress(project=project, user=annotator, at=at)["seconds_today"]
        for at in (AT, (midnight + timedelta(hours=16)).astimezone(east), AT + DAY)
    ]
    assert days == [15.0, 15.0, 0.0]


def test_the_same_key_gives_the_same_revision(annotation: Annotation) -> None:
    first = revise_annotation(
        annotation=annotation, answer=YES, reason="x", at=AT, idempotency_key="r"
    )
    again = revise_annotation(
        annotation=annotation, answer=BAD, reason="y", at=AT + DAY, idempotency_key="r"
    )
    assert (first[1], again) == (True, (first[0], False))
    assert Annotation.objects.count() == 2


def test_the_key_of_the_submission_is_not_taken_for_a_revision(annotation: Annotation) -> None:
    assert refusal(lambda: revised(annotation, idempotency_key="k")) == "key_taken"


def test_submitting_again_with_the_first_key_gives_the_first_annotation(
    annotation: Annotation,
) -> None:
    revised(annotation)
    again, created = submit_annotation(
        assignment=annotation.assignment, answer=BAD, at=AT + DAY, idempotency_key="k"
    )
    assert (again, created) == (annotation, False)


def test_what_was_revised_already_can_not_be_revised_again(annotation: Annotation) -> None:
    revised(annotation)
    assert refusal(lambda: revised(annotation)) == "stale_annotation"


def test_a_revision_needs_a_reason_and_a_possible_answer(annotation: Annotation) -> None:
    assert refusal(lambda: revised(annotation, reason="  ")) == "reason_needed"
    impossible = {**NO_ANSWER, "yes_no_answer": "YES"}
    with pytest.raises(InvalidInputError):
        revised(annotation, answer=impossible)
    assert Annotation.objects.count() == 1


def test_a_question_that_is_not_submitted_has_nothing_to_revise(annotation: Annotation) -> None:
    project = annotation.assignment.project
    second = make_member(project, "annotator-1").user
    other = claim_assignment(project=project, annotator=second, at=AT)
    assert other
    annotation.assignment = other
    assert refusal(lambda: revised(annotation)) == "not_submitted"


def test_a_late_answer_stays_late_when_it_is_revised() -> None:
    project = make_project()
    make_examples(project, 1)
    first, second = make_annotators(project, 2)
    mine = claim_assignment(project=project, annotator=first, at=AT)
    theirs = claim_assignment(project=project, annotator=second, at=AT + 2 * HOUR)
    assert mine
    assert theirs
    submit_annotation(assignment=theirs, answer=BAD, at=AT + 2 * HOUR)
    late, _ = submit_annotation(assignment=mine, answer=BAD, at=AT + 2 * HOUR)
    revision = revised(late)
    assert (late.is_late, revision.is_late) == (True, True)
    (example,) = exported_examples(project)
    counted = example.counted_annotations  # type: ignore[attr-defined]
    assert [each.annotator for each in counted] == [second]


def test_a_draft_of_a_revision_is_kept_until_it_is_submitted(annotation: Annotation) -> None:
    draft = {"question_quality": "good"}
    save_revision_draft(annotation=annotation, version=0, answer=draft, at=AT + HOUR)
    saved = Draft.objects.get()
    assert (saved.version, saved.answer, saved.revising) == (1, draft, annotation)
    annotation.assignment.refresh_from_db()
    # The caller the question good sees the page, also at the second look.
    assert annotation.assignment.page_shown_at == AT + HOUR
    with pytest.raises(ConflictError) as refused:
        save_revision_draft(annotation=annotation, version=0, answer=BAD, at=AT + HOUR)
    assert refused.value.code == "stale_draft"
    assert refusal(lambda: revised(annotation, version=0)) == "stale_draft"
    revised(annotation, version=1)
    assert (
        refusal(
            lambda: save_revision_draft(annotation=annotation, version=1, answer=BAD, at=AT + DAY)
        )
        == "stale_annotation"
    )


def test_a_project_can_take_no_revisions_but_those_that_a_lead_asks_for(
    annotation: Annotation,
) -> None:
    project = annotation.assignment.project
    lead = make_member(project, "lead", Role.LEAD).user
    update_project(project=project, at=AT, actor=lead, allows_revisions=False)
    annotation = Annotation.objects.get()
    with pytest.raises(NotAllowedError):
        revised(annotation)
    with pytest.raises(NotAllowedError):
        save_revision_draft(annotation=annotation, version=0, answer=BAD, at=AT + MINUTE)
    reopen_annotation(annotation=annotation, reason="Look again", at=AT, actor=lead)
    revision = revised(Annotation.objects.get())
    with pytest.raises(NotAllowedError):
        revised(revision)


def test_annotators_revise_within_the_projects_time_and_later_only_when_asked(
    annotation: Annotation,
) -> None:
    project = annotation.assignment.project
    lead = make_member(project, "lead", Role.LEAD).user
    update_project(project=project, at=AT, actor=lead, revision_minutes=30)
    first = revised(Annotation.objects.get(), at=AT + 29 * MINUTE)
    # From the first submission on: a change does not put the end off.
    first = Annotation.objects.get(pk=first.pk)
    assert refusal(lambda: revised(first, at=AT + 30 * MINUTE)) == "no_revisions"
    draft: dict[str, Any] = {"annotation": first, "version": 0, "answer": BAD}
    draft["at"] = AT + 30 * MINUTE
    assert refusal(lambda: save_revision_draft(**draft)) == "no_revisions"
    reopen_annotation(annotation=first, reason="Look", at=AT + DAY, actor=lead)
    assert revised(Annotation.objects.get(pk=first.pk), at=AT + DAY).revised_by == first.annotator


@pytest.mark.parametrize(
    "settings", [{"allows_revisions": False}, {"revision_minutes": 1}, {}], ids=str
)
def test_every_project_lets_an_answer_be_taken_back_for_a_minute_and_asks_for_no_reason(
    annotation: Annotation, settings: dict[str, Any]
) -> None:
    Project.objects.update(lease_minutes=10, **settings)
    annotation = Annotation.objects.get()
    in_time = AT + timedelta(seconds=59)
    undo = undo_submission(annotation=annotation, at=in_time)
    # Asked for again, it is the same one.
    assert undo_submission(annotation=annotation, at=in_time + HOUR) == undo
    # It counts as it is until the revision comes, which may take as long as a question may rest.
    assert list(current_annotations(annotation.assignment.project)) == [annotation]
    late = in_time + timedelta(minutes=10)
    if settings:
        assert refusal(lambda: revised(annotation, reason="", at=late)) == "no_revisions"
    save_revision_draft(annotation=annotation, version=0, answer=BAD, at=late - MINUTE)
    revision = revised(annotation, reason=" ", at=late - MINUTE)
    assert (revision.reason, revision.revision_of) == (UNDO_REASON, annotation)
    verbs = Event.objects.filter(subject="annotation").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["submitted", "undid", "revised"]


def test_after_a_minute_an_answer_can_not_be_taken_back(annotation: Annotation) -> None:
    assert refusal(lambda: undo_submission(annotation=annotation, at=AT + MINUTE)) == (
        "too_late_to_undo"
    )
    assert not Event.objects.filter(verb="undid").exists()


def test_what_was_changed_since_is_not_taken_back(annotation: Annotation) -> None:
    revision = revised(annotation, at=AT)
    assert refusal(lambda: undo_submission(annotation=annotation, at=AT)) == "stale_annotation"
    # The change itself is, within the minute of the first submission.
    assert undo_submission(annotation=revision, at=AT).annotation == revision


def test_what_a_lead_wrote_is_not_the_annotators_to_take_back(annotation: Annotation) -> None:
    lead = make_member(annotation.assignment.project, "lead", Role.LEAD).user
    revision, _ = revise_for_annotator(
        annotation=annotation, author=lead, answer=YES, reason="Misread", at=AT
    )
    assert refusal(lambda: undo_submission(annotation=revision, at=AT)) == "too_late_to_undo"


@pytest.mark.parametrize(("given", "kept"), [("misread", "misread"), ("", "not_given")])
def test_why_a_question_is_bad_after_its_page_was_seen_is_kept(
    annotation: Annotation, given: str, kept: str
) -> None:
    save_revision_draft(
        annotation=annotation, version=0, answer={"question_quality": "good"}, at=AT
    )
    annotation = Annotation.objects.get()
    revision = revised(annotation, answer={**BAD, "bad_reason": given})
    assert revision.natural_questions_answer.bad_reason == kept
    assert Event.objects.get(verb="revised").details["bad_after_page"] == kept


def test_a_judgment_from_the_question_alone_has_no_reason(annotation: Annotation) -> None:
    revision = revised(annotation, answer={**BAD, "bad_reason": "misread"})
    assert revision.natural_questions_answer.bad_reason == ""
    assert "bad_after_page" not in Event.objects.get(verb="revised").details


def test_a_lead_asks_to_look_again_and_the_annotator_sees_why(annotation: Annotation) -> None:
    project, annotator = annotation.assignment.project, annotation.annotator
    lead = make_member(project, "lead", Role.LEAD).user
    reopen_annotation(annotation=annotation, reason="Is it bad?", at=AT, actor=lead)
    reopen_annotation(annotation=annotation, reason="Really?", at=AT + HOUR, actor=lead)
    request = RevisionRequest.objects.get()
    assert (request.reason, request.requested_by) == ("Really?", lead)
    assert own_progress(project=project, user=annotator, at=AT)["reopened"] == 1
    revised(annotation)
    assert own_progress(project=project, user=annotator, at=AT)["reopened"] == 0
    verbs = Event.objects.filter(subject="annotation").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["submitted", "reopened", "reopened", "revised"]


def test_what_a_lead_has_asked_for_is_changed_and_not_taken_back(annotation: Annotation) -> None:
    lead = make_member(annotation.assignment.project, "lead", Role.LEAD).user
    reopen_annotation(annotation=annotation, reason="Really?", at=AT, actor=lead)
    assert refusal(lambda: undo_submission(annotation=annotation, at=AT)) == "too_late_to_undo"


def test_what_a_lead_has_asked_for_since_it_was_taken_back_needs_a_reason(
    annotation: Annotation,
) -> None:
    lead = make_member(annotation.assignment.project, "lead", Role.LEAD).user
    undo_submission(annotation=annotation, at=AT)
    reopen_annotation(annotation=annotation, reason="Really?", at=AT + DAY, actor=lead)
    annotation = Annotation.objects.get()
    assert refusal(lambda: revised(annotation, reason="")) == "reason_needed"
    withdraw_request(annotation=annotation, at=AT + DAY, actor=lead)
    annotation = Annotation.objects.get()
    assert revised(annotation, reason="").reason == UNDO_REASON


def test_a_request_can_be_taken_back_until_it_is_answered(annotation: Annotation) -> None:
    lead = make_member(annotation.assignment.project, "lead", Role.LEAD).user

    def withdraw() -> None:
        withdraw_request(annotation=annotation, at=AT, actor=lead)

    assert refusal(withdraw) == "not_reopened"
    reopen_annotation(annotation=annotation, reason="Really?", at=AT, actor=lead)
    withdraw()
    assert not RevisionRequest.objects.exists()
    reopen_annotation(annotation=annotation, reason="Really?", at=AT, actor=lead)
    revised(annotation)
    assert refusal(withdraw) == "not_reopened"
    assert RevisionRequest.objects.count() == 1


def test_what_was_revised_or_has_no_reason_is_not_reopened(annotation: Annotation) -> None:
    lead = make_member(annotation.assignment.project, "lead", Role.LEAD).user

    def reopen(reason: str) -> str:
        return refusal(
            lambda: reopen_annotation(annotation=annotation, reason=reason, at=AT, actor=lead)
        )

    assert reopen(" ") == "reason_needed"
    revised(annotation)
    assert reopen("Look") == "stale_annotation"


@pytest.mark.django_db(transaction=True)
def test_of_revisions_at_the_same_time_one_is_taken(annotation: Annotation) -> None:
    def revise(number: int) -> None:
        revised(Annotation.objects.get(pk=annotation.pk), idempotency_key=str(number))

    calls = [partial(revise, number) for number in range(8)]
    assert outcomes_at_once(calls) == ["done"] + ["stale_annotation"] * 7
    assert Annotation.objects.count() == 2
