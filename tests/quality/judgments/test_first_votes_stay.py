"""What was drawn, voted and noted stays: the database itself refuses to change it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
    RoundExpert,
)
from tests.factories.corpus import AT, make_user
from tests.factories.judgments import (
    agree_on,
    answers_of,
    close_all,
    finish,
    make_round,
    seats_of,
    vote,
    vote_all,
)

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(hours=1)


@pytest.fixture
def round_() -> JudgmentRound:
    round_ = make_round(answers=2, experts=2)
    vote_all(round_, [["C", "C"], ["C", "W"]])
    return round_


def refuses(row: models.Model, column: str, value: Any) -> bool:
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{column: value})
    except IntegrityError as error:
        return "first votes never change" in str(error)
    return False


def refused(row: models.Model, changes: dict[str, Any]) -> dict[str, bool]:
    return {name: refuses(row, name, value) for name, value in changes.items()}


def columns_of(model: type[models.Model]) -> set[str]:
    return {field.attname for field in model._meta.concrete_fields}


def other_vote(judgment: Judgment) -> dict[str, Any]:
    seats = {seat.pk for seat in judgment.answer.round.experts.all()}
    return {
        "id": 10**9,
        "answer_id": judgment.answer_id + 1,
        "expert_id": (seats - {judgment.expert_id}).pop(),
        "verdict": "C_d",
        "justification": "Other words.",
        "context_opened_at": LATER,
        "decided_at": LATER,
        "version": 7,
    }


def test_a_sample_stays_as_it_was_drawn(round_: JudgmentRound) -> None:
    other = make_user("other")
    changes = {
        "id": 10**9,
        "project_id": 10**9,
        "number": 9,
        "target": "short",
        "size": 9,
        "seed": 9,
        "population_size": 9,
        "population_sha256": "0" * 64,
        "drawn": [],
        "opened_at": LATER,
        "opened_by_id": other.pk,
    }
    moving = {"title", "guidelines", "phase", "consensus_at", "finished_at", "cancelled_at"}
    shown = {"revision", "on_screen_id", "shown_by_id"}
    assert set(changes) | moving | shown == columns_of(JudgmentRound)
    assert refused(round_, changes) == dict.fromkeys(changes, True)
    answer = answers_of(round_)[0]
    changes = {"id": 10**9, "round_id": 10**9, "number": 9, "annotation_id": 10**9, "draws": 9}
    assert set(changes) == columns_of(JudgedAnswer)
    assert refused(answer, changes) == dict.fromkeys(changes, True)


def test_first_votes_change_until_their_expert_has_closed_and_never_after(
    round_: JudgmentRound,
) -> None:
    first, second = seats_of(round_)
    answer = answers_of(round_)[0]
    open_vote = Judgment.objects.get(answer=answer, expert=second)
    changes = other_vote(open_vote)
    assert set(changes) == columns_of(Judgment)
    free = {name: changes[name] for name in ("verdict", "justification", "decided_at", "version")}
    assert refused(open_vote, free) == dict.fromkeys(free, False)
    vote(answer, second, "W")
    close_all(round_)
    for seat in (first, second):
        judgment = Judgment.objects.get(answer=answer, expert=seat)
        changes = other_vote(judgment)
        assert refused(judgment, changes) == dict.fromkeys(changes, True)


def test_a_justification_can_be_emptied_and_nothing_else(round_: JudgmentRound) -> None:
    close_all(round_)
    judgment = Judgment.objects.latest("pk")
    assert not refuses(judgment, "justification", "")
    assert refuses(judgment, "justification", "Something else")


def test_closing_can_not_be_taken_back(round_: JudgmentRound) -> None:
    seat = seats_of(round_)[0]
    assert not refuses(seat, "closed_at", AT)
    assert refused(seat, {"closed_at": None}) == {"closed_at": True}
    assert refuses(seat, "closed_at", LATER)
    assert not refuses(seat, "in_meeting_at", LATER)
    assert columns_of(RoundExpert) >= {"closed_at", "in_meeting_at"}


def test_the_times_of_the_phases_are_given_once(round_: JudgmentRound) -> None:
    close_all(round_)
    assert refuses(round_, "consensus_at", LATER)
    finish(round_, ["C", "C_d"])
    assert refuses(round_, "finished_at", LATER)


def test_a_consensus_changes_until_the_round_is_finished(round_: JudgmentRound) -> None:
    close_all(round_)
    consensus = agree_on(answers_of(round_)[1], "C_d", "Both have a point.")
    changes = {
        "verdict": "W",
        "agreed": True,
        "decided_at": LATER,
        "decided_by_id": make_user("other").pk,
        "version": 9,
    }
    assert refused(consensus, changes) == dict.fromkeys(changes, False)
    agree_on(answers_of(round_)[1], "C_d", "Both have a point.")
    finish(round_)
    changes = {**changes, "answer_id": 10**9, "justification": "Other", "version": 77}
    assert set(changes) == columns_of(Consensus)
    changes["agreed"] = not Consensus.objects.get(pk=consensus.pk).agreed
    assert refused(consensus, changes) == dict.fromkeys(changes, True)
    assert not refuses(consensus, "justification", "")


def test_a_note_can_be_emptied_and_nothing_else(round_: JudgmentRound) -> None:
    close_all(round_)
    note = MeetingNote.objects.create(
        answer=answers_of(round_)[0],
        author=seats_of(round_)[0].user,
        text="expert-2 is right",
        created_at=AT,
        idempotency_key="once",
    )
    changes = {
        "id": 10**9,
        "answer_id": 10**9,
        "author_id": None,
        "text": "I was right",
        "created_at": LATER,
        "idempotency_key": "twice",
    }
    assert set(changes) == columns_of(MeetingNote)
    assert refused(note, changes) == dict.fromkeys(changes, True)
    assert not refuses(note, "text", "")


def test_writing_the_same_again_is_no_change(round_: JudgmentRound) -> None:
    close_all(round_)
    finish(round_, ["C", "W"])
    for model in (JudgmentRound, JudgedAnswer, RoundExpert, Judgment, Consensus):
        before = list(model._default_manager.order_by("pk").values())
        assert before
        for row in model._default_manager.all():
            row.save()
        assert list(model._default_manager.order_by("pk").values()) == before
