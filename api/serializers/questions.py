"""Questions that annotators ask when they park."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import QuestionQuality, YesNoAnswer
from annotator.collecting.assignments.models import AssignmentState
from annotator.collecting.guidance.drafts_in_words import DraftInWords, draft_in_words
from annotator.collecting.guidance.models import QuestionThread, ThreadMessage, ThreadState
from annotator.collecting.guidance.queries import THREAD_STATES
from annotator.collecting.guidance.threads import is_overdue
from api.serializers.long_form import (
    DisambiguationOutput,
    KnowledgePieceOutput,
    VisitedPageOutput,
)
from api.serializers.names import NameField
from api.serializers.output import Output, reads

FOR_LEADS = "Null except for leads."
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


class MessageOutput(Output[ThreadMessage]):
    """Something that was said."""

    id = serializers.IntegerField()

    @reads(serializers.ChoiceField(choices=AUTHORS))
    def author(self, message: ThreadMessage) -> str:
        if message.author_id == self.context["viewer"].pk:
            return "you"
        return "asker" if message.author_id == message.thread.asker_id else "lead"

    name = NameField("author_id", help_text=FOR_LEADS)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class ThreadOutput(Output[QuestionThread]):
    """A question with its state. What waits is overdue past a day."""

    id = serializers.IntegerField()
    example = serializers.IntegerField(source="example_id")

    @reads(
        serializers.IntegerField(
            allow_null=True, help_text="The caller's own; null for everybody else."
        )
    )
    def assignment(self, thread: QuestionThread) -> int | None:
        return thread.assignment_id if thread.asker_id == self.context["viewer"].pk else None

    assignment_state = serializers.ChoiceField(
        source="assignment.state", choices=AssignmentState.choices
    )
    question = serializers.CharField(source="example.question.text", help_text="The example's.")
    asker = NameField("asker_id", help_text=FOR_LEADS)
    state = serializers.ChoiceField(choices=ThreadState.choices)

    @reads(serializers.BooleanField())
    def is_overdue(self, thread: QuestionThread) -> bool:
        return is_overdue(thread, at=self.context["at"])

    asked_at = serializers.DateTimeField()
    waiting_since = serializers.DateTimeField(allow_null=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)

    @reads(MessageOutput(many=True))
    def messages(self, thread: QuestionThread) -> list[ThreadMessage]:
        return sorted(thread.messages.all(), key=lambda message: message.pk)

    @reads(
        serializers.ListField(
            child=serializers.IntegerField(),
            help_text="Numbers of the entries made of it; for leads.",
        )
    )
    def faq_entries(self, thread: QuestionThread) -> list[int]:
        numbers = sorted(entry.number for entry in thread.faq_entries.all())
        # Only leads know names.
        return numbers if self.context["names"] else []


class ThreadDraftOutput(Output[DraftInWords]):
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

    @reads(DisambiguationOutput(many=True))
    def disambiguations(self, _thread: QuestionThread) -> object:
        return self.context["beside"]["disambiguations"]

    @reads(VisitedPageOutput(many=True))
    def pages(self, _thread: QuestionThread) -> object:
        return self.context["beside"]["pages"]

    @reads(serializers.CharField(allow_blank=True))
    def page_title(self, thread: QuestionThread) -> str:
        page = thread.example.page if self.context["names"] else None
        return page.title if page else ""

    @reads(ThreadDraftOutput(allow_null=True))
    def draft(self, thread: QuestionThread) -> DraftInWords | None:
        return draft_in_words(thread) if self.context["names"] else None


class NewsOutput(Output[Mapping[str, int]]):
    """What waits for the caller, for the navigation. The first two are for leads, else 0."""

    questions_waiting = serializers.IntegerField()
    questions_overdue = serializers.IntegerField()
    questions_answered = serializers.IntegerField(
        help_text="The caller's answered questions that are still parked."
    )
    faq_new = serializers.IntegerField(help_text="New or changed since the last look.")
    feedback_new = serializers.IntegerField(help_text="Not acknowledged yet.")

    @reads(
        serializers.ListField(
            child=serializers.CharField(),
            help_text=(
                "For leads: of the pages that not every project uses, those with something on"
                " them, by their addresses below the project's."
            ),
        )
    )
    def used_pages(self, _: object) -> list[str]:
        used: list[str] = self.context["used"]
        return used
