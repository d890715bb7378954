"""How the annotations of a kind of project become columns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from numpy.typing import NDArray

from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.models import Project


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
