"""What somebody judged: what they get of it, and what stays once they are erased."""

from datetime import timedelta

import orjson
import pytest

from annotator.quality.judgments.meeting import add_note
from annotator.quality.judgments.models import Consensus, Judgment, JudgmentRound, MeetingNote
from annotator.quality.judgments.verdicts import record_context
from annotator.running.personal_data.collection import parts_about
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.judgments import (
    agree_on,
    answers_of,
    close_all,
    finish,
    make_annotations,
    make_round,
    seats_of,
    vote,
)

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)
ZOE = "zoe.lovelace"


@pytest.fixture
def round_() -> JudgmentRound:
    """Zoe is the first of two experts; both, and the notes, speak of her."""
    project = make_project(overlap=2)
    make_member(project, "lena", Role.LEAD)
    round_ = make_round(project, annotations=make_annotations(project, 2), guidelines=f"Ask {ZOE}.")
    User.objects.filter(username="expert-1").update(username=ZOE)
    zoe, other = seats_of(round_)
    first, second = answers_of(round_)
    record_context(answer=first, seat=zoe, at=AT)
    vote(first, zoe, "C", f"I, {ZOE}, am sure.")
    vote(second, zoe, "W", "The box is wrong.")
    vote(first, other, "C", f"As {ZOE} says.")
    vote(second, other, "C_d", "It will do.")
    return round_


@pytest.fixture
def finished(round_: JudgmentRound) -> JudgmentRound:
    round_ = close_all(round_)
    zoe, other = (seat.user for seat in seats_of(round_))
    first, second = answers_of(round_)
    for author, text in ((zoe, "I was too strict."), (other, f"{ZOE} was right.")):
        add_note(answer=second, text=text, idempotency_key=text, at=AT, actor=author)
    agree_on(second, "W", f"{ZOE} convinced us.", actor=other)
    agree_on(first, "C", "Plain.", actor=zoe)
    return finish(round_)


def told(user: User) -> dict[str, list[dict[str, object]]]:
    return {part.name: list(part.rows()) for part in parts_about(user)}


def test_one_gets_what_one_judged_noted_and_decided(finished: JudgmentRound) -> None:
    zoe, other = (seat.user for seat in seats_of(finished))
    hers = told(zoe)
    verdicts = [(row["answer"], row["verdict"], row["justification"]) for row in hers["judgments"]]
    assert verdicts == [(0, "C", f"I, {ZOE}, am sure."), (1, "W", "The box is wrong.")]
    assert hers["judgments"][0] == {
        "project": "project",
        "round": 1,
        "answer": 0,
        "target": "long",
        "example_id": 1,
        "question": "what is a plumb bob used for (1)",
        "verdict": "C",
        "justification": f"I, {ZOE}, am sure.",
        "context_opened_at": AT,
        "decided_at": AT,
    }
    assert [row["text"] for row in hers["judgment_notes"]] == ["I was too strict."]
    assert [(row["verdict"], row["justification"]) for row in hers["consensus"]] == [
        ("C", "Plain.")
    ]
    assert [row["justification"] for row in told(other)["consensus"]] == [f"{ZOE} convinced us."]


def test_in_the_first_phase_nobody_gets_what_another_expert_judged(round_: JudgmentRound) -> None:
    JudgmentRound.objects.update(title="Strict")
    lead = User.objects.get(username="lena")
    for user in (lead, seats_of(round_)[1].user):
        text = orjson.dumps(told(user), default=str).decode()
        assert "am sure" not in text
        assert "The box is wrong" not in text
        assert '"W"' not in text


def test_verdicts_of_an_erased_expert_stay_and_words_that_name_them_go(
    finished: JudgmentRound,
) -> None:
    zoe = seats_of(finished)[0].user
    before = list(Judgment.objects.order_by("pk").values_list("expert__number", "verdict"))
    erase_person(user=zoe, at=LATER, actor=None)
    assert before == list(Judgment.objects.order_by("pk").values_list("expert__number", "verdict"))
    justifications = Judgment.objects.order_by("expert__number", "answer__number")
    assert list(justifications.values_list("justification", flat=True)) == [
        "",
        "The box is wrong.",
        "",
        "It will do.",
    ]
    notes = MeetingNote.objects.order_by("pk").values_list("text", flat=True)
    assert list(notes) == ["I was too strict.", ""]
    consensus = Consensus.objects.order_by("answer__number")
    assert list(consensus.values_list("verdict", "justification")) == [("C", "Plain."), ("W", "")]
    assert JudgmentRound.objects.get().guidelines == "Ask [erased]."


def test_a_person_who_is_called_like_a_verdict_leaves_the_history_as_it_is(
    finished: JudgmentRound,
) -> None:
    project = finished.project
    other = make_member(project, "long").user
    User.objects.filter(pk=other.pk).update(display_name="C_d")
    told_before = list(Event.objects.filter(verb="decided_consensus").values_list("details"))
    other.refresh_from_db()
    erase_person(user=other, at=LATER, actor=None)
    assert (
        list(Event.objects.filter(verb="decided_consensus").values_list("details")) == told_before
    )
