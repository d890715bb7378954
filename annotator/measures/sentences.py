"""Sentences of encyclopaedic text, with their places, by our own rule.

The same in Python and TypeScript: the browser splits while somebody types, so the rule must be
small enough to be written there, too. Retrieval splits paragraphs with it. Nothing published is
computed with it: ROUGE-L splits as the official scorer does (``rouge``).

Every line break ends a sentence. Within a line a sentence may end at a *stop*: a run of ``.``,
``!``, ``?`` or ``…`` with the closing quotes, brackets and reference marks (``[3]``, ``[citation
needed]``) behind it, then white space. It does end there, unless what follows continues it:

1. A small letter continues it, and so does anything but a letter, digit or sign of a currency.
   Opening quotes and brackets are skipped, but a bracket with a number continues it: "Say? (2004)".
2. Any run other than a single full stop ends it. A single one belongs to the word before it if that
   is of one of these kinds:

   - a number or letter of a list, which is all of the sentence so far ("1. First");
   - one of the ``TITLES`` or of the ``LEADS`` ("Dr. Who", "Roe v. Wade");
   - one of the ``COUNTED``, before a number ("No. 5", "Vol. IV", "c. 1066");
   - a capital initial, one of the ``PLACES`` or a word with full stops inside ("J. Smith",
     "St. Louis", "U.S. Navy", "Ph.D."), before anything but one of the ``OPENERS``.
     "I" after a capitalised word is a numeral ("World War I. Germany"), and numbers don't continue
     an initial.

The words come from the kinds of abbreviations in English prose, and from its closed classes of
words for ``OPENERS``. ``python -m benchmarks.sentences`` counts what a corpus has of them, and
measures the rule. Sentences are trimmed; empty ones are dropped.
"""

import re

TITLES = frozenset(
    "Adm Amb Brig Capt Cdr Cmdr Col Cpl Dr Fr Gen Gov Hon Lt Maj Messrs Mlle Mme Mr Mrs Ms Msgr Mx "
    "Pres Prof Pvt Rep Rev Sen Sgt Supt".split()
)
"""Titles of people, including military ranks. They come before a name."""

PLACES = frozenset("Bros Ft Mt Pt St Sta Ste".split())
"""Parts of names of places and houses. They begin a name, or end one."""

LEADS = frozenset(
    "a.k.a abbr approx cf e.g eg esp i.e ie incl lit orig pron trans v viz vs".split()
)
"""Words that lead on to a comparison, a translation or an example; in lower case."""

COUNTED = frozenset(
    "al apr art arts aug b bk c ca ch chap col cols d dec ed eq est feb fig figs fl jan jul jun "
    "mar n no nos nov oct op p par pl pp pt pts r ref sec sect sep sept ser v ver vol vols".split()
)
"""Parts of a work, months, years of a life: before a number; in lower case."""

OPENERS = (
    # Articles, demonstratives, quantities.
    "A", "All", "An", "Another", "Any", "Both", "Each", "Every", "Many", "Most", "Other", "Several",
    "Some", "Such", "That", "The", "These", "This", "Those",
    # Pronouns and question words.
    "He", "Her", "His", "How", "I", "It", "Its", "Our", "She", "Their", "There", "They", "We",
    "What", "Where", "Which", "Who", "Why", "You",
    # Prepositions.
    "According", "After", "Among", "As", "At", "Before", "Between", "By", "Despite", "During",
    "Following", "For", "From", "In", "On", "Since", "Through", "To", "Until", "Upon", "With",
    "Within", "Without",
    # Conjunctions.
    "Although", "And", "Because", "But", "If", "Once", "Or", "So", "Though", "Unless", "When",
    "Whereas", "While", "Yet",
    # Adverbs of a whole sentence.
    "Additionally", "Also", "Eventually", "Finally", "Furthermore", "However", "Instead", "Later",
    "Meanwhile", "Moreover", "Nevertheless", "Then", "Therefore", "Thus", "Today",
)  # fmt: skip
"""Words that begin a sentence with a capital and seldom a name."""

_LINE_BREAK = re.compile("[\n\r\u2028\u2029]+")
# Beginning only where the run does keeps the search linear in a text of nothing but full stops.
_STOP = re.compile(
    r"(?<![.!?…])([.!?…]+)(?:[\"'”’»)\]]|\[[^\[\]]{1,40}\])*\s+"
    r"(?=([\"'“‘«(\[]*)([^\W_]|[$£€¥]))"
)
_WORD = re.compile(r"[^\s\"'“‘«(\[]*\Z")
_LIST_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*|[A-Za-z]|[IVX]+|[ivx]+")
_NUMERAL = re.compile(r"[A-Z]\S*\s+I\Z")
_INNER_STOPS = re.compile(r"(?:[A-Za-z]{1,3}\.-?)+[A-Za-z]{1,3}")
_NUMBER = re.compile(r"[0-9$£€¥]|[IVXLCivxlc]+(?![^\W_])")
_OPENER = re.compile(rf"(?:{'|'.join(OPENERS)})(?=[\s,:'’])")
_LOOK_BACK = 30
# Characters; a word of a list is shorter, and so is the one before it as a rule.


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
    for stop in _STOP.finditer(text, start, end):
        run, opening, first = stop.groups()
        if first.islower() or (opening.endswith(("(", "[")) and first.isdecimal()):
            continue
        before = text[max(start, stop.start() - _LOOK_BACK) : stop.start()]
        is_all = stop.start() - start <= _LOOK_BACK
        following = stop.end() + len(opening)
        if run != "." or _ends(before, text, following, is_all=is_all):
            spans.append((start, stop.end()))
            start = stop.end()
    spans.append((start, end))
    return [trimmed for span in spans if (trimmed := _trimmed(text, *span))]


def _ends(before: str, text: str, following: int, *, is_all: bool) -> bool:
    """Whether a single full stop ends a sentence. ``before`` is the sentence's end or, with
    ``is_all``, all of it so far; a letter or digit follows at ``following``.
    """
    found = _WORD.search(before)
    word = found.group() if found else ""
    if is_all and _LIST_NUMBER.fullmatch(before.strip()):
        return False
    # A single capital is an initial, whatever its small letter means.
    listed = word if len(word) == 1 else word.lower()
    if word in TITLES or listed in LEADS:
        return False
    number = _NUMBER.match(text, following)
    if number and listed in COUNTED:
        return False
    if _INNER_STOPS.fullmatch(word):
        return _OPENER.match(text, following) is not None
    if word in PLACES or (len(word) == 1 and word.isupper() and not _NUMERAL.search(before)):
        return text[following].isdecimal() or _OPENER.match(text, following) is not None
    return True


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    inside = text[start:end]
    left = len(inside) - len(inside.lstrip())
    right = len(inside.rstrip())
    return (start + left, start + right) if left < right else None
