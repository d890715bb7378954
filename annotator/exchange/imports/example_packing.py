"""A line of ``import_nq`` made ready to be stored, without a database."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotator.collecting.annotations.answers import CheckedAnswer, check_answer
from annotator.exceptions import InvalidInputError
from annotator.exchange.imports.packed_question import PackedQuestion, PreparedAnnotation
from annotator.exchange.imports.refused_pages import page_refused
from annotator.material.corpus.markup.nesting import check_nesting
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.packed_page import (
    NO_PAGES,
    PackedPage,
    StoredPages,
    pack_page,
    stored_page,
)
from annotator.material.corpus.packed_source import pack_source
from annotator.material.formats.natural_questions import (
    OriginalAnnotation,
    OriginalExample,
    is_rebuilt,
    is_simplified,
    read_example,
    read_simplified,
)
from annotator.material.formats.natural_questions.unverified import (
    Unverified,
    unverified_candidates,
    unverified_columns,
)
from annotator.material.formats.problems import ExampleError, Problem


@dataclass(frozen=True, slots=True)
class ExamplePacking:
    """Packs examples, with their annotations or without.

    A ``stored`` page was verified when it was stored, and is neither verified nor compressed again.
    """

    with_annotations: bool
    stored: StoredPages = NO_PAGES

    def __call__(self, value: dict[str, Any], folder: Path | None) -> PackedQuestion:  # noqa: ARG002
        """Verify and pack one line. Raises ``ExampleError``."""
        return pack_example(value, with_annotations=self.with_annotations, stored=self.stored)


def pack_example(
    value: dict[str, Any], *, with_annotations: bool, stored: StoredPages
) -> PackedQuestion:
    """Verify an object of the original or the simplified format and make it ready to be written.

    Raises ``ExampleError``.
    """
    if with_annotations and "annotations" not in value:
        raise ExampleError(
            [
                Problem(
                    "the field is missing",
                    "Add it, or import without annotations",
                    field="annotations",
                )
            ]
        )
    simplified = is_simplified(value)
    known = None if simplified else _known_page(value, stored)
    example = (
        read_simplified(value) if simplified else read_example(value, known=known and known[1])
    )
    return PackedQuestion(
        example_id=example.example_id,
        question_text=example.question_text,
        question_tokens=None if simplified else example.question_tokens,
        page=known[0] if known else _packed(example),
        split="",
        annotations=_annotations_of(example) if with_annotations else None,
        has_rebuilt_page=is_rebuilt(example.document_html),
    )


def _known_page(value: dict[str, Any], stored: StoredPages) -> tuple[PackedPage, Unverified] | None:
    """The page of a line that is stored exactly as the line has it."""
    texts: list[Any] = [value.get(f"document_{part}") for part in ("html", "title", "url")]
    lists: list[Any] = [value.get(key) for key in ("document_tokens", "long_answer_candidates")]
    if {*map(type, texts)} != {str} or {*map(type, lists)} != {list}:
        return None
    html, title, url = texts[0].encode(), texts[1], texts[2]
    if not stored.have(html=html, title=title, url=url):
        return None
    tokens, candidates = unverified_columns(lists[0]), unverified_candidates(lists[1])
    if tokens is None or candidates is None:
        return None
    page = stored_page(
        html=html, title=title, url=url, tokens=tokens, candidates=candidates, stored=stored
    )
    return (page, (tokens, candidates)) if page else None


def _packed(example: OriginalExample) -> PackedPage:
    try:
        # The bytes of an NQ file are kept as they are, so nothing has cleaned them before.
        check_nesting(example.document_html)
        html = example.document_html
        return pack_page(
            html=html,
            title=example.document_title,
            url=example.document_url,
            tokens=TokenColumns.of(example.document_tokens),
            candidates=example.long_answer_candidates,
            # A rebuilt page was made here: nobody has the bytes that it had.
            source=None if is_rebuilt(html) else pack_source(html, frozen=html),
        )
    except PageError as error:
        raise page_refused(error, field="document_html") from error


def _annotations_of(example: OriginalExample) -> tuple[PreparedAnnotation, ...]:
    return tuple(
        PreparedAnnotation(
            annotation.annotation_id, _checked(annotation, example, f"annotations[{number}]")
        )
        for number, annotation in enumerate(example.annotations)
    )


def _checked(annotation: OriginalAnnotation, example: OriginalExample, path: str) -> CheckedAnswer:
    box = annotation.long_answer
    spans = [
        {"start_token": span.start_token, "end_token": span.end_token}
        for span in annotation.short_answers
    ]
    answer = {
        "question_quality": "good",
        "long_answer": None if box is None else {"candidate_index": box.candidate_index},
        "short_answers": spans,
        "yes_no_answer": annotation.yes_no_answer,
    }
    try:
        checked = check_answer(
            answer, tokens=example.document_tokens, candidates=example.long_answer_candidates
        )
    except InvalidInputError as error:
        raise ExampleError(
            [
                Problem(error.detail.rstrip("."), "Correct or remove the answer", f"{path}.{field}")
                for field in error.fields
            ]
        ) from error
    # The file's own order is kept, so that an export gives the file back.
    by_start = {span.start_token: span for span in checked.short_answers}
    return replace(checked, short_answers=tuple(by_start[span["start_token"]] for span in spans))
