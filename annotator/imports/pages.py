"""``import_pages``: raw HTML of any year and skin; tokens and candidates are computed."""

import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import Any

from annotator.corpus.markup.candidates import find_candidates
from annotator.corpus.markup.cleaning import clean_page
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.tokens import tokenize_page
from annotator.corpus.services import PreparedPage, prepare_page
from annotator.derived_ids import derive_id
from annotator.formats.pages import KNOWN_KEYS, RawPage, read_page
from annotator.formats.problems import ExampleError, Problem
from annotator.imports.lines import run_line_import
from annotator.imports.natural_questions import page_refused
from annotator.imports.prepared_question import PreparedQuestion
from annotator.jobs.context import JobContext

REMEMBERED_PAGES = 8


def import_pages(context: JobContext) -> str:
    """Run an ``import_pages`` job."""
    return run_line_import(context, prepare=PagePreparation(), known_fields=KNOWN_KEYS)


class PagePreparation:
    """Prepares examples; questions that follow each other on one page share the work."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[str, PreparedPage] = OrderedDict()

    def __call__(self, value: dict[str, Any], folder: Path | None) -> PreparedQuestion:
        """Clean, tokenise and pack the page of one line. Raises ``ExampleError``."""
        raw = read_page(value, folder=folder)
        field = "html_file" if "html_file" in value else "document_html"
        page = self._page_of(raw, field)
        return PreparedQuestion(
            example_id=(
                derive_example_id(question=raw.question_text, page_sha256=page.page.sha256)
                if raw.example_id is None
                else raw.example_id
            ),
            question_text=raw.question_text,
            question_tokens=raw.question_tokens,
            page=page,
            split=raw.split,
            annotations=None,
        )

    def _page_of(self, raw: RawPage, field: str) -> PreparedPage:
        digest = hashlib.sha256(raw.document_html).hexdigest()
        key = f"{digest}\n{raw.document_title}\n{raw.document_url}"
        if key not in self._remembered:
            self._remembered[key] = prepare_raw_page(raw, field=field)
        self._remembered.move_to_end(key)
        while len(self._remembered) > REMEMBERED_PAGES:
            self._remembered.popitem(last=False)
        return self._remembered[key]


def prepare_raw_page(raw: RawPage, *, field: str) -> PreparedPage:
    """Clean and freeze a raw page, and compute its tokens and candidates.

    Raises ``ExampleError`` naming ``field`` for a page that is too large or too deep, that has no
    text, or in which nothing can be a long answer.
    """
    try:
        html = clean_page(raw.document_html, title=raw.document_title)
        tokens = tokenize_page(html)
        candidates = find_candidates(tokens)
        if not candidates:
            raise ExampleError(
                [
                    Problem(
                        "the page has no paragraph, table or list that could be a long answer",
                        "Give the HTML of the whole article",
                        field=field,
                    )
                ]
            )
        return prepare_page(
            html=html,
            title=raw.document_title,
            url=raw.document_url,
            tokens=tokens,
            candidates=candidates,
        )
    except PageError as error:
        raise page_refused(error, field=field) from error


def derive_example_id(*, question: str, page_sha256: str) -> int:
    """A positive 63-bit id that the same question about the same page always gets."""
    return derive_id(question, page_sha256)
