"""What somebody asked and was told: what they get of it, and what stays once they are erased."""

from dataclasses import replace
from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.guidance.faq import publish_entry
from annotator.collecting.guidance.feedback import give_feedback
from annotator.collecting.guidance.models import FaqVersion, Feedback, QuestionThread, ThreadMessage
from annotator.collecting.guidance.threads import park_with_question, write_message
from annotator.running.personal_data.collection import parts_about
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_user
from tests.factories.guidance import LONG_FORM, TEXT, annotate, claim

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)


@pytest.fixture
def zoe() -> User:
    """An annotator who asked, was answered, and was told something; all of it names her."""
    project = make_asqa_project()
    make_ambiguous_examples(project, 3)
    make_user("zoe.lovelace")
    zoe = make_member(project, "zoe.lovelace").user
    lena = make_member(project, "lena", Role.LEAD).user
    _ask(project, zoe, lena)
    give_feedback(
        annotation=annotate(project, zoe),
        criterion="other",
        text="Well done, zoe.lovelace.",
        at=AT,
        actor=lena,
    )
    text = replace(TEXT, answer="Ask zoe.lovelace.")
    publish_entry(project=project, text=text, at=AT, actor=lena)
    return zoe


def _ask(project: Project, zoe: User, lena: User) -> None:
    assignment = claim(project, zoe)
    save_draft(assignment=assignment, version=0, answer=LONG_FORM, at=AT)
    thread = park_with_question(
        assignment=assignment, question="I, zoe.lovelace, ask", note="", at=AT, actor=zoe
    )
    write_message(thread=thread, text="zoe.lovelace: no", at=AT, actor=lena, as_lead=True)
    write_message(thread=thread, text="Why?", at=LATER, actor=zoe, as_lead=False)


def _told(user: User) -> dict[str, list[dict[str, object]]]:
    return {part.name: list(part.rows()) for part in parts_about(user)}


def test_one_gets_what_one_asked_and_was_told_without_others_names(zoe: User) -> None:
    told = _told(zoe)
    (question,) = told["questions"]
    assert question["draft"] == LONG_FORM
    assert question["messages"] == [
        {"at": AT, "by": "you", "text": "I, zoe.lovelace, ask"},
        {"at": AT, "by": "a lead", "text": "zoe.lovelace: no"},
        {"at": LATER, "by": "you", "text": "Why?"},
    ]
    (feedback,) = told["feedback_received"]
    assert (feedback["criterion"], feedback["text"]) == ("other", "Well done, zoe.lovelace.")
    assert told["feedback_given"] == told["faq_entries"] == told["answers_to_questions"] == []


def test_a_lead_gets_what_they_wrote_to_others(zoe: User) -> None:
    told = _told(User.objects.get(username="lena"))
    assert told["questions"] == told["feedback_received"] == []
    assert [row["text"] for row in told["answers_to_questions"]] == ["zoe.lovelace: no"]
    assert [row["number"] for row in told["faq_entries"]] == [1]
    assert [row["text"] for row in told["feedback_given"]] == ["Well done, zoe.lovelace."]


def test_names_and_drafts_go_and_the_words_stay(zoe: User) -> None:
    erase_person(user=zoe, at=LATER, actor=None)
    messages = ThreadMessage.objects.order_by("pk").values_list("text", flat=True)
    assert list(messages) == ["I, [erased], ask", "[erased]: no", "Why?"]
    assert Feedback.objects.get().text == "Well done, [erased]."
    assert FaqVersion.objects.get().answer == "Ask [erased]."
    thread = QuestionThread.objects.get()
    assert (thread.draft, thread.waiting_since, thread.closed_at) == (None, None, LATER)
