"""What history says of a round. Nothing of a verdict while the experts vote alone."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgedAnswer, JudgmentRound
from annotator.quality.reviews.working import record
from annotator.workspace.accounts.models import User

VERBS_OF_ANSWERS = ("judged", "opened_context", "showed_answer", "noted", "decided_consensus")


def record_answer(
    answer: JudgedAnswer, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    """Add an event about an answer of a round, named by its number: part of its example's life.

    ``details`` of phase 1 have no verdict and no justification.
    """
    example = answer.annotation.example_id
    record(answer.round, verb, at, actor, example_id=example, answer=answer.number, **details)


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
        subject=JudgmentRound.SUBJECT,
        verb__in=VERBS_OF_ANSWERS,
        example_id=None,
    )
