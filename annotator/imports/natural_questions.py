"""``import_nq``: Natural Questions' original format, its offsets kept as they are given."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from annotator.annotations.answers import CheckedAnswer, check_answer
from annotator.corpus.markup.nesting import NestingGuard
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.scanner import Kind, scan
from annotator.corpus.services import prepare_page
from annotator.exceptions import InvalidInputError
from annotator.formats.natural_questions import (
    KNOWN_KEYS,
    OriginalAnnotation,
    OriginalExample,
    read_example,
)
from annotator.formats.problems import ExampleError, Problem
from annotator.imports.lines import run_line_import
from annotator.imports.prepared_question import PreparedAnnotation, PreparedQuestion
from annotator.jobs.context import JobContext


def import_natural_questions(context: JobContext) -> str:
    """Run an ``import_nq`` job."""
    with_annotations = bool(context.parameters.get("annotations"))

    def prepare(value: dict[str, Any], folder: Path | None) -> PreparedQuestion:  # noqa: ARG001
        return prepare_example(value, with_annotations=with_annotations)

    return run_line_import(context, prepare=prepare, known_fields=KNOWN_KEYS)


def prepare_example(value: dict[str, Any], *, with_annotations: bool) -> PreparedQuestion:
    """Verify an object of the original format and make it ready to be written.

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
    example = read_example(value)
    try:
        check_nesting(example.document_html)
        page = prepare_page(
            html=example.document_html,
            title=example.document_title,
            url=example.document_url,
            tokens=example.document_tokens,
            candidates=example.long_answer_candidates,
        )
    except PageError as error:
        raise page_refused(error, field="document_html") from error
    return PreparedQuestion(
        example_id=example.example_id,
        question_text=example.question_text,
        question_tokens=example.question_tokens,
        page=page,
        split="",
        annotations=_annotations_of(example) if with_annotations else None,
    )


def check_nesting(html: bytes) -> None:
    """Raise ``PageError`` for a page that nests too deeply to be rendered.

    The bytes of an NQ file are kept as they are, so nothing has cleaned them before.
    """
    guard = NestingGuard()
    for piece in scan(html):
        if piece.kind is Kind.OPEN:
            guard.open(piece.name, html[piece.start : piece.end], at_byte=piece.start)
        elif piece.kind is Kind.CLOSE:
            guard.close(piece.name)


def page_refused(error: PageError, *, field: str) -> ExampleError:
    """What is wrong with a page, as a problem of the field that it came from."""
    problem = error.problem.rstrip(".")
    return ExampleError(
        [Problem(problem[:1].lower() + problem[1:], error.fix.rstrip("."), field=field)]
    )


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
