"""What a trained model says of a page: its candidates in order, and the answer it would give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.material.formats.candidate_boxes import Box
from annotator.measures.answer_match import Span
from annotator.systems.readers.model import network
from annotator.systems.readers.model.batches import Group, arrays_of
from annotator.systems.readers.model.layers import Parameters
from annotator.systems.readers.model.pages import Passage, ReadPage, question_words
from annotator.systems.readers.model.pruning import likely_passages
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.model.vocabulary import Vocabulary

AT_ONCE = 8
"""So many questions are read together."""

UNSURE = -1e6
"""The score of an answer to a page without words."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Answers with a lower score than these are not given."""

    long: float = -np.inf
    short: float = -np.inf


@dataclass(frozen=True, slots=True)
class Model:
    """A trained system: its weights, and what is needed to use them."""

    settings: Settings
    vocabulary: Vocabulary
    parameters: Parameters
    thresholds: Thresholds = Thresholds()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The best long answer and its short answer, each with its score, whatever the thresholds.

    ``other_long_answers`` are the other likely candidates, the best first.
    """

    long_answer: Span | None
    long_score: float
    short_answer: Span | None
    short_score: float
    other_long_answers: tuple[Span, ...] = ()


class Ranked(NamedTuple):
    """A candidate and its score."""

    box: Box
    score: float


def rank(model: Model, question: str, page: ReadPage) -> list[Ranked]:
    """A page's likely candidates, at most 16 and top-level ones alone, the best first."""
    (found,) = _read(model, [(question_words(question), page)])
    return [
        Ranked(found.passages[place].box, float(found.scores[place])) for place in found.order()
    ]


def propose(model: Model, question: str, page: ReadPage) -> Proposal:
    """The answer that the model would give."""
    (proposal,) = proposals(model, [(question_words(question), page)])
    return proposal


def proposals(model: Model, asked: Sequence[tuple[Sequence[str], ReadPage]]) -> Iterator[Proposal]:
    """The answers to questions on pages, in order."""
    rest = iter(asked)
    while few := list(islice(rest, AT_ONCE)):
        for found in _read(model, few):
            yield found.proposal(model.settings)


@dataclass(frozen=True, slots=True)
class _Found:
    """A question's passages with their scores, and each one's best span, in words, if any."""

    passages: Sequence[Passage]
    scores: NDArray[np.float64]
    spans: Sequence["_BestSpan | None"]

    def order(self) -> list[int]:
        """The passages' places, the best first; of equal ones the earlier."""
        return [int(place) for place in np.argsort(-self.scores, kind="stable")]

    def proposal(self, settings: Settings) -> Proposal:
        if not self.passages:
            return Proposal(None, UNSURE, None, UNSURE)
        best, *rest = self.order()
        passage, span, score = self.passages[best], self.spans[best], float(self.scores[best])
        others = tuple(self.passages[place].box.span for place in rest)
        if span is None:
            return Proposal(passage.box.span, score, None, UNSURE, others)
        short = passage.span(span.first, span.last)
        margin = span.score - span.whole
        if settings.system == "docqa":
            # It gives a short answer, or a long one alone, whichever scores higher.
            given = short if margin >= 0 else None
            return Proposal(passage.box.span, score, given, span.score, others)
        return Proposal(passage.box.span, score, short, margin, others)


class _BestSpan(NamedTuple):
    """The best span of words, counted from 0, its score, and that of the passage as a whole."""

    first: int
    last: int
    score: float
    whole: float


def _read(model: Model, few: Sequence[tuple[Sequence[str], ReadPage]]) -> list[_Found]:
    groups = [Group(words, likely_passages(words, page.passages)) for words, page in few]
    return (
        _ranked_first(model, groups)
        if model.settings.system == "pipeline"
        else _spans_first(model, groups)
    )


def _ranked_first(model: Model, groups: Sequence[Group]) -> list[_Found]:
    """*pipeline*: passages by the ranker, against no answer, and a span of the best one."""
    arrays = arrays_of(groups, model.vocabulary, rows=AT_ONCE)
    ranked = np.asarray(
        network.rank_batch(model.parameters, arrays, model.settings), dtype=np.float64
    )
    scores = [
        row[: len(group.passages)] - row[-1] for row, group in zip(ranked, groups, strict=False)
    ]
    best = [int(np.argmax(row)) if len(row) else 0 for row in scores]
    chosen = [
        Group(group.question, group.passages[place : place + 1])
        for group, place in zip(groups, best, strict=True)
    ]
    read = _best_spans(model, chosen)
    found = []
    for group, row, place, (span, *_) in zip(groups, scores, best, read, strict=True):
        spans = [span if each == place else None for each in range(len(group.passages))]
        found.append(_Found(group.passages, row, spans))
    return found


def _spans_first(model: Model, groups: Sequence[Group]) -> list[_Found]:
    """*docqa*: a passage is worth as much as its best span, or as itself as a whole."""
    read = _best_spans(model, groups)
    return [
        _Found(
            group.passages,
            np.array(
                [max(each.score, each.whole) for each in spans[: len(group.passages)] if each]
            ),
            spans,
        )
        for group, spans in zip(groups, read, strict=True)
    ]


def _best_spans(model: Model, groups: Sequence[Group]) -> list[list[_BestSpan | None]]:
    """The best span of each passage of each group; None where there is no passage."""
    arrays = arrays_of(groups, model.vocabulary, rows=AT_ONCE)
    first, last = network.read_batch(model.parameters, arrays, model.settings)
    first, last = np.asarray(first, np.float64), np.asarray(last, np.float64)
    most = model.settings.most_answer_words
    return [
        [
            _best_span(first[row, place], last[row, place], len(passage.words), most)
            for place, passage in enumerate(group.passages)
        ]
        or [None]
        for row, group in enumerate(groups)
    ]


def _best_span(
    first: NDArray[np.float64], last: NDArray[np.float64], words: int, most: int
) -> _BestSpan:
    """Of ``words`` words between START and END; a span has at most ``most``. Ties: the earlier."""
    begins, ends = first[1 : words + 1], last[1 : words + 1]
    totals: Any = begins[:, None] + ends[None, :]
    places = np.arange(words)
    length = places[None, :] - places[:, None]
    totals = np.where((length >= 0) & (length < most), totals, -np.inf)
    begin, end = divmod(int(np.argmax(totals)), words)
    return _BestSpan(begin, end, float(totals[begin, end]), float(first[0] + last[words + 1]))
