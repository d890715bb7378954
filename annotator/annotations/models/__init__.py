"""What was answered: annotations, their answers and drafts."""

from annotator.annotations.models.annotations import (
    Annotation,
    AnnotationQuerySet,
    RevisionRequest,
    Source,
    Undo,
)
from annotator.annotations.models.drafts import Draft, LeadDraft
from annotator.annotations.models.long_form import KnowledgePiece, LongFormAnswer
from annotator.annotations.models.natural_questions import (
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
