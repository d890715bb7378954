"""Sentences of an answer as they are shown: a rule of our own, the same in Python and TypeScript.

The browser splits while somebody types, so the rule must be small enough to be written there, too.
Nothing published is computed with it: ROUGE-L splits as the official scorer does (``rouge``).

A sentence ends

- at every line break;
- after a run of ``.``, ``!``, ``?`` or ``…``, with the closing quotes and brackets behind it, when
  white space follows. It goes on, though, when the next character is a small letter a to z, and
  after a single full stop behind an initial or initials ("J. Smith", "U.S. Navy"), behind one of
  the ``ABBREVIATIONS``, behind "No" before a digit, or behind a number that begins the sentence.

Sentences are trimmed; empty ones are none. "She left the U.S. He did not." stays one sentence:
a sentence that is too long only makes its support a little coarser.
"""

import re

ABBREVIATIONS = frozenset(
    "adm al approx capt cf col corp dr est fig gen gov hon inc jr lt ltd maj mr mrs ms mt pp prof "
    "rev sen sgt sr st vol vols vs".split()
)
"""Words after which a full stop ends no sentence, in lower case."""

_LINE_BREAK = re.compile("[\n\r\u2028\u2029]+")
# Beginning only where the run does keeps the search linear in a text of nothing but full stops.
_END = re.compile(r"(?<![.!?…])([.!?…]+)[\"'”’»)\]]*\s+")
_LAST_WORD = re.compile(r"[A-Za-z0-9.]*\Z")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)*[A-Za-z]\Z")
_NUMBER = re.compile(r"\s*[0-9]+\Z")
_LOOK_BACK = 20
# Characters; no abbreviation or number in front of a list is longer.


def split_sentences(text: str) -> list[tuple[int, int]]:
    """First and last (exclusive) character of each sentence of ``text``, in order.

    >>> text = "Mr. Smith won. Why? No."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Mr. Smith won.', 'Why?', 'No.']
    """
    spans: list[tuple[int, int]] = []
    line_start = 0
    for line_break in _LINE_BREAK.finditer(text):
        spans += _sentences_of_line(text, line_start, line_break.start())
        line_start = line_break.end()
    return spans + _sentences_of_line(text, line_start, len(text))


def _sentences_of_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans = []
    for found in _END.finditer(text, start, end):
        mark = found.start()
        before = text[max(start, mark - _LOOK_BACK) : mark]
        is_whole = mark - start <= _LOOK_BACK
        if found.end() < end and _ends(before, found[1], text[found.end()], is_whole=is_whole):
            spans.append((start, found.end()))
            start = found.end()
    spans.append((start, end))
    return [trimmed for span in spans if (trimmed := _trimmed(text, *span))]


def _ends(before: str, mark: str, following: str, *, is_whole: bool) -> bool:
    if "a" <= following <= "z":
        return False
    if mark != ".":
        return True
    found = _LAST_WORD.search(before)
    word = found.group() if found else ""
    if word.lower() == "no":
        return not "0" <= following <= "9"
    if word.lower() in ABBREVIATIONS or _INITIALS.match(word):
        return False
    return not (is_whole and _NUMBER.match(before))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    inside = text[start:end]
    left = len(inside) - len(inside.lstrip())
    right = len(inside.rstrip())
    return (start + left, start + right) if left < right else None
