"""Names that reveal nothing about who somebody is, when they joined, or what they do."""

import secrets
from collections.abc import Iterable

_FEWEST_NUMBERS = 9000


def draw_pseudonym(*, taken: Iterable[str]) -> str:
    """A pseudonym such as ``Annotator 4173`` that is not among those ``taken`` in the project.

    The numbers are drawn with four digits from the first member on, so neither their order nor
    their length shows who joined first. More digits are used once half of these numbers are taken.
    """
    used = set(taken)
    numbers = _FEWEST_NUMBERS
    while len(used) * 2 > numbers:
        numbers *= 10
    while True:
        # 1000 to 9999, then 10000 to 99999, and so on.
        pseudonym = f"Annotator {numbers // 9 + secrets.randbelow(numbers)}"
        if pseudonym not in used:
            return pseudonym
