"""What all examples on a page share, put together from stored JSON.

The bytes of numbers and texts are copied, and only keys are put between them. A page has tens of
thousands of tokens, and an object for each would take longer than everything else.
"""

from collections.abc import Iterator
from operator import add

import orjson

from annotator.material.corpus.storage import JsonBoxes, JsonColumns

_END_BYTE = b'"},{"end_byte":'
_WORD = b',"html_token":false,"start_byte":'
_TAG = b',"html_token":true,"start_byte":'
_TOKEN = b',"token":"'
# Tokens whose pieces are put together at once: few enough for a processor's cache.
_AT_ONCE = 2000


def original_page(
    *, html: bytes, title: str, url: str, tokens: JsonColumns, candidates: JsonBoxes
) -> dict[str, bytes]:
    """What all examples on a page share in the original format, each value as JSON."""
    return {
        "document_html": orjson.dumps(html.decode()),
        "document_title": orjson.dumps(title),
        "document_tokens": write_tokens(tokens),
        "document_url": orjson.dumps(url),
        "long_answer_candidates": write_candidates(candidates),
    }


def simplified_page(*, url: str, tokens: JsonColumns, candidates: JsonBoxes) -> dict[str, bytes]:
    """What all examples on a page share in the simplified format."""
    return {
        "document_text": write_text(tokens),
        "document_url": orjson.dumps(url),
        "long_answer_candidates": write_candidates_without_bytes(candidates),
    }


def write_tokens(columns: JsonColumns) -> bytes:
    """``document_tokens`` of the original format, as JSON: of each token its bytes (inclusive,
    exclusive), whether it is a tag, and its text.
    """
    starts, lengths = orjson.loads(columns.start), orjson.loads(columns.length)
    if not starts:
        return b"[]"
    keys = [_WORD] * len(starts)
    for index in orjson.loads(columns.html):
        keys[index] = _TAG
    written = []
    for number, texts in enumerate(_escaped(columns.token)):
        part = slice(number * _AT_ONCE, (number + 1) * _AT_ONCE)
        pieces = [_END_BYTE, b"", b"", b"", _TOKEN, b""] * len(texts)
        pieces[1::6] = _numbers(list(map(add, starts[part], lengths[part])))
        pieces[2::6] = keys[part]
        pieces[3::6] = _numbers(starts[part])
        pieces[5::6] = texts
        written.append(b"".join(pieces))
    written[0] = b"[" + written[0].removeprefix(b'"},')
    return b"".join([*written, b'"}]'])


def _numbers(values: list[int]) -> list[bytes]:
    return orjson.dumps(values)[1:-1].split(b",")


def _escaped(texts: bytes) -> Iterator[list[bytes]]:
    """The texts as in JSON, without their quotes, in the batches that are put together."""
    if _looks_like_more(texts):
        every = [orjson.dumps(text)[1:-1] for text in orjson.loads(texts)]
        for first in range(0, len(every), _AT_ONCE):
            yield every[first : first + _AT_ONCE]
        return
    rest = texts[2:-2]
    while True:
        some = rest.split(b'","', _AT_ONCE)
        if len(some) <= _AT_ONCE:
            yield some
            return
        rest = some.pop()
        yield some


def _looks_like_more(texts: bytes) -> bool:
    """Whether a text may end in a quote and a comma, as if another began; hardly any does."""
    return b'\\","' in texts


def write_text(columns: JsonColumns) -> bytes:
    """``document_text`` of the simplified format, as JSON: splitting it at single blanks gives the
    tokens' texts again.
    """
    texts = columns.token.replace(b" ", b"_")
    if _looks_like_more(texts):
        return orjson.dumps(" ".join(orjson.loads(texts)))
    return b'"%b"' % texts[2:-2].replace(b'","', b" ")


def write_candidates(boxes: JsonBoxes) -> bytes:
    """``long_answer_candidates`` of the original format, as JSON."""
    return _objects(
        (b'},{"end_byte":', boxes.end_byte),
        (b',"end_token":', boxes.end_token),
        (b',"start_byte":', boxes.start_byte),
        (b',"start_token":', boxes.start_token),
        (b',"top_level":', boxes.top_level),
    )


def write_candidates_without_bytes(boxes: JsonBoxes) -> bytes:
    """``long_answer_candidates`` of the simplified format, as JSON."""
    return _objects(
        (b'},{"end_token":', boxes.end_token),
        (b',"start_token":', boxes.start_token),
        (b',"top_level":', boxes.top_level),
    )


def _objects(*columns: tuple[bytes, list[bytes]]) -> bytes:
    """A list of objects: each column's values with what comes before them."""
    count = len(columns[0][1])
    if not count:
        return b"[]"
    pieces: list[bytes] = [piece for before, _ in columns for piece in (before, b"")] * count
    for place, (_, values) in enumerate(columns):
        pieces[2 * place + 1 :: 2 * len(columns)] = values
    return b"[%b}]" % b"".join(pieces)[2:]
