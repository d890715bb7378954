"""Combining marks, for regular expressions: Python's ``\\w`` leaves them out.

Without them a word in Devanagari or Thai falls apart at every vowel sign.
"""

import sys
import unicodedata

_JOINERS = "\u200c\u200d"


def _mark_ranges() -> str:
    """All characters of the categories M* and the two joiners, as the inside of a class."""
    ranges: list[str] = []
    first = previous = -2
    for code in range(0x300, min(sys.maxunicode, 0x1FFFF)):
        if unicodedata.category(chr(code))[0] != "M":
            continue
        if code != previous + 1:
            if first >= 0:
                ranges.append(f"{chr(first)}-{chr(previous)}")
            first = code
        previous = code
    ranges.append(f"{chr(first)}-{chr(previous)}")
    return "".join(ranges) + _JOINERS


MARKS = _mark_ranges()
"""The inside of a character class that matches one combining mark or joiner."""
