"""What annotators have parked, for leads."""

from typing import Any

from django.db.models import Prefetch
from rest_framework import serializers

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import QuestionThread, ThreadState
from api.serializers.output import Output, reads

ASKED = Prefetch(
    "question_threads",
    QuestionThread.objects.order_by("pk").prefetch_related("messages"),
    to_attr="questions_asked",
)
"""What ``ParkedOutput`` needs of each assignment (from ``parked_of``)."""


class FreeInput(serializers.Serializer[Any]):
    """Why a parked question's slot is freed; the annotator reads it."""

    reason = serializers.CharField(max_length=2000)


class ParkedQuestionOutput(Output[QuestionThread]):
    """The question to the leads with which it was parked."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ThreadState.choices)

    @reads(serializers.CharField())
    def text(self, thread: QuestionThread) -> str:
        messages = sorted(thread.messages.all(), key=lambda message: message.pk)
        return messages[0].text if messages else ""


class ParkedOutput(Output[Assignment]):
    """A parked assignment, whose slot nobody else can have."""

    id = serializers.IntegerField()
    annotator = serializers.CharField()
    example = serializers.IntegerField(source="example_id")
    question = serializers.CharField(source="example.question.text")
    note = serializers.CharField(allow_blank=True)
    parked_at = serializers.DateTimeField(allow_null=True)

    @reads(ParkedQuestionOutput(allow_null=True))
    def asked(self, assignment: Assignment) -> QuestionThread | None:
        threads: list[QuestionThread] = vars(assignment)["questions_asked"]
        return threads[-1] if threads else None
