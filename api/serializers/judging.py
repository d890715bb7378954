"""Judging alone and in the meeting: what experts send and see."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from annotator.collecting.annotations.models import YesNoAnswer
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Question
from annotator.quality.judgments.meeting import LONGEST_NOTE, is_present
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    MeetingNote,
    Phase,
    Target,
    Verdict,
)
from annotator.quality.judgments.sheet import AnswerTexts, marked_spans
from annotator.quality.judgments.shown_meeting import Meeting, MeetingRow, name_in_meeting
from annotator.quality.judgments.verdicts import LONGEST_JUSTIFICATION
from api.responses.pagination import LARGEST_ID
from api.serializers.accounts import ErrorOutput
from api.serializers.annotations import CandidateOutput, TokenSpanField
from api.serializers.numbers import StrictIntegerField, VersionField
from api.serializers.output import Output, reads
from api.serializers.reviews import SeatOutput
from api.serializers.strict import StrictInput


class OpenAnswersInput(serializers.Serializer[Any]):
    """Which answers of a round to list."""

    open = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Only answers without a verdict of the caller's; for leads, without a consensus.",
    )


class JudgmentInput(serializers.Serializer[Any]):
    """An expert's verdict. Null keeps a justification that was begun before it."""

    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    justification = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=LONGEST_JUSTIFICATION,
    )
    version = VersionField(help_text="The last revision seen; 0 for none.")


class ConsensusInput(JudgmentInput):
    """The one verdict of all experts."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)


class ShowInput(serializers.Serializer[Any]):
    """The answer that everybody in the meeting is to see."""

    number = StrictIntegerField(min_value=0, max_value=LARGEST_ID)


class MeetingNoteInput(serializers.Serializer[Any]):
    """A line of the meeting's notes."""

    text = serializers.CharField(max_length=LONGEST_NOTE)


class SinceInput(StrictInput):
    """What the caller has of the meeting already."""

    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_ID,
        help_text="The revision that the caller has; nothing comes while it is the newest.",
    )


class JudgmentOutput(Output[Judgment]):
    """One's own verdict. It does not count before ``verdict`` is set."""

    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    justification = serializers.CharField(allow_blank=True)

    @reads(serializers.BooleanField())
    def context_opened(self, judgment: Judgment) -> bool:
        return judgment.context_opened_at is not None

    decided_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class StaleJudgmentOutput(ErrorOutput):
    """A verdict that another tab overtook, with the current one."""

    judgment = JudgmentOutput()


class AnswerRowOutput(Output[JudgedAnswer]):
    """An answer of a round in a list. ``judgment`` is the caller's own."""

    number = serializers.IntegerField()
    question = serializers.CharField(source="annotation.example.question.text")

    @reads(JudgmentOutput(allow_null=True))
    def judgment(self, answer: JudgedAnswer) -> Judgment | None:
        own: list[Judgment] = vars(answer)["own"]
        return own[0] if own else None


class AskedQuestionOutput(Output[Question]):
    """The question that an answer is to."""

    id = serializers.IntegerField()
    text = serializers.CharField()


def passage_address(answer: JudgedAnswer) -> str:
    """Where the passage of an answer is."""
    return f"{_address_of(answer)}passage/"


def _address_of(answer: JudgedAnswer) -> str:
    """The address below which everything about an answer is."""
    return f"/api/v1/judgment-rounds/{answer.round_id}/answers/{answer.number}/"


class ShownAnswerOutput(Output[JudgedAnswer]):
    """What is judged: the question and the passage, with the short answer in rounds of short
    answers, but neither the annotator nor the page.

    In rounds of long answers ``short_answers`` is empty.
    """

    number = serializers.IntegerField()
    question = AskedQuestionOutput(source="annotation.example.question")
    target = serializers.ChoiceField(source="round.target", choices=Target.choices)

    @reads(serializers.CharField(help_text="The passage as it looked, for a frame."))
    def passage_url(self, answer: JudgedAnswer) -> str:
        return passage_address(answer)

    @reads(serializers.ListField(child=serializers.CharField(allow_blank=True)))
    def short_answers(self, answer: JudgedAnswer) -> list[str]:
        if answer.round.target != Target.SHORT:
            return []
        annotation = answer.annotation
        return AnswerTexts().spans(annotation.natural_questions_answer, annotation.example.page)

    @reads(serializers.ChoiceField(choices=YesNoAnswer.choices))
    def yes_no_answer(self, answer: JudgedAnswer) -> str:
        is_short = answer.round.target == Target.SHORT
        given: str = answer.annotation.natural_questions_answer.yes_no_answer
        return given if is_short else YesNoAnswer.NONE


class JudgedAnswerOutput(ShownAnswerOutput):
    """An answer as an expert judges it. ``count`` is how many the round has."""

    @reads(serializers.IntegerField())
    def count(self, answer: JudgedAnswer) -> int:
        return answer.round.answers.count()

    @reads(JudgmentOutput(allow_null=True))
    def judgment(self, answer: JudgedAnswer) -> Judgment | None:
        own: Judgment | None = self.context["judgment"]
        return own


class ContextPageOutput(Output[JudgedAnswer]):
    """The page of an answer."""

    title = serializers.CharField(source="annotation.example.page.title")
    url = serializers.CharField(source="annotation.example.page.url", allow_blank=True)
    sha256 = serializers.CharField(source="annotation.example.page.sha256")

    @reads(serializers.CharField())
    def html_url(self, answer: JudgedAnswer) -> str:
        return f"{_address_of(answer)}page/"

    @reads(CandidateOutput(many=True))
    def candidates(self, answer: JudgedAnswer) -> list[dict[str, Any]]:
        shown: list[dict[str, Any]] = self.context["candidates"]
        return shown


class ContextOutput(Output[JudgedAnswer]):
    """The place of an answer on its page."""

    @reads(ContextPageOutput())
    def page(self, answer: JudgedAnswer) -> JudgedAnswer:
        return answer

    candidate_index = serializers.IntegerField(
        source="annotation.natural_questions_answer.candidate_index"
    )

    @reads(TokenSpanField(many=True))
    def short_answers(self, answer: JudgedAnswer) -> list[TokenSpan]:
        return marked_spans(answer)


class MeetingRowOutput(Output[MeetingRow]):
    """An answer in the meeting's list. ``verdicts`` are the first votes, by the experts' numbers;
    ``agreed`` says that they are all the same.
    """

    number = serializers.IntegerField()
    question = serializers.CharField()
    verdicts = serializers.ListField(child=serializers.ChoiceField(choices=Verdict.choices))
    agreed = serializers.BooleanField()
    consensus = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)


class FirstVoteOutput(Output[Judgment]):
    """What an expert decided alone."""

    expert = serializers.IntegerField(source="expert.number", help_text="The expert's number.")

    @reads(serializers.CharField())
    def name(self, vote: Judgment) -> str:
        return str(self.context["names"][vote.expert_id])

    verdict = serializers.ChoiceField(choices=Verdict.choices)
    justification = serializers.CharField(allow_blank=True)

    @reads(serializers.BooleanField())
    def context_opened(self, vote: Judgment) -> bool:
        return vote.context_opened_at is not None


class MeetingNoteOutput(Output[MeetingNote]):
    """A line of the notes on an answer."""

    id = serializers.IntegerField()

    @reads(serializers.CharField(help_text="As the caller may know them: Expert 2, Lead."))
    def author(self, note: MeetingNote) -> str:
        return name_in_meeting(self.context["people"], note.author_id)

    @reads(serializers.BooleanField())
    def is_you(self, note: MeetingNote) -> bool:
        return bool(note.author_id == self.context["viewer"].pk)

    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class ConsensusOutput(Output[Consensus]):
    """The one verdict of all experts on an answer."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)
    justification = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()
    version = serializers.IntegerField()


class MeetingAnswerOutput(ShownAnswerOutput):
    """The answer that everybody sees."""

    @reads(FirstVoteOutput(many=True))
    def verdicts(self, answer: JudgedAnswer) -> "QuerySet[Judgment]":
        votes = answer.judgments.filter(verdict__isnull=False)
        return votes.select_related("expert").order_by("expert__number")

    @reads(MeetingNoteOutput(many=True))
    def notes(self, answer: JudgedAnswer) -> "QuerySet[MeetingNote]":
        return answer.notes.order_by("pk")

    @reads(ConsensusOutput(allow_null=True))
    def consensus(self, answer: JudgedAnswer) -> Consensus | None:
        return getattr(answer, "consensus", None)


class MeetingExpertOutput(SeatOutput):
    """An expert and whether they are there: they asked for news a moment ago."""

    @reads(serializers.BooleanField())
    def in_meeting(self, seat: Any) -> bool:
        return is_present(seat, self.context["at"])


class MeetingOutput(Output[Meeting]):
    """The meeting as everybody in it sees it. ``revision`` grows with each change."""

    revision = serializers.IntegerField(source="round.revision")
    phase = serializers.ChoiceField(source="round.phase", choices=Phase.choices)
    on_screen = serializers.IntegerField(
        source="answer.number", allow_null=True, help_text="The answer's number."
    )

    @reads(serializers.CharField(allow_null=True, help_text="Who chose it."))
    def shown_by(self, meeting: Meeting) -> str | None:
        user = meeting.shown_by
        return None if user is None else name_in_meeting(self.context["people"], user)

    @reads(serializers.BooleanField())
    def shown_by_you(self, meeting: Meeting) -> bool:
        return bool(meeting.shown_by == self.context["viewer"].pk)

    agreed = serializers.IntegerField(help_text="Answers on which all first votes are the same.")
    answers = MeetingRowOutput(source="rows", many=True)
    answer = MeetingAnswerOutput(allow_null=True)
    experts = MeetingExpertOutput(source="round.experts", many=True)


class StaleConsensusOutput(ErrorOutput):
    """A consensus that somebody else overtook, with the meeting as it is."""

    meeting = MeetingOutput()
