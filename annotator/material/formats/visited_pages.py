"""Wikipedia pages that were visited: the JSON lines that ``--pages`` names."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotator.material.corpus.packed_source import UNKNOWN_ORIGIN, PageOrigin
from annotator.material.formats.fields import check_text, check_types, size_problem
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.page_origin import check_origin, read_origin
from annotator.material.formats.problems import ExampleError, Problem

_KINDS: dict[str, type] = {"title": str, "url": str, "document_html": str}


@dataclass(frozen=True, slots=True)
class RawVisitedPage:
    """A page as it was delivered; ``document_html`` is its bytes, UTF-8."""

    title: str
    url: str
    document_html: bytes
    origin: PageOrigin = UNKNOWN_ORIGIN


def read_visited_page(value: dict[str, Any]) -> RawVisitedPage:
    """One object of the file.

    Raises ``ExampleError`` for missing fields, wrong types, an empty title or page, and a page
    above ``MAX_PAGE_BYTES``.
    """
    problems = list(_check(value))
    if problems:
        raise ExampleError(problems)
    html: str = value["document_html"]
    return RawVisitedPage(value["title"], value["url"], html.encode(), read_origin(value))


def _check(value: dict[str, Any]) -> Iterator[Problem]:
    missing = not value.keys() >= _KINDS.keys()
    if missing and (other := other_shape(value, wanted="visited pages")):
        yield other
        return
    wrong = list(check_types(value, _KINDS, ""))
    if wrong:
        yield from wrong
        return
    for key in ("title", "url"):
        if problem := check_text(value[key], key, required=key == "title"):
            yield problem
    if too_large := size_problem(len(value["document_html"].encode()), "document_html"):
        yield too_large
    if not value["document_html"].strip():
        yield Problem("the page is empty", "Give the page's HTML", field="document_html")
    yield from check_origin(value)
