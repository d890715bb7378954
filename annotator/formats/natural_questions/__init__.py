"""Natural Questions' original and simplified formats."""

from annotator.formats.natural_questions.example import (
    AnsweredQuestion,
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
    YesNoAnswer,
)
from annotator.formats.natural_questions.reader import KNOWN_KEYS, read_example
from annotator.formats.natural_questions.shared_page import original_page, simplified_page
from annotator.formats.natural_questions.writer import (
    original_question,
    simplified_question,
    to_original,
    to_simplified,
    write_object,
)

__all__ = [
    "KNOWN_KEYS",
    "AnsweredQuestion",
    "LongAnswer",
    "OriginalAnnotation",
    "OriginalExample",
    "ShortAnswer",
    "YesNoAnswer",
    "original_page",
    "original_question",
    "read_example",
    "simplified_page",
    "simplified_question",
    "to_original",
    "to_simplified",
    "write_object",
]
