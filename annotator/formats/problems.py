"""What can be wrong with a file, and where."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

MOST_OF_AN_EXAMPLE = 10


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


class LineError(FormatError):
    """A line is not a JSON object in UTF-8."""


class ExampleError(FormatError):
    """A line's object is not a valid example."""


def refuse_example(problems: Iterable[Problem]) -> None:
    """Raise ``ExampleError`` with the first ten of ``problems``, if there are any."""
    if found := list(islice(problems, MOST_OF_AN_EXAMPLE)):
        raise ExampleError(found)
