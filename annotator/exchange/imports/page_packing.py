"""A line of ``import_pages`` made ready to be stored, without a database."""

import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import Any

from annotator.exchange.imports.packed_question import PackedQuestion
from annotator.exchange.imports.refused_pages import page_refused
from annotator.foundation.names.derived_ids import derive_id
from annotator.material.corpus.markup.candidates import find_candidates_in
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.tokens import tokenize_to_columns
from annotator.material.corpus.packed_page import PackedPage, pack_page
from annotator.material.corpus.packed_source import pack_source
from annotator.material.formats.pages import RawPage, read_page
from annotator.material.formats.problems import ExampleError, Problem

REMEMBERED_PAGES = 8


class PagePacking:
    """Packs examples; questions that follow each other on one page share the work."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[str, PackedPage] = OrderedDict()

    def __call__(self, value: dict[str, Any], folder: Path | None) -> PackedQuestion:
        """Clean, tokenise and pack the page of one line. Raises ``ExampleError``."""
        raw = read_page(value, folder=folder)
        field = "html_file" if "html_file" in value else "document_html"
        page = self._page_of(raw, field)
        return PackedQuestion(
            example_id=(
                derive_example_id(question=raw.question_text, page_sha256=page.sha256)
                if raw.example_id is None
                else raw.example_id
            ),
            question_text=raw.question_text,
            question_tokens=raw.question_tokens,
            page=page,
            split=raw.split,
            annotations=None,
        )

    def _page_of(self, raw: RawPage, field: str) -> PackedPage:
        digest = hashlib.sha256(raw.document_html).hexdigest()
        key = f"{digest}\n{raw.document_title}\n{raw.document_url}\n{raw.origin}"
        if key not in self._remembered:
            self._remembered[key] = pack_raw_page(raw, field=field)
        self._remembered.move_to_end(key)
        while len(self._remembered) > REMEMBERED_PAGES:
            self._remembered.popitem(last=False)
        return self._remembered[key]


def pack_raw_page(raw: RawPage, *, field: str) -> PackedPage:
    """Clean and freeze a raw page, and compute its tokens and candidates.

    Raises ``ExampleError`` naming ``field`` for a page that is too large or too deep, that has no
    text, or in which nothing can be a long answer.
    """
    try:
        html = clean_page(raw.document_html, title=raw.document_title)
        tokens = tokenize_to_columns(html)
        candidates = find_candidates_in(tokens)
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
        return pack_page(
            html=html,
            title=raw.document_title,
            url=raw.document_url,
            tokens=tokens,
            candidates=candidates,
            source=pack_source(raw.document_html, frozen=html, origin=raw.origin),
        )
    except PageError as error:
        raise page_refused(error, field=field) from error


def derive_example_id(*, question: str, page_sha256: str) -> int:
    """A positive 63-bit id that the same question about the same page always gets."""
    return derive_id(question, page_sha256)
