"""Natural Questions' original and simplified formats."""

from annotator.material.formats.natural_questions.example import (
    AnsweredQuestion,
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
    YesNoAnswer,
)
from annotator.material.formats.natural_questions.reader import KNOWN_KEYS, read_example
from annotator.material.formats.natural_questions.rebuilt_page import describe_rebuilt, is_rebuilt
from annotator.material.formats.natural_questions.shared_page import original_page, simplified_page
from annotator.material.formats.natural_questions.simplified import (
    KNOWN_SIMPLIFIED_KEYS,
    is_simplified,
    read_simplified,
)
from annotator.material.formats.natural_questions.writer import (
    original_question,
    simplified_question,
    to_original,
    to_simplified,
    write_object,
)

__all__ = [
    "KNOWN_KEYS",
    "KNOWN_SIMPLIFIED_KEYS",
    "AnsweredQuestion",
    "LongAnswer",
    "OriginalAnnotation",
    "OriginalExample",
    "ShortAnswer",
    "YesNoAnswer",
    "describe_rebuilt",
    "is_rebuilt",
    "is_simplified",
    "original_page",
    "original_question",
    "read_example",
    "read_simplified",
    "simplified_page",
    "simplified_question",
    "to_original",
    "to_simplified",
    "write_object",
]
