"""Writing the official formats, key for key."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.formats.natural_questions.example import (
    AnsweredQuestion,
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
)

_NO_LONG_ANSWER = LongAnswer(-1, -1, -1, -1, -1)


def to_original(example: OriginalExample) -> dict[str, Any]:
    """The example as an object of the original format (NQ repository README, "Data Format")."""
    return {
        "annotations": [_annotation(annotation) for annotation in example.annotations],
        "document_html": example.document_html.decode(),
        "document_title": example.document_title,
        "document_tokens": [_token(token) for token in example.document_tokens],
        "document_url": example.document_url,
        "example_id": example.example_id,
        "long_answer_candidates": [_candidate(box) for box in example.long_answer_candidates],
        "question_text": example.question_text,
        "question_tokens": list(example.question_tokens),
    }


def to_simplified(example: OriginalExample) -> dict[str, Any]:
    """The example as an object of the simplified format.

    As ``simplify_nq_example`` in the NQ repository's ``data_utils.py`` defines it: tokens joined
    by one blank each, blanks inside of a token written as underscores, no byte offsets.
    """
    return {
        "annotations": [_without_bytes(_annotation(a)) for a in example.annotations],
        "document_text": document_text(example.document_tokens),
        "document_url": example.document_url,
        "example_id": example.example_id,
        "long_answer_candidates": [
            _without_bytes(_candidate(box)) for box in example.long_answer_candidates
        ],
        "question_text": example.question_text,
    }


def write_object(fields: Mapping[str, bytes]) -> bytes:
    """A line of an object whose values are JSON already, its keys in the official order."""
    return b"{%b}\n" % b",".join(
        [b'"%b":%b' % (key.encode(), fields[key]) for key in sorted(fields)]
    )


def original_question(question: AnsweredQuestion) -> dict[str, bytes]:
    """The fields of one example in the original format, without its page."""
    return {
        "annotations": orjson.dumps([_annotation(each) for each in question.annotations]),
        "example_id": orjson.dumps(question.example_id),
        "question_text": orjson.dumps(question.question_text),
        "question_tokens": orjson.dumps(question.question_tokens),
    }


def simplified_question(question: AnsweredQuestion) -> dict[str, bytes]:
    """The fields of one example in the simplified format, without its page."""
    annotations = [_without_bytes(_annotation(each)) for each in question.annotations]
    return {
        "annotations": orjson.dumps(annotations),
        "example_id": orjson.dumps(question.example_id),
        "question_text": orjson.dumps(question.question_text),
    }


def document_text(tokens: Sequence[Token]) -> str:
    """The simplified format's text: splitting it at single blanks gives the tokens again."""
    return " ".join([token.token.replace(" ", "_") for token in tokens])


def _token(token: Token) -> dict[str, Any]:
    return {
        "end_byte": token.end_byte,
        "html_token": token.html_token,
        "start_byte": token.start_byte,
        "token": token.token,
    }


def _candidate(box: LongAnswerCandidate) -> dict[str, Any]:
    return {
        "end_byte": box.end_byte,
        "end_token": box.end_token,
        "start_byte": box.start_byte,
        "start_token": box.start_token,
        "top_level": box.top_level,
    }


def _annotation(annotation: OriginalAnnotation) -> dict[str, Any]:
    box = annotation.long_answer or _NO_LONG_ANSWER
    return {
        "annotation_id": annotation.annotation_id,
        "long_answer": {"candidate_index": box.candidate_index, **_span(box)},
        "short_answers": [_span(span) for span in annotation.short_answers],
        "yes_no_answer": annotation.yes_no_answer,
    }


def _span(span: LongAnswer | ShortAnswer) -> dict[str, Any]:
    return {
        "end_byte": span.end_byte,
        "end_token": span.end_token,
        "start_byte": span.start_byte,
        "start_token": span.start_token,
    }


def _without_bytes(value: dict[str, Any]) -> dict[str, Any]:
    """The same object without byte offsets, at whatever depth they are."""
    return {
        key: _strip(inner) for key, inner in value.items() if key not in ("start_byte", "end_byte")
    }


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_bytes(value)
    if isinstance(value, list):
        return [_strip(entry) for entry in value]
    return value
