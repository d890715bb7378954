"""What history says of a round. Nothing of a verdict while the experts vote alone."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgedAnswer, JudgmentRound
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event

VERBS_OF_ANSWERS = ("judged", "opened_context", "showed_answer", "noted", "decided_consensus")


def record_round(
    round_: JudgmentRound, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    """Add an event about a round. ``details`` of phase 1 have no verdict and no justification."""
    _record(round_, verb, at, actor, example_id=None, details=details)


def record_answer(
    answer: JudgedAnswer, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    """Add an event about an answer of a round, named by its number: part of its example's life."""
    _record(
        answer.round,
        verb,
        at,
        actor,
        example_id=answer.annotation.example_id,
        details={"answer": answer.number, **details},
    )


def events_of_answers(example: Example) -> Q:
    """Which events are about answers of the example that name it by round and number alone.

    Those that were written before events of answers named the example.
    """
    places = JudgedAnswer.objects.filter(annotation__example=example).order_by("pk")
    found = Q(pk__in=[])
    for round_id, number in places.values_list("round", "number"):
        found |= Q(subject_id=str(round_id), details__answer=number)
    return found & Q(
        project_id=example.project_id,
        subject="judgment_round",
        verb__in=VERBS_OF_ANSWERS,
        example_id=None,
    )


def _record(
    round_: JudgmentRound,
    verb: str,
    at: datetime,
    actor: User | None,
    *,
    example_id: int | None,
    details: dict[str, Any],
) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="judgment_round",
        subject_id=round_.pk,
        project_id=round_.project_id,
        example_id=example_id,
        details={"round": round_.number, **details},
    )
