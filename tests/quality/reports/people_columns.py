"""Columns of annotations by hand, for the section *people*."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from annotator.collecting.annotations.models import Source
from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.natural_questions_columns import SOURCES, NaturalQuestionsColumns

NAN = float("nan")


class Given(NamedTuple):
    """An annotation; ``seconds`` of the three stages, ``day`` from 2026-11-01 on."""

    example: int
    annotator: int
    long: int = 0
    short: int = 0
    quality: int = 1
    seconds: tuple[float, float, float] = (NAN, NAN, NAN)
    source: str = Source.HUMAN
    day: int = 0


def columns_of(given: Sequence[Given]) -> NaturalQuestionsColumns:
    """Made one second after the other, in this order, on their days."""
    count = len(given)
    made_at = np.datetime64("2026-11-01", "us").astype(np.int64) + np.arange(count) * 1_000_000
    made_at += np.array([row.day for row in given], dtype=np.int64) * 86_400_000_000
    order = sorted(range(count), key=lambda place: given[place].example)
    rows = [given[place] for place in order]

    def column(name: str, kind: Any) -> Any:
        return np.array([getattr(row, name) for row in rows], dtype=kind)

    def nothing(kind: Any) -> Any:
        return np.zeros(count, dtype=kind)

    return NaturalQuestionsColumns(
        example=column("example", np.int64),
        annotation=np.arange(1, count + 1),
        annotator=column("annotator", np.int64),
        submitted_at=made_at[order] if count else made_at,
        quality=column("quality", np.int8),
        after_page=nothing(np.int8),
        long=column("long", np.int32),
        tag=nothing(np.int8),
        top_level=nothing(np.int8),
        short=column("short", np.int32),
        spans=nothing(np.int16),
        yes_no=nothing(np.int8),
        seconds=column("seconds", np.float64).reshape(-1, 3),
        guideline=nothing(np.int32),
        source=np.array([SOURCES.index(row.source) for row in rows], dtype=np.int8),
        span_offsets=np.zeros(count + 1, dtype=np.int64),
        span_tokens=np.zeros((0, 2), dtype=np.int32),
    )


def context_of(columns: Any, inputs: dict[str, Any] | None = None) -> ReportContext:
    """What the section is given."""
    keys = np.unique(columns.example)
    examples = ExampleColumns(
        keys,
        np.zeros(len(keys), np.int16),
        np.ones(len(keys), np.int32),
        ("train",),
        np.zeros(len(keys), np.int32),
        np.zeros(len(keys), np.bool_),
        keys,
    )
    return ReportContext(columns, examples, Parameters(as_of="2026-11-22"), 1, inputs or {})
