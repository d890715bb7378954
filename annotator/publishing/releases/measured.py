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
from annotator.quality.reports.example_table import KEY
from annotator.quality.reports.kinds import columns_of, sections_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.packing import unpack_columns
from annotator.quality.reports.section_results import SectionResults
from annotator.quality.reports.services import latest_report
from annotator.quality.reports.stages import Stopwatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from annotator.publishing.releases.contents import Contents


@dataclass(frozen=True, slots=True)
class Measured:
    """What a release's figures are from. ``sections`` by name; ``failed`` could not be computed.

    ``by_example`` has the kind's posteriors of the examples ``example_keys``. ``again``: computed
    for the release, without what it leaves out; ``judged_again``: figures of judgments too.
    """

    computed_at: datetime
    annotations: int
    examples: int
    sections: Mapping[str, Mapping[str, Any]]
    failed: tuple[str, ...]
    sha256: str
    code_version: str
    by_example: Mapping[str, "NDArray[Any]"]
    example_keys: "NDArray[np.int64]"
    again: bool = False
    judged_again: bool = False


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
            *_posteriors(contents),
        )
    return _computed_again(contents, report, stay_alive)


def _posteriors(contents: "Contents") -> "tuple[dict[str, NDArray[Any]], NDArray[np.int64]]":
    report = latest_report(contents.project, with_examples=True)
    names = contents.kind.POSTERIORS
    if report is None or not report.example_table or not names:
        return {}, np.empty(0, np.int64)
    table = unpack_columns(report.example_table)
    return {name: table[name] for name in names if name in table}, table[KEY].astype(np.int64)


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
        released = contents.annotations().filter(judged_answers__isnull=False)
        judged = set(released.values_list("pk", flat=True))
    of_judged = room.keep_judged(results.inputs, judged)
    results.compute(specs, context, Stopwatch(), lambda _: stay_alive())
    return Measured(
        report.created_at,
        len(context.annotations),
        len(context.examples),
        _by_name(results.content),
        tuple(sorted(results.failed)),
        hashlib.sha256(canonical(results.content)).hexdigest(),
        code_version(),
        {name: results.table[name] for name in room.POSTERIORS if name in results.table},
        np.unique(context.annotations.example),
        again=True,
        judged_again=bool(of_judged),
    )


def _examples(contents: "Contents") -> ExampleColumns:
    """The examples of statistics that are released."""
    asked = read_examples(contents.project)
    kept = np.isin(asked.example, list(contents.examples().values_list("pk", flat=True)))
    columns = ("example", "split", "overlap", "first", "sampled", "page")
    return replace(asked, **{name: getattr(asked, name)[kept] for name in columns})
