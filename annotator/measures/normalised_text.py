"""A text under SQuAD's normalisation, with the origin of each character.

Source: the ASQA paper, section 4.1 (STR-EM), and ``normalize_answer`` of the data set's scorer
(google-research/language, language/asqa/scoring.py), which is that of SQuAD's evaluation:

1. lower case, as Python's ``str.lower``;
2. the 32 ASCII characters of ``string.punctuation`` go, and their neighbours join
   ("U.S." is "us", "twenty-one" is "twentyone"); all other punctuation stays;
3. the articles a, an and the go if neither neighbour is a word character. Word characters are
   those of ``re``: letters and numbers of every script, but no combining marks;
4. white space, as in ``str.split``, becomes single spaces and is cut off at both ends.
"""

import re
import string
from dataclasses import dataclass

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = frozenset(string.punctuation)


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """``text`` normalised; character ``i`` of it came from ``origins[i]`` of the original.

    The origin of a folded space is the first character of what it was folded from.
    """

    text: str
    origins: tuple[int, ...]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the original behind characters ``start`` to ``end`` (exclusive) of this.

        Raises ``ValueError`` for an empty span: it has no place in the original.
        """
        if start >= end:
            raise ValueError("an empty span has no place in the original")
        return self.origins[start], self.origins[end - 1] + 1


def normalise(text: str) -> str:
    """``text`` under the official normalisation.

    >>> normalise("The 4 Seasons, in the U.S.")
    '4 seasons in us'
    >>> normalise("theatre – a play")
    'theatre – play'
    """
    return normalise_with_origins(text).text


def normalise_with_origins(text: str) -> NormalisedText:
    """``text`` normalised, with the original place of every character.

    >>> normalise_with_origins("A cat.").origins
    (2, 3, 4)
    """
    letters, origins = _without_punctuation(text)
    return _folded(_ARTICLES.sub(_blank, letters), origins)


def _without_punctuation(text: str) -> tuple[str, list[int]]:
    # Lowered as a whole, since what becomes of a capital sigma depends on its neighbours. Only the
    # dotted capital I becomes two characters, and always does.
    lowered = iter(text.lower())
    kept: list[str] = []
    origins: list[int] = []
    for place, original in enumerate(text):
        for _ in original.lower():
            character = next(lowered)
            if character not in _PUNCTUATION:
                kept.append(character)
                origins.append(place)
    return "".join(kept), origins


def _blank(article: re.Match[str]) -> str:
    return " " * len(article.group())


def _folded(letters: str, origins: list[int]) -> NormalisedText:
    kept: list[str] = []
    places: list[int] = []
    gap: int | None = None
    for character, place in zip(letters, origins, strict=True):
        if character.isspace():
            gap = place if gap is None else gap
            continue
        if gap is not None and kept:
            kept.append(" ")
            places.append(gap)
        gap = None
        kept.append(character)
        places.append(place)
    return NormalisedText("".join(kept), tuple(places))
