"""Rendering a page from its stored columns, without a database."""

from dataclasses import dataclass

from annotator.material.corpus.markup.rendering import render_columns
from annotator.material.corpus.storage import (
    decode_candidates,
    decode_columns,
    pack_rendering,
    unpack,
)


@dataclass(frozen=True, slots=True)
class Unrendered:
    """A stored page's number and its columns."""

    page: int
    title: str
    html: bytes
    tokens: bytes
    candidates: bytes


def packed_rendering(content: Unrendered) -> bytes:
    """The rendering, compressed as it is stored and sent."""
    rendering = render_columns(
        unpack(content.html),
        decode_columns(unpack(content.tokens)),
        [candidate for candidate, _ in decode_candidates(unpack(content.candidates))],
        title=content.title,
    )
    return pack_rendering(rendering)
