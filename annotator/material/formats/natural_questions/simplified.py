"""Reading the simplified format: a page rebuilt around its tokens, every field verified."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.material.corpus.markup.page_error import MAX_PAGE_BYTES
from annotator.material.corpus.markup.spans import LongAnswerCandidate, TokenColumns
from annotator.material.formats.fields import check_text, size_problem
from annotator.material.formats.natural_questions.annotations import read_annotations
from annotator.material.formats.natural_questions.candidates import read_candidates
from annotator.material.formats.natural_questions.example import OriginalAnnotation, OriginalExample
from annotator.material.formats.natural_questions.rebuilt_page import (
    RebuiltPage,
    rebuild_page,
    title_of,
)
from annotator.material.formats.natural_questions.shared_fields import check_values, wrong_types
from annotator.material.formats.problems import ExampleError, Problem, refuse_example

_KINDS: dict[str, type] = {
    "example_id": int,
    "question_text": str,
    "document_text": str,
    "document_url": str,
    "long_answer_candidates": list,
}
KNOWN_SIMPLIFIED_KEYS = frozenset(_KINDS) | {"annotations"}
_NOWHERE = -1


def is_simplified(value: Mapping[str, Any]) -> bool:
    """Whether a line has the page's text instead of its HTML."""
    return "document_text" in value and value.keys().isdisjoint(
        {"document_html", "document_tokens"}
    )


def read_simplified(value: dict[str, Any]) -> OriginalExample:
    """An object of the simplified format, as an example whose page was rebuilt.

    Token numbers and candidates are the file's; bytes count in the rebuilt HTML. It verifies what
    ``read_example`` verifies. The format has no question tokens, and the title comes from the
    address. ``annotations`` may be missing.

    Raises ``ExampleError`` with up to ten problems.
    """
    refuse_example(_check_fields(value))
    html, tokens = _page_of(value["document_text"])
    candidates = _candidates_of(value["long_answer_candidates"], tokens)
    return OriginalExample(
        example_id=value["example_id"],
        question_text=value["question_text"],
        question_tokens=(),
        document_title=title_of(value["document_text"], value["document_url"]),
        document_url=value["document_url"],
        document_html=html,
        document_tokens=tokens,
        long_answer_candidates=candidates,
        annotations=_annotations_of(value.get("annotations", []), tokens, candidates),
    )


def _check_fields(value: dict[str, Any]) -> Iterator[Problem]:
    if wrong := wrong_types(value, _KINDS):
        yield from wrong
        return
    yield from check_values(value, texts=("question_text", "document_url"))
    if problem := check_text(
        value["document_text"], "document_text", required=True, longest=MAX_PAGE_BYTES
    ):
        yield problem


def _page_of(document_text: str) -> RebuiltPage:
    page = rebuild_page(document_text)
    if too_large := size_problem(len(page.html), "document_text", page="the rebuilt page"):
        raise ExampleError([too_large])
    if len(page.tokens.html) == len(page.tokens):
        raise ExampleError(
            [Problem("the page has no text", "Leave this page out", field="document_text")]
        )
    return page


def _candidates_of(values: list[Any], tokens: TokenColumns) -> tuple[LongAnswerCandidate, ...]:
    try:
        return read_candidates([_with_bytes(value, tokens) for value in values], tokens)
    except ExampleError as error:
        raise _without_bytes(error) from error


def _annotations_of(
    values: list[Any], tokens: TokenColumns, candidates: Sequence[LongAnswerCandidate]
) -> tuple[OriginalAnnotation, ...]:
    try:
        return read_annotations(
            [_annotation_with_bytes(value, tokens) for value in values], tokens, candidates
        )
    except ExampleError as error:
        raise _without_bytes(error) from error


def _annotation_with_bytes(value: Any, tokens: TokenColumns) -> Any:
    if not isinstance(value, dict):
        return value
    filled = dict(value)
    if "long_answer" in value:
        filled["long_answer"] = _with_bytes(value["long_answer"], tokens)
    if isinstance(value.get("short_answers"), list):
        filled["short_answers"] = [_with_bytes(span, tokens) for span in value["short_answers"]]
    return filled


def _with_bytes(span: Any, tokens: TokenColumns) -> Any:
    """A span with the bytes of its tokens, -1 where it names none."""
    if not isinstance(span, dict):
        return span
    start, end = span.get("start_token"), span.get("end_token")
    return {
        **span,
        "start_byte": _at(tokens.start_byte, start),
        "end_byte": _at(tokens.end_byte, end - 1 if type(end) is int else None),
    }


def _at(column: Sequence[int], number: object) -> int:
    inside = type(number) is int and 0 <= number < len(column)
    return column[number] if inside else _NOWHERE  # type: ignore[call-overload] # an int, if inside


def _without_bytes(error: ExampleError) -> ExampleError:
    """The problems of fields that the file has: bytes are wrong only where tokens are."""
    own = [problem for problem in error.problems if not problem.field.endswith("_byte")]
    return ExampleError(own or error.problems)
