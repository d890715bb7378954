"""What history says of a round. Nothing of a verdict while the experts vote alone."""

from datetime import datetime
from typing import Any

from annotator.accounts.models import User
from annotator.history.services import record_event
from annotator.judgments.models import JudgedAnswer, JudgmentRound


def record_round(
    round_: JudgmentRound, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    """Add an event about a round. ``details`` of phase 1 have no verdict and no justification."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="judgment_round",
        subject_id=round_.pk,
        project_id=round_.project_id,
        details={"round": round_.number, **details},
    )


def record_answer(
    answer: JudgedAnswer, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    """Add an event about an answer of a round, named by its number."""
    record_round(answer.round, verb, at, actor, answer=answer.number, **details)
