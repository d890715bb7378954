"""The shapes of Natural Questions: see ``api.serializers.kinds``."""

from typing import Any

from rest_framework import serializers

from annotator.kinds.natural_questions.fields import ANSWERED, BESIDE
from annotator.workspace.projects.kinds import Kind
from api.serializers.annotation_origin import AnnotationOrigin
from api.serializers.annotations import (
    STRUCTURES,
    ActiveSeconds,
    LongAnswerOutput,
    NaturalQuestionsAnswerInput,
    NaturalQuestionsDraftInput,
    NaturalQuestionsDraftOutput,
    PageOutput,
    ShortAnswerOutput,
)
from api.serializers.answer_fields import Fields, after, shown
from api.serializers.assignments import NEXT, Claim, NextAssignmentField
from api.serializers.revisions import NaturalQuestionsRevisionInput

KIND = [(Kind.NQ.value, Kind.NQ.label)]


class NaturalQuestionsAnnotationOutput(AnnotationOrigin):
    """A submitted NQ annotation."""

    kind = serializers.ChoiceField(choices=KIND)
    active_seconds = ActiveSeconds(allow_null=True)

    def get_fields(self) -> Fields:
        """With the answer's own."""
        own = after(super().get_fields(), "kind", shown(ANSWERED, STRUCTURES))
        return after(own, "active_seconds", shown(BESIDE, STRUCTURES))


class NaturalQuestionsAssignmentOutput(Claim):
    """A claim on an NQ example. ``page`` is null until a draft called the question good."""

    kind = serializers.ChoiceField(choices=KIND)
    page = PageOutput(allow_null=True)
    draft = NaturalQuestionsDraftOutput(allow_null=True)


class NaturalQuestionsSavedOutput(NaturalQuestionsAssignmentOutput):
    """A claim on an NQ example whose draft was saved; without its page with `?page=0`."""

    page = PageOutput(allow_null=True, required=False)


class NaturalQuestionsSubmittedOutput(NaturalQuestionsAnnotationOutput):
    """A submitted NQ annotation, and what comes next."""

    next = NextAssignmentField(allow_null=True, required=False, help_text=NEXT)


class NaturalQuestionsTrainingAnswerOutput(serializers.Serializer[Any]):
    """A submitted NQ answer in training."""

    kind = serializers.ChoiceField(choices=KIND)
    question_quality = serializers.CharField()
    long_answer = LongAnswerOutput(allow_null=True)
    short_answers = ShortAnswerOutput(many=True)
    yes_no_answer = serializers.CharField()

    def get_fields(self) -> Fields:
        """With what else training asks for."""
        trained = (field for field in BESIDE if field.in_training)
        return {**super().get_fields(), **shown(trained, {})}


ANNOTATION = NaturalQuestionsAnnotationOutput
ANSWER = NaturalQuestionsAnswerInput
DRAFT = NaturalQuestionsDraftInput
ASSIGNMENT = NaturalQuestionsAssignmentOutput
SAVED_DRAFT = NaturalQuestionsSavedOutput
SUBMITTED = NaturalQuestionsSubmittedOutput
REVISION = NaturalQuestionsRevisionInput
TRAINING_CONTENT = NaturalQuestionsTrainingAnswerOutput
