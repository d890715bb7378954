"""What an export tells of the sources of its pages, beside the official keys."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from annotator.material.corpus.markup.source_map import NOWHERE, SourceOffsets, source_offsets
from annotator.material.corpus.models import PageSource
from annotator.material.corpus.storage import decode_candidates, decode_columns, unpack


class WrittenSource(NamedTuple):
    """The value of ``document_source`` as JSON, and how many tokens have no place in the source."""

    value: bytes
    is_known: bool
    unplaced: int = 0


NO_SOURCE = WrittenSource(b"null", is_known=False)


def sources_of(pages: Iterable[int]) -> dict[int, PageSource]:
    """The sources of pages, of those that have one; their HTML comes when it is asked for."""
    found = PageSource.objects.filter(pk__in=set(pages)).defer("html")
    return {source.pk: source for source in found}


def known_of(source: PageSource | None) -> dict[str, Any] | None:
    """What an export says of a source without its offsets; None where there is none."""
    if source is None:
        return None
    at = source.revised_at
    return {
        "sha256": source.sha256,
        "byte_count": source.byte_count,
        "revision": source.revision,
        "timestamp": at.isoformat().replace("+00:00", "Z") if at else None,
        "licence": source.licence,
    }


def write_source(
    source: PageSource | None, *, html: bytes, tokens: bytes, candidates: bytes, with_offsets: bool
) -> WrittenSource:
    """The source of the page with this frozen ``html``, and ``with_offsets`` where its tokens and
    candidates are in it. ``tokens`` and ``candidates`` are as they are stored, not compressed.
    """
    value = known_of(source)
    if source is None or value is None:
        return NO_SOURCE
    if not with_offsets:
        return WrittenSource(orjson.dumps(value), is_known=True)
    offsets = offsets_of(source, html=html, tokens=tokens)
    boxes = [
        offsets.span(box.start_token, box.end_token) for box, _ in decode_candidates(candidates)
    ]
    value |= {
        "token_start_bytes": offsets.start_byte,
        "token_end_bytes": offsets.end_byte,
        "candidate_start_bytes": [start for start, _ in boxes],
        "candidate_end_bytes": [end for _, end in boxes],
    }
    return WrittenSource(orjson.dumps(value), is_known=True, unplaced=offsets.missing)


def offsets_of(source: PageSource, *, html: bytes, tokens: bytes) -> SourceOffsets:
    """Where a page's tokens are in its source."""
    raw = unpack(source.html) if source.html else html
    return source_offsets(raw, html, decode_columns(tokens))


def describe_sources(*, without: int, unplaced: int) -> str:
    """What the closing sentence says of sources and offsets that are not known.

    >>> describe_sources(without=1, unplaced=0)
    '1 example has a page without a source: it was imported before sources were kept, or rebuilt.'
    """
    sentences = []
    if without:
        have = "1 example has" if without == 1 else f"{without:,} examples have"
        sentences.append(
            f"{have} a page without a source: it was imported before sources were kept, or rebuilt."
        )
    if unplaced:
        have = "1 token has" if unplaced == 1 else f"{unplaced:,} tokens have"
        sentences.append(f"{have} no place in the source: their offsets there are {NOWHERE}.")
    return " ".join(sentences)
