"""Which columns the annotations of a project's kind have."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from numpy.typing import NDArray

from annotator.collecting.annotations.models import Annotation
from annotator.quality.reports import long_form_columns, natural_questions_columns
from annotator.workspace.projects.models import Kind, Project


@dataclass(frozen=True)
class Reading:
    """``read_rows`` of a query, ``pack_rows`` into arrays (``annotation`` and ``example`` among
    them), ``join`` the arrays of several chunks. ``surroundings`` are rows that annotators saw and
    that can change after an annotation: by their ``example``, numbers whose sums show whether they
    changed.
    """

    read_rows: "Callable[[QuerySet[Annotation]], list[tuple[Any, ...]]]"
    pack_rows: Callable[[Sequence[tuple[Any, ...]]], dict[str, NDArray[Any]]]
    join: Callable[[Sequence[Mapping[str, NDArray[Any]]]], Any]
    surroundings: "Callable[[Project], QuerySet[Any]] | None" = None


_READINGS = {
    Kind.NQ: Reading(
        natural_questions_columns.read_rows,
        natural_questions_columns.pack_rows,
        natural_questions_columns.NaturalQuestionsColumns.join,
    ),
    Kind.ASQA: Reading(
        long_form_columns.read_rows,
        long_form_columns.pack_rows,
        long_form_columns.LongFormColumns.join,
        long_form_columns.read_surroundings,
    ),
}


def columns_of(kind: str) -> Reading:
    """How annotations of a kind of project are read; raises ``LookupError`` for an unknown one."""
    return _READINGS[Kind(kind)]
