"""TF-IDF similarity of questions and paragraphs, by scikit-learn.

With tf(w, d) the count of word w in text d, n paragraphs, df(w) those with w in them:

    idf(w) = ln((1 + n) / (1 + df(w))) + 1
    similarity(x, d) = cosine of the vectors tf(w, x) idf(w) and tf(w, d) idf(w)

Words are runs of letters and digits of any script, in lower case; one letter or digit is a word
too ("season 2"). A question's words that no paragraph has count in its length, with df = 0, so
that a question about something else is not similar for its one common word.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.measures.normalised_text import normalise

_WORD = r"(?u)\b\w+\b"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A disambiguation: its question, and equivalent wordings of its answer."""

    question: str
    short_answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """The best paragraph, from 0, and its similarity to the question, above 0 and at most 1."""

    paragraph: int
    similarity: float


def similarities(questions: Sequence[str], paragraphs: Sequence[str]) -> list[list[float]]:
    """For each question its similarity, 0 to 1, to each of ``paragraphs``, over which IDF is
    computed.

    >>> similarities(["a b"], ["a b", "c"])
    [[1.0, 0.0]]
    """
    # scikit-learn takes a second to load and only the worker needs it.
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

    if not questions or not paragraphs:
        return [[0.0] * len(paragraphs) for _ in questions]
    counter = CountVectorizer(token_pattern=_WORD)
    try:
        words = counter.fit([*paragraphs, *questions]).vocabulary_
    except ValueError:  # no word anywhere
        return [[0.0] * len(paragraphs) for _ in questions]
    weights = TfidfVectorizer(token_pattern=_WORD, vocabulary=words).fit(paragraphs)
    product = weights.transform(questions) @ weights.transform(paragraphs).T
    rows: list[list[float]] = product.toarray().clip(0, 1).tolist()
    # Rounding makes sums of squares slightly more or less than 1.
    return [[round(value, 12) for value in row] for row in rows]


def best_passages(wanted: Sequence[Wanted], paragraphs: Sequence[str]) -> list[Best | None]:
    """For each disambiguation the most similar paragraph that contains a short answer.

    It contains one under the official normalisation. Ties go to the earliest. None if no paragraph
    has a short answer, or none of those shares a word with the question.
    """
    normalised = [normalise(paragraph) for paragraph in paragraphs]
    rows = similarities([each.question for each in wanted], paragraphs)
    return [
        _best(row, _with_an_answer(normalised, each.short_answers))
        for row, each in zip(rows, wanted, strict=True)
    ]


def _with_an_answer(normalised: Sequence[str], short_answers: Sequence[str]) -> list[int]:
    # If nothing is left of a short answer, it would match everywhere.
    answers = [answer for answer in map(normalise, short_answers) if answer]
    return [
        number
        for number, paragraph in enumerate(normalised)
        if any(answer in paragraph for answer in answers)
    ]


def _best(row: Sequence[float], candidates: Sequence[int]) -> Best | None:
    if not candidates:
        return None
    best = max(candidates, key=lambda number: (row[number], -number))
    return Best(best, row[best]) if row[best] > 0 else None
