"""What an annotator did with a suggestion, by hand, and the examples in docstrings."""

import doctest

import pytest

from annotator.collecting.suggestions import drawing, uses
from annotator.collecting.suggestions.models import Use
from annotator.collecting.suggestions.uses import Chosen, Suggested, compare

BOX, AROUND, INSIDE, BESIDE = (4, 10, 30), (3, 0, 90), (5, 12, 20), (8, 40, 60)
SPAN, OTHER = (12, 14), (20, 21)

CASES = [
    # The box alone is proposed: any short answer goes with it.
    (Suggested([BOX]), Chosen(BOX), Use.TAKEN, 1),
    (Suggested([BOX]), Chosen(BOX, [SPAN]), Use.TAKEN, 1),
    (Suggested([BOX]), Chosen(BOX, [], "YES"), Use.TAKEN, 1),
    # A short answer is proposed too.
    (Suggested([BOX], [SPAN, OTHER]), Chosen(BOX, [OTHER, SPAN]), Use.TAKEN, 1),
    (Suggested([BOX], [SPAN]), Chosen(BOX), Use.CHANGED, 1),
    (Suggested([BOX], [SPAN]), Chosen(BOX, [OTHER]), Use.CHANGED, 1),
    (Suggested([BOX], [], "YES"), Chosen(BOX, [], "YES"), Use.TAKEN, 1),
    (Suggested([BOX], [], "YES"), Chosen(BOX, [], "NO"), Use.CHANGED, 1),
    # Boxes are ranked: any of them is taken.
    (Suggested([BESIDE, BOX]), Chosen(BOX), Use.TAKEN, 2),
    # Another box.
    (Suggested([BOX]), Chosen(AROUND), Use.CHANGED, None),
    (Suggested([BOX]), Chosen(INSIDE, [SPAN]), Use.CHANGED, None),
    (Suggested([BOX]), Chosen(BESIDE), Use.IGNORED, None),
    # No answer, or a bad question.
    (Suggested([BOX], [SPAN]), Chosen(None), Use.REJECTED, None),
]


@pytest.mark.parametrize(("suggested", "chosen", "use", "box"), CASES)
def test_what_was_done_with_a_suggestion(
    suggested: Suggested, chosen: Chosen, use: Use, box: int | None
) -> None:
    assert compare(suggested, chosen) == (use, box)


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(uses) == (0, 3)
    assert doctest.testmod(drawing).failed == 0
