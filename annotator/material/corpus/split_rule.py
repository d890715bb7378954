"""Which part of a random split a question falls into. Pure.

Questions that differ only in case, punctuation or the order of their words share a *key*, and a key
falls into one part. The seed makes two hashes of each key. By the first, the keys are shuffled, and
parts by number take them in that order. By the second, a number from 0 to 1, each of the others
falls into one of the parts by share, which divide that range. So a question's part by share depends
only on the seed, the shares and its words, and later examples are drawn by the same rule.
"""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from annotator.foundation.names.naming import name_key

NO_SPLIT = ""
"""Where a key falls that no part takes."""

_INSIDE_WORDS = re.compile(r"[.'\u2019\u02bc]")
_SHUFFLE, _SHARE = "shuffle", "share"
_DIGITS = 13
_SPREAD = float(16**_DIGITS)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a split: a ``share`` (0 to 1) of the examples that no number takes, or a ``number``
    of examples.

    Exactly one of the two is given.
    """

    name: str
    share: float | None = None
    number: int | None = None


def question_key(text: str) -> str:
    """What near-duplicates of a question have in common, as a sha256 in hex.

    Case, punctuation and the order of words make no difference; letters with marks do.

    >>> question_key("Who wrote 'Hamlet'?") == question_key("hamlet: WHO wrote")
    True
    >>> question_key("when was it written") == question_key("where was it written")
    False
    """
    words = sorted(_words(text)) or [name_key(text).strip()]
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


def _words(text: str) -> list[str]:
    whole = _INSIDE_WORDS.sub("", name_key(text))
    # Words consist of letters, marks and numbers, in any script.
    return "".join(
        each if unicodedata.category(each)[0] in "LMN" else " " for each in whole
    ).split()


def drawn_position(key: str, seed: int, use: str) -> float:
    """Where the seed puts a key: from 0 up to, but not including, 1; independent for each use."""
    digest = hashlib.sha256(f"{seed}:{use}:{key}".encode()).hexdigest()
    # 52 bits are exact in a float, so 1 is never reached.
    return int(digest[:_DIGITS], 16) / _SPREAD


def part_by_share(key: str, *, seed: int, parts: Sequence[Part]) -> str:
    """The part by share that a key falls into; ``NO_SPLIT`` where no part has a share."""
    shared = [part for part in parts if part.share is not None]
    position = drawn_position(key, seed, _SHARE)
    for part, end in zip(shared, accumulate(part.share or 0.0 for part in shared), strict=True):
        if position < end:
            return part.name
    # Sums of shares end a rounding error below 1.
    return shared[-1].name if shared else NO_SPLIT


def plan_draw(
    sizes: Mapping[str, int], *, taken: Mapping[str, str], seed: int, parts: Sequence[Part]
) -> dict[str, str]:
    """The part of each key, by the number of examples that each stands for. Keys without any are
    drawn by share.

    ``taken`` are keys with an example that has a split already: the others join it, and don't count
    in a part's number. A part by number takes keys in the order of their hashes as long as they
    fit; near-duplicates that don't fit leave their place to the next key.
    """
    drawn = dict(taken)
    free = [key for key in sizes if key not in taken]
    free.sort(key=lambda key: (drawn_position(key, seed, _SHUFFLE), key))
    for part in parts:
        if part.number is not None:
            free = _fill(drawn, free, sizes, part.name, part.number)
    for key in free:
        drawn[key] = part_by_share(key, seed=seed, parts=parts)
    return drawn


def _fill(
    drawn: dict[str, str], free: Sequence[str], sizes: Mapping[str, int], name: str, room: int
) -> list[str]:
    """Give a part its number of examples; the keys that are left."""
    left = []
    for key in free:
        if 0 < sizes[key] <= room:
            drawn[key] = name
            room -= sizes[key]
        else:
            left.append(key)
    return left
