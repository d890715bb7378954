"""Which boxes and words of a page the model's codes mean. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenSpan

OPTIONS = 4
_KINDS = {
    "P": (0.729, "P"),
    "Table": (0.190, "Table"),
    "Tr": (0.015, "Tr"),
    "Ul": (0.032, "list"),
    "Ol": (0.032, "list"),
    "Dl": (0.032, "list"),
    "Li": (0.034, "part"),
    "Dd": (0.034, "part"),
    "Dt": (0.034, "part"),
}
"""Published shares of long answers by their tag (NQ paper, section 3.1), lists taken together."""

_TOP_LEVEL = 0.95
_FEWEST_WORDS = 8
_RARELY = 1e-6
_LONGEST_SPAN = 4
_LONG_WORD = 5
_TRIES = 30

SpanSet = tuple[TokenSpan, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """A page's tokens and candidates, and how likely each candidate is an option."""

    tokens: Sequence[Token]
    candidates: Sequence[LongAnswerCandidate]
    weights: NDArray[np.float64]


def boxes_of(tokens: Sequence[Token], tagged: Sequence[tuple[LongAnswerCandidate, str]]) -> Boxes:
    """How likely each box is an option: by the published shares of tags, and of top-level ones.

    A kind of box shares its weight; boxes with fewer than eight words are chosen where there is
    nothing else.
    """
    words = np.concatenate([[0], np.cumsum([not token.html_token for token in tokens])])
    groups: dict[tuple[str, bool], list[int]] = {}
    weights = np.full(len(tagged), _RARELY)
    for index, (box, tag) in enumerate(tagged):
        if tag in _KINDS and words[box.end_token] - words[box.start_token] >= _FEWEST_WORDS:
            groups.setdefault((_KINDS[tag][1], box.top_level), []).append(index)
    for (_, top_level), members in groups.items():
        share = _KINDS[tagged[members[0]][1]][0]
        weights[members] = share * (_TOP_LEVEL if top_level else 1 - _TOP_LEVEL) / len(members)
    return Boxes(tokens, [box for box, _ in tagged], weights)


def numbering(
    boxes: Boxes, generator: np.random.Generator, *, first: int | None = None
) -> list[int]:
    """The real candidate for each of the model's numbers, options first.

    ``first`` is the most frequent one, if known.
    """
    total = len(boxes.candidates)
    if not total:
        return []
    chances = boxes.weights / boxes.weights.sum()
    chosen = generator.choice(total, min(OPTIONS, total), replace=False, p=chances).tolist()
    if first is not None:
        chosen = [first, *(each for each in chosen if each != first)][:OPTIONS]
    return [*chosen, *sorted(set(range(total)) - set(chosen))]


def span_sets(
    boxes: Boxes,
    candidate: int,
    generator: np.random.Generator,
    *,
    number: int,
    first: SpanSet = (),
) -> list[SpanSet]:
    """``number`` different sets of spans within a box: the last has two spans, the others one.

    ``first``, where it is known, is the first of them. They are fewer where the box has too few
    words for that, none where it has no word.
    """
    box = boxes.candidates[candidate]
    words = [t for t in range(box.start_token, box.end_token) if not boxes.tokens[t].html_token]
    if not words:
        return []
    begins = [t for t in words if _can_begin(boxes.tokens[t].token)] or words
    found = [first] if first else []
    for attempt in range(_TRIES):
        several = len(found) == number - 1 and attempt < _TRIES // 2
        spans = {_span(boxes, begins, box.end_token, generator) for _ in range(1 + several)}
        ordered = tuple(sorted(spans, key=lambda span: span.start_token))
        if ordered not in found and _apart(ordered) and len(ordered) == 1 + several:
            found.append(ordered)
        if len(found) == number:
            break
    return found


def _span(
    boxes: Boxes, begins: Sequence[int], end: int, generator: np.random.Generator
) -> TokenSpan:
    """One to four words in a row, no tag between them."""
    start = begins[int(generator.integers(len(begins)))]
    stop = start + 1
    for _ in range(int(generator.integers(_LONGEST_SPAN))):
        if stop < end and not boxes.tokens[stop].html_token:
            stop += 1
    return TokenSpan(start, stop)


def _can_begin(word: str) -> bool:
    """Numbers, names and longer words: few answers begin with "the"."""
    return word[0].isdigit() or word[0].isupper() or (len(word) >= _LONG_WORD and word.isalpha())


def _apart(spans: SpanSet) -> bool:
    return all(one.end_token < other.start_token for one, other in pairwise(spans))
