"""A page's source as cleaning reads it, and the way back to the bytes that were sent."""

import re
from bisect import bisect_left, bisect_right

from annotator.material.corpus.markup.cleaning import decode_page

# What ``decode_page`` takes out: each group is what goes.
_TAKEN_OUT = re.compile(rb"(\A\xef\xbb\xbf)|(\r)(?=\n)|(\x00)|<!\[(CDATA\[)")


class SourceBytes:
    """``decoded`` is what cleaning reads. ``is_exact`` is whether all places in it are known in the
    source; only marked sections with NULs in their first bytes prevent that. Raises ``PageError``.
    """

    def __init__(self, source: bytes) -> None:
        self.decoded = decode_page(source)
        self._at: list[int] = []
        self._removed = [0]
        for match in _TAKEN_OUT.finditer(source):
            start, end = match.span(match.lastindex or 0)
            self._at.append(start - self._removed[-1])
            self._removed.append(self._removed[-1] + end - start)
        self.is_exact = len(self.decoded) == len(source) - self._removed[-1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source's bytes, inclusive and exclusive, of such bytes of ``decoded``."""
        before = self._removed[bisect_right(self._at, start)]
        until = self._removed[bisect_left(self._at, end)]
        return start + before, end + until
