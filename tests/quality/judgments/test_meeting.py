"""Phase 2: one verdict for all."""

from datetime import timedelta
from typing import Any

import pytest

from annotator.exceptions import ConflictError, DomainError, InvalidInputError, NotFoundError
from annotator.quality.judgments.meeting import (
    add_note,
    finish_round,
    is_present,
    note_presence,
    show_answer,
)
from annotator.quality.judgments.models import Consensus, JudgmentRound, MeetingNote, Phase
from annotator.workspace.history.models import Event
from tests.factories.corpus import AT, make_member, make_user
from tests.factories.judgments import (
    agree_on,
    answers_of,
    finish,
    make_round,
    meet,
    seats_of,
)

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=5)


@pytest.fixture
def meeting() -> JudgmentRound:
    """Two agree on the first of three answers."""
    return meet(make_round(answers=3, experts=2), [["C", "C"], ["C", "W"], ["W", "C_d"]])


def revision_of(round_: JudgmentRound) -> int:
    return JudgmentRound.objects.get(pk=round_.pk).revision


def noted(round_: JudgmentRound, **changes: Any) -> tuple[MeetingNote, bool]:
    given = {
        "answer": answers_of(round_)[1],
        "text": " The box is right. ",
        "idempotency_key": "once",
        "actor": seats_of(round_)[0].user,
        **changes,
    }
    return add_note(at=AT, **given)


def codes_of_everything(round_: JudgmentRound) -> list[str]:
    """The errors of everything that belongs to a meeting."""
    user, codes = seats_of(round_)[0].user, []
    for attempt in (
        lambda: show_answer(round_=round_, number=0, at=AT, actor=user),
        lambda: noted(round_, idempotency_key="new"),
        lambda: agree_on(answers_of(round_)[0], "W"),
        lambda: finish_round(round_=round_, at=AT, actor=user),
    ):
        try:
            attempt()
        except DomainError as error:
            codes.append(error.code)
        else:
            codes.append("done")
    return codes


def test_nobody_meets_before_everybody_has_closed() -> None:
    assert codes_of_everything(make_round()) == ["phase_open"] * 4


def test_a_finished_round_stays_as_it_is_and_finishing_again_is_no_error(
    meeting: JudgmentRound,
) -> None:
    round_ = finish(meeting, at=LATER)
    revision = round_.revision
    assert codes_of_everything(round_) == ["round_finished"] * 3 + ["done"]
    round_.refresh_from_db()
    assert (round_.finished_at, round_.revision) == (LATER, revision)


def test_everybody_sees_the_answer_that_somebody_shows(meeting: JudgmentRound) -> None:
    first, second = (seat.user for seat in seats_of(meeting))
    shown = show_answer(round_=meeting, number=2, at=AT, actor=first)
    assert (shown.on_screen, shown.shown_by, shown.revision) == (answers_of(meeting)[2], first, 2)
    again = show_answer(round_=meeting, number=2, at=AT, actor=second)
    assert (again.shown_by, again.revision) == (first, 2)
    with pytest.raises(NotFoundError):
        show_answer(round_=meeting, number=3, at=AT, actor=second)
    assert [event.details for event in Event.objects.filter(verb="showed_answer")] == [
        {"round": 1, "answer": 2}
    ]


def test_a_note_is_added_once_for_each_key(meeting: JudgmentRound) -> None:
    note, created = noted(meeting)
    assert (note.text, created, revision_of(meeting)) == ("The box is right.", True, 2)
    assert noted(meeting, text="Something else") == (note, False)
    other, created = noted(meeting, actor=seats_of(meeting)[1].user)
    assert (created, other.pk != note.pk, revision_of(meeting)) == (True, True, 3)
    assert "right" not in str(list(Event.objects.values_list("details", flat=True)))


def test_a_note_that_was_sent_in_time_is_found_again_after_the_end(meeting: JudgmentRound) -> None:
    note, _ = noted(meeting)
    finish(meeting)
    assert noted(meeting) == (note, False)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"text": "  "}, "invalid_note"),
        ({"text": "x" * 10_001}, "invalid_note"),
        ({"idempotency_key": ""}, "missing_idempotency_key"),
    ],
)
def test_an_empty_note_is_refused(
    meeting: JudgmentRound, changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        noted(meeting, **changes)
    assert refused.value.code == code


def test_a_consensus_can_be_corrected_until_the_end(meeting: JudgmentRound) -> None:
    answer = answers_of(meeting)[1]
    first = agree_on(answer, "C_d", "Debatable.")
    assert (first.verdict, first.agreed, first.version) == ("C_d", False, 1)
    assert agree_on(answer, "C_d", "Debatable.", at=LATER).decided_at == AT
    second = agree_on(answer, "W", "The box is wrong.", at=LATER)
    assert (second.verdict, second.version, second.decided_at) == ("W", 2, LATER)
    assert revision_of(meeting) == 3
    details = [e.details for e in Event.objects.filter(verb="decided_consensus").order_by("pk")]
    assert details == [
        {"round": 1, "answer": 1, "verdict": "C_d", "version": 1},
        {"round": 1, "answer": 1, "verdict": "W", "version": 2},
    ]


def test_a_consensus_is_agreed_where_it_is_what_everybody_said_alone(
    meeting: JudgmentRound,
) -> None:
    agreed, disputed, _ = answers_of(meeting)
    assert Consensus.objects.get(answer=agreed).agreed
    assert not agree_on(agreed, "W").agreed
    assert agree_on(agreed, "C", "After all.").agreed
    assert not agree_on(disputed, "C").agreed


def test_what_not_everybody_said_alone_needs_a_justification(meeting: JudgmentRound) -> None:
    agreed, disputed, _ = answers_of(meeting)
    for answer, verdict in ((disputed, "C"), (agreed, "W")):
        for words in ("", " \n"):
            with pytest.raises(InvalidInputError) as refused:
                agree_on(answer, verdict, words)
            assert refused.value.code == "justification_needed"
            assert set(refused.value.fields) == {"justification"}
    assert not Consensus.objects.filter(answer=disputed).exists()
    assert agree_on(agreed, "C", "").agreed


def test_an_open_verdict_is_no_consensus(meeting: JudgmentRound) -> None:
    with pytest.raises(InvalidInputError) as refused:
        agree_on(answers_of(meeting)[1], "")
    assert (refused.value.code, set(refused.value.fields)) == ("unknown_verdict", {"verdict"})


def test_the_end_needs_every_consensus(meeting: JudgmentRound) -> None:
    user = seats_of(meeting)[0].user
    with pytest.raises(ConflictError) as refused:
        finish_round(round_=meeting, at=AT, actor=user)
    assert (refused.value.code, refused.value.extra) == ("consensus_missing", {"missing": [1, 2]})
    agree_on(answers_of(meeting)[1], "C")
    with pytest.raises(ConflictError, match="1 answer has no consensus yet"):
        finish_round(round_=meeting, at=AT, actor=user)
    agree_on(answers_of(meeting)[2], "W")
    finished = finish_round(round_=meeting, at=LATER, actor=user)
    assert (finished.phase, finished.finished_at, finished.revision) == (Phase.FINISHED, LATER, 4)


def after(seconds: float) -> Any:
    return AT + timedelta(seconds=seconds)


def test_coming_and_leaving_are_news_and_staying_is_none(meeting: JudgmentRound) -> None:
    first, second = seats_of(meeting)

    def asks(seat: Any, seconds: float) -> int:
        round_ = JudgmentRound.objects.get(pk=meeting.pk)
        return note_presence(round_=round_, seat=seat, at=after(seconds))

    assert [asks(first, 0), asks(second, 1)] == [2, 3]
    assert [asks(first, seconds) for seconds in range(2, 15)] == [3] * 13
    assert [is_present(seat, after(15)) for seat in seats_of(meeting)] == [True, True]
    assert [is_present(seat, after(16)) for seat in seats_of(meeting)] == [True, False]
    # A lead who looks on notices as well, once.
    assert [asks(None, seconds) for seconds in (15, 16, 17)] == [3, 4, 4]
    assert seats_of(meeting)[1].in_meeting_at is None
    assert asks(second, 18) == 5


def test_presence_is_written_every_five_seconds(meeting: JudgmentRound) -> None:
    seat = seats_of(meeting)[0]
    written = []
    for seconds in range(12):
        note_presence(round_=meeting, seat=seat, at=after(seconds))
        written.append(seats_of(meeting)[0].in_meeting_at)
    assert written == [after(0)] * 5 + [after(5)] * 5 + [after(10)] * 2
    assert not Event.objects.filter(verb__contains="presen").exists()


def test_nobody_is_in_a_meeting_that_has_not_begun() -> None:
    round_ = make_round()
    assert note_presence(round_=round_, seat=seats_of(round_)[0], at=AT) == 0
    assert seats_of(round_)[0].in_meeting_at is None


def test_asking_for_news_writes_nothing_most_of_the_time(
    meeting: JudgmentRound, django_assert_num_queries: Any
) -> None:
    seat = seats_of(meeting)[0]
    note_presence(round_=meeting, seat=seat, at=AT)
    with django_assert_num_queries(1):
        note_presence(round_=meeting, seat=seat, at=after(1))


def test_a_lead_without_a_seat_may_write_down_what_the_experts_decide(
    meeting: JudgmentRound,
) -> None:
    lead = make_member(meeting.project, "lead").user
    assert agree_on(answers_of(meeting)[1], "C", actor=lead).decided_by == lead
    assert noted(meeting, actor=lead)[0].author == lead
    assert make_user("nobody") != lead
