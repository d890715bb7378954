"""From packed annotations to one report."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
import orjson
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.example_units import page_titles
from annotator.material.corpus.models import Example, HiddenSplit
from annotator.material.corpus.storage import pack, unpack
from annotator.measures.intervals import PAGE_GROUPS, PAGES, linked
from annotator.quality.reports.agreement_sample import sample_of
from annotator.quality.reports.chunks import annotations_sha256, load
from annotator.quality.reports.code_version import code_version
from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.kinds import sections_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.packing import pack_columns
from annotator.quality.reports.section_results import SectionResults
from annotator.quality.reports.stages import Stopwatch
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

_CANONICAL = orjson.OPT_SORT_KEYS


def compute_report(
    *,
    project: Project,
    at: datetime,
    seed: int,
    stopwatch: Stopwatch,
    hidden_split: HiddenSplit = HiddenSplit.WITHOUT,
    job_id: UUID | None = None,
    on_section: Callable[[int], None] | None = None,
) -> Report:
    """Compute every section from the database as it is at one moment, and keep one report.

    ``at`` is when: its UTC date is a parameter, the rest of it changes nothing. ``seed`` is any
    64-bit integer. ``on_section`` is called with the number of sections that are done. A section
    that fails says so in its place, and is among the report's ``failed_sections``.
    """
    parameters = Parameters(at.astimezone(UTC).date().isoformat(), hidden_split)
    sections = sections_of(project.kind, hidden_split)
    with snapshot():
        with stopwatch.stage("load"):
            loaded = load(project, hidden_split)
            examples = read_examples(project, hidden_split)
            context = ReportContext(loaded.columns, examples, parameters, seed)
        results = SectionResults(table=example_keys(context), job_id=job_id)
        with stopwatch.stage("inputs"):
            results.read(sections, project, context)
    results.compute(sections, context, stopwatch, on_section)
    packed = canonical({"kind": project.kind, "sections": results.content})
    basis = [
        list(loaded.fingerprints.items()),
        results.inputs,
        parameters.to_json(),
        seed,
        code_version(),
        _digest(context.examples),
        # A run that works has other figures from the same inputs.
        sorted(results.failed),
    ]
    with transaction.atomic():
        now = lock_project(project)
        if now.hidden_split != project.hidden_split:
            raise JobFailedError(
                "A split was hidden or shown meanwhile. Start the statistics again."
            )
        report = Report.objects.create(
            project=project,
            job_id=job_id,
            hidden_split=hidden_split,
            created_at=at,
            fingerprint=hashlib.sha256(canonical(basis)).hexdigest(),
            parameters=parameters.to_json(),
            seed=seed,
            code_version=code_version(),
            annotations_sha256=annotations_sha256(loaded.fingerprints),
            annotations=len(context.annotations),
            examples=len(context.examples),
            content=pack(packed),
            content_sha256=hashlib.sha256(packed).hexdigest(),
            example_table=pack_columns(results.table),
            details=pack(canonical(results.details)),
            failed_sections=sorted(results.failed),
            stages=stopwatch.stages,
        )
        _thin_out(project, newest=report)
    return report


def _thin_out(project: Project, *, newest: Report) -> None:
    """Drop the unneeded content of older reports: a project may have thousands."""
    alike = Report.objects.filter(project=project, hidden_split=newest.hidden_split)
    older = alike.filter(pk__lt=newest.pk)
    older.exclude(example_table=b"").update(example_table=b"", details=b"")
    kept = settings.REPORTS_KEPT
    last = older.order_by("-pk").values_list("pk", flat=True)[kept - 1 : kept]
    for key in last:
        older.filter(pk__lt=key).exclude(content=b"").update(content=b"")


def content_of(report: Report) -> dict[str, Any]:
    """What a report says: ``kind`` and ``sections`` in the shape of ``figures``."""
    content: dict[str, Any] = orjson.loads(unpack(report.content))
    return content


def details_of(report: Report, section: str) -> dict[str, Any]:
    """What a section says of single annotators, by their keys; nothing for an older report."""
    details = orjson.loads(unpack(report.details)) if report.details else {}
    found: dict[str, Any] = details.get(section, {})
    return found


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no white space: equal values have equal bytes."""
    return orjson.dumps(value, option=_CANONICAL)


def read_examples(
    project: Project, hidden_split: HiddenSplit = HiddenSplit.WITHOUT
) -> ExampleColumns:
    """The project's published examples of the main task, as ``hidden_split`` says."""
    purposes = hidden_split.purposes
    asked = Example.objects.filter(project=project, is_published=True, purpose__in=purposes)
    columns = ("pk", "split", "overlap", "first_overlap", "example_id", "page")
    rows = list(asked.order_by("pk").values_list(*columns))
    found = zip(*rows, strict=True) if rows else ((),) * len(columns)
    keys, names, overlaps, first, numbers, pages = found
    splits = tuple(sorted(set(names)))
    places = {name: place for place, name in enumerate(splits)}
    sample = sample_of(project)
    page_numbers, pages_are = _pages(asked, keys, pages)
    return ExampleColumns(
        example=np.array(keys, dtype=np.int64),
        split=np.array([places[name] for name in names], dtype=np.int16),
        overlap=np.array(overlaps, dtype=np.int32),
        splits=splits,
        first=np.array([each or 0 for each in first], dtype=np.int32),
        sampled=sample.has(numbers) if sample else np.zeros(len(rows), dtype=np.bool_),
        page=np.array(page_numbers, dtype=np.int64),
        sampled_since=sample.since_microseconds if sample else 0,
        pages_are=pages_are,
    )


def _pages(
    asked: QuerySet[Example], keys: Sequence[int], pages: Sequence[int | None]
) -> tuple[list[int], str]:
    """The number of each example's page, or of its group of pages, and what people call these."""
    if titles := page_titles(asked):
        return linked([titles.get(key, ()) for key in keys]), PAGE_GROUPS
    own = [-1 - key if page is None else page for key, page in zip(keys, pages, strict=True)]
    return own, PAGES


def example_keys(context: ReportContext) -> dict[str, NDArray[Any]]:
    """The example table's first columns: key and number of annotations, ordered by key."""
    keys, counts = np.unique(context.annotations.example, return_counts=True)
    return {"example": keys, "annotations": counts}


def _digest(examples: ExampleColumns) -> str:
    columns = (
        examples.example,
        examples.split,
        examples.overlap,
        examples.first,
        examples.sampled,
        examples.page,
    )
    rest = canonical([examples.splits, examples.sampled_since])
    parts = [column.tobytes() for column in columns]
    return hashlib.sha256(b"".join([*parts, rest])).hexdigest()
