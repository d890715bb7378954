"""A page's tokens and candidates in packed columns: Python objects are made only on request."""

from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, overload

import orjson

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token


class PackedTokens(Sequence[Token]):
    """The tokens of a page (from ``encode_columns``), each made when it is asked for."""

    def __init__(self, data: bytes) -> None:
        columns = orjson.loads(data)
        self._starts = array("I", columns["start"])
        self._lengths = array("I", columns["length"])
        self._texts = "".join(columns["token"])
        self._text_ends = array("I", accumulate(map(len, columns["token"])))
        self._html = bytearray(len(self._starts))
        for number in columns["html"]:
            self._html[number] = 1
        columns_of_numbers = (self._starts, self._lengths, self._text_ends)
        self.size = sum(len(column) * column.itemsize for column in columns_of_numbers)
        self.size += len(self._html) + self._texts.__sizeof__()

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, wanted: int) -> Token: ...

    @overload
    def __getitem__(self, wanted: slice) -> list[Token]: ...

    def __getitem__(self, wanted: int | slice) -> Token | list[Token]:
        if isinstance(wanted, slice):
            return [self._token(number) for number in range(*wanted.indices(len(self)))]
        return self._token(range(len(self))[wanted])

    def _token(self, number: int) -> Token:
        start = self._starts[number]
        text_start = self._text_ends[number - 1] if number else 0
        return Token(
            self._texts[text_start : self._text_ends[number]],
            start,
            start + self._lengths[number],
            self._html[number] == 1,
        )


class PackedCandidates(Sequence[LongAnswerCandidate]):
    """The candidates of a page (from ``encode_boxes``).

    ``json`` is the list of them as the API shows it, with their index and tag.
    """

    def __init__(self, data: bytes) -> None:
        rows: list[list[Any]] = orjson.loads(data)
        self._offsets = array("I", [number for row in rows for number in row[:4]])
        self._top_level = bytes(row[4] for row in rows)
        self.json = orjson.dumps(
            [
                {
                    "index": index,
                    "tag": tag,
                    "start_token": start_token,
                    "end_token": end_token,
                    "top_level": top_level,
                }
                for index, (_, _, start_token, end_token, top_level, tag) in enumerate(rows)
            ]
        )
        self.size = len(self._offsets) * self._offsets.itemsize + len(rows) + len(self.json)

    def __len__(self) -> int:
        return len(self._top_level)

    @overload
    def __getitem__(self, wanted: int) -> LongAnswerCandidate: ...

    @overload
    def __getitem__(self, wanted: slice) -> list[LongAnswerCandidate]: ...

    def __getitem__(self, wanted: int | slice) -> LongAnswerCandidate | list[LongAnswerCandidate]:
        if isinstance(wanted, slice):
            return [self._candidate(number) for number in range(*wanted.indices(len(self)))]
        return self._candidate(range(len(self))[wanted])

    def _candidate(self, number: int) -> LongAnswerCandidate:
        start_byte, end_byte, start_token, end_token = self._offsets[4 * number : 4 * number + 4]
        top_level = self._top_level[number] == 1
        return LongAnswerCandidate(start_byte, end_byte, start_token, end_token, top_level)
