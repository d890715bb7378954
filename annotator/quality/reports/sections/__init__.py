"""The sections of a report: what each page of the dashboards shows.

A section is computed from arrays alone, so that it can be tested without a database. Its ``inputs``
function first reads what it needs from other tables, as JSON values, which are part of the report's
fingerprint.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.figures import Section
from annotator.quality.reports.planned import Counts
from annotator.quality.reports.sections import (
    adaptive_overlap,
    agreement,
    ambiguity,
    human_bound,
    long_form_agreement,
    long_form_process,
    many_annotations,
    many_annotations_inputs,
    people,
    process,
    schedule,
    schedule_inputs,
    schedule_plots,
    suggestion_inputs,
    suggestions,
)
from annotator.workspace.projects.models import Kind, Project


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


_PEOPLE = SectionSpec(
    "people", people.compute, people.read_people, details=people.details, counts="planned"
)
_SCHEDULE = SectionSpec(
    "schedule", schedule.compute, schedule_inputs.inputs, schedule_plots.example_columns
)

SECTIONS: Mapping[str, Sequence[SectionSpec]] = {
    Kind.NQ: (
        _SCHEDULE,
        SectionSpec(
            "process",
            process.compute,
            example_columns=process.example_columns,
            counts="first",
        ),
        SectionSpec(
            adaptive_overlap.NAME,
            adaptive_overlap.compute,
            adaptive_overlap.inputs,
            adaptive_overlap.example_columns,
            # Nothing further is ever asked for in the hidden split.
            with_hidden=False,
        ),
        SectionSpec(
            agreement.NAME,
            agreement.compute,
            agreement.inputs,
            agreement.example_columns,
            counts="planned",
        ),
        SectionSpec(
            ambiguity.NAME,
            ambiguity.compute,
            example_columns=ambiguity.columns,
            named_examples=ambiguity.named_examples,
            counts="planned",
        ),
        _PEOPLE,
        SectionSpec(
            human_bound.NAME,
            human_bound.compute,
            example_columns=human_bound.columns,
            counts="planned",
        ),
        SectionSpec(
            many_annotations.NAME,
            many_annotations.compute,
            many_annotations_inputs.inputs,
            many_annotations.columns,
            named_examples=many_annotations.named_examples,
            counts="planned",
        ),
        SectionSpec(suggestions.NAME, suggestions.compute, suggestion_inputs.inputs),
    ),
    Kind.ASQA: (
        _SCHEDULE,
        SectionSpec(
            "process",
            long_form_process.compute,
            long_form_process.inputs,
            long_form_process.example_columns,
        ),
        SectionSpec(
            "agreement",
            long_form_agreement.compute,
            example_columns=long_form_agreement.example_columns,
        ),
        _PEOPLE,
    ),
}
"""By kind of project, in the order of the pages."""


def sections_of(kind: str, hidden_split: HiddenSplit) -> Sequence[SectionSpec]:
    """The sections of such a report, in the order of the pages."""
    specs = SECTIONS[Kind(kind)]
    if hidden_split == HiddenSplit.WITHOUT:
        return specs
    return [spec for spec in specs if spec.with_hidden]
