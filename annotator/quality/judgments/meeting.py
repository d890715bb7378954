"""Phase 2: the experts talk about each answer and come to one verdict (NQ paper, section 4.2).

Everything that the meeting shows is counted by ``JudgmentRound.revision``.
"""

from datetime import datetime, timedelta

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.quality.judgments.events import record_answer
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
    Phase,
    RoundExpert,
)
from annotator.quality.judgments.verdicts import check_verdict
from annotator.quality.reviews.working import lock_review, record, refuse_missing
from annotator.workspace.accounts.models import User

PRESENT_FOR = timedelta(seconds=15)
"""So long after they last asked for news somebody counts as in the meeting."""

NOTED_EVERY = timedelta(seconds=5)
"""Presence is written down no more often than this."""

LONGEST_NOTE = 10_000


def lock_meeting(round_: JudgmentRound) -> JudgmentRound:
    """The round as it is now, locked, if its meeting is under way.

    Raises ``ConflictError`` with code ``phase_open`` before all experts have closed phase 1, and
    ``round_finished`` afterwards.
    """
    round_ = lock_review(JudgmentRound, round_.pk)
    if round_.phase == Phase.INDEPENDENT:
        raise ConflictError(
            "phase_open", "The meeting begins once every expert has closed their verdicts."
        )
    if round_.phase == Phase.FINISHED:
        raise ConflictError("round_finished", "The round is finished and can't be changed.")
    return round_


@transaction.atomic
def show_answer(*, round_: JudgmentRound, number: int, at: datetime, actor: User) -> JudgmentRound:
    """Put an answer, by its number, in front of everybody in the meeting.

    Raises ``NotFoundError`` for a number that the round has not, and ``ConflictError`` outside the
    consensus phase (as ``lock_meeting``).
    """
    round_ = lock_meeting(round_)
    answer = round_.answers.filter(number=number).first()
    if answer is None:
        raise NotFoundError("not_found", f"This round does not have answer {number}.")
    if round_.on_screen_id == answer.pk:
        return round_
    round_.on_screen, round_.shown_by = answer, actor
    _count(round_, "on_screen", "shown_by")
    record_answer(answer, "showed_answer", at, actor)
    return round_


@transaction.atomic
def add_note(
    *, answer: JudgedAnswer, text: str, idempotency_key: str, at: datetime, actor: User
) -> tuple[MeetingNote, bool]:
    """Add a line to the notes on an answer; the note, and whether it is new.

    The same author's same key gives the note that is there already. Raises ``InvalidInputError``
    without a text or a key, and ``ConflictError`` outside the consensus phase.
    """
    text = text.strip()
    if not 1 <= len(text) <= LONGEST_NOTE:
        raise InvalidInputError(
            "invalid_note",
            "A note can't be empty or too long.",
            fields={"text": f"Write from 1 to {LONGEST_NOTE:,} characters."},
        )
    if not idempotency_key:
        raise InvalidInputError(
            "missing_idempotency_key",
            "The note has no Idempotency-Key.",
            fields={"Idempotency-Key": "Send the same one when you send the same note again."},
        )
    round_ = lock_review(JudgmentRound, answer.round_id)
    own = {"answer": answer, "author": actor, "idempotency_key": idempotency_key}
    earlier = MeetingNote.objects.filter(**own).first()
    if earlier is not None:
        return earlier, False
    round_ = lock_meeting(round_)
    note = MeetingNote.objects.create(**own, text=text, created_at=at)
    _count(round_)
    record_answer(answer, "noted", at, actor, note=note.pk)
    return note, True


@transaction.atomic
def decide_consensus(
    *,
    answer: JudgedAnswer,
    verdict: str,
    justification: str,
    version: int,
    at: datetime,
    actor: User,
) -> Consensus:
    """Store the one verdict of all experts on an answer, or correct it.

    ``version`` is that of the consensus that the caller saw, 0 for none. The consensus is
    ``agreed`` if every expert said it alone; otherwise it needs a justification. The same content
    again changes nothing. Raises ``ConflictError`` with code ``stale_consensus`` when somebody was
    faster, and outside the consensus phase; ``InvalidInputError`` with code
    ``justification_needed``.
    """
    check_verdict(verdict, justification, may_be_open=False)
    round_ = lock_meeting(answer.round)
    consensus = Consensus.objects.filter(answer=answer).first()
    if version != (consensus.version if consensus else 0):
        raise ConflictError(
            "stale_consensus",
            "Somebody in the meeting has just recorded a consensus.",
            fields={"version": "Look at the consensus as it is now, then decide again."},
        )
    consensus = consensus or Consensus(answer=answer, version=0)
    if version and (consensus.verdict, consensus.justification) == (verdict, justification):
        return consensus
    first_votes = set(
        Judgment.objects.filter(answer=answer).values_list("verdict", flat=True).distinct()
    )
    agreed = first_votes == {verdict}
    if not agreed:
        _refuse_without_words(justification)
    consensus.verdict, consensus.justification, consensus.agreed = verdict, justification, agreed
    consensus.decided_at, consensus.decided_by = at, actor
    consensus.version += 1
    consensus.save()
    _count(round_)
    record_answer(
        answer, "decided_consensus", at, actor, verdict=verdict, version=consensus.version
    )
    return consensus


def _refuse_without_words(justification: str) -> None:
    """Raise ``InvalidInputError`` for an unexplained consensus from differing votes."""
    if not justification.strip():
        raise InvalidInputError(
            "justification_needed",
            "Not every expert gave this verdict alone. Write down why it is the consensus.",
            fields={"justification": "Give the reason that settled it."},
        )


@transaction.atomic
def finish_round(*, round_: JudgmentRound, at: datetime, actor: User) -> JudgmentRound:
    """End the round: from here on the database refuses to change its verdicts.

    Finishing again changes nothing. Raises ``ConflictError`` with code ``consensus_missing`` and
    the numbers of the answers in ``extra["missing"]``, and ``phase_open`` before the meeting.
    """
    round_ = lock_review(JudgmentRound, round_.pk)
    if round_.phase == Phase.FINISHED:
        return round_
    round_ = lock_meeting(round_)
    lacking = round_.answers.filter(consensus=None)
    refuse_missing(lacking, code="consensus_missing", lacks="no consensus")
    round_.phase, round_.finished_at = Phase.FINISHED, at
    _count(round_, "phase", "finished_at")
    record(round_, "finished", at, actor)
    return round_


def is_present(seat: RoundExpert, at: datetime) -> bool:
    """Whether an expert is in the meeting: they asked for news in the last 15 seconds."""
    return seat.in_meeting_at is not None and at - seat.in_meeting_at < PRESENT_FOR


def note_presence(*, round_: JudgmentRound, seat: RoundExpert | None, at: datetime) -> int:
    """Somebody asks for the meeting's news; the round's revision after that.

    ``seat`` is the asking expert's, None for a lead. Usually it writes nothing: an expert's
    presence at most every 5 seconds, and somebody's leaving once. Only coming and leaving are news.
    There is no event, since looking on changes nothing.
    """
    if not _to_note(round_, seat, at):
        return round_.revision
    with transaction.atomic():
        round_ = lock_review(JudgmentRound, round_.pk)
        seats = {row.pk: row for row in round_.experts.order_by("number")}
        own = seats.get(seat.pk) if seat else None
        changed = own is not None and not is_present(own, at)
        if own is not None and (changed or _is_old(own, at)):
            own.in_meeting_at = at
            own.save(update_fields=["in_meeting_at"])
        left = [row.pk for row in seats.values() if _has_left(row, at)]
        if left:
            RoundExpert.objects.filter(pk__in=left).update(in_meeting_at=None)
        if changed or left:
            _count(round_)
        return round_.revision


def _to_note(round_: JudgmentRound, seat: RoundExpert | None, at: datetime) -> bool:
    """Whether there is anything to write, without a lock: the next time is soon enough."""
    if round_.phase == Phase.INDEPENDENT or round_.cancelled_at is not None:
        return False
    return any(
        _is_old(row, at) if seat and row.pk == seat.pk else _has_left(row, at)
        for row in round_.experts.all()
    )


def _is_old(seat: RoundExpert, at: datetime) -> bool:
    return seat.in_meeting_at is None or at - seat.in_meeting_at >= NOTED_EVERY


def _has_left(seat: RoundExpert, at: datetime) -> bool:
    return seat.in_meeting_at is not None and not is_present(seat, at)


def _count(round_: JudgmentRound, *changed: str) -> None:
    """Save what changed, as news."""
    round_.revision += 1
    round_.save(update_fields=["revision", *changed])
