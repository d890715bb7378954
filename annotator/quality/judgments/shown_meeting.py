"""The meeting of a round as those in it see it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from annotator.quality.judgments.models import JudgedAnswer, Judgment, JudgmentRound, MeetingNote
from annotator.quality.reviews.queries import seat_names
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of, sees_names

LEAD = "Lead"
"""How experts see people in a meeting without a seat."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """An answer in the meeting's list, with its first votes by the experts' numbers."""

    number: int
    question: str
    verdicts: list[str]
    consensus: str | None

    @property
    def agreed(self) -> bool:
        """Whether all experts said the same alone."""
        return len(set(self.verdicts)) == 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round's meeting; ``answer`` is on everybody's screen, where one is."""

    round: JudgmentRound
    rows: list[MeetingRow]
    answer: JudgedAnswer | None

    @property
    def agreed(self) -> int:
        """On how many answers all first votes are the same."""
        return sum(row.agreed for row in self.rows)

    @property
    def shown_by(self) -> int | None:
        """Who chose the answer on the screen, by their id."""
        return self.round.shown_by_id if self.answer else None


def meeting_of(round_: JudgmentRound) -> Meeting:
    """A round's meeting. The caller has made sure that phase 1 has ended."""
    return Meeting(round_, _rows(round_), _on_screen(round_))


def people_of(round_: JudgmentRound, *, role: str) -> dict[int, str]:
    """By which name a viewer in ``role`` sees who wrote or showed something, by their ids.

    Leads see everybody's name, others the experts' numbers alone: see ``name_in_meeting``.
    """
    seats = list(round_.experts.all())
    seated = seat_names(seats, project=round_.project, role=role)
    names = {seat.user_id: seated[seat.pk] for seat in seats}
    return (_lead_names(round_, role) if sees_names(role) else {}) | names


def name_in_meeting(people: Mapping[int, str], user_id: int | None) -> str:
    """Somebody's name among ``people``; *Lead* for anybody else."""
    return LEAD if user_id is None else people.get(user_id, LEAD)


def _lead_names(round_: JudgmentRound, role: str) -> dict[int, str]:
    """The names of all who wrote or showed something."""
    authors = MeetingNote.objects.filter(answer__round=round_).values("author")
    users = {user.pk: user for user in User.objects.filter(pk__in=authors)}
    if shown_by := round_.shown_by:
        users[shown_by.pk] = shown_by
    return names_of(project=round_.project, viewer_role=role, users=users.values())


def _rows(round_: JudgmentRound) -> list[MeetingRow]:
    votes: dict[int, list[str]] = defaultdict(list)
    found = Judgment.objects.filter(answer__round=round_, verdict__isnull=False)
    for answer, verdict in found.order_by("expert__number").values_list("answer", "verdict"):
        votes[answer].append(str(verdict))
    answers = round_.answers.order_by("number").values_list(
        "pk", "number", "annotation__example__question__text", "consensus__verdict"
    )
    return [
        MeetingRow(number, question, votes[key], consensus)
        for key, number, question, consensus in answers
    ]


def _on_screen(round_: JudgmentRound) -> JudgedAnswer | None:
    if round_.on_screen_id is None:
        return None
    return (
        JudgedAnswer.objects.filter(pk=round_.on_screen_id)
        .select_related(
            "round",
            "consensus",
            "annotation__natural_questions_answer",
            "annotation__example__question",
            "annotation__example__page",
        )
        .first()
    )
