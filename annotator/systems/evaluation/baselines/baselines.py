"""Baselines of Natural Questions that need no training (NQ paper, section 6.1).

Each gives a long answer or none; short answers they leave alone, as in the paper's Table 3.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from annotator.material.formats.candidate_boxes import Box, BoxedExample
from annotator.measures.answer_match import Answer, Span


class Choice(NamedTuple):
    """The chosen box, None for no answer, and how sure the baseline is, 0 to 1."""

    box: Box | None
    score: float


class Baseline(Protocol):
    """Something that chooses a box of an example's page."""

    def choose(self, example: BoxedExample) -> Choice:
        """The chosen box."""


class FirstParagraph:
    """The page's first paragraph that is in no other box."""

    def choose(self, example: BoxedExample) -> Choice:
        """The first paragraph; no answer where the page has none."""
        paragraphs = (each for each in example.boxes if each.tag == "p" and each.top_level)
        box = next(paragraphs, None)
        return Choice(box, float(box is not None))


class MostFrequent:
    """The answer that the page's training questions have most often, *no answer* among them.

    Of answers that are as frequent a box comes before *no answer*, and the earlier box first. The
    score is the answer's share. A page without training questions gets no answer.
    """

    def __init__(self, training: Iterable[BoxedExample]) -> None:
        self._answers: defaultdict[str, list[Answer]] = defaultdict(list)
        for example in training:
            self._answers[example.page] += example.gold.annotations

    def choose(self, example: BoxedExample) -> Choice:
        """The most frequent answer of the example's page."""
        return most_frequent(self._answers.get(example.page, ()), example.boxes)


class ClosestQuestion:
    """The most frequent answer to the page's training question that is closest to the example's.

    Closeness is the cosine of TF-IDF weighted words; words are runs of two or more letters and
    digits in lower case, weights are those of all training questions. Of equally close questions
    the first one counts. The score is the cosine, and no common word gives no answer.
    """

    def __init__(self, training: Iterable[BoxedExample]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._questions: list[str] = []
        self._answers: list[tuple[Answer, ...]] = []
        self._of_page: defaultdict[str, list[int]] = defaultdict(list)
        for example in training:
            self._of_page[example.page].append(len(self._questions))
            self._questions.append(example.question)
            self._answers.append(example.gold.annotations)
        self._weights = TfidfVectorizer()
        self._vectors = self._weights.fit_transform(self._questions) if self._questions else None

    def choose(self, example: BoxedExample) -> Choice:
        """The answer to the closest question."""
        places = self._of_page.get(example.page)
        if not places or self._vectors is None:
            return Choice(None, 0.0)
        asked = self._weights.transform([example.question])
        cosines = (self._vectors[places] @ asked.T).toarray().ravel()
        closest = int(np.argmax(cosines))
        if cosines[closest] <= 0:
            return Choice(None, 0.0)
        box, _ = most_frequent(self._answers[places[closest]], example.boxes)
        return Choice(box, float(cosines[closest]))


def most_frequent(answers: Sequence[Answer], boxes: Sequence[Box]) -> Choice:
    """The most frequent box of ``answers``, or none; the score is its share of them.

    An answer that is not a box of the page, as on another revision, counts as no answer.
    """
    counts = Counter(
        place for answer in answers if (place := _place(answer.long_answer, boxes)) is not None
    )
    if not counts:
        return Choice(None, 0.0)
    place, count = min(counts.items(), key=lambda found: (-found[1], found[0]))
    if count < len(answers) - counts.total():
        return Choice(None, 0.0)
    return Choice(boxes[place], count / len(answers))


def predictions(
    baseline: Baseline, examples: Iterable[BoxedExample]
) -> Iterator[dict[str, object]]:
    """A prediction in the official JSON format for each example."""
    for example in examples:
        box, score = baseline.choose(example)
        yield {
            "example_id": example.gold.example_id,
            "long_answer": written_span(box.span if box else None),
            "long_answer_score": score,
            "short_answers": [],
            "short_answers_score": 0.0,
            "yes_no_answer": "NONE",
        }


def written_span(span: Span | None) -> dict[str, int]:
    """A span as the official format writes it, -1 for none."""
    nowhere = (-1, -1)
    start_byte, end_byte = (span and span.in_bytes) or nowhere
    start_token, end_token = (span and span.in_tokens) or nowhere
    return {
        "start_byte": start_byte,
        "end_byte": end_byte,
        "start_token": start_token,
        "end_token": end_token,
    }


def _place(span: Span | None, boxes: Sequence[Box]) -> int | None:
    if span is None:
        return None
    return next((place for place, box in enumerate(boxes) if span.matches(box.span)), None)
