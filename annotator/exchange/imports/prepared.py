"""An example made ready outside of any transaction: verified, tokenised, compressed."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from annotator.exchange.imports.origin import Origin
from annotator.material.corpus.models import Example
from annotator.material.formats.problems import Problem


class PreparedExample(ABC):
    """The content of one example of a file, whatever the format.

    ``example_id`` decides whether the project has the example already, ``split`` is the file's own
    ("" if it has none).
    """

    example_id: int
    split: str

    @property
    @abstractmethod
    def name(self) -> str:
        """The example's name in the file: its id or key."""

    @property
    @abstractmethod
    def question_text(self) -> str:
        """The question as the file has it."""

    @property
    @abstractmethod
    def page_bytes(self) -> int:
        """How many bytes of pages wait in memory with it."""

    @property
    @abstractmethod
    def annotation_count(self) -> int:
        """How many annotations it brings."""

    @property
    def has_rebuilt_page(self) -> bool:
        """Whether its page was made from text, since the file has no HTML."""
        return False

    @property
    def has_clauses(self) -> bool:
        """Whether the tokens of its page are clauses rather than words."""
        return False

    @abstractmethod
    def content(self) -> str:
        """A digest that two examples share exactly if they say the same."""

    @abstractmethod
    def stored_content(self, example: Example) -> str:
        """The same digest for an example of the database, as far as this one would say it."""

    @abstractmethod
    def write(self, origin: Origin) -> Example:
        """Write the example with its slots, unpublished, and its annotations."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A prepared example and its place: file, line (if any) and the field of its id."""

    example: PreparedExample
    file: str
    line: int | None
    field: str

    def problem(self, problem: str, fix: str) -> Problem:
        """Something that is wrong with its id."""
        return Problem(problem, fix, field=self.field, file=self.file, line=self.line)
