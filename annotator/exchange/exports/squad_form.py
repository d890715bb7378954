"""A form of ``export_squad``: which examples, and what rows each of them gives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from annotator.material.corpus.models import Example
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project

CHUNK = 50


class ExampleRows(NamedTuple):
    """An example in the file: entries of ``data``, questions in them, and what was left out: for
    want of an annotation ``unannotated``, else ``left_out``.
    """

    position: int
    rows: list[dict[str, Any]]
    questions: int
    left_out: int
    unannotated: int = 0


@dataclass(frozen=True, slots=True)
class SquadForm:
    """A form of the export.

    ``rows_of`` gives the rows of some of ``examples``, where contexts exceed a threshold.
    ``left_out_thing`` and ``left_out_why`` say what is left out, in singular and plural;
    ``with_concern`` are the examples that stay out because somebody has a concern about them.
    ``annotated`` says whether rows come from annotations.
    """

    examples: "QuerySet[Example]"
    opening: bytes
    rows_of: Callable[["QuerySet[Example]", float], Iterator[ExampleRows]]
    left_out_thing: str
    left_out_why: str
    annotated: bool
    with_concern: int = 0


class SquadForms(Protocol):
    """The part ``squad`` of a room."""

    def form(self, project: Project, parameters: Mapping[str, Any]) -> SquadForm:
        """The form that an export's ``parameters`` ask for. Raises ``JobFailedError``."""


def squad_form(project: Project, parameters: Mapping[str, Any]) -> SquadForm:
    """As above, of the project's kind."""
    forms: SquadForms = part_of(project.kind, "squad")
    return forms.form(project, parameters)


def opening_of(version: str) -> bytes:
    """The beginning of a file in this version of SQuAD."""
    return f'{{"version": "{version}", "data": ['.encode()
