"""Every name of every section is written down, for the front end to hold its words to, and every
point of every plot leads to its examples.

The projects below have something of everything, so that each section says all that it can say.
"""

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings

from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Plot, Point, Section
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.sections.agreement.confusions import LONG
from annotator.quality.reports.sections.agreement.groups import MIXED, NO_GUIDELINE
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Regime
from tests.factories.coded_answers import coded_columns
from tests.factories.report_columns import Row, make_columns, make_context
from tests.quality.reports.test_long_form_sections import Answer, make_long_form_columns

RARE = {
    ("nq", "agreement"): {"pairs_left_out"},
    ("nq", "many_annotations"): {"incomplete_examples"},
    ("nq", "schedule"): {"forecast_open_ended"},
    ("asqa", "agreement"): {"pairs_drawn"},
    ("asqa", "people"): {"change", "less_often", "level", "more_often"},
    ("asqa", "process"): {"contexts_unsaid"},
    ("asqa", "schedule"): {"forecast_open_ended"},
}
"""What takes thousands of annotations, many days or people; the sections' own tests come to these.
"""

PAIRS = {f"{one}__{other}" for one, other in combinations_with_replacement(LONG, 2)}
SPELLED_BY_THE_PAGE = PAIRS | {f"confused__{pair}" for pair in PAIRS} | {MIXED, NO_GUIDELINE}
"""Every two kinds of long answer can be confused, however seldom two of a kind are; and the ends of
columns' names, which the page reads by themselves."""

WITHOUT_EXAMPLES = {
    ("schedule", "burn_up", "so_far"),
    ("schedule", "burn_up", "forecast"),
    ("schedule", "burn_up", "wanted"),
    ("schedule", "per_day", "mean_7_days"),
    ("adaptive_overlap", "cost_and_accuracy", "fixed"),
    ("adaptive_overlap", "cost_and_accuracy", "adaptive"),
}
"""Sums and means over days, and what is simulated. So are thresholds, which are solved. The points
of funnels lead to annotators."""

ROOMS = Path(settings.BASE_DIR, "frontend/src/kinds")
CODE = re.compile(r"[A-Za-z][A-Za-z_0-9]*|\d+_[a-z_0-9]+")
"""Numbers, ranges and dates need no words, nor do questions."""

CURVE = re.compile(r"((?:alpha|f1_by_beta|f1_by_references)_\w+)_\d+")
"""Names of a curve's points, which differ in their number alone: they are written once, with #."""

ENDS = (
    {"quality": "bad"},
    {"quality": None},
    {},
    {"candidate": 0, "tag": "P", "top_level": True},
    {"candidate": 1, "tag": "Table", "top_level": False, "spans": ((3, 5),)},
    {"candidate": 2, "tag": "Tr", "top_level": False, "spans": ((3, 5), (7, 8))},
    {"candidate": 3, "tag": "Ul", "yes_no": "YES"},
    {"candidate": 4, "tag": "Li", "yes_no": "NO"},
    {"candidate": 5},
)
"""Of the decision path, with all kinds of long answers."""

SECONDS = (5, 25, 45, 65, 85, 105, 130, 200, 300)
SUGGESTED = [
    [number, number % 12, number % 2, number % 4, 60.0 + number, 1] for number in range(96)
]
"""Half of the answers saw a suggestion."""

DAYS = [[f"2026-01-{day:02}", 2] for day in range(1, 13)]


def _mixed() -> list[Row]:
    """Two annotators on every two ends, one from a file, under two guidelines and none."""
    return [
        Row(
            1 + 9 * one + other,
            annotator,
            seconds=(seconds, 0, 0),
            guideline=(None, 1, 2)[(one + annotator) % 3],
            source="imported" if (one, other) == (0, 1) else "human",
            day=f"2026-01-{1 + one:02}",
            **ends,
        )
        for one, first in enumerate(ENDS)
        for other, second in enumerate(ENDS)
        for annotator, ends, seconds in ((1, first, SECONDS[one]), (2, second, SECONDS[other]))
    ]


def _straying() -> list[Row]:
    """One calls every question bad, one the later half; one hardly finds an answer now and then."""
    return [
        Row(
            number,
            annotator,
            quality="bad" if annotator == 1 or (annotator == 2 and number > 70) else "good",
            candidate=0 if annotator > 2 and (annotator != 3 or number % 5 > 2) else None,
            day=f"2026-01-{1 + number // 10:02}",
        )
        for number in range(1, 101)
        for annotator in range(1, 9)
    ]


def _inputs(**changes: Any) -> dict[str, Any]:
    answer = {
        "annotation": 1,
        "example": 1,
        "question": "what is a plumb line",
        "verdict": "C_d",
        "draws": 1,
        "annotations": 25,
        "long": [5, 1],
        "short": [2, 1],
    }
    found = {"id": 1, "number": 1, "title": "1st round", "finished_on": "2026-01-05", "wanted": 20}
    rounds = {"long": {**found, "answers": [answer]}, "short": None}
    return {
        "days": DAYS,
        "by_example": [[1, day, count] for day, count in DAYS],
        "assignments": {},
        "late": 1,
        "waiting": 1,
        "oldest": "2026-01-09",
        "cap": 5,
        "step": 1,
        "confidence": 0.9,
        "sample_share": 0.1,
        "questions": {},
        "judged": rounds,
        "annotated": rounds,
        "is_used": True,
        "rows": SUGGESTED,
        "overlapping": 1,
        **changes,
    }


def _natural_questions() -> Iterator[ReportContext]:
    many = coded_columns({1: "ab" * 12 + "-", 2: "a---b"}, {1: "ab" * 12 + "-", 2: "a---b"})
    done = dict.fromkeys(range(1, 82), 2)
    splits = {key: ("", "2024", "Train, 1st")[key % 3] for key in done}
    yield make_context(
        make_columns(_mixed()), overlaps=done, splits=splits, inputs=_inputs(), sampled=(1, 2)
    )
    more = dict.fromkeys(range(1, 101), 9)
    yield make_context(
        make_columns(_straying()), overlaps=more, inputs=_inputs(cap=None, is_used=False)
    )
    yield make_context(many, overlaps={1: 26, 2: 2000}, inputs=_inputs())
    yield make_context(make_columns([Row(1, 1), Row(1, 2)]), inputs=_inputs())
    nothing = dict.fromkeys(("long", "short"))
    empty = _inputs(days=[], by_example=[], judged=nothing, annotated=nothing, rows=[])
    yield make_context(make_columns([]), inputs=empty)


def _long_form() -> Iterator[ReportContext]:
    given = {"shown_by_example": [[1, 2, 1], [2, 2, 1], [3, 2, 1], [4, 2, 0]]}
    answers = [
        Answer(
            example,
            annotator,
            "Masons do and surveyors too. " * (1 + 3 * number),
            ("Do Masons",),
            ("And surveyors!",),
            pieces=number % 2,
            confirmed=number % 2,
            concern="Both are the same." if number % 3 == 0 else "",
            minutes=4 + 7 * number,
            regime=Regime.FULL if number % 2 else Regime.NO_CONTEXT,
        )
        for number in range(8)
        for example, annotator in ((number // 2 + 1, number % 2 + 1),)
    ]
    answers.append(Answer(9, 1, concern="Nothing fits."))
    answers += [Answer(10 + number, 3, "Nobody knows", minutes=5) for number in range(101)]
    yield make_context(make_long_form_columns(answers), inputs=_inputs(**given))
    nothing = _inputs(days=[], by_example=[], **given)
    yield make_context(make_long_form_columns([]), inputs=nothing)


def _strings(section: Section) -> Iterator[str]:
    """All that the page looks up words for."""
    for each in (*section.figures, *section.plots, *section.tables):
        yield each.name
    yield from section.notes
    for plot in section.plots:
        yield from plot.series if len(plot.series) > 1 else ()
        yield from (point.key for point in plot.points)
        yield from (point.examples.column for point in plot.points if point.examples)
    for table in section.tables:
        yield from (column.name for column in table.columns)
        for row in (*table.rows, *(table.published or ())):
            yield from (cell for cell in row if isinstance(cell, str))


@cache
def _computed(kind: Kind) -> list[tuple[ReportContext, Section, Mapping[str, np.ndarray]]]:
    contexts = _natural_questions() if kind == Kind.NQ else _long_form()
    return [
        (
            context,
            spec.compute(context),
            spec.example_columns(context) if spec.example_columns else {},
        )
        for context in contexts
        for spec in SECTIONS[kind]
    ]


def _names_of(kind: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for _, section, columns in _computed(Kind(kind)):
        strings = {*_strings(section), *columns}
        codes = {each for each in strings if CODE.fullmatch(each)}
        found[section.name] |= {CURVE.sub(r"\1_#", code) for code in codes}
    return found


@pytest.mark.parametrize(("kind", "room"), [(Kind.NQ, "natural-questions"), (Kind.ASQA, "asqa")])
def test_every_name_is_written_down(kind: Kind, room: str) -> None:
    found = _names_of(kind)
    rare = {section: names for (of, section), names in RARE.items() if of == kind}
    for section, names in rare.items():
        # What the projects above come to by now is no longer rare.
        assert names & found[section] == set(), section
        found[section] |= names
    if kind == Kind.NQ:
        found["agreement"] |= SPELLED_BY_THE_PAGE
    current = {section: sorted(names) for section, names in sorted(found.items())}
    path = Path(ROOMS, room, "words", "names.json")
    if os.environ.get("UPDATE_DOCS") == "1":
        path.write_text(f"{json.dumps(current, indent=2)}\n", encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == current


def _has_examples(section: Section, plot: Plot, point: Point) -> bool:
    of_none = plot.kind == "funnel" or plot.name.startswith("thresholds")
    of_none |= (section.name, plot.name, point.series) in WITHOUT_EXAMPLES
    return not of_none and bool(point.value if point.count is None else point.count)


@pytest.mark.parametrize("kind", [Kind.NQ, Kind.ASQA])
def test_every_point_leads_to_its_examples(kind: Kind) -> None:
    for context, section, columns in _computed(kind):
        keys = np.unique(context.annotations.example)
        for plot in section.plots:
            for point in plot.points:
                name = f"{section.name} {plot.name} {point.series} {point.key}"
                assert (point.examples is not None) == _has_examples(section, plot, point), name
                if point.examples is not None:
                    drill = point.examples
                    _, values = keys_and_values(columns[drill.column], keys)
                    assert ((values >= drill.low) & (values <= drill.high)).any(), name


def test_what_leads_to_no_examples_is_drawn() -> None:
    assert {
        (section.name, plot.name, point.series)
        for kind in (Kind.NQ, Kind.ASQA)
        for _, section, _ in _computed(kind)
        for plot in section.plots
        for point in plot.points
    } >= WITHOUT_EXAMPLES


def _explained() -> set[str]:
    """Names in the list of measures.md, each ``{a,b}`` written out."""
    text = Path(settings.BASE_DIR, "docs/measures.md").read_text(encoding="utf-8")
    names = re.findall("`([a-z0-9_{},]+)`", text)
    while braced := [name for name in names if "{" in name]:
        names = [name for name in names if "{" not in name]
        for name in braced:
            before, choices, after = re.split("[{}]", name, maxsplit=2)
            names += [f"{before}{choice}{after}" for choice in choices.split(",")]
    return set(names)


def test_every_figure_plot_and_table_is_explained() -> None:
    named = {
        each.name
        for kind in (Kind.NQ, Kind.ASQA)
        for _, section, _ in _computed(kind)
        for each in (*section.figures, *section.plots, *section.tables)
    }
    assert named - _explained() == set()
