"""The fields of an answer to an ambiguous question."""

from operator import attrgetter
from typing import Any

from annotator.collecting.annotations.answer_fields import (
    AnswerField,
    Choice,
    Structure,
    Text,
    column,
)
from annotator.collecting.annotations.long_form_limits import LONGEST_ANSWER, LONGEST_CONCERN
from annotator.collecting.annotations.models import KnowledgePiece, LongFormAnswer
from annotator.workspace.projects.models import Regime

_BYTES, _TOKENS = ("start_byte", "end_byte"), ("start_token", "end_token")


def _pieces(row: LongFormAnswer) -> list[KnowledgePiece]:
    """In order; read beforehand where many answers are."""
    return sorted(row.annotation.knowledge.all(), key=lambda piece: piece.number)


def _columns(piece: KnowledgePiece, *names: str) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in names}


def _drafted_knowledge(row: LongFormAnswer) -> list[dict[str, Any]]:
    return [
        {
            "content": piece.content or "",
            "page": piece.page_id,
            **_columns(piece, "page_title", *_TOKENS),
        }
        for piece in _pieces(row)
    ]


def _shown_knowledge(row: LongFormAnswer) -> list[dict[str, Any]]:
    names = ("content", "page_title", *_TOKENS, *_BYTES)
    return [{"page": piece.page_id, **_columns(piece, *names)} for piece in _pieces(row)]


def _exported_knowledge(row: LongFormAnswer) -> list[dict[str, Any]]:
    """As in ASQA's own format, with what that leaves out."""
    return [
        {
            "content": piece.content,
            "wikipage": piece.page_title,
            **_columns(piece, *_BYTES),
        }
        for piece in _pieces(row)
    ]


def _copied_knowledge(row: LongFormAnswer) -> list[dict[str, Any]]:
    names = ("content", "page_title", *_BYTES, *_TOKENS)
    return [_columns(piece, *names) for piece in _pieces(row)]


def _confirmed(row: LongFormAnswer) -> list[int]:
    return [each["disambiguation"] for each in row.missing]


def _counted(name: str, **options: Any) -> AnswerField:
    """A column that nobody submits."""
    return column(name, Structure(), submitted=None, drafted=None, **options)


FIELDS = (
    column(
        "long_form_answer",
        Text(LONGEST_ANSWER),
        of="text",
        default="",
        is_required=True,
        exported_as="long_answer",
    ),
    AnswerField(
        name="knowledge",
        value=Structure(),
        default=(),
        submitted=_drafted_knowledge,
        drafted=_drafted_knowledge,
        shown=_shown_knowledge,
        exported=_exported_knowledge,
        copied=_copied_knowledge,
    ),
    AnswerField(
        name="acknowledged_missing",
        value=Structure(),
        default=(),
        submitted=_confirmed,
        drafted=_confirmed,
        help="Disambiguations of which an equivalent wording is included.",
    ),
    AnswerField(
        name="missing",
        value=Structure(),
        columns=("missing",),
        shown=attrgetter("missing"),
        exported=attrgetter("missing"),
    ),
    column(
        "concern",
        Text(LONGEST_CONCERN),
        default="",
        help="What is wrong with the disambiguations.",
    ),
    _counted("word_count", exported=None),
    _counted(
        "coverage",
        shown_help="The share of the answer's tokens that the support document has;"
        " null: no text, or no such document.",
    ),
    column("regime", Choice(Regime.choices), submitted=None, drafted=None),
    AnswerField(name="context_threshold", value=Structure(), columns=("context_threshold",)),
)
