"""Experts who do things at the same moment."""

import pytest

from annotator.quality.judgments.meeting import add_note
from annotator.quality.judgments.models import (
    Consensus,
    Judgment,
    JudgmentRound,
    MeetingNote,
    Phase,
)
from annotator.quality.judgments.verdicts import close_seat, remove_expert
from annotator.workspace.history.models import Event
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT
from tests.factories.judgments import (
    agree_on,
    answers_of,
    make_round,
    meet,
    seats_of,
    vote,
    vote_all,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_experts_who_close_together_begin_one_meeting() -> None:
    round_ = make_round(experts=4, answers=2)
    vote_all(round_, [["C"] * 4, ["C", "W", "C", "C_d"]])
    # Everybody has two tabs.
    calls = [lambda seat=seat: close_seat(seat=seat, at=AT) for seat in seats_of(round_) * 2]
    assert outcomes_at_once(calls) == ["done"] * 8
    round_.refresh_from_db()
    assert (round_.phase, round_.revision) == (Phase.CONSENSUS, 1)
    assert Event.objects.filter(verb="began_consensus").count() == 1
    assert Event.objects.filter(verb="closed_verdicts").count() == 4
    assert list(Consensus.objects.values_list("verdict", "agreed")) == [("C", True)]


def test_a_verdict_and_closing_together_leave_what_was_voted_in_time() -> None:
    round_ = make_round(experts=2, answers=1)
    vote_all(round_, [["C", "C"]])
    first, second = seats_of(round_)
    (answer,) = answers_of(round_)
    outcomes = outcomes_at_once(
        [
            lambda: close_seat(seat=first, at=AT),
            lambda: close_seat(seat=second, at=AT),
            lambda: vote(answer, first, "W"),
        ]
    )
    assert outcomes in (["done"] * 3, ["done", "done", "phase_closed"])
    votes = list(Judgment.objects.order_by("expert__number").values_list("verdict", flat=True))
    agreed = list(Consensus.objects.values_list("verdict", flat=True))
    assert (votes, agreed) in ((["C", "C"], ["C"]), (["W", "C"], []))


def test_two_tabs_that_vote_together_count_one_another() -> None:
    round_ = make_round(experts=2, answers=1)
    (answer,), (seat, _) = answers_of(round_), seats_of(round_)
    outcomes = outcomes_at_once(
        [lambda verdict=v: vote(answer, seat, verdict) for v in ("C", "C_d", "W")]
    )
    votes = Judgment.objects.get()
    assert votes.version == outcomes.count("done")
    assert set(outcomes) <= {"done", "stale_judgment"}


def test_closing_while_the_last_open_expert_is_removed_begins_one_meeting() -> None:
    round_ = make_round(experts=2, answers=1)
    vote_all(round_, [["C", "W"]])
    first, second = seats_of(round_)
    outcomes = outcomes_at_once(
        [
            lambda: close_seat(seat=first, at=AT),
            lambda: remove_expert(seat=second, at=AT, actor=None),
        ]
    )
    assert outcomes == ["done", "done"]
    assert JudgmentRound.objects.get().phase == Phase.CONSENSUS
    assert Event.objects.filter(verb="began_consensus").count() == 1
    assert Consensus.objects.get().verdict == "C"


def test_of_those_who_write_a_consensus_together_one_is_taken() -> None:
    round_ = meet(make_round(experts=4, answers=1), [["C", "C", "W", "W"]])
    (answer,) = answers_of(round_)
    calls = [
        lambda seat=seat: agree_on(answer, "C_d", f"As {seat} says", actor=seat.user)
        for seat in seats_of(round_)
    ]
    outcomes = outcomes_at_once(calls)
    assert Consensus.objects.get().version == outcomes.count("done")
    assert set(outcomes) <= {"done", "stale_consensus"}


def test_a_note_that_is_sent_twice_at_once_is_written_once() -> None:
    round_ = meet(make_round(experts=2, answers=1), [["C", "W"]])
    (answer,), author = answers_of(round_), seats_of(round_)[0].user

    def note() -> None:
        add_note(answer=answer, text="Look.", idempotency_key="once", at=AT, actor=author)

    assert outcomes_at_once([note] * 4) == ["done"] * 4
    assert MeetingNote.objects.count() == 1
    round_.refresh_from_db()
    assert round_.revision == 2
