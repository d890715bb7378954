"""Keeping annotations as packed columns, in chunks that are rebuilt only where something changed.

Rows of annotations never change, so the number of those that count, the sum of their keys and the
sum of their squares show whether they are the same; changes of other packed rows are found in the
same way. Any number of workers may build chunks of a project at a time.
"""

import hashlib
import inspect
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Case, Count, F, Q, Sum, Value, When
from numpy.typing import NDArray

from annotator.collecting.assignments.models import Slot, SlotState
from annotator.material.corpus.models import HiddenSplit, Purpose
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.reports.code_version import libraries
from annotator.quality.reports.kinds import columns_of
from annotator.quality.reports.models import AnnotationChunk
from annotator.quality.reports.packing import pack_columns, unpack_columns
from annotator.quality.reports.reading import Reading
from annotator.workspace.projects.models import Project

_MODULUS = 1_000_003
CLAIM = timedelta(seconds=90)
"""After this, the worker that claimed a chunk counts as dead."""


def plan_chunks(project: Project) -> int:
    """Look which chunks there have to be, delete the others; how many are to be built."""
    wanted = _wanted(project)
    with transaction.atomic():
        chunks = AnnotationChunk.objects.filter(project=project)
        chunks.exclude(number__in=wanted).delete()
        known = dict(chunks.values_list("number", "wanted"))
        AnnotationChunk.objects.bulk_create(
            [
                AnnotationChunk(project=project, number=number, wanted=fingerprint)
                for number, fingerprint in wanted.items()
                if known.get(number) != fingerprint
            ],
            update_conflicts=True,
            unique_fields=["project", "number"],
            update_fields=["wanted"],
        )
    return int(_stale(project).count())


def build_next_chunk(project: Project, *, at: datetime) -> bool | None:
    """Build one chunk that nobody else builds just now.

    True when one was built, False when others are at work on all that are left, None when none is
    left.
    """
    chunk = _claim(project, at)
    if chunk is None:
        return False if _stale(project).exists() else None
    build(chunk)
    return True


def build(chunk: AnnotationChunk) -> None:
    """Read the chunk's annotations as they are now and pack them."""
    reading = columns_of(chunk.project.kind)
    # Before the rows: what changes in between makes the chunk one to be built again.
    seen = _surroundings(chunk.project, number=chunk.number).get(chunk.number, "")
    rows = _read_rows(chunk.project, reading, chunk.number)
    columns = reading.pack_rows(rows)
    fingerprint = fingerprint_of(columns["annotation"], kind=chunk.project.kind) + seen
    # Annotations after the plan are included; a plan that was made meanwhile stays.
    unplanned = When(wanted=chunk.wanted, then=Value(fingerprint))
    AnnotationChunk.objects.filter(pk=chunk.pk).update(
        wanted=Case(unplanned, default=F("wanted")),
        built=fingerprint,
        claimed_at=None,
        annotations=len(rows),
        columns=pack_columns(columns),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A project's annotations as its kind's ``columns``, and the fingerprint of each chunk by
    number.
    """

    columns: Any
    fingerprints: Mapping[int, str]


def load(project: Project, hidden_split: HiddenSplit = HiddenSplit.WITHOUT) -> Loaded:
    """The annotations that count, from chunks that are up to date, and otherwise from the rows.

    Chunks have nothing of the hidden split; if it is wanted, its rows are read. Within a
    ``snapshot`` they are those of its moment, even while somebody is building chunks.
    """
    purposes = hidden_split.purposes
    wanted = dict(sorted(_wanted(project, purposes).items()))
    reading = columns_of(project.kind)
    chunks = AnnotationChunk.objects.filter(project=project).order_by("number")
    rows = chunks.values_list("number", "built", "columns").iterator(chunk_size=1)
    built = {
        number: unpack_columns(columns)
        for number, fingerprint, columns in rows
        if wanted.get(number) == fingerprint
    }
    return Loaded(
        reading.join(
            [
                built[number]
                if number in built
                else reading.pack_rows(_read_rows(project, reading, number, purposes))
                for number in wanted
            ]
        ),
        wanted,
    )


def load_columns(project: Project) -> Any:
    """The columns of ``load``."""
    return load(project).columns


def _read_rows(
    project: Project,
    reading: Reading,
    number: int,
    purposes: Collection[Purpose] = (Purpose.MAIN,),
) -> list[tuple[Any, ...]]:
    first = number * settings.EXAMPLES_IN_CHUNK
    counted = counted_annotations(project, purposes)
    return reading.read_rows(
        counted.filter(example_id__gte=first, example_id__lt=first + settings.EXAMPLES_IN_CHUNK)
    )


def fingerprint_of(annotations: NDArray[np.int64], *, kind: str) -> str:
    """A fingerprint of these annotations, by their keys, in columns of the current form."""
    return _fingerprint(
        kind,
        len(annotations),
        int(annotations.sum()),
        int(((annotations % _MODULUS) ** 2 % _MODULUS).sum()),
    )


def annotations_sha256(chunks: Mapping[int, str]) -> str:
    """One fingerprint of all chunks, by number; sha256, hex."""
    lines = [f"{number}:{fingerprint}" for number, fingerprint in sorted(chunks.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def current_sha256(project: Project) -> str:
    """``annotations_sha256`` of the annotations that count now, chunks or not."""
    return annotations_sha256(_wanted(project))


def count_current(project: Project, hidden_split: HiddenSplit = HiddenSplit.WITHOUT) -> int:
    """How many annotations of the project count now: each fills a slot, and the slots are counted
    in a tenth of the time.
    """
    filled = Slot.objects.filter(project=project, state=SlotState.FILLED)
    asked = filled.filter(example__is_published=True, example__purpose__in=hidden_split.purposes)
    return int(asked.count())


def _wanted(project: Project, purposes: Collection[Purpose] = (Purpose.MAIN,)) -> dict[int, str]:
    modulo = F("pk") % _MODULUS
    rows = (
        counted_annotations(project, purposes)
        .annotate(chunk=F("example_id") / settings.EXAMPLES_IN_CHUNK)
        .values("chunk")
        .annotate(count=Count("pk"), total=Sum("pk"), squares=Sum(modulo * modulo % _MODULUS))
        .order_by("chunk")
        .values_list("chunk", "count", "total", "squares")
    )
    seen = _surroundings(project)
    return {chunk: _fingerprint(project.kind, *sums) + seen.get(chunk, "") for chunk, *sums in rows}


def _surroundings(project: Project, *, number: int | None = None) -> dict[int, str]:
    """A fingerprint of what annotators saw, by chunk, or of one chunk; empty if it can't change."""
    read = columns_of(project.kind).surroundings
    if read is None:
        return {}
    rows = read(project)
    if number is not None:
        first = number * settings.EXAMPLES_IN_CHUNK
        rows = rows.filter(example__gte=first, example__lt=first + settings.EXAMPLES_IN_CHUNK)
    names = sorted(rows.query.annotation_select)
    sums = (
        rows.annotate(chunk=F("example") / settings.EXAMPLES_IN_CHUNK)
        .order_by("chunk")
        .values("chunk")
        .annotate(count=Count("pk"), **{f"all_{name}": Sum(name) for name in names})
        .values_list("chunk", "count", *(f"all_{name}" for name in names))
    )
    return {chunk: f":{_digest(values)}" for chunk, *values in sums}


def _digest(values: Sequence[Any]) -> str:
    return hashlib.sha256(":".join(map(str, values)).encode()).hexdigest()[:12]


def _fingerprint(kind: str, count: int, total: int, squares: int) -> str:
    return f"{_form_of(kind)}:{count}:{total}:{squares}"


@cache
def _form_of(kind: str) -> str:
    """Changes with the packing code, with the code that it calls, such as ROUGE-L, and with the
    libraries: chunks of an older version are rebuilt.
    """
    module = inspect.getmodule(columns_of(kind).pack_rows)
    if module is None:
        raise LookupError(f"no module packs annotations of {kind}")
    sources = "".join(source for _, source in sorted(sources_of(module).items()))
    return hashlib.sha256(f"{sources}{libraries()}".encode()).hexdigest()[:8]


def sources_of(module: ModuleType, known: dict[str, str] | None = None) -> dict[str, str]:
    """The source of a module of ours, and of those whose functions it imports, by name."""
    sources = {} if known is None else known
    sources[module.__name__] = inspect.getsource(module)
    for each in vars(module).values():
        name = each.__module__ if inspect.isfunction(each) else ""
        if name.startswith("annotator.") and name not in sources:
            sources_of(sys.modules[name], sources)
    return sources


def _stale(project: Project) -> Any:
    return AnnotationChunk.objects.filter(project=project).exclude(built=F("wanted"))


def _claim(project: Project, at: datetime) -> AnnotationChunk | None:
    free = Q(claimed_at__isnull=True) | Q(claimed_at__lt=at - CLAIM)
    with transaction.atomic():
        chunk: AnnotationChunk | None = (
            _stale(project)
            .filter(free)
            .select_for_update(skip_locked=True, of=("self",))
            .defer("columns")
            .order_by("number")
            .first()
        )
        if chunk is not None:
            AnnotationChunk.objects.filter(pk=chunk.pk).update(claimed_at=at)
    return chunk
