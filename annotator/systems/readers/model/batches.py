"""Questions and their passages as arrays of fixed shapes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.systems.readers.model.pages import MOST_QUESTION_WORDS, Passage
from annotator.systems.readers.model.pruning import MOST_PASSAGES
from annotator.systems.readers.model.vocabulary import END, PADDING, START, Vocabulary, words_shared

LENGTHS = (16, 64, 128, 192, 256)
"""Passages are filled up to one of these numbers of words, so that few shapes are compiled."""

WIDTHS = (1, 4, 8, MOST_PASSAGES)
"""Groups are filled up to one of these numbers of passages."""

POSITIONS = 20
"""Each of a page's first 19 candidates has its own position; all later ones share the twentieth
(NQ paper, footnote 13)."""


class Group(NamedTuple):
    """A question and the passages that are compared with one another."""

    question: Sequence[str]
    passages: Sequence[Passage]


class Size(NamedTuple):
    """Room for passages in a group, and for words in a passage, START and END among them."""

    passages: int
    words: int


class Arrays(NamedTuple):
    """``questions``: groups × words. Of passages, groups × passages × words: ``words``, and
    ``traits`` (× 2), whether the question has the word and how rare it is. ``exists``, groups ×
    passages; ``position`` and ``overlap`` (× 2, shared words and their summed IDF) are the
    ranker's. A passage begins with START and ends with END; what is PADDING doesn't count.
    """

    questions: NDArray[np.int32]
    words: NDArray[np.int32]
    traits: NDArray[np.float32]
    exists: NDArray[np.bool_]
    position: NDArray[np.int32]
    overlap: NDArray[np.float32]


def size_of(groups: Sequence[Group]) -> Size:
    """The smallest size that all groups, of up to 16 passages each, have room in."""
    passages = max((len(each.passages) for each in groups), default=0)
    longest = max((len(each.words) for group in groups for each in group.passages), default=0) + 2
    return Size(_filled_up(passages, WIDTHS), _filled_up(longest, LENGTHS))


def arrays_of(
    groups: Sequence[Group], vocabulary: Vocabulary, *, rows: int, size: Size | None = None
) -> Arrays:
    """The arrays of up to ``rows`` groups, of their own size unless one is given."""
    passages, length = size or size_of(groups)
    arrays = Arrays(
        questions=np.full((rows, MOST_QUESTION_WORDS), PADDING, np.int32),
        words=np.full((rows, passages, length), PADDING, np.int32),
        traits=np.zeros((rows, passages, length, 2), np.float32),
        exists=np.zeros((rows, passages), np.bool_),
        position=np.zeros((rows, passages), np.int32),
        overlap=np.zeros((rows, passages, 2), np.float32),
    )
    for row, group in enumerate(groups):
        numbers = [vocabulary.number_of(word) for word in group.question]
        arrays.questions[row, : len(numbers)] = numbers
        for place, passage in enumerate(group.passages):
            _fill(arrays, (row, place), group.question, passage, vocabulary)
    return arrays


def _filled_up(number: int, sizes: Sequence[int]) -> int:
    """The smallest of ascending sizes that is enough."""
    return next(each for each in sizes if each >= number)


def _fill(
    arrays: Arrays,
    place: tuple[int, int],
    question: Sequence[str],
    passage: Passage,
    vocabulary: Vocabulary,
) -> None:
    shared = words_shared(question, passage.words)
    idf = {word: vocabulary.idf_of(word) for word in dict.fromkeys(passage.words)}
    words = slice(1, len(passage.words) + 1)
    arrays.words[place][0] = START
    arrays.words[place][words] = [vocabulary.number_of(word) for word in passage.words]
    arrays.words[place][words.stop] = END
    arrays.traits[place][words, 0] = [word in shared for word in passage.words]
    # The rarest word counts 1, as a shared word does.
    arrays.traits[place][words, 1] = [
        idf[word] / (vocabulary.unknown_idf or 1) for word in passage.words
    ]
    arrays.exists[place] = True
    arrays.position[place] = min(passage.order, POSITIONS - 1)
    arrays.overlap[place] = (len(shared), sum(idf[word] for word in shared))
