"""Splitting running text into words, Penn Treebank style.

Text goes in, ``(start, end, token)`` comes out, in characters of that text. The rules are the
Treebank's (contractions, quotes, periods) with the hyphen rules of the LDC's web treebank
guidelines, checked against real Natural Questions tokens.
"""

import re
from functools import lru_cache
from itertools import groupby

from .abbreviations import ABBREVIATIONS
from .substitutions import (
    CHARACTER_SUBSTITUTIONS,
    CLOSING_QUOTE,
    DROPPED_CHARACTERS,
    OPENING_QUOTE,
    substitute,
)
from .unicode_marks import MARKS

Word = tuple[int, int, str]
"""First character, one past the last, and the token."""

HYPHEN_PREFIXES = frozenset(
    "a anti co counter cross cyber de e eco ex extra inter intra macro mega micro mid mini multi "
    "neo non over pan para peri post pre pro pseudo quasi re semi sub super tri ultra un uni vice "
    "x".split()
)
"""A word keeps the hyphen after these: ``non-profit``, but ``free - to - play``."""

HYPHEN_SUFFIXES = frozenset("esque ette fest fold gate itis less most rama wise".split())
"""A word keeps the hyphen before these: ``schedule-wise``."""

TOP_LEVEL_DOMAINS = (
    "com org net edu gov mil int info biz tv co uk ca de fr au nz jp cn ru eu nl se br io fm ie"
)
"""``example.org`` is one word; otherwise a period inside a word ends one (``Ph. D.``)."""

_W = rf"[\w{MARKS}]"
_L = r"[^\W\d_]"
_PIECE = re.compile(
    rf"""
      (?P<url> (?:https?|ftp):// [^\s"“”|]* [^\s"“”|.,;:!?()\[\]'’] )
    | (?P<email> [\w.+-]+ @ [\w-]+ (?:\.[\w-]+)+ )
    | (?P<domain> (?: [A-Za-z0-9] [\w-]* \. )+ (?:{"|".join(TOP_LEVEL_DOMAINS.split())}) (?!{_W}) )
    | (?P<dots> \.{{2,}} | -{{2,}} | ``+ | ''+ )
    | (?P<acronym> (?: {_L} \. )+ {_L} (?! {_W} | \. {_W}) \.? )
    | (?P<money> [$£€¥₹] \d+ (?:,\d+)* (?:\.\d+)? )
    | (?P<number> \d+ (?:,\d+)* (?:\.\d+)? {_W}* )
    | (?P<decimal> (?<![\w.)]) \.\d+ )
    | (?P<word> {_W}+ (?: [&'’] {_W}+ )* (?: (?<=[A-Za-z]) \++ (?!{_W}) )? )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)

_CHUNK = re.compile(r"\S+")
_CLITIC = re.compile(r"(?<=.)(n['’]t|['’](?:s|m|d|ll|re|ve))$", re.IGNORECASE)
_JOINED_PAIRS = {
    "cannot": 3,
    "gonna": 3,
    "gotta": 3,
    "wanna": 3,
    "gimme": 3,
    "lemme": 3,
}
"""Words that are two, and where the second begins: ``can not``."""

_INITIALS = re.compile(rf"(?:{_L}\.)+")
_OPENERS = frozenset("([{<-/–—'’‘“„\"")


def split_words(text: str) -> list[Word]:
    """The words of ``text`` in order, never overlapping. Time is linear in its length."""
    words: list[Word] = []
    add = words.append
    chunks = list(_CHUNK.finditer(text))
    last = len(chunks) - 1
    for number, chunk in enumerate(chunks):
        token = chunk[0]
        start = chunk.start()
        if token.isalnum():
            pair = _JOINED_PAIRS.get(token.lower()) if len(token) < 7 else None
            if pair is None:
                add((start, start + len(token), token))
            else:
                add((start, start + pair, token[:pair]))
                add((start + pair, start + len(token), token[pair:]))
            continue
        before_digit = number < last and chunks[number + 1][0][0].isdigit()
        for begin, end, word in _split_chunk(token, before_digit):
            add((start + begin, start + end, word))
    return _join_initials(words)


def _join_initials(words: list[Word]) -> list[Word]:
    """``J. G.`` is one word, ``J.G.``."""
    joined: list[Word] = []
    for word in words:
        if (
            joined
            and len(word[2]) == 2
            and word[2][1] == "."
            and word[2][0].isupper()
            and word[0] == joined[-1][1] + 1
            and _INITIALS.fullmatch(joined[-1][2])
        ):
            start, _, text = joined.pop()
            word = (start, word[1], text + word[2])
        joined.append(word)
    return joined


@lru_cache(maxsize=1 << 16)
def _split_chunk(chunk: str, before_digit: bool) -> tuple[Word, ...]:
    """The words of one chunk, text without white space. ``before_digit``: what follows it."""
    pieces = [(m.lastgroup or "", m.start(), m.end()) for m in _PIECE.finditer(chunk)]
    words: list[Word] = []
    index = 0
    while index < len(pieces):
        kind, start, end = pieces[index]
        index += 1
        if kind in ("word", "number"):
            index, end = _extend_word(chunk, pieces, index, start, end)
            if _takes_period(chunk, start, end, before_digit=before_digit):
                end += 1
                index += 1
            words.extend(_split_word(chunk, start, end))
        elif kind == "other":
            words.extend(_split_other(chunk, start))
            if chunk[start] in ")]" and re.match(rf"\.{_W}", chunk[end:]):
                words[-1] = (start, end + 1, words[-1][2] + ".")
                index += 1
        else:
            words.append((start, end, substitute(chunk[start:end])))
    return tuple(words)


def _extend_word(
    chunk: str, pieces: list[tuple[str, int, int]], index: int, start: int, end: int
) -> tuple[int, int]:
    """Takes in ``-`` and the next piece where an affix keeps the hyphen."""
    if index + 1 < len(pieces) and chunk[end] == "-" and pieces[index][2] == end + 1:
        kind, next_start, next_end = pieces[index + 1]
        if kind in ("word", "number") and (
            chunk[start:end].lower() in HYPHEN_PREFIXES
            or chunk[next_start:next_end].lower() in HYPHEN_SUFFIXES
        ):
            return index + 2, next_end
    return index, end


def _takes_period(chunk: str, start: int, end: int, *, before_digit: bool) -> bool:
    """Whether the period at ``end`` belongs to the word before it."""
    if not chunk.startswith(".", end) or chunk.startswith("..", end):
        return False
    following = chunk[end + 1 : end + 2]
    if following.isalnum():
        return True
    if not following and before_digit:
        return True
    word = chunk[start:end]
    return word in ABBREVIATIONS or (len(word) == 1 and word.isalpha())


def _split_word(chunk: str, start: int, end: int) -> list[Word]:
    text = chunk[start:end]
    words: list[Word] = []
    while match := _CLITIC.search(text):
        words.append((start + match.start(), start + match.end(), substitute(match[0])))
        text = text[: match.start()]
    pair = _JOINED_PAIRS.get(text.lower())
    if pair is not None:
        words.append((start + pair, start + len(text), text[pair:]))
        text = text[:pair]
    words.append((start, start + len(text), substitute(text)))
    return words[::-1]


def _split_other(chunk: str, start: int) -> list[Word]:
    character = chunk[start]
    if character in DROPPED_CHARACTERS:
        return []
    end = start + 1
    if character in '"“”„″':
        opening = character in "“„" or (
            character == '"' and (start == 0 or chunk[start - 1] in _OPENERS)
        )
        return [(start, end, OPENING_QUOTE if opening else CLOSING_QUOTE)]
    return [(start, end, CHARACTER_SUBSTITUTIONS.get(character, character))]
