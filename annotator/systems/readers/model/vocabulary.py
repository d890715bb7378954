"""The words that a model knows, by number, and how rare each is."""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Self

from annotator.systems.readers.model.pages import Reading

PADDING, START, END = 0, 1, 2
"""What fills a row up, and what stands before and after a passage (NQ paper, section 6.2)."""

UNKNOWN_GROUPS = 50
"""Unknown words share so many numbers, by their bytes: most words differ from most others."""

FIRST_WORD = END + 1 + UNKNOWN_GROUPS
MOST_WORDS = 100_000
LEAST_COUNT = 2
"""A word that the training data has once teaches nothing: it is unknown, as new words are."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """``words`` have the numbers from ``FIRST_WORD`` on; ``idf`` is each one's inverse document
    frequency, ln(passages / passages with it); ``unknown_idf`` that of all others.
    """

    words: tuple[str, ...]
    idf: tuple[float, ...]
    unknown_idf: float
    _number: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        numbers = {word: number for number, word in enumerate(self.words, FIRST_WORD)}
        object.__setattr__(self, "_number", numbers)

    def __len__(self) -> int:
        """How many numbers there are, padding and marks among them."""
        return FIRST_WORD + len(self.words)

    def number_of(self, word: str) -> int:
        """A word's number; an unknown one has that of its group."""
        number = self._number.get(word)
        return END + 1 + zlib.crc32(word.encode()) % UNKNOWN_GROUPS if number is None else number

    def idf_of(self, word: str) -> float:
        """How rare a word is in the training data's passages."""
        number = self._number.get(word)
        return self.unknown_idf if number is None else self.idf[number - FIRST_WORD]

    @classmethod
    def of(cls, readings: Iterable[Reading], known: Iterable[str] = ()) -> Self:
        """The words of training data: the most frequent first, of equal ones by the alphabet.

        ``known`` are words with vectors, which one appearance is enough for.
        """
        counts: Counter[str] = Counter()
        passages_with: Counter[str] = Counter()
        passages = 0
        for reading in readings:
            counts.update(reading.question)
            for passage in reading.page.passages:
                counts.update(passage.words)
                passages_with.update(set(passage.words))
                passages += 1
        vectors = set(known)
        kept = [word for word, count in counts.items() if count >= LEAST_COUNT or word in vectors]
        kept.sort(key=lambda word: (-counts[word], word))
        words = [*kept, *sorted(vectors.difference(kept))][:MOST_WORDS]
        idf = [log((passages + 1) / (passages_with[word] + 1)) for word in words]
        return cls(tuple(words), tuple(idf), log(passages + 1))


def words_shared(question: Sequence[str], words: Sequence[str]) -> list[str]:
    """The different words that a question and a passage share, in the question's order."""
    inside = set(words)
    return [word for word in dict.fromkeys(question) if word in inside]
