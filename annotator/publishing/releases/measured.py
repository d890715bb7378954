"""The statistics of what is released: the newest report, or the same sections computed again
without the people, examples and simulated annotations that are left out.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.models import HiddenSplit
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.overview.targets import sections_of as sections_in
from annotator.quality.reports.code_version import code_version
from annotator.quality.reports.compute import canonical, read_examples
from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.kinds import columns_of, sections_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.section_results import SectionResults
from annotator.quality.reports.stages import Stopwatch

if TYPE_CHECKING:
    from annotator.publishing.releases.contents import Contents


@dataclass(frozen=True, slots=True)
class Measured:
    """What a release's figures are from. ``sections`` by name; ``failed`` could not be computed.

    ``again``: computed for the release, without what it leaves out.
    """

    computed_at: datetime
    annotations: int
    examples: int
    sections: Mapping[str, Mapping[str, Any]]
    failed: tuple[str, ...]
    sha256: str
    code_version: str
    again: bool = False


def measured(contents: "Contents", report: Report, *, stay_alive: Callable[[], None]) -> Measured:
    """The figures of ``report``, or those of the annotations in the release where it has fewer."""
    if not contents.leaves_out_counted:
        return Measured(
            report.created_at,
            report.annotations,
            report.examples,
            _by_name(sections_in(report)),
            tuple(report.failed_sections),
            report.content_sha256,
            report.code_version,
        )
    return _computed_again(contents, report, stay_alive)


def _by_name(sections: Any) -> dict[str, Mapping[str, Any]]:
    return {section["name"]: section for section in sections}


def _computed_again(
    contents: "Contents", report: Report, stay_alive: Callable[[], None]
) -> Measured:
    project, room = contents.project, contents.kind
    named = {each.section for each in room.FIGURES} | {each.section for each in room.TABLES}
    specs = [spec for spec in sections_of(project.kind, HiddenSplit.WITHOUT) if spec.name in named]
    reading = columns_of(project.kind)
    results = SectionResults()
    with snapshot():
        counted = counted_annotations(project).filter(pk__in=contents.annotations())
        columns = reading.join([reading.pack_rows(reading.read_rows(counted))])
        # The date of the report, so that the same project gives the same figures.
        parameters = Parameters(report.parameters["as_of"])
        context = ReportContext(columns, _examples(contents), parameters, report.seed)
        results.read(specs, project, context)
    for name, without in room.WITHOUT_JUDGMENTS.items():
        results.inputs.setdefault(name, {}).update(without)
    results.compute(specs, context, Stopwatch(), lambda _: stay_alive())
    return Measured(
        report.created_at,
        len(context.annotations),
        len(context.examples),
        _by_name(results.content),
        tuple(sorted(results.failed)),
        hashlib.sha256(canonical(results.content)).hexdigest(),
        code_version(),
        again=True,
    )


def _examples(contents: "Contents") -> ExampleColumns:
    """The examples of statistics that are released."""
    asked = read_examples(contents.project)
    kept = np.isin(asked.example, list(contents.examples().values_list("pk", flat=True)))
    columns = ("example", "split", "overlap", "first", "sampled", "page")
    return replace(asked, **{name: getattr(asked, name)[kept] for name in columns})
