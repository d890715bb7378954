"""The shapes of ambiguous questions: see ``api.serializers.kinds``."""

from functools import partial
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.kinds import answer_of
from annotator.collecting.annotations.long_form_limits import MOST_PIECES
from annotator.collecting.annotations.models import Annotation
from annotator.kinds.asqa.fields import FIELDS
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Regime
from api.serializers.annotation_origin import AnnotationOrigin, seconds_shown
from api.serializers.answer_fields import (
    Fields,
    Shapes,
    after,
    drafted,
    read_from,
    shown,
    stored,
    taken,
)
from api.serializers.assignments import NEXT, Claim, NextAssignmentField
from api.serializers.long_form import (
    MOST_DISAMBIGUATIONS,
    AnchoredPieceOutput,
    DisambiguationOutput,
    KnowledgePieceInput,
    KnowledgePieceOutput,
    MissingOutput,
    VisitedPageOutput,
    WritingSeconds,
)
from api.serializers.numbers import StrictIntegerField, VersionField
from api.serializers.output import JSONOutput, reads
from api.serializers.training import ShownMissingOutput, ShownPieceOutput

KIND = [(Kind.ASQA.value, Kind.ASQA.label)]

_STRUCTURES = {
    "knowledge": Shapes(
        taken=lambda **options: serializers.ListField(
            child=KnowledgePieceInput(), default=list, max_length=MOST_PIECES, **options
        ),
        stored=partial(KnowledgePieceOutput, many=True),
        shown=partial(AnchoredPieceOutput, many=True),
    ),
    "acknowledged_missing": Shapes(
        taken=lambda **options: serializers.ListField(
            child=StrictIntegerField(min_value=0, max_value=MOST_DISAMBIGUATIONS - 1),
            default=list,
            max_length=MOST_PIECES,
            **options,
        ),
        stored=lambda: serializers.ListField(child=serializers.IntegerField()),
    ),
    "missing": Shapes(shown=partial(MissingOutput, many=True)),
    "word_count": Shapes(shown=serializers.IntegerField),
    "coverage": Shapes(shown=partial(serializers.FloatField, allow_null=True)),
}


class LongFormAnswerInput(serializers.Serializer[Any]):
    """A submitted answer to an ambiguous question."""

    active_seconds = WritingSeconds(required=False)
    version = VersionField(required=False)
    client_version = serializers.CharField(max_length=40, required=False, default="")

    def get_fields(self) -> Fields:
        """With the answer's own."""
        return {**taken(FIELDS, _STRUCTURES), **super().get_fields()}


class LongFormRevisionInput(LongFormAnswerInput):
    """A long-form answer that replaces a submitted one."""

    reason = serializers.CharField(
        max_length=5000,
        default="",
        allow_blank=True,
        help_text="Why; needed unless the answer was taken back right after submitting.",
    )


class LongFormDraftInput(serializers.Serializer[Any]):
    """A long-form answer so far."""

    active_seconds = WritingSeconds(required=False)
    version = VersionField()

    def get_fields(self) -> Fields:
        """With the answer's own."""
        return {**drafted(FIELDS, _STRUCTURES), **super().get_fields()}


class LongFormDraftOutput(JSONOutput):
    """A stored long-form answer so far."""

    active_seconds = WritingSeconds(allow_null=True)
    saved_at = serializers.DateTimeField()

    def get_fields(self) -> Fields:
        """With the answer's own."""
        return {**stored(FIELDS, _STRUCTURES), **super().get_fields()}


class LongFormAnnotationOutput(AnnotationOrigin):
    """A submitted annotation of an ambiguous question."""

    @reads(serializers.ChoiceField(choices=KIND))
    def kind(self, annotation: Annotation) -> str:
        return answer_of(annotation)[0]

    @reads(WritingSeconds(allow_null=True))
    def active_seconds(self, annotation: Annotation) -> dict[str, float] | None:
        return seconds_shown(annotation)

    def get_fields(self) -> Fields:
        """With the answer's own."""
        answered = read_from("long_form_answer", FIELDS, shown(FIELDS, _STRUCTURES))
        return after(super().get_fields(), "kind", answered)


class LongFormAssignmentOutput(Claim):
    """A claim on an ASQA example. In the regime ``no_context`` nothing but the question is shown:
    ``disambiguations`` and ``pages`` are empty.
    """

    kind = serializers.ChoiceField(choices=KIND)
    regime = serializers.ChoiceField(choices=Regime.choices)
    disambiguations = DisambiguationOutput(many=True)
    pages = VisitedPageOutput(many=True)
    draft = LongFormDraftOutput(allow_null=True)


class LongFormSubmittedOutput(LongFormAnnotationOutput):
    """A submitted ASQA annotation, and what comes next."""

    next = NextAssignmentField(allow_null=True, required=False, help_text=NEXT)


class LongFormTrainingAnswerOutput(JSONOutput):
    """A submitted long-form answer in training."""

    kind = serializers.ChoiceField(choices=KIND)
    long_form_answer = serializers.CharField(allow_blank=True)
    knowledge = ShownPieceOutput(many=True)
    missing = ShownMissingOutput(many=True)
    concern = serializers.CharField(allow_blank=True)
    word_count = serializers.IntegerField()
    coverage = serializers.FloatField(allow_null=True)


ANNOTATION = LongFormAnnotationOutput
ANSWER = LongFormAnswerInput
DRAFT = LongFormDraftInput
ASSIGNMENT = LongFormAssignmentOutput
SAVED_DRAFT = LongFormAssignmentOutput
SUBMITTED = LongFormSubmittedOutput
REVISION = LongFormRevisionInput
TRAINING_CONTENT = LongFormTrainingAnswerOutput
