"""Sentences of encyclopaedic text, with their places: a rule of our own.

The same in Python and TypeScript: the browser splits while somebody types, so the rule must be
small enough to be written there, too. Retrieval splits paragraphs with it. Nothing published is
computed with it: ROUGE-L splits as the official scorer does (``rouge``).

A sentence ends

- at every line break;
- after a run of ``.``, ``!``, ``?`` or ``…``, with the closing quotes, brackets and reference
  marks (``[3]``, ``[citation needed]``) behind it, when white space follows and then, perhaps
  after an opening quote or bracket, a digit or a letter that is not a small one.

After a single full stop it goes on all the same, unless one of the ``STARTERS`` follows,

- behind one of the ``ABBREVIATIONS`` ("Dr. Smith"), and behind a number that begins the sentence;
- behind one of ``BEFORE_NUMBERS`` when a number follows ("No. 5", "Vol. IV");
- behind capital initials when a capitalised word or another initial follows ("J. R. Smith",
  "U.S. Navy"), and behind "U.S." when a number does.

Sentences are trimmed; empty ones are none. "She left the U.S. He did not." stays one sentence.
"""

import re

ABBREVIATIONS = frozenset(
    "a.k.a adm app approx apr aug b c ca capt cf col d dec dr e.g esp est fl fr ft gen gov i.e ie "
    "jan lit lt maj mr mrs ms msgr mt nov oct p pp pres prof r rep rev sen sgt st sta tr v "
    "vs".split()
)
"""Words after which a full stop ends no sentence, in lower case."""

BEFORE_NUMBERS = frozenset("art ch cl cor ecl jn lk no op opp rec rs sec vol".split())
"""Words after which a full stop ends no sentence before a number, in lower case."""

STARTERS = (
    "According to", "After", "Although", "As", "By", "During", "However", "In", "It", "Meanwhile",
    "On", "Several", "That", "The", "These", "This", "Under", "Yet",
)  # fmt: skip
"""Words that nearly always begin a sentence where they follow a full stop with a capital."""

_LINE_BREAK = re.compile("[\n\r\u2028\u2029]+")
# Beginning only where the run does keeps the search linear in a text of nothing but full stops.
_END = re.compile(
    r"(?<![.!?…])([.!?…]+)(?:[\"'”’»)\]]|\[[A-Za-z0-9 ?]{1,30}\])*\s+(?=[\"'“‘«(\[]?([^\W_]))"
)
_LAST_WORD = re.compile(r"[A-Za-z0-9.]*\Z")
_INITIALS = re.compile(r"(?:[A-Z]\.)*[A-Z]\Z")
_NUMBER = re.compile(r"\s*[0-9]+\Z")
_STARTER = re.compile(rf"(?:{'|'.join(STARTERS)})\b")
_NAME = re.compile(r"[\"“]?[A-Z][a-z.]")
_FOLLOWING_NUMBER = re.compile(r"[(]?(?:[0-9]+|[IVX]+\b)")
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
        if found[2].islower():
            continue
        if found[1] != "." or _ends(before, text, found.end(), is_whole=is_whole):
            spans.append((start, found.end()))
            start = found.end()
    spans.append((start, end))
    return [trimmed for span in spans if (trimmed := _trimmed(text, *span))]


def _ends(before: str, text: str, following: int, *, is_whole: bool) -> bool:
    """Whether a single full stop ends a sentence before character ``following``."""
    if _STARTER.match(text, following):
        return True
    found = _LAST_WORD.search(before)
    word = found.group() if found else ""
    if word.lower() in ABBREVIATIONS or (is_whole and _NUMBER.match(before)):
        return False
    is_number = _FOLLOWING_NUMBER.match(text, following) is not None
    if is_number and (word.lower() in BEFORE_NUMBERS or word == "U.S"):
        return False
    return not (_INITIALS.match(word) and _NAME.match(text, following))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    inside = text[start:end]
    left = len(inside) - len(inside.lstrip())
    right = len(inside.rstrip())
    return (start + left, start + right) if left < right else None
