"""What somebody judged and wrote in rounds of judgments, as they get it."""

from collections.abc import Iterator

from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
)
from annotator.quality.reviews.personal_data import part_of_opened
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of

_OF_ANSWER = ("answer__round__project", "answer__annotation__example__question")


def parts_of(user: User) -> Iterator[Part]:
    """The files about what ``user`` judged.

    Only the person's own: of a meeting's other verdicts and notes nothing.
    """
    yield Part(
        "judgments",
        "Your verdicts on answers, with what you wrote about them.",
        Judgment.objects.filter(expert__user=user).select_related(*_OF_ANSWER).order_by("pk"),
        lambda row: {
            **_about(row.answer),
            **fields_of(row, "verdict", "justification", "context_opened_at", "decided_at"),
        },
    )
    yield Part(
        "judgment_notes",
        "What you noted in meetings about answers.",
        MeetingNote.objects.filter(author=user).select_related(*_OF_ANSWER).order_by("pk"),
        lambda row: {**_about(row.answer), **fields_of(row, "created_at", "text")},
    )
    yield Part(
        "consensus",
        "The consensus verdicts that you were the last to record.",
        Consensus.objects.filter(decided_by=user).select_related(*_OF_ANSWER).order_by("pk"),
        lambda row: {
            **_about(row.answer),
            **fields_of(row, "verdict", "justification", "decided_at"),
        },
    )
    yield part_of_opened(
        JudgmentRound,
        user,
        "judgment_rounds_opened",
        "The judgment rounds that you opened, with your guidelines for the experts.",
        "title",
        "guidelines",
        number="round",
    )


def _about(answer: JudgedAnswer) -> Row:
    example = answer.annotation.example
    return {
        "project": answer.round.project.slug,
        "round": answer.round.number,
        "answer": answer.number,
        "target": answer.round.target,
        "example_id": example.example_id,
        "question": example.question.text,
    }
