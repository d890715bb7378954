"""When a predicted answer of Natural Questions is right (NQ paper, section 5.1).

The rules are those of the official evaluator: a span is compared by bytes if both sides have them;
otherwise, or if the bytes differ, by tokens; a set of spans is right when each of its spans is in
the other set; *yes* and *no* are compared with the annotations' own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

YesNoAnswer = Literal["NONE", "YES", "NO"]
Offsets = tuple[int, int]

NON_NULL_ANNOTATIONS = 2
"""β: how many annotations must have an answer before a null prediction is wrong."""


class Span(NamedTuple):
    """The place of an answer, in bytes, in tokens or in both: start inclusive, end exclusive.

    At least one of the two is given; no answer is None, not an empty span.
    """

    in_bytes: Offsets | None
    in_tokens: Offsets | None

    def matches(self, other: "Span") -> bool:
        """Whether both have the same bytes or the same tokens.

        >>> Span((10, 20), None).matches(Span((10, 20), (2, 4)))
        True
        >>> Span((10, 20), None).matches(Span(None, (2, 4)))
        False
        """
        same_bytes = self.in_bytes is not None and self.in_bytes == other.in_bytes
        return same_bytes or (self.in_tokens is not None and self.in_tokens == other.in_tokens)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an annotator or a system answered. No long answer is None, no short answer ``()``."""

    long_answer: Span | None
    short_answers: tuple[Span, ...] = ()
    yes_no_answer: YesNoAnswer = "NONE"

    @property
    def has_short_answer(self) -> bool:
        """Whether there is a span, *yes* or *no*."""
        return bool(self.short_answers) or self.yes_no_answer != "NONE"


def long_answer_matches(annotations: Sequence[Answer], prediction: Answer) -> bool:
    """Whether the predicted long answer is that of at least one annotation."""
    predicted = prediction.long_answer
    return predicted is not None and any(
        each.long_answer is not None and predicted.matches(each.long_answer) for each in annotations
    )


def short_answer_matches(annotations: Sequence[Answer], prediction: Answer) -> bool:
    """Whether the predicted *yes*, *no* or set of spans is that of at least one annotation."""
    if prediction.yes_no_answer != "NONE":
        return any(each.yes_no_answer == prediction.yes_no_answer for each in annotations)
    return bool(prediction.short_answers) and any(
        same_spans(each.short_answers, prediction.short_answers) for each in annotations
    )


def same_spans(one: Sequence[Span], other: Sequence[Span]) -> bool:
    """Whether each span of either set matches one of the other's; order doesn't matter."""
    return all(any(a.matches(b) for b in other) for a in one) and all(
        any(a.matches(b) for a in one) for b in other
    )
