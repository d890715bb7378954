"""The place of a system's answer on its page, by numbers of tokens and candidates."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotator.corpus.models import Page
from annotator.corpus.storage import decode_candidates, decode_columns, unpack

Offsets = Sequence[int | None]
"""Start and end byte, start and end token; None for whatever the system left out."""


class PlacedAnswer(NamedTuple):
    """The number of the predicted candidate, and the tokens of short answers.

    A span that isn't on the page is None, or left out.
    """

    candidate_index: int | None
    short_answers: list[tuple[int, int]]


def placed_answer(page: Page | None, prediction: Mapping[str, Any]) -> PlacedAnswer:
    """The places of a prediction, as in ``ScoredExample``, on its page; none without a page."""
    if page is None:
        return PlacedAnswer(None, [])
    long, short = prediction["long"], prediction["short"]
    spans = _spans(page, short) if short else []
    return PlacedAnswer(None if long is None else _candidate(page, long), spans)


def _candidate(page: Page, wanted: Offsets) -> int | None:
    for place, (box, _) in enumerate(decode_candidates(unpack(page.content.candidates))):
        if _same(wanted, (box.start_byte, box.end_byte, box.start_token, box.end_token)):
            return place
    return None


def _spans(page: Page, wanted: Sequence[Offsets]) -> list[tuple[int, int]]:
    columns = decode_columns(unpack(page.content.tokens))
    starts = {byte: number for number, byte in enumerate(columns.start_byte)}
    ends = {byte: number + 1 for number, byte in enumerate(columns.end_byte)}
    found = []
    for start_byte, end_byte, start_token, end_token in wanted:
        start, end = start_token, end_token
        if start is None or end is None:
            start, end = starts.get(start_byte or 0), ends.get(end_byte or 0)
        if start is not None and end is not None and 0 <= start < end <= page.token_count:
            found.append((start, end))
    return found


def _same(wanted: Offsets, box: tuple[int, int, int, int]) -> bool:
    return tuple(wanted[:2]) == box[:2] or tuple(wanted[2:]) == box[2:]
