"""The place of a system's answer on its page, by numbers of tokens and candidates."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotator.material.corpus.models import Page
from annotator.material.corpus.storage import decode_candidates, decode_columns, unpack

Offsets = Sequence[int | None]
"""Start and end byte, start and end token; None for whatever the system left out."""


class PlacedAnswer(NamedTuple):
    """The number of the predicted candidate, and the tokens of short answers.

    ``long_span`` has the tokens of a long answer that is not a candidate. A span that isn't on
    the page is None, or left out.
    """

    candidate_index: int | None
    short_answers: list[tuple[int, int]]
    long_span: tuple[int, int] | None = None


class SystemAnswer(NamedTuple):
    """What a system answered to an example, as in ``ScoredExample``, and where it is."""

    name: str
    prediction: Mapping[str, Any]
    placed: PlacedAnswer


def placed_answer(page: Page | None, prediction: Mapping[str, Any]) -> PlacedAnswer:
    """The places of a prediction, as in ``ScoredExample``, on its page; none without a page."""
    if page is None:
        return PlacedAnswer(None, [])
    long, short = prediction["long"], prediction["short"]
    spans = _spans(page, short) if short else []
    if long is None:
        return PlacedAnswer(None, spans)
    candidate = _candidate(page, long)
    return PlacedAnswer(candidate, spans, _span_of(page, long) if candidate is None else None)


def _candidate(page: Page, wanted: Offsets) -> int | None:
    for place, (box, _) in enumerate(decode_candidates(unpack(page.content.candidates))):
        if _same(wanted, (box.start_byte, box.end_byte, box.start_token, box.end_token)):
            return place
    return None


def _span_of(page: Page, wanted: Offsets) -> tuple[int, int] | None:
    """The tokens that lie within a span, by its bytes if it has them."""
    start_byte, end_byte, start, end = wanted
    if start_byte is not None and end_byte is not None:
        columns = decode_columns(unpack(page.content.tokens))
        start = bisect_left(columns.start_byte, start_byte)
        end = bisect_right(columns.end_byte, end_byte)
    return _on_page(page, start, end)


def _on_page(page: Page, start: int | None, end: int | None) -> tuple[int, int] | None:
    if start is None or end is None or not 0 <= start < end <= page.token_count:
        return None
    return start, end


def _spans(page: Page, wanted: Sequence[Offsets]) -> list[tuple[int, int]]:
    columns = decode_columns(unpack(page.content.tokens))
    starts = {byte: number for number, byte in enumerate(columns.start_byte)}
    ends = {byte: number + 1 for number, byte in enumerate(columns.end_byte)}
    found = []
    for start_byte, end_byte, start_token, end_token in wanted:
        start, end = start_token, end_token
        if start is None or end is None:
            start = None if start_byte is None else starts.get(start_byte)
            end = None if end_byte is None else ends.get(end_byte)
        if span := _on_page(page, start, end):
            found.append(span)
    return found


def _same(wanted: Offsets, box: tuple[int, int, int, int]) -> bool:
    return tuple(wanted[:2]) == box[:2] or tuple(wanted[2:]) == box[2:]
