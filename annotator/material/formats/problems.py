"""Problems of a file, with their place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

MOST_OF_AN_EXAMPLE = 10
MOST_FOUND = 100
"""Readers of whole files stop at so many problems."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file: where it is, what it is, how to fix it.

    ``line`` counts from 1 and is None if the file as a whole is meant; ``field`` is the path inside
    of the line's object (``annotations[2].short_answers[0].end_token``). ``problem`` and ``fix``
    are sentences without a closing full stop.
    """

    problem: str
    fix: str
    field: str = ""
    file: str = ""
    line: int | None = None

    def at(self, *, file: str, line: int | None) -> "Problem":
        """The same problem, placed."""
        return replace(self, file=file, line=line)

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line) if part)
        what = f"{self.problem}. {self.fix}."
        return ": ".join(part for part in (where, self.field, what) if part)


class FormatError(Exception):
    """A line is not what its format requires. ``problems`` has at least one entry."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def counted(problems: Sequence[Problem]) -> str:
    """How many problems a file has, of which most readers find only the first 100.

    >>> found = Problem("it is empty", "Fill it in")
    >>> counted([found]), counted([found] * 7), counted([found] * 100)
    ('1 problem', '7 problems', 'at least 100 problems')
    """
    number = len(problems)
    words = "1 problem" if number == 1 else f"{number:,} problems"
    return f"at least {words}" if number >= MOST_FOUND else words


class LineError(FormatError):
    """A line is not a JSON object in UTF-8."""


class ExampleError(FormatError):
    """A line's object is not a valid example."""


def refuse_example(problems: Iterable[Problem]) -> None:
    """Raise ``ExampleError`` with the first ten of ``problems``, if there are any."""
    if found := list(islice(problems, MOST_OF_AN_EXAMPLE)):
        raise ExampleError(found)
