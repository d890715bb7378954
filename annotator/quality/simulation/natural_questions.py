"""What the model says of an NQ example, on the example's own page."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from annotator.collecting.annotations.answers import CheckedAnswer, check_answer
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import tagged_candidates_of, tokens_of
from annotator.measures.answers import NULL
from annotator.quality.simulation.boxes import Boxes, SpanSet, boxes_of, numbering, span_sets
from annotator.quality.simulation.model.draws import Annotations
from annotator.quality.simulation.model.examples import NO, NO_SHORT, SPANS, YES
from annotator.quality.simulation.world import Leaning

_SEEDS = 2**64
_NUMBERING, _WORDS = 0, 1

_EMPTY: dict[str, Any] = {"long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """What is known about an example, and so what most annotators who know will say.

    Without ``candidate`` the page has no answer; ``yes_no`` is YES, NO or NONE.
    """

    bad: bool
    candidate: int | None
    spans: SpanSet
    yes_no: str

    def leaning(self) -> Leaning:
        """The same in the model's codes."""
        if self.yes_no != "NONE":
            short = YES if self.yes_no == "YES" else NO
        else:
            short = SPANS if self.spans else NO_SHORT
        return Leaning(self.bad, self.candidate is not None, short)


@dataclass
class PageAnswers:
    """Answers on one example's page: the same code, the same checked answer.

    The seed and the example's id decide which boxes and words the codes mean.
    """

    annotations: Annotations
    boxes: Boxes
    example_id: int
    seed: int
    known: KnownAnswer | None = None
    order: list[int] = field(init=False)
    _checked: dict[tuple[bool, int, int], CheckedAnswer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first = self.known.candidate if self.known else None
        self.order = numbering(self.boxes, self._generator(_NUMBERING), first=first)

    def answer(self, row: int) -> CheckedAnswer:
        """What an annotation says, checked as every annotation is."""
        annotations = self.annotations
        said = (
            bool(annotations.bad[row]),
            int(annotations.long[row]),
            int(annotations.short[row]),
        )
        if said not in self._checked:
            self._checked[said] = check_answer(
                {"question_quality": "bad", **_EMPTY}
                if annotations.bad[row]
                else self._worded(*said[1:], annotations.span_sets),
                tokens=self.boxes.tokens,
                candidates=self.boxes.candidates,
            )
        return self._checked[said]

    def _worded(self, long: int, short: int, number: int) -> Mapping[str, Any]:
        if long == NULL or long > len(self.order):
            return {"question_quality": "good", **_EMPTY}
        candidate = self.order[long - 1]
        spans = self._spans(candidate, short - SPANS, number) if short >= SPANS else ()
        return {
            "question_quality": "good",
            "long_answer": {"candidate_index": candidate},
            "short_answers": [asdict(span) for span in spans],
            "yes_no_answer": ["NONE", "YES", "NO"][short] if short < SPANS else "NONE",
        }

    def _spans(self, candidate: int, which: int, number: int) -> SpanSet:
        known = self.known.spans if self.known and candidate == self.known.candidate else ()
        generator = self._generator(_WORDS, candidate)
        sets = span_sets(self.boxes, candidate, generator, number=number, first=known)
        return sets[which % len(sets)] if sets else ()

    def _generator(self, *purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.seed % _SEEDS, self.example_id % _SEEDS, *purpose])


def read_boxes(page: Page | None) -> Boxes:
    """A page's boxes; without a page, none."""
    if page is None:
        return boxes_of([], [])
    return boxes_of(tokens_of(page), tagged_candidates_of(page))
