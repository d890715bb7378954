"""Judging alone and in the meeting: what experts send and see."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import YesNoAnswer
from annotator.quality.judgments.meeting import LONGEST_NOTE
from annotator.quality.judgments.models import Phase, Target, Verdict
from annotator.quality.judgments.verdicts import LONGEST_JUSTIFICATION
from api.responses.pagination import LARGEST_ID
from api.serializers.accounts import ErrorOutput
from api.serializers.annotations import CandidateOutput, TokenSpanField
from api.serializers.numbers import StrictIntegerField, VersionField
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


class JudgmentOutput(serializers.Serializer[Any]):
    """One's own verdict. It does not count before ``verdict`` is set."""

    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    justification = serializers.CharField(allow_blank=True)
    context_opened = serializers.BooleanField()
    decided_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class StaleJudgmentOutput(ErrorOutput):
    """A verdict that another tab overtook, with the current one."""

    judgment = JudgmentOutput()


class AnswerRowOutput(serializers.Serializer[Any]):
    """An answer of a round in a list. ``judgment`` is the caller's own."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    judgment = JudgmentOutput(allow_null=True)


class AskedQuestionOutput(serializers.Serializer[Any]):
    """The question that an answer is to."""

    id = serializers.IntegerField()
    text = serializers.CharField()


class ShownAnswerOutput(serializers.Serializer[Any]):
    """What is judged: the question and the passage, with the short answer in rounds of short
    answers, but neither the annotator nor the page.

    In rounds of long answers ``short_answers`` is empty.
    """

    number = serializers.IntegerField()
    question = AskedQuestionOutput()
    target = serializers.ChoiceField(choices=Target.choices)
    passage_url = serializers.CharField(help_text="The passage as it looked, for a frame.")
    short_answers = serializers.ListField(child=serializers.CharField(allow_blank=True))
    yes_no_answer = serializers.ChoiceField(choices=YesNoAnswer.choices)


class JudgedAnswerOutput(ShownAnswerOutput):
    """An answer as an expert judges it. ``count`` is how many the round has."""

    count = serializers.IntegerField()
    judgment = JudgmentOutput(allow_null=True)


class ContextPageOutput(serializers.Serializer[Any]):
    """The page of an answer."""

    title = serializers.CharField()
    url = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    html_url = serializers.CharField()
    candidates = CandidateOutput(many=True)


class ContextOutput(serializers.Serializer[Any]):
    """The place of an answer on its page."""

    page = ContextPageOutput()
    candidate_index = serializers.IntegerField()
    short_answers = TokenSpanField(many=True)


class MeetingRowOutput(serializers.Serializer[Any]):
    """An answer in the meeting's list. ``verdicts`` are the first votes, by the experts' numbers;
    ``agreed`` says that they are all the same.
    """

    number = serializers.IntegerField()
    question = serializers.CharField()
    verdicts = serializers.ListField(child=serializers.ChoiceField(choices=Verdict.choices))
    agreed = serializers.BooleanField()
    consensus = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)


class FirstVoteOutput(serializers.Serializer[Any]):
    """What an expert decided alone."""

    expert = serializers.IntegerField(help_text="The expert's number.")
    name = serializers.CharField()
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    justification = serializers.CharField(allow_blank=True)
    context_opened = serializers.BooleanField()


class MeetingNoteOutput(serializers.Serializer[Any]):
    """A line of the notes on an answer."""

    id = serializers.IntegerField()
    author = serializers.CharField(help_text="As the caller may know them: Expert 2, Lead.")
    is_you = serializers.BooleanField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class ConsensusOutput(serializers.Serializer[Any]):
    """The one verdict of all experts on an answer."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)
    justification = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()
    version = serializers.IntegerField()


class MeetingAnswerOutput(ShownAnswerOutput):
    """The answer that everybody sees."""

    verdicts = FirstVoteOutput(many=True)
    notes = MeetingNoteOutput(many=True)
    consensus = ConsensusOutput(allow_null=True)


class MeetingExpertOutput(serializers.Serializer[Any]):
    """An expert and whether they are there: they asked for news a moment ago."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    in_meeting = serializers.BooleanField()


class MeetingOutput(serializers.Serializer[Any]):
    """The meeting as everybody in it sees it. ``revision`` grows with each change."""

    revision = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=Phase.choices)
    on_screen = serializers.IntegerField(allow_null=True, help_text="The answer's number.")
    shown_by = serializers.CharField(allow_null=True, help_text="Who chose it.")
    shown_by_you = serializers.BooleanField()
    agreed = serializers.IntegerField(help_text="Answers on which all first votes are the same.")
    answers = MeetingRowOutput(many=True)
    answer = MeetingAnswerOutput(allow_null=True)
    experts = MeetingExpertOutput(many=True)


class StaleConsensusOutput(ErrorOutput):
    """A consensus that somebody else overtook, with the meeting as it is."""

    meeting = MeetingOutput()
