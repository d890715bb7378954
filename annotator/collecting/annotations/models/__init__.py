"""Annotations, their answers and drafts."""

from annotator.collecting.annotations.models.annotations import (
    Annotation,
    AnnotationQuerySet,
    RevisionRequest,
    Source,
    Undo,
)
from annotator.collecting.annotations.models.drafts import Draft, LeadDraft
from annotator.collecting.annotations.models.long_form import KnowledgePiece, LongFormAnswer
from annotator.collecting.annotations.models.natural_questions import (
    BadReason,
    NaturalQuestionsAnswer,
    QuestionQuality,
    YesNoAnswer,
)

__all__ = [
    "Annotation",
    "AnnotationQuerySet",
    "BadReason",
    "Draft",
    "KnowledgePiece",
    "LeadDraft",
    "LongFormAnswer",
    "NaturalQuestionsAnswer",
    "QuestionQuality",
    "RevisionRequest",
    "Source",
    "Undo",
    "YesNoAnswer",
]
