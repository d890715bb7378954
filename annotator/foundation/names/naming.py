"""What people may be called, and projects and splits: which names are the same, which are none."""

import unicodedata
from collections.abc import Iterable

_UNSEEN = frozenset("CZM")
"""Unicode's groups of categories that show nothing by themselves: controls, blanks, marks."""

_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers of Hangul and the empty Braille pattern, which count as letters and symbols."""

_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of controls, half surrogates, and what ends a line or a paragraph."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX 9): with them a name
reads as another one, and turns what stands behind it. Marks such as U+200F turn nothing.
"""


def name_key(name: str) -> str:
    """The form in which names are compared: NFKC and case folding (Unicode TR 36, 2.11.2).

    >>> name_key("ZOE\u0308") == name_key("Zo\u00eb") == "zo\u00eb"
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def spelling_among(names: Iterable[str], name: str) -> str:
    """How ``names`` write ``name``: exactly so if one does, else as the first that is the same
    name; "" where none is.

    >>> spelling_among(["BERT", "bert"], "bert"), spelling_among(["BERT"], "bert")
    ('bert', 'BERT')
    """
    key = name_key(name)
    alike = [each for each in names if name_key(each) == key]
    return name if name in alike else next(iter(alike), "")


def describe_flaw(name: str) -> str:
    """How to write ``name`` instead, as a sentence; "" where it can be shown as a name.

    >>> describe_flaw("\u200b \u3164")
    'Write at least one character that people can see.'
    """
    if not any(map(_is_seen, name)):
        return "Write at least one character that people can see."
    if any(unicodedata.category(character) in _BREAKING for character in name):
        return "Write it on one line, without control characters."
    if not _TURNING.isdisjoint(name):
        return "Leave out the invisible characters that turn the direction of writing."
    return ""


def without_turning(text: str) -> str:
    """A text without the invisible characters that turn the direction of writing."""
    return "".join(character for character in text if character not in _TURNING)


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in _UNSEEN and character not in _BLANK_LETTERS
