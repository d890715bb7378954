"""The one shape of everything in a report: figures, plots, tables, and what is missing.

All intervals are of 95%. Names are codes; the front end has the words for them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from annotator.measures.intervals import PAGES
from annotator.measures.intervals.undefined import UndefinedMeasureError

Unit = Literal[
    "share", "seconds", "bits", "words", "count", "coefficient", "per_day", "date", "text", ""
]
Cell = str | float | int | None
Method = Literal["binomial", "two_way_binomial", "student", "two_way", "jackknife", "bootstrap", ""]
"""How an interval is made (docs/intervals.md); nothing without one."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Why something can't be said yet, and how much more is needed: sentences for the lead.

    ``have`` and ``need`` count what ``needed`` speaks of, where that can be counted.
    """

    reason: str
    needed: str = ""
    have: int | None = None
    need: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its interval, or with ``no_interval`` for why it has none. ``count`` is how
    many it is taken over; ``published`` is the papers'.
    """

    name: str
    unit: Unit
    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int | None = None
    method: Method = ""
    published: float | None = None
    missing: Missing | None = None
    no_interval: Missing | None = None


@dataclass(frozen=True, slots=True)
class Drill:
    """The examples behind a point: rows of the example table with ``low`` ≤ value ≤ ``high`` in
    ``column``.
    """

    column: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """A bar or a point of a plot. ``key`` names it within its series and never changes."""

    key: str
    value: float | None
    series: str = ""
    x: float | None = None
    low: float | None = None
    high: float | None = None
    count: int | None = None
    total: int | None = None
    published: float | None = None
    examples: Drill | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """Points of one or more series. ``x`` is the kind of the horizontal axis: categories, numbers,
    dates. ``no_interval`` says why the first point without an interval has none.
    """

    name: str
    unit: Unit
    kind: Literal["bars", "stacked", "line", "points", "funnel", "control"]
    x: Literal["category", "number", "date"] = "category"
    series: Sequence[str] = ("",)
    points: Sequence[Point] = ()
    missing: Missing | None = None
    no_interval: Missing | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    unit: Unit = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; ``published`` has the papers' rows in the same columns."""

    name: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]] = ()
    published: Sequence[Sequence[Cell]] | None = None
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class SharedPages:
    """How many examples there are, and on how many pages, which are fewer; ``units`` is what people
    call these.
    """

    examples: int
    pages: int
    units: str = PAGES


@dataclass(frozen=True, slots=True)
class Section:
    """What one page of the dashboards shows. ``notes`` are codes of caveats that apply.
    ``shared_pages``: where examples share pages, over which intervals are then. With ``missing``
    there is nothing else.
    """

    name: str
    figures: Sequence[Figure] = ()
    plots: Sequence[Plot] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = field(default_factory=tuple)
    missing: Missing | None = None
    shared_pages: SharedPages | None = None


def measured(name: str, unit: Unit, measure: Callable[[], Figure], missing: Missing) -> Figure:
    """``measure()``, or the figure with ``missing`` where the measure is undefined.

    An empty ``missing.reason`` is filled with the measure's own sentence.
    """
    try:
        return measure()
    except UndefinedMeasureError as error:
        reason = missing.reason or _sentence(str(error))
        return Figure(
            name, unit, missing=Missing(reason, missing.needed, missing.have, missing.need)
        )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."


def to_json(section: Section) -> dict[str, Any]:
    """A section as JSON values.

    Raises ``ValueError`` for a number that JSON doesn't have, naming where it is.
    """
    values = asdict(section)
    _check(values, section.name)
    return values


def _check(value: Any, path: str) -> None:
    if isinstance(value, dict):
        for name, each in value.items():
            _check(each, f"{path}.{value.get('name', '')}.{name}")
    elif isinstance(value, list | tuple):
        for each in value:
            _check(each, path)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{path} is {value}, which JSON doesn't have")
