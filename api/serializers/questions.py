"""Questions that annotators ask when they park."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import QuestionQuality, YesNoAnswer
from annotator.collecting.assignments.models import AssignmentState
from annotator.collecting.guidance.models import ThreadState
from annotator.collecting.guidance.queries import THREAD_STATES
from api.serializers.long_form import (
    DisambiguationOutput,
    KnowledgePieceOutput,
    VisitedPageOutput,
)

LONGEST_MESSAGE = 5000
AUTHORS = ("you", "lead", "asker")


class ParkInput(serializers.Serializer[Any]):
    """Why it is set aside: a note to oneself, or a question to the leads, or neither."""

    note = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_MESSAGE)
    question = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_MESSAGE)


class ThreadFilterInput(serializers.Serializer[Any]):
    """Which questions."""

    state = serializers.ChoiceField(choices=THREAD_STATES, default="", allow_blank=True)
    search = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="Words of the example or the thread"
    )


class MessageInput(serializers.Serializer[Any]):
    """Something to say in a thread."""

    text = serializers.CharField(max_length=LONGEST_MESSAGE)


class MessageOutput(serializers.Serializer[Any]):
    """Something that was said."""

    id = serializers.IntegerField()
    author = serializers.ChoiceField(choices=AUTHORS)
    name = serializers.CharField(allow_null=True, help_text="Null except for leads.")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class ThreadOutput(serializers.Serializer[Any]):
    """A question with its state. What waits is overdue past a day."""

    id = serializers.IntegerField()
    example = serializers.IntegerField()
    assignment = serializers.IntegerField(
        allow_null=True, help_text="The caller's own; null for everybody else."
    )
    assignment_state = serializers.ChoiceField(choices=AssignmentState.choices)
    question = serializers.CharField(help_text="The example's.")
    asker = serializers.CharField(allow_null=True, help_text="Null except for leads.")
    state = serializers.ChoiceField(choices=ThreadState.choices)
    is_overdue = serializers.BooleanField()
    asked_at = serializers.DateTimeField()
    waiting_since = serializers.DateTimeField(allow_null=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    messages = MessageOutput(many=True)
    faq_entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the entries made of it; for leads."
    )


class ThreadDraftOutput(serializers.Serializer[Any]):
    """What the asker had answered when they parked, in words."""

    question_quality = serializers.ChoiceField(choices=QuestionQuality.choices, allow_null=True)
    long_answer = serializers.CharField(allow_blank=True)
    short_answers = serializers.ListField(child=serializers.CharField())
    yes_no_answer = serializers.ChoiceField(choices=YesNoAnswer.choices)
    long_form_answer = serializers.CharField(allow_blank=True)
    knowledge = KnowledgePieceOutput(many=True)
    concern = serializers.CharField(allow_blank=True)


class ThreadDetailOutput(ThreadOutput):
    """A question with what the asker sees and had written; people other than leads get only the
    thread.

    In a project without context, disambiguations and pages are left out as they are for annotators.
    """

    disambiguations = DisambiguationOutput(many=True)
    pages = VisitedPageOutput(many=True)
    page_title = serializers.CharField(allow_blank=True)
    draft = ThreadDraftOutput(allow_null=True)


class NewsOutput(serializers.Serializer[Any]):
    """What waits for the caller, for the navigation. The first two are for leads, else 0."""

    questions_waiting = serializers.IntegerField()
    questions_overdue = serializers.IntegerField()
    questions_answered = serializers.IntegerField(
        help_text="The caller's answered questions that are still parked."
    )
    faq_new = serializers.IntegerField(help_text="New or changed since the last look.")
    feedback_new = serializers.IntegerField(help_text="Not acknowledged yet.")
