"""Splitting running text into words, Penn Treebank style.

Text goes in, ``(start, end, token)`` comes out, in characters of that text. The rules are the
Treebank's (contractions, quotes, periods) with the hyphen rules of the LDC's web treebank
guidelines, checked against real Natural Questions tokens.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
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
_CUT_OFF = frozenset(",;:)")
_INITIALS = re.compile(rf"(?:{_L}\.){{1,4}}")
# One more makes the longest name anybody abbreviates, and keeps joining linear.
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


Segment = tuple[int, int, int, int]
"""A stretch of a text's characters that stand side by side in a page and are equally wide: one past
its last character, the same if they are one byte wide (else -1), what has to be added to a
character times the width for its byte, and the width.
"""


class Words(NamedTuple):
    """The words of a text by column: where each begins, where it ends, its token."""

    starts: list[int]
    ends: list[int]
    tokens: list[str]


def split_words(text: str) -> list[Word]:
    """The words of ``text`` in order, never overlapping. Time is linear in its length."""
    words = Words([], [], [])
    add_words(words, text, [(len(text), len(text), 0, 1)])
    return list(zip(*words, strict=True))


def add_words(words: Words, text: str, segments: Sequence[Segment]) -> None:
    """Adds the same by column, in bytes of the page that ``text``'s ``segments`` are of."""
    starts, ends, tokens = words
    add_start, add_end, add_token = starts.append, ends.append, tokens.append
    find = text.find
    first_token = len(tokens)
    quotes: list[int] = []
    end = following = reach = shift = 0
    place = -1
    for chunk, next_chunk in pairwise([*text.split(), ""]):
        # Between two chunks is only white space, so this is its place.
        start = find(chunk, end)
        end = start + len(chunk)
        while start >= following:
            place += 1
            following, reach, shift, _ = segments[place]
        if end <= reach:
            # Most chunks are in one segment, and just a word, or one and a mark.
            if chunk.isalnum() and chunk.lower() not in _TWO_WORDS:
                add_start(start + shift)
                add_end(end + shift)
                add_token(chunk)
                continue
            word, mark = chunk[:-1], chunk[-1]
            if word.isalnum() and _is_cut_off(mark, word, next_chunk):
                between = end + shift - 1
                starts += (start + shift, between)
                ends += (between, between + 1)
                tokens += (word, mark)
                continue
        pieces = _pieces_of(chunk, next_chunk)
        if pieces and pieces[0][2][1:] == "." and len(tokens) > first_token:
            pieces = _join_initials(words, pieces, start, segments)
        if STRAIGHT_QUOTE in chunk:
            quoted = enumerate(pieces, len(tokens))
            quotes += [number for number, word in quoted if chunk[word[0]] == STRAIGHT_QUOTE]
        near = place
        for first, last, token in pieces:
            if end <= reach:
                add_start(start + first + shift)
                add_end(start + last + shift)
            else:
                near, start_byte, end_byte = _bytes_of(segments, near, start + first, start + last)
                add_start(start_byte)
                add_end(end_byte)
            add_token(token)
    if quotes:
        _balance_quotes(quotes, tokens)


def _bytes_of(
    segments: Sequence[Segment], place: int, start: int, end: int
) -> tuple[int, int, int]:
    """The segment in which the characters ``start`` to ``end`` begin, and their bytes.

    They begin in segment ``place`` or after it.
    """
    while segments[place][0] <= start:
        place += 1
    _, _, shift, width = segments[place]
    start_byte, last = start * width + shift, place
    while segments[last][0] < end:
        last += 1
    _, _, shift, width = segments[last]
    return place, start_byte, end * width + shift


def _pieces_of(chunk: str, following: str) -> tuple[Word, ...]:
    """The words of a chunk, given the chunk that follows."""
    if chunk.isalnum() and chunk.lower() not in _TWO_WORDS:
        return ((0, len(chunk), chunk),)
    kind = _kind_of(following) if "." in chunk or STRAIGHT_QUOTE in chunk else _NOTHING
    return _split_chunk(chunk, kind) if len(chunk) <= _LONGEST_CHUNK else _cut(chunk, kind)


def _is_cut_off(mark: str, word: str, following: str) -> bool:
    """Whether a chunk is a word of letters and digits and then ``mark``, a separate word. Most
    chunks that are not just a word are like that.
    """
    if mark == ".":
        if len(word) == 1 or word in PREFIXES or word in SUFFIXES or following[:1].isdigit():
            return False
    elif mark not in _CUT_OFF:
        return False
    return len(word) < _LONGEST_CHUNK and word.lower() not in _TWO_WORDS


def _cut(chunk: str, kind: int) -> tuple[Word, ...]:
    """The words of a chunk that is too long to be one."""
    return tuple(
        (offset + begin, offset + end, token)
        for offset in range(0, len(chunk), _LONGEST_CHUNK)
        for begin, end, token in _split_chunk.__wrapped__(
            chunk[offset : offset + _LONGEST_CHUNK], kind
        )
    )


def _balance_quotes(quotes: Sequence[int], tokens: list[str]) -> None:
    """Turns a closing straight quote that closes nothing into an opening one. ``quotes`` are the
    tokens that straight quotes are.
    """
    is_open = False
    for index in quotes:
        if tokens[index] == OPENING_QUOTE:
            is_open = True
        elif is_open:
            is_open = False
        else:
            tokens[index] = OPENING_QUOTE
            is_open = True


def _join_initials(
    words: Words, pieces: tuple[Word, ...], start: int, segments: Sequence[Segment]
) -> tuple[Word, ...]:
    """What is left of ``pieces``, words of the chunk at ``start``, once the last of ``words`` took
    in the first if it is a further initial: ``J. G.`` is ``J.G.``.
    """
    _, last, token = pieces[0]
    place = bisect_right(segments, start - 2, key=itemgetter(0))
    if (
        token[0].isupper()
        and _INITIALS.fullmatch(token)
        and _INITIALS.fullmatch(words.tokens[-1])
        # Nothing but one space is between them.
        and _bytes_of(segments, place, start - 2, start - 1)[2] == words.ends[-1]
    ):
        words.ends[-1] = _bytes_of(segments, place, start, start + last)[2]
        words.tokens[-1] += token
        return pieces[1:]
    return pieces


_LONGEST_CHUNK = 2000
# No word is longer. Longer text is cut, so that hostile text costs no more than a page of words.

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
            words.extend(_convert_character(chunk, start, following))
        elif kind == "dots":
            words.append((start, end, "..."))
        else:
            words.append((start, end, substitute(chunk[start:end])))
    return tuple(words)


_WORDS = frozenset({"word", "number"})


def _take_affix(chunk: str, pieces: list[tuple[str, int, int]], index: int) -> tuple[int, int]:
    """Where the word before ``index`` ends with a hyphen and what an affix joins."""
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
    if text.isalnum() and text.lower() not in _TWO_WORDS:
        return [(start, end, text)]
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


# A chunk may be all quotes, each of which asks.
@lru_cache(maxsize=1)
def _letters_of(chunk: str) -> tuple[int, int]:
    """The first and the last letter or digit of a chunk; an empty range if there is none."""
    first = _ALPHANUMERIC.search(chunk)
    last = _ALPHANUMERIC.search(chunk[::-1])
    return (first.start(), len(chunk) - 1 - last.start()) if first and last else (len(chunk), -1)


def _convert_character(chunk: str, start: int, following: int) -> list[Word]:
    character = chunk[start]
    if character in DROPPED_CHARACTERS:
        return []
    if character in DOUBLE_QUOTES:
        opening = _opens_quotation(chunk, start, following)
        return [(start, start + 1, OPENING_QUOTE if opening else CLOSING_QUOTE)]
    return [(start, start + 1, CHARACTER_SUBSTITUTIONS.get(character, character))]


def _opens_quotation(chunk: str, start: int, following: int) -> bool:
    """Whether the double quote at ``start`` opens: it follows nothing, a bracket or a dash."""
    if chunk[start] != STRAIGHT_QUOTE:
        return chunk[start] in "“„"
    if len(chunk) == 1:
        return following != _NOTHING
    first, last = _letters_of(chunk)
    if first < start:
        return chunk[start - 1] in _QUOTE_OPENERS and start < last
    return start < last or start == len(chunk) - 1
