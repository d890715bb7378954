"""Seeds: numbers from which everything that is drawn by lot follows."""

from annotator.exceptions import InvalidInputError

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every program reads from JSON as it was written."""
LARGEST_QUEUE_SEED = 2**31 - 1
"""Of a project's order and of its draw of splits."""


def flaw_of_seed(seed: int, *, largest: int = LARGEST_SEED) -> str:
    """What to do about a seed that can't be kept, or nothing.

    >>> flaw_of_seed(-1)
    'Give a whole number from 0 to 9,007,199,254,740,991.'
    """
    return "" if 0 <= seed <= largest else f"Give a whole number from 0 to {largest:,}."


def check_seed(seed: int, *, largest: int = LARGEST_SEED) -> None:
    """Raise ``InvalidInputError`` for a seed that can't be kept."""
    if fix := flaw_of_seed(seed, largest=largest):
        raise InvalidInputError("invalid_seed", f"Wrong seed: {seed}.", fields={"seed": fix})
