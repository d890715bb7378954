"""Parking with a question, answering, asking on."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.assignments.services import resume_assignment
from annotator.collecting.guidance.models import QuestionThread, ThreadMessage
from annotator.collecting.guidance.queries import count_news, narrow_threads, threads_for
from annotator.collecting.guidance.threads import (
    close_thread,
    is_overdue,
    park_with_question,
    write_message,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_member
from tests.factories.guidance import LONG_FORM, ask, claim

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_parking_with_a_question_keeps_the_slot_and_the_draft_as_it_was(
    project: Project, ada: User
) -> None:
    assignment = claim(project, ada)
    save_draft(assignment=assignment, version=0, answer={**LONG_FORM, "concern": "x"}, at=AT)
    thread = park_with_question(
        assignment=assignment, question=" Which mason? ", note="", at=AT, actor=ada
    )
    resume_assignment(assignment=assignment, at=AT)
    save_draft(assignment=assignment, version=1, answer=LONG_FORM, at=AT)
    assignment.refresh_from_db()
    assert assignment.slot_id is not None
    thread.refresh_from_db()
    assert thread.draft is not None
    assert thread.draft["concern"] == "x"
    assert [message.text for message in thread.messages.all()] == ["Which mason?"]
    assert Event.objects.filter(verb="asked", example_id=assignment.example_id).count() == 1


def test_an_empty_question_leaves_the_example_open(project: Project, ada: User) -> None:
    assignment = claim(project, ada)
    with pytest.raises(InvalidInputError):
        park_with_question(assignment=assignment, question="  ", note="", at=AT, actor=ada)
    assignment.refresh_from_db()
    assert assignment.state == "open"
    assert not QuestionThread.objects.exists()


def test_a_leads_message_settles_it_and_the_askers_lets_it_wait_again(
    project: Project, ada: User, lena: User
) -> None:
    thread = ask(project, ada)
    write_message(thread=thread, text="Yes.", at=AT + HOUR, actor=lena, as_lead=True)
    thread.refresh_from_db()
    assert (thread.waiting_since, thread.answered_at) == (None, AT + HOUR)
    write_message(thread=thread, text="Really?", at=AT + 2 * HOUR, actor=ada, as_lead=False)
    thread.refresh_from_db()
    assert (thread.waiting_since, thread.answered_at) == (AT + 2 * HOUR, None)


def test_more_from_the_asker_does_not_start_the_waiting_anew(project: Project, ada: User) -> None:
    thread = ask(project, ada)
    write_message(thread=thread, text="And?", at=AT + HOUR, actor=ada, as_lead=False)
    thread.refresh_from_db()
    assert thread.waiting_since == AT


def test_a_message_that_is_sent_again_with_its_key_is_there_once(
    project: Project, ada: User, lena: User
) -> None:
    thread = ask(project, ada)

    def write(text: str, actor: User, key: str) -> ThreadMessage:
        return write_message(
            thread=thread,
            text=text,
            at=AT,
            actor=actor,
            as_lead=actor == lena,
            idempotency_key=key,
        )

    first = write("Yes.", lena, "a")
    write("Why?", ada, "a")
    assert write("Yes.", lena, "a") == first
    thread.refresh_from_db()
    # What was sent again settles nothing that was asked since.
    assert thread.waiting_since == AT
    write("Yes.", lena, "b")
    write("Yes.", lena, "")
    write("Yes.", lena, "")
    texts = [message.text for message in thread.messages.order_by("pk")]
    assert texts == ["Is a mason a builder?", "Yes.", "Why?", "Yes.", "Yes.", "Yes."]


def test_it_is_overdue_past_a_day_and_not_at_it(project: Project, ada: User) -> None:
    thread = ask(project, ada)
    assert not is_overdue(thread, at=AT + DAY)
    assert is_overdue(thread, at=AT + DAY + timedelta(seconds=1))


def test_a_closed_question_does_not_wait_and_is_closed_once(
    project: Project, ada: User, lena: User
) -> None:
    thread = close_thread(thread=ask(project, ada), at=AT, actor=ada)
    assert (thread.waiting_since, thread.closed_at) == (None, AT)
    with pytest.raises(ConflictError):
        close_thread(thread=thread, at=AT, actor=lena)


def test_leads_see_those_that_wait_longest_first_and_others_their_own(
    project: Project, ada: User, lena: User
) -> None:
    bob = make_member(project, "bob").user
    answered = ask(project, ada, at=AT - 3 * DAY)
    late = ask(project, bob, "Is it a *plumb* line?", at=AT - 2 * DAY)
    fresh = ask(project, ada, at=AT)
    write_message(thread=answered, text="Yes.", at=AT, actor=lena, as_lead=True)
    seen = threads_for(project=project, user=lena, role=Role.LEAD)
    assert list(seen) == [late, fresh, answered]
    assert list(threads_for(project=project, user=bob, role=Role.ANNOTATOR)) == [late]

    def narrowed(state: str, search: str = "") -> list[QuestionThread]:
        return list(narrow_threads(seen, state=state, search=search, at=AT + HOUR))

    assert narrowed("waiting") == [late, fresh]
    assert narrowed("overdue") == [late]
    assert narrowed("answered") == [answered]
    assert narrowed("closed") == []
    assert narrowed("", "PLUMB* line") == [late]
    counts = {
        user.username: count_news(project=project, user=user, role=role, at=AT + HOUR)
        for user, role in ((lena, Role.LEAD), (ada, Role.ANNOTATOR))
    }
    nothing = {"faq_new": 0, "feedback_new": 0}
    assert counts == {
        "lena": {
            "questions_waiting": 2,
            "questions_overdue": 1,
            "questions_answered": 0,
            **nothing,
        },
        "ada": {"questions_waiting": 0, "questions_overdue": 0, "questions_answered": 1, **nothing},
    }


def test_an_example_that_was_parked_again_is_news_once_its_last_question_is_answered(
    project: Project, ada: User, lena: User
) -> None:
    def answered() -> int:
        news = count_news(project=project, user=ada, role=Role.ANNOTATOR, at=AT)
        return news["questions_answered"]

    first = ask(project, ada)
    write_message(thread=first, text="Yes.", at=AT, actor=lena, as_lead=True)
    assignment = resume_assignment(assignment=first.assignment, at=AT)
    second = park_with_question(
        assignment=assignment, question="A roofer too?", note="", at=AT, actor=ada
    )
    assert answered() == 0
    write_message(thread=second, text="No.", at=AT, actor=lena, as_lead=True)
    assert answered() == 1
