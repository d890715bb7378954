"""What a section of a report is made with."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.figures import Section
from annotator.quality.reports.planned import Counts
from annotator.workspace.projects.models import Project


@dataclass(frozen=True)
class SectionSpec:
    """``compute`` makes the section. ``example_columns`` returns columns of the example table, each
    with a value for every example that has annotations, in the order of their keys, or a partial
    one. ``named_examples`` are keys of examples whose questions the section shows: its inputs have
    them as ``questions``, by key as text. ``details`` returns what is shown of one annotator at a
    time, as JSON values by the annotators' keys. ``with_hidden``: whether the section can tell of
    the hidden split. ``counts``: which annotations the section is given.
    """

    name: str
    compute: Callable[[ReportContext], Section]
    inputs: Callable[[Project, Parameters], Mapping[str, Any]] | None = None
    example_columns: Callable[[ReportContext], Mapping[str, NDArray[Any]]] | None = None
    details: Callable[[ReportContext], Mapping[str, Any]] | None = None
    named_examples: Callable[[ReportContext], Collection[int]] | None = None
    with_hidden: bool = True
    counts: Counts = "all"
