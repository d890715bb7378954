"""Categorical noun phrases: names of classes, such as *comedian*, *tv show* or *country*."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from annotator.exchange.intake.filtering.tagged import TaggedToken, is_noun

_LONGEST = 3
"""How many words a phrase of the list has at most."""
_BEFORE_HEAD = frozenset("DT PDT CD JJ JJR JJS PRP$ POS VBG VBN HYPH NN NNS NNP NNPS".split())
_WORD = re.compile(r"[\w&'’.+-]+")
_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "mice": "mouse", "geese": "goose", "wives": "wife", "lives": "life",
    "leaves": "leaf", "wolves": "wolf", "knives": "knife", "movies": "movie", "cookies": "cookie",
    "calories": "calorie", "species": "species", "series": "series", "viruses": "virus",
    "buses": "bus", "gases": "gas", "lenses": "lens", "campuses": "campus",
    "diagnoses": "diagnosis", "crises": "crisis", "bacteria": "bacterium", "fungi": "fungus",
    "phenomena": "phenomenon",
}  # fmt: skip


class NounPhrase(NamedTuple):
    """Words ``start`` (inclusive) to ``end`` (exclusive) of a query; the last one is its head."""

    start: int
    end: int


class Categories:
    """A list of categorical noun phrases, in the singular or plural.

    ``places`` are names of regions that have cities and parts: *ohio*. They are categorical where
    a part is named before them (*cleveland ohio*), as in the paper's example of heuristic 4.
    """

    def __init__(self, phrases: Iterable[str], *, places: Iterable[str] = ()) -> None:
        self._phrases = frozenset(filter(None, map(_normal_phrase, phrases)))
        self._places = frozenset(filter(None, map(_normal_phrase, places)))

    def __len__(self) -> int:
        return len(self._phrases)

    def __contains__(self, phrase: str) -> bool:
        return _normal_phrase(phrase) in self._phrases

    def with_more(self, phrases: Iterable[str]) -> "Categories":
        """The same list with the phrases of a project besides."""
        more = Categories(())
        more._phrases = self._phrases | Categories(phrases)._phrases
        more._places = self._places
        return more

    def phrases_in(self, tokens: Sequence[TaggedToken]) -> list[NounPhrase]:
        """The noun phrases of a query whose head is on the list, in order."""
        found = []
        for end in range(1, len(tokens) + 1):
            if not is_noun(tokens[end - 1]) or (end < len(tokens) and is_noun(tokens[end])):
                continue
            start = end - 1
            while start and tokens[start - 1].tag in _BEFORE_HEAD:
                start -= 1
            if self._is_categorical(tokens, start, end):
                found.append(NounPhrase(start, end))
        return found

    def _is_categorical(self, tokens: Sequence[TaggedToken], start: int, end: int) -> bool:
        words = [singular(token.lower) for token in tokens[max(start, end - _LONGEST) : end]]
        for length in range(1, len(words) + 1):
            phrase = " ".join(words[-length:])
            if phrase in self._phrases:
                return True
            if phrase in self._places and end - length > start:
                return is_noun(tokens[end - length - 1])
        return False


@cache
def our_categories() -> Categories:
    """The list that comes with the platform: ``categories.txt`` and ``places.txt``."""
    return Categories(listed("categories.txt"), places=listed("places.txt"))


def listed(name: str) -> list[str]:
    """The lines of a list of this package, without its remarks."""
    text = files("annotator.exchange.intake.filtering").joinpath(name).read_text("utf-8")
    return phrases_of(text)


def phrases_of(text: str) -> list[str]:
    """The phrases of a list with one on each line; ``#`` begins a remark, a tab what counts it."""
    lines = (line.partition("#")[0].partition("\t")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def singular(word: str) -> str:
    """An English noun's singular, by rule; enough to compare two forms of one word.

    >>> [singular(word) for word in ("countries", "movies", "boxes", "actress", "people")]
    ['country', 'movie', 'box', 'actress', 'person']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):  # noqa: PLR2004 - gas, bus
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def _normal_phrase(phrase: str) -> str:
    words = _WORD.findall(unicodedata.normalize("NFKC", phrase).casefold())
    return " ".join([*words[:-1], singular(words[-1])] if words else [])
