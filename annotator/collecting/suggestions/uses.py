"""How an answer compares with a suggestion: pure functions."""

from collections.abc import Sequence
from typing import NamedTuple

from annotator.collecting.suggestions.models import Use

Box = tuple[int, int, int]
"""A candidate's index, its first token, and the one after its last."""

Tokens = tuple[int, int]
NO_SHORT_ANSWER = "NONE"


class Suggested(NamedTuple):
    """Boxes, the best first, and the short answer that is proposed in the first one, if any."""

    boxes: Sequence[Box]
    short_answers: Sequence[Tokens] = ()
    yes_no_answer: str = NO_SHORT_ANSWER

    @property
    def has_short(self) -> bool:
        """Whether a short answer is proposed."""
        return bool(self.short_answers) or self.yes_no_answer != NO_SHORT_ANSWER


class Chosen(NamedTuple):
    """An annotator's answer; ``box`` is None where there is no long answer."""

    box: Box | None
    short_answers: Sequence[Tokens] = ()
    yes_no_answer: str = NO_SHORT_ANSWER


def compare(suggested: Suggested, chosen: Chosen) -> tuple[Use, int | None]:
    """What was done with a suggestion, and the place (from 1) of the suggested box in the answer.

    *Taken*: a suggested box is the long answer; where a short answer is proposed, it is the same
    too. *Changed*: the same box with another short answer, or a box around a suggested one or in
    it. *Ignored*: any other box. *Rejected*: no long answer, or a bad question.

    >>> compare(Suggested([(4, 10, 30)]), Chosen((4, 10, 30), [(12, 14)]))
    (Use.TAKEN, 1)
    >>> compare(Suggested([(4, 10, 30)], [(11, 12)]), Chosen((4, 10, 30), [(12, 14)]))
    (Use.CHANGED, 1)
    >>> compare(Suggested([(4, 10, 30)]), Chosen((3, 0, 90)))
    (Use.CHANGED, None)
    """
    if chosen.box is None:
        return Use.REJECTED, None
    for place, box in enumerate(suggested.boxes, start=1):
        if box[0] == chosen.box[0]:
            return (Use.TAKEN if _agrees(suggested, chosen) else Use.CHANGED), place
    if any(_nested(box, chosen.box) for box in suggested.boxes):
        return Use.CHANGED, None
    return Use.IGNORED, None


def _agrees(suggested: Suggested, chosen: Chosen) -> bool:
    if not suggested.has_short:
        return True
    return (
        set(suggested.short_answers) == set(chosen.short_answers)
        and suggested.yes_no_answer == chosen.yes_no_answer
    )


def _nested(one: Box, other: Box) -> bool:
    inside = other[1] <= one[1] and one[2] <= other[2]
    return inside or (one[1] <= other[1] and other[2] <= one[2])
