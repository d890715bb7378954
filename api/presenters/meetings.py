"""The meeting of a round as each of those in it sees it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotator.quality.judgments.meeting import is_present
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
    RoundExpert,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of, sees_names
from api.presenters.judging import present_shown_answer
from api.presenters.judgment_rounds import expert_names

LEAD = "Lead"
"""How experts see people in a meeting without a seat."""


@dataclass(frozen=True, slots=True)
class _Viewer:
    """Who looks, and the names by which they see the others."""

    user: User
    seats: Mapping[int, RoundExpert]
    expert_names: Mapping[int, str]
    lead_names: Mapping[int, str]

    def name_of(self, user_id: int | None) -> str:
        """The name of somebody in the meeting."""
        if user_id is not None and (seat := self.seats.get(user_id)):
            return self.expert_names[seat.pk]
        return self.lead_names.get(user_id or 0, LEAD)


def present_meeting(
    judgment_round: JudgmentRound, *, viewer: User, role: str, at: datetime
) -> dict[str, Any]:
    """A round's meeting (``with_experts``) as a viewer in ``role`` sees it.

    The caller has made sure that phase 1 has ended.
    """
    experts = list(judgment_round.experts.all())
    sees = _viewer(judgment_round, experts, viewer, role)
    rows = _rows(judgment_round)
    return {
        "revision": judgment_round.revision,
        "phase": judgment_round.phase,
        **_on_screen(judgment_round, sees),
        "agreed": sum(row["agreed"] for row in rows),
        "answers": rows,
        "experts": [
            {
                "number": expert.number,
                "name": sees.expert_names[expert.pk],
                "is_you": expert.user_id == viewer.pk,
                "in_meeting": is_present(expert, at),
            }
            for expert in experts
        ],
    }


def present_note(
    note: MeetingNote, *, judgment_round: JudgmentRound, viewer: User, role: str
) -> dict[str, Any]:
    """One line of the notes as a viewer in ``role`` sees it."""
    experts = list(judgment_round.experts.all())
    return _present_note(note, _viewer(judgment_round, experts, viewer, role))


def _viewer(
    judgment_round: JudgmentRound, experts: list[RoundExpert], viewer: User, role: str
) -> _Viewer:
    seats = {expert.user_id: expert for expert in experts}
    return _Viewer(
        user=viewer,
        seats=seats,
        expert_names=expert_names(experts, role=role),
        lead_names=_lead_names(judgment_round, role) if sees_names(role) else {},
    )


def _lead_names(judgment_round: JudgmentRound, role: str) -> dict[int, str]:
    """The names of all who wrote or showed something."""
    authors = MeetingNote.objects.filter(answer__round=judgment_round).values("author")
    users = {user.pk: user for user in User.objects.filter(pk__in=authors)}
    if shown_by := judgment_round.shown_by:
        users[shown_by.pk] = shown_by
    return names_of(project=judgment_round.project, viewer_role=role, users=users.values())


def _rows(judgment_round: JudgmentRound) -> list[dict[str, Any]]:
    votes: dict[int, list[str | None]] = defaultdict(list)
    found = Judgment.objects.filter(answer__round=judgment_round, verdict__isnull=False)
    for answer, verdict in found.order_by("expert__number").values_list("answer", "verdict"):
        votes[answer].append(verdict)
    answers = judgment_round.answers.order_by("number").values_list(
        "pk", "number", "annotation__example__question__text", "consensus__verdict"
    )
    return [
        {
            "number": number,
            "question": question,
            "verdicts": votes[key],
            "agreed": len(set(votes[key])) == 1,
            "consensus": consensus,
        }
        for key, number, question, consensus in answers
    ]


def _on_screen(judgment_round: JudgmentRound, sees: _Viewer) -> dict[str, Any]:
    answer = _shown_answer(judgment_round)
    shown_by = judgment_round.shown_by_id
    return {
        "on_screen": answer.number if answer else None,
        "shown_by": sees.name_of(shown_by) if answer and shown_by else None,
        "shown_by_you": answer is not None and shown_by == sees.user.pk,
        "answer": _present_answer(answer, judgment_round, sees) if answer else None,
    }


def _shown_answer(judgment_round: JudgmentRound) -> JudgedAnswer | None:
    """The answer on everybody's screen, as it is shown."""
    if judgment_round.on_screen_id is None:
        return None
    return (
        JudgedAnswer.objects.filter(pk=judgment_round.on_screen_id)
        .select_related(
            "consensus",
            "annotation__natural_questions_answer",
            "annotation__example__question",
            "annotation__example__page",
        )
        .first()
    )


def _present_answer(
    answer: JudgedAnswer, judgment_round: JudgmentRound, sees: _Viewer
) -> dict[str, Any]:
    votes = answer.judgments.filter(verdict__isnull=False).select_related("expert")
    consensus = getattr(answer, "consensus", None)
    return {
        **present_shown_answer(answer, judgment_round),
        "verdicts": [
            {
                "expert": vote.expert.number,
                "name": sees.expert_names[vote.expert_id],
                "verdict": vote.verdict,
                "justification": vote.justification,
                "context_opened": vote.context_opened_at is not None,
            }
            for vote in votes.order_by("expert__number")
        ],
        "notes": [_present_note(note, sees) for note in answer.notes.order_by("pk")],
        "consensus": _present_consensus(consensus) if consensus else None,
    }


def _present_note(note: MeetingNote, sees: _Viewer) -> dict[str, Any]:
    return {
        "id": note.pk,
        "author": sees.name_of(note.author_id),
        "is_you": note.author_id == sees.user.pk,
        "text": note.text,
        "created_at": note.created_at,
    }


def _present_consensus(consensus: Consensus) -> dict[str, Any]:
    return {
        "verdict": consensus.verdict,
        "justification": consensus.justification,
        "decided_at": consensus.decided_at,
        "version": consensus.version,
    }
