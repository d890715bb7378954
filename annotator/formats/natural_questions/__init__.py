"""Natural Questions' original and simplified formats."""

from annotator.formats.natural_questions.example import (
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
    YesNoAnswer,
)
from annotator.formats.natural_questions.reader import KNOWN_KEYS, read_example
from annotator.formats.natural_questions.writer import to_original, to_simplified

__all__ = [
    "KNOWN_KEYS",
    "LongAnswer",
    "OriginalAnnotation",
    "OriginalExample",
    "ShortAnswer",
    "YesNoAnswer",
    "read_example",
    "to_original",
    "to_simplified",
]
