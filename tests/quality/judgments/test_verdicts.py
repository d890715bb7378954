"""Phase 1: everybody's own verdicts."""

from datetime import timedelta

import orjson
import pytest

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    Phase,
    RoundExpert,
)
from annotator.quality.judgments.verdicts import close_seat, record_context
from annotator.workspace.history.models import Event
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import answers_of, close_all, make_round, seats_of, vote, vote_all

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=5)


@pytest.fixture
def round_() -> JudgmentRound:
    return make_round(answers=3, experts=2)


@pytest.fixture
def answer(round_: JudgmentRound) -> JudgedAnswer:
    return answers_of(round_)[0]


@pytest.fixture
def seat(round_: JudgmentRound) -> RoundExpert:
    return seats_of(round_)[0]


def test_a_verdict_can_be_changed_and_taken_back(answer: JudgedAnswer, seat: RoundExpert) -> None:
    first = vote(answer, seat, "C", "Says so.")
    assert (first.verdict, first.justification, first.version) == ("C", "Says so.", 1)
    second = vote(answer, seat, "W", "Looked again.", at=LATER)
    assert (second.verdict, second.version, second.decided_at) == ("W", 2, LATER)
    third = vote(answer, seat, None, "Not sure.", at=LATER)
    assert (third.verdict, third.justification, third.decided_at) == (None, "Not sure.", None)
    assert Judgment.objects.count() == 1


def test_the_same_verdict_again_changes_nothing(answer: JudgedAnswer, seat: RoundExpert) -> None:
    vote(answer, seat, "C", "Says so.")
    again = vote(answer, seat, "C", "Says so.", at=LATER)
    assert (again.version, again.decided_at) == (1, AT)
    assert Event.objects.filter(verb="judged").count() == 1


@pytest.mark.parametrize(
    ("verdict", "justification", "code"),
    [("maybe", "", "unknown_verdict"), ("C", "x" * 10_001, "justification_too_long")],
)
def test_what_is_no_verdict_is_refused(
    answer: JudgedAnswer, seat: RoundExpert, verdict: str, justification: str, code: str
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        vote(answer, seat, verdict, justification)
    assert refused.value.code == code


def test_nobody_votes_in_a_round_in_which_they_do_not_sit(answer: JudgedAnswer) -> None:
    stranger = seats_of(make_round(make_project("other")))[0]
    with pytest.raises(ValueError, match="does not judge"):
        vote(answer, stranger, "C")


def test_looking_at_the_page_counts_once_and_changes_no_version(
    answer: JudgedAnswer, seat: RoundExpert
) -> None:
    looked = record_context(answer=answer, seat=seat, at=AT)
    assert looked
    assert (looked.context_opened_at, looked.verdict, looked.version) == (AT, None, 0)
    assert vote(answer, seat, "C").version == 1
    again = record_context(answer=answer, seat=seat, at=LATER)
    assert again
    assert (again.context_opened_at, again.version) == (AT, 1)
    assert Event.objects.filter(verb="opened_context").count() == 1


def test_looking_at_the_page_after_closing_leaves_no_trace(round_: JudgmentRound) -> None:
    vote_all(round_, [["C", "C"]] * 3)
    seat, other = seats_of(round_)
    answer = answers_of(round_)[0]
    close_seat(seat=seat, at=AT)
    assert record_context(answer=answer, seat=seat, at=LATER).context_opened_at is None
    close_seat(seat=other, at=AT)
    assert record_context(answer=answer, seat=other, at=LATER).context_opened_at is None
    assert not Event.objects.filter(verb="opened_context").exists()


def test_closing_needs_every_verdict(round_: JudgmentRound, seat: RoundExpert) -> None:
    first, second, third = answers_of(round_)
    vote(second, seat, "C")
    vote(third, seat, None, "Still thinking")
    record_context(answer=first, seat=seat, at=AT)
    with pytest.raises(ConflictError) as refused:
        close_seat(seat=seat, at=AT)
    assert (refused.value.code, refused.value.extra) == ("verdicts_missing", {"missing": [0, 2]})
    assert refused.value.detail == "2 answers have no verdict of yours yet."
    assert seats_of(round_)[0].closed_at is None


def test_closing_is_final_and_closing_again_is_no_error(round_: JudgmentRound) -> None:
    vote_all(round_, [["C", "W"]] * 3)
    seat, _ = seats_of(round_)
    close_seat(seat=seat, at=AT)
    assert close_seat(seat=seat, at=LATER).closed_at == AT
    with pytest.raises(ConflictError) as refused:
        vote(answers_of(round_)[0], seat, "W")
    assert refused.value.code == "phase_closed"
    round_.refresh_from_db()
    assert round_.phase == Phase.INDEPENDENT
    assert not Consensus.objects.exists()


def test_the_last_one_to_close_begins_the_meeting_with_what_all_agree_on(
    round_: JudgmentRound,
) -> None:
    vote_all(round_, [["C", "C"], ["W", "C_d"], ["W", "W"]])
    round_ = close_all(round_, LATER)
    assert (round_.phase, round_.consensus_at, round_.revision) == (Phase.CONSENSUS, LATER, 1)
    rows = Consensus.objects.order_by("answer__number").values_list(
        "answer__number", "verdict", "agreed", "decided_by", "decided_at", "version"
    )
    assert list(rows) == [(0, "C", True, None, LATER, 1), (2, "W", True, None, LATER, 1)]
    event = Event.objects.get(verb="began_consensus")
    assert event.details == {"round": 1, "answers": 3, "agreed": 2}


def numbers_by_example(round_: JudgmentRound) -> dict[int | None, int]:
    """Which answer of the round is of an example."""
    return {answer.annotation.example_id: answer.number for answer in answers_of(round_)}


def test_history_of_the_first_phase_tells_nothing_of_a_verdict(round_: JudgmentRound) -> None:
    """Whatever the verdicts are, the events are the same."""
    other = make_round(make_project("other"), answers=3, experts=2)
    for each, verdicts, said in ((round_, "CC", "plain"), (other, ["C_d", "W"], "unsupported")):
        for answer in answers_of(each):
            for seat, verdict in zip(seats_of(each), verdicts, strict=True):
                record_context(answer=answer, seat=seat, at=AT)
                vote(answer, seat, verdict, said)
        close_seat(seat=seats_of(each)[0], at=AT)
    told = [
        [
            (event.verb, event.details, numbers_by_example(each).get(event.example_id))
            for event in Event.objects.filter(
                subject="judgment_round", subject_id=str(each.pk)
            ).order_by("pk")
        ]
        for each in (round_, other)
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 13
    text = orjson.dumps(told).decode()
    assert not any(word in text for word in ("C_d", '"C"', '"W"', "plain", "unsupported"))
