"""Annotations by hand as the columns that reports are computed from; no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.figures import Figure, Missing, Plot, Point, Section
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns, pack_rows

AS_OF = "2026-01-13"


@dataclass(frozen=True)
class Row:
    """An annotation of an example. ``spans`` are first and last token (exclusive) of each."""

    example: int
    annotator: int = 1
    day: str = "2026-01-05"
    quality: str | None = "good"
    candidate: int | None = None
    tag: str = ""
    top_level: bool | None = None
    spans: tuple[tuple[int, int], ...] = ()
    yes_no: str = "NONE"
    seconds: tuple[float | None, float | None, float | None] = (None, None, None)
    guideline: int | None = None
    source: str = "human"
    bad_reason: str = ""


def make_columns(rows: Sequence[Row]) -> NaturalQuestionsColumns:
    """The annotations, keyed 1 and on in the order in which they are given."""
    numbered = sorted(enumerate(rows, 1), key=lambda pair: pair[1].example)
    packed = pack_rows(
        [
            (
                row.example,
                key,
                row.annotator,
                datetime.fromisoformat(f"{row.day}T12:00").replace(tzinfo=UTC),
                row.quality,
                row.candidate,
                row.tag,
                row.top_level,
                [[10 * first, 10 * last, first, last] for first, last in row.spans],
                row.yes_no,
                *row.seconds,
                row.guideline,
                row.source,
                row.bad_reason,
            )
            for key, row in numbered
        ]
    )
    return NaturalQuestionsColumns.join([packed])


def make_context(
    annotations: Any,
    *,
    overlaps: Mapping[int, int] | None = None,
    splits: Mapping[int, str] | None = None,
    inputs: Mapping[str, Any] | None = None,
    first: Mapping[int, int] | None = None,
    sampled: Sequence[int] = (),
    pages: Mapping[int, int] | None = None,
) -> ReportContext:
    """A context of annotations and of examples: those of ``overlaps``, else those annotated, each
    to be annotated once. ``first``: how many of an example adaptive overlap did not ask for.
    ``pages`` of examples; others have one of their own.
    """
    wanted = overlaps or dict.fromkeys(annotations.example.tolist(), 1)
    keys = sorted(wanted)
    of_example = [(splits or {}).get(key, "") for key in keys]
    names = tuple(sorted(set(of_example)))
    examples = ExampleColumns(
        example=np.array(keys, dtype=np.int64),
        split=np.array([names.index(name) for name in of_example], dtype=np.int16),
        overlap=np.array([wanted[key] for key in keys], dtype=np.int32),
        splits=names,
        first=np.array([(first or {}).get(key, 0) for key in keys], dtype=np.int32),
        sampled=np.isin(keys, sampled),
        page=np.array([(pages or {}).get(key, -1 - key) for key in keys], dtype=np.int64),
    )
    return ReportContext(annotations, examples, Parameters(as_of=AS_OF), 7, inputs or {})


def figure(section: Section, name: str) -> Figure:
    """A section's figure."""
    return next(each for each in section.figures if each.name == name)


def plot(section: Section, name: str) -> Plot:
    """A section's plot."""
    return next(each for each in section.plots if each.name == name)


def points(section: Section, name: str, series: str = "") -> dict[str, Point]:
    """The points of one series of a plot, by key."""
    return {each.key: each for each in plot(section, name).points if each.series == series}


def check_examples_behind(points: Sequence[Point], columns: Mapping[str, np.ndarray]) -> None:
    """Every point opens as many examples as it counts; one that opens none counts none."""
    for point in points:
        if point.examples is None:
            assert point.count == 0
            continue
        values = columns[point.examples.column]
        behind = (values >= point.examples.low) & (values <= point.examples.high)
        assert behind.sum() == point.count


def too_few(have: int, units: str = "examples", *, need: int = 10) -> Missing:
    """Why so few have no interval."""
    are = "is 1" if have == 1 else f"are {have}"
    return Missing(f"An interval needs {need} {units}; there {are}.", have=have, need=need)
