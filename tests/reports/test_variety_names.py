"""Every name of three sections is written down, for the front end to hold its words to."""

import json
import re
from pathlib import Path

from django.conf import settings

from annotator.reports.context import ReportContext
from annotator.reports.figures import Section
from annotator.reports.sections import ambiguity, human_bound, many_annotations
from tests.factories.coded_answers import coded_columns
from tests.factories.report_columns import make_context

NAMES = Path(settings.BASE_DIR, "frontend/src/features/statistics/words/variety.names.json")
SPOKEN = re.compile(r"[A-Za-z][A-Za-z_0-9]*")
"""Numbers and ranges need no words."""


def _context(rows: dict[int, str]) -> ReportContext:
    answer = {
        "annotation": 1,
        "example": 1,
        "question": "q",
        "verdict": "C_d",
        "draws": 1,
        "annotations": 20,
        "long": [5, 1],
        "short": [2, 1],
    }
    found = {"id": 1, "number": 1, "title": "t", "finished_on": "2026-01-05", "wanted": 20}
    rounds = {"long": {**found, "answers": [answer]}, "short": None}
    given = {"questions": {}, "judged": rounds, "annotated": rounds}
    return make_context(coded_columns(rows, rows), inputs=given)


def _names(section: Section) -> set[str]:
    names = {each.name for each in (*section.figures, *section.plots, *section.tables)}
    names |= set(section.notes)
    for plot in section.plots:
        names |= set(plot.series) if len(plot.series) > 1 else set()
        names |= {point.key for point in plot.points if SPOKEN.fullmatch(point.key)}
        names |= {point.examples.column for point in plot.points if point.examples}
    for table in section.tables:
        names |= {column.name for column in table.columns}
    return names


def _current_names() -> dict[str, list[str]]:
    """By section, in order, of projects that have all kinds of overlap."""
    several = ({1: "ab" * 12 + "-", 2: "a---b"}, {1: "ab" * 4}, {})
    found: dict[str, set[str]] = {}
    for rows in several:
        for each in (ambiguity, human_bound, many_annotations):
            section = each.compute(_context(rows))
            found.setdefault(section.name, set()).update(_names(section))
    found["many_annotations"].add("incomplete_examples")
    return {name: sorted(each) for name, each in sorted(found.items())}


def test_the_names_are_those_written_down() -> None:
    assert json.loads(NAMES.read_text(encoding="utf-8")) == _current_names()
