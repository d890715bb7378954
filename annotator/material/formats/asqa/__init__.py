"""ASQA's own JSON: reading with every field checked, writing to the key.

Source: the ASQA paper (2022), section 3 and appendix A, and the data set's published files.
"""

from annotator.material.formats.asqa.example import (
    MAX_ANSWER_CHARACTERS,
    MAX_PASSAGE_CHARACTERS,
    NO_CONTEXT,
    AsqaAnnotation,
    AsqaExample,
    Disambiguation,
    KnowledgePiece,
    WikipediaPage,
)
from annotator.material.formats.asqa.file import AsqaFile, read_file
from annotator.material.formats.asqa.reader import KNOWN_KEYS, read_example
from annotator.material.formats.asqa.writer import write_example, write_question

__all__ = [
    "KNOWN_KEYS",
    "MAX_ANSWER_CHARACTERS",
    "MAX_PASSAGE_CHARACTERS",
    "NO_CONTEXT",
    "AsqaAnnotation",
    "AsqaExample",
    "AsqaFile",
    "Disambiguation",
    "KnowledgePiece",
    "WikipediaPage",
    "read_example",
    "read_file",
    "write_example",
    "write_question",
]
