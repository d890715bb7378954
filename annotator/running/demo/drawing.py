"""Small PNG pictures drawn without an image library. Pure."""

import base64
import struct
import zlib
from collections.abc import Container, Sequence
from typing import Final

Colour = tuple[int, int, int]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _PALETTE_COLOUR = 8, 3


def png_data_uri(rows: Sequence[bytes], palette: Sequence[Colour]) -> str:
    """A picture as a ``data:`` URI. Each of ``rows`` holds one palette index a pixel."""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), _EIGHT_BITS, _PALETTE_COLOUR, 0, 0, 0)
    pixels = b"".join(b"\0" + row for row in rows)
    picture = (
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + _chunk(b"PLTE", b"".join(bytes(colour) for colour in palette))
        + _chunk(b"IDAT", zlib.compress(pixels, 9))
        + _chunk(b"IEND", b"")
    )
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def bar_chart(
    values: Sequence[int], *, highlighted: Container[int], bar: int, gap: int, height: int
) -> str:
    """Bars for ``values`` on white with a thin base line, as a ``data:`` URI.

    ``bar``, ``gap`` and ``height`` are in pixels; the tallest value takes the whole height. The
    bars at the indexes in ``highlighted`` are red.
    """
    white, base, plain, red = range(4)
    palette = ((255, 255, 255), (84, 89, 93), (91, 134, 176), (178, 58, 58))
    tallest = max(values)
    rows = []
    for line in range(height, 0, -1):
        row = bytearray()
        for index, value in enumerate(values):
            colour = red if index in highlighted else plain
            pixel = colour if value * height >= line * tallest else white
            row += bytes([pixel]) * bar + bytes([white]) * gap
        rows.append(bytes(row))
    return png_data_uri([*rows, bytes([base]) * len(rows[0])], palette)


def strip(marks: Sequence[int], *, length: int, height: int) -> str:
    """A grey strip of ``length`` cells of 1 pixel with the cells in ``marks`` (from 1) in blue,
    as a ``data:`` URI.
    """
    ground, mark = 0, 1
    row = bytearray([ground]) * length
    for cell in marks:
        row[cell - 1] = mark
    return png_data_uri([bytes(row)] * height, ((222, 226, 232), (32, 84, 190)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
