"""Phase 1: each expert's own verdicts, which nobody else sees until all experts have closed."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.judgments.events import record_answer
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    Phase,
    RoundExpert,
    Verdict,
)
from annotator.quality.reviews.opening import AT_ONCE
from annotator.quality.reviews.working import lock_review, lock_seat, record, refuse_missing
from annotator.workspace.accounts.models import User

LONGEST_JUSTIFICATION = 10_000


@transaction.atomic
def save_judgment(
    *,
    answer: JudgedAnswer,
    seat: RoundExpert,
    verdict: str | None,
    justification: str,
    version: int,
    at: datetime,
) -> Judgment:
    """Store an expert's verdict on an answer of their round; None takes it back.

    ``version`` is the judgment's that the expert saw, 0 for none. The same content again changes
    nothing. Raises ``ConflictError`` with code ``stale_judgment`` when it has changed since, and
    ``phase_closed`` once the expert has closed phase 1.
    """
    check_verdict(verdict, justification, may_be_open=True)
    seat = lock_seat(seat)
    refuse_strangers(answer, seat)
    judgment = Judgment.objects.filter(answer=answer, expert=seat).first() or Judgment(
        answer=answer, expert=seat
    )
    if seat.closed_at is not None:
        raise ConflictError(
            "phase_closed", "You have closed your verdicts, so you can't change them."
        )
    if judgment.version != version:
        raise ConflictError(
            "stale_judgment",
            "This verdict was changed elsewhere, perhaps in another tab.",
            fields={"version": "Look at the verdict as it is now, then decide again."},
        )
    if version and (judgment.verdict, judgment.justification) == (verdict, justification):
        return judgment
    judgment.verdict, judgment.justification = verdict, justification
    judgment.decided_at = at if verdict is not None else None
    judgment.version += 1
    judgment.save()
    record_answer(answer, "judged", at, seat.user, expert=seat.number)
    return judgment


@transaction.atomic
def record_context(*, answer: JudgedAnswer, seat: RoundExpert, at: datetime) -> Judgment | None:
    """Record that an expert opened the page of an answer; the judgment as it is then.

    Only the first time counts, and only before the expert closes phase 1: what they look up
    afterwards says nothing about their verdict. None if nothing is recorded.
    """
    seat = lock_seat(seat)
    refuse_strangers(answer, seat)
    judgment = Judgment.objects.filter(answer=answer, expert=seat).first()
    if seat.closed_at is not None or (judgment and judgment.context_opened_at):
        return judgment
    judgment = judgment or Judgment(answer=answer, expert=seat)
    judgment.context_opened_at = at
    judgment.save()
    record_answer(answer, "opened_context", at, seat.user, expert=seat.number)
    return judgment


@transaction.atomic
def close_seat(*, seat: RoundExpert, at: datetime) -> RoundExpert:
    """End phase 1 for an expert, for good. With the last one the meeting begins.

    Then every answer on which all experts agree gets its consensus at once. Closing again changes
    nothing. Raises ``ConflictError`` with code ``verdicts_missing`` and the numbers of the answers
    in ``extra["missing"]``.
    """
    round_ = lock_review(JudgmentRound, seat.round_id)
    seat = lock_seat(seat)
    if seat.closed_at is not None:
        return seat
    judged = Judgment.objects.filter(expert=seat, verdict__isnull=False).values("answer")
    lacking = round_.answers.exclude(pk__in=judged)
    refuse_missing(lacking, code="verdicts_missing", lacks="no verdict of yours")
    seat.closed_at = at
    seat.save(update_fields=["closed_at"])
    record(round_, "closed_verdicts", at, seat.user, expert=seat.number)
    _begin_meeting(round_, at)
    return seat


@transaction.atomic
def remove_expert(*, seat: RoundExpert, at: datetime, actor: User | None) -> JudgmentRound:
    """Take an expert who has not closed phase 1 out of the round; the round as it is then.

    Otherwise a round would wait for ever for somebody who has left the project. Their verdicts go
    with them: nobody else has seen these. If everybody else has closed, the meeting begins. Raises
    ``ConflictError`` with code ``seat_closed`` for an expert who has closed, and ``last_expert``
    for the only one.
    """
    round_ = lock_review(JudgmentRound, seat.round_id)
    seat = lock_seat(seat)
    if seat.closed_at is not None:
        raise ConflictError(
            "seat_closed", "This expert has closed their verdicts, so they stay on record."
        )
    if round_.experts.count() == 1:
        raise ConflictError(
            "last_expert", "This is the round's only expert. Add another one first."
        )
    number = seat.number
    seat.delete()
    record(round_, "removed_expert", at, actor, expert=number)
    _begin_meeting(round_, at)
    return round_


def check_verdict(verdict: str | None, justification: str, *, may_be_open: bool) -> None:
    """Raise ``InvalidInputError`` for an unknown verdict, and for an endless justification."""
    if verdict not in Verdict.values and not (may_be_open and verdict is None):
        raise InvalidInputError(
            "unknown_verdict",
            "There is no such verdict.",
            fields={"verdict": f"Choose one of {', '.join(Verdict.values)}."},
        )
    if len(justification) > LONGEST_JUSTIFICATION:
        raise InvalidInputError(
            "justification_too_long",
            f"The justification has {len(justification):,} characters.",
            fields={"justification": f"Use at most {LONGEST_JUSTIFICATION:,} characters."},
        )


def refuse_strangers(answer: JudgedAnswer, seat: RoundExpert) -> None:
    """Raise ``ValueError`` for a seat in another round than the answer's: a caller's mistake."""
    if answer.round_id != seat.round_id:
        raise ValueError(f"{seat} does not judge {answer}")


def _begin_meeting(round_: JudgmentRound, at: datetime) -> None:
    """Open the consensus phase if nobody is left to close. The round is locked."""
    if round_.phase != Phase.INDEPENDENT or round_.experts.filter(closed_at=None).exists():
        return
    agreed = (
        Judgment.objects.filter(answer__round=round_)
        .values("answer")
        .annotate(verdicts=Count("verdict", distinct=True), verdict=Max("verdict"))
        .filter(verdicts=1)
        .order_by("answer")
    )
    Consensus.objects.bulk_create(
        (
            Consensus(answer_id=row["answer"], verdict=row["verdict"], agreed=True, decided_at=at)
            for row in agreed
        ),
        batch_size=AT_ONCE,
    )
    round_.phase, round_.consensus_at = Phase.CONSENSUS, at
    round_.revision += 1
    round_.save(update_fields=["phase", "consensus_at", "revision"])
    answers = round_.answers.count()
    settled = Consensus.objects.filter(answer__round=round_).count()
    record(round_, "began_consensus", at, None, answers=answers, agreed=settled)
