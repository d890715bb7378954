"""Splitting running text into words, Penn Treebank style.

Text goes in, ``(start, end, token)`` comes out, in characters of that text. The rules are the
Treebank's (contractions, quotes, periods) with the hyphen rules of the LDC's web treebank
guidelines, checked against real Natural Questions tokens.
"""

import re
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from .abbreviations import PREFIXES, SENTENCE_OPENERS, SUFFIXES
from .substitutions import (
    CHARACTER_SUBSTITUTIONS,
    CLOSING_QUOTE,
    DOUBLE_QUOTES,
    DROPPED_CHARACTERS,
    OPENING_QUOTE,
    STRAIGHT_QUOTE,
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
_DOMAINS = "|".join(TOP_LEVEL_DOMAINS.split())
_PIECE = re.compile(
    rf"""
      (?P<url> (?:https?|ftp):// [^\s"“”|]* [^\s"“”|.,;:!?()\[\]'’] )
    | (?P<email> [\w.+-]{{1,64}}+ @ [\w-]{{1,63}}+ (?:\.[\w-]{{1,63}}+){{1,8}} )
    | (?P<domain> (?: [A-Za-z0-9] [\w-]{{0,62}}+ \. ){{1,8}} (?: {_DOMAINS} ) (?!{_W}) )
    | (?P<clitic> \A ['’] (?i: s | m | d | ll | re | ve ) \Z )
    | (?P<dots> \.{{2,}} )
    | (?P<run> -{{2,}} | ``+ | ''+ )
    | (?P<acronym> (?: {_L} \. ){{1,12}} {_L} (?! {_W} | \.{_W}{{2}} ) \.? )
    | (?P<money> [$£€¥₹] \d+ (?:,\d+)* (?:\.\d+)? )
    | (?P<number> \d+ (?:,\d+)* (?:\.\d+)? {_W}* (?: ['’] {_W}+ )* )
    | (?P<decimal> (?<![\w.)]) \.\d+ )
    | (?P<word> {_W}+ (?: [&'’] {_W}+ )* (?: (?<=[A-Za-z]) \++ (?!{_W}) )? )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
# One piece of a chunk, which is text without white space.

_CLITIC = re.compile(r"(?<=.)(n['’]t|['’](?:s|m|d|ll|re|ve))$", re.IGNORECASE)
_MOST_CLITICS = 3
_INITIALS = re.compile(rf"(?:{_L}\.){{1,4}}")
# With one more that is the longest name anybody abbreviates, and keeps joining linear.
_ALPHANUMERIC = re.compile(r"[^\W_]")
_GLUED_PERIOD = re.compile(rf"\.{_W}")
_QUOTE_OPENERS = frozenset("([{<-/–—")

_TWO_WORDS = {
    # The Treebank takes these English words apart.
    **dict.fromkeys(("cannot", "gonna", "gotta", "wanna", "gimme", "lemme"), 3),
    # Names of languages in every article's menu; see "not predictable" in docs/tokens.md.
    "日本語": 2,
    "ភាសាខ្មែរ": 4,
}
# Words that are two, and where the second begins.


class Words(NamedTuple):
    """The words of a text by column: the first character of each, one past its last, its token."""

    starts: list[int]
    ends: list[int]
    tokens: list[str]


def split_words(text: str) -> list[Word]:
    """The words of ``text`` in order, never overlapping. Time is linear in its length."""
    return list(zip(*split_to_columns(text), strict=True))


def split_to_columns(text: str) -> Words:
    """The same by column."""
    words = Words([], [], [])
    add_start, add_end, add_token = words.starts.append, words.ends.append, words.tokens.append
    find = text.find
    end = 0
    chunks = text.split()
    for chunk, following in zip_longest(chunks, chunks[1:], fillvalue=""):
        # Between two chunks is nothing but white space, so this is where it stands.
        start = find(chunk, end)
        end = start + len(chunk)
        if chunk.isalnum() and chunk.lower() not in _TWO_WORDS:
            add_start(start)
            add_end(end)
            add_token(chunk)
            continue
        kind = _kind_of(following) if "." in chunk or STRAIGHT_QUOTE in chunk else _NOTHING
        pieces = _split_chunk(chunk, kind) if len(chunk) <= _LONGEST_CHUNK else _cut(chunk, kind)
        if pieces and pieces[0][2][1:] == "." and _continues_initials(words, pieces[0][2], start):
            words.ends[-1] = start + pieces[0][1]
            words.tokens[-1] += pieces[0][2]
            pieces = pieces[1:]
        for first, last, token in pieces:
            add_start(start + first)
            add_end(start + last)
            add_token(token)
    if STRAIGHT_QUOTE in text:
        _balance_quotes(text, words)
    return words


def _cut(chunk: str, kind: int) -> tuple[Word, ...]:
    """The words of a chunk that is too long to be one."""
    return tuple(
        (offset + begin, offset + end, token)
        for offset in range(0, len(chunk), _LONGEST_CHUNK)
        for begin, end, token in _split_chunk.__wrapped__(
            chunk[offset : offset + _LONGEST_CHUNK], kind
        )
    )


def _balance_quotes(text: str, words: Words) -> None:
    """Turns a closing straight quote that closes nothing into an opening one."""
    is_open = False
    for index, start in enumerate(words.starts):
        if text[start] != STRAIGHT_QUOTE:
            continue
        if words.tokens[index] == OPENING_QUOTE:
            is_open = True
        elif is_open:
            is_open = False
        else:
            words.tokens[index] = OPENING_QUOTE
            is_open = True


def _continues_initials(words: Words, token: str, start: int) -> bool:
    """Whether ``token``, a character and a period, is an initial right after another: ``J. G.`` is
    ``J.G.``.
    """
    return bool(
        words.ends
        and words.ends[-1] == start - 1
        and token[0].isupper()
        and _INITIALS.fullmatch(token)
        and _INITIALS.fullmatch(words.tokens[-1])
    )


_LONGEST_CHUNK = 2000
# No word is longer; what is gets cut, so that hostile text costs no more than a page of words.

_NOTHING, _DIGIT, _OPENER, _CAPITAL, _QUOTE, _OTHER = range(6)


def _kind_of(following: str) -> int:
    """What follows a chunk, as far as its last period asks."""
    first = following[:1]
    if not first:
        return _NOTHING
    if first.isdigit():
        return _DIGIT
    if first.isupper():
        return _OPENER if following in SENTENCE_OPENERS else _CAPITAL
    return _QUOTE if first in DOUBLE_QUOTES else _OTHER


@lru_cache(maxsize=1 << 14)
def _split_chunk(chunk: str, following: int) -> tuple[Word, ...]:
    """The words of a chunk, given what kind of chunk follows."""
    pieces = [(match.lastgroup or "", *match.span()) for match in _PIECE.finditer(chunk)]
    letters = _letters_of(chunk)
    words: list[Word] = []
    index = 0
    while index < len(pieces):
        kind, start, end = pieces[index]
        index += 1
        if kind in _WORDS:
            index, end = _take_affix(chunk, pieces, index)
            if _takes_period(chunk, start, end, following):
                index += 1
                end += 1
            words.extend(_split_word(chunk, start, end))
        elif kind == "other" and chunk[start] in ")]" and _GLUED_PERIOD.match(chunk, end):
            index += 1
            words.append((start, end + 1, ")."))
        elif kind == "other":
            words.extend(_convert_character(chunk, start, following, letters))
        elif kind == "dots":
            words.append((start, end, "..."))
        else:
            words.append((start, end, substitute(chunk[start:end])))
    return tuple(words)


_WORDS = frozenset({"word", "number"})


def _take_affix(chunk: str, pieces: list[tuple[str, int, int]], index: int) -> tuple[int, int]:
    """Where the word before ``index`` ends once it took in a hyphen and what an affix joins."""
    _, start, end = pieces[index - 1]
    if index + 1 < len(pieces) and chunk[end] == "-":
        kind, next_start, next_end = pieces[index + 1]
        if (
            kind in _WORDS
            and next_start == end + 1
            and (
                chunk[start:end].lower() in HYPHEN_PREFIXES
                or chunk[next_start:next_end].lower() in HYPHEN_SUFFIXES
            )
        ):
            return index + 2, next_end
    return index, end


def _takes_period(chunk: str, start: int, end: int, following: int) -> bool:
    """Whether the period at ``end`` belongs to the word before it."""
    if not chunk.startswith(".", end) or chunk.startswith("..", end):
        return False
    word = chunk[start:end]
    initial = len(word) == 1 and word.isalpha()
    if after := chunk[end + 1 : end + 2]:
        return after.isalnum() or initial or word in PREFIXES or word in SUFFIXES
    if following == _DIGIT:
        return True
    if following in (_NOTHING, _OPENER):
        return False
    return initial or word in PREFIXES or (word in SUFFIXES and following == _OTHER)


def _split_word(chunk: str, start: int, end: int) -> list[Word]:
    """A word without its contractions, then these: ``do`` ``n't``."""
    text = chunk[start:end]
    words: list[Word] = []
    for _ in range(_MOST_CLITICS):
        match = _CLITIC.search(text)
        if match is None:
            break
        words.append((start + match.start(), start + match.end(), substitute(match[0])))
        text = text[: match.start()]
    if at := _TWO_WORDS.get(text.lower()):
        words.append((start + at, start + len(text), text[at:]))
        text = text[:at]
    words.append((start, start + len(text), substitute(text)))
    return words[::-1]


def _letters_of(chunk: str) -> tuple[int, int]:
    """The first and the last letter or digit of a chunk; an empty range if there is none."""
    first = _ALPHANUMERIC.search(chunk)
    last = _ALPHANUMERIC.search(chunk[::-1])
    return (first.start(), len(chunk) - 1 - last.start()) if first and last else (len(chunk), -1)


def _convert_character(
    chunk: str, start: int, following: int, letters: tuple[int, int]
) -> list[Word]:
    character = chunk[start]
    if character in DROPPED_CHARACTERS:
        return []
    if character in DOUBLE_QUOTES:
        opening = _opens_quotation(chunk, start, following, letters)
        return [(start, start + 1, OPENING_QUOTE if opening else CLOSING_QUOTE)]
    return [(start, start + 1, CHARACTER_SUBSTITUTIONS.get(character, character))]


def _opens_quotation(chunk: str, start: int, following: int, letters: tuple[int, int]) -> bool:
    """Whether the double quote at ``start`` opens: it follows nothing, a bracket or a dash."""
    if chunk[start] != STRAIGHT_QUOTE:
        return chunk[start] in "“„"
    if len(chunk) == 1:
        return following != _NOTHING
    first, last = letters
    if first < start:
        return chunk[start - 1] in _QUOTE_OPENERS and start < last
    return start < last or start == len(chunk) - 1
