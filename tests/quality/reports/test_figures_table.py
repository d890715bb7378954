"""``docs/figures.md`` has every figure and plot of the dashboards, as the code makes them.

`python -m tests.quality.reports.figures_table` writes it anew.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from annotator.quality.reports.figures import Section
from annotator.quality.reports.sections import ambiguity, process
from annotator.workspace.projects.kinds import Kind
from benchmarks._coverage_other import OUT_OF_SCOPE
from benchmarks._coverage_summary import KINDS, Cell, kind_of, summary
from benchmarks.coverage import HIGHEST, cell_of, outside, sentence
from tests.factories.report_columns import Row, make_columns, make_context
from tests.quality.reports.figures_table import COVERAGE, PATH, coverage_cells, rendered
from tests.quality.reports.interval_rules import RULES, rule_of, simulated
from tests.quality.reports.test_every_name import _computed


def test_the_table_is_that_of_the_code() -> None:
    assert PATH.read_text(encoding="utf-8") == rendered()


def test_intervals_are_made_as_the_rules_say() -> None:
    for kind in (Kind.NQ, Kind.ASQA):
        for _, section, _ in _computed(kind):
            for figure in section.figures:
                rule = rule_of(section.name, figure.name)
                shown = figure.low is not None or figure.no_interval is not None
                assert not shown or rule is not None, figure.name
                if figure.method:
                    assert rule is not None
                    assert figure.method.removeprefix("two_way_") == rule.method, figure.name


def test_every_named_test_is_there() -> None:
    assert all(Path(settings.BASE_DIR, "tests", rule.test).is_file() for rule in RULES)


def test_every_figure_with_an_interval_is_simulated() -> None:
    rows = [cell.name for cell in coverage_cells()]
    for kind in (Kind.NQ, Kind.ASQA):
        for _, section, _ in _computed(kind):
            if section.name == "people":
                continue
            for each in (*section.figures, *section.plots):
                is_simulated = simulated(each.name, rows) is not None
                assert is_simulated or rule_of(section.name, each.name) is None, each.name


def test_the_sentence_on_coverage_is_that_of_its_tables() -> None:
    """Of what a page promises, nothing is below 93%; what is outside is named."""
    cells = coverage_cells()
    page = COVERAGE.read_text(encoding="utf-8")
    assert len([cell for *_, cell in cells if cell and not cell.startswith("–")]) > 300
    assert sentence(cells) in page
    assert f"{summary(cells)}\n" in page
    far = [cell for name, _, cell in cells if outside(cell) and not name.endswith(OUT_OF_SCOPE)]
    assert all(float(cell.split()[0]) > HIGHEST for cell in far)
    assert len(far) <= len(cells) / 100


def test_a_cell_outside_is_named() -> None:
    cells = [
        Cell("null", 10, "95.0 (3)"),
        Cell("bad", 30, "92.9"),
        Cell("row", 10, "99.0 r"),
        Cell("spans", 20, "92.0 r (5)"),
        Cell("table", 10, "– (97)"),
        Cell("top", 10, ""),
        Cell("people, not in scope", 1000, "84.0"),
    ]
    assert [outside(cell) for *_, cell in cells] == [False, True, False, True, False, False, True]
    assert sentence(cells) == (
        "Of the 4 cells in scope 1 are within 93 and 97%, and 1 of rare shares are above."
        " Outside: bad 92.9; spans 92.0 r (5). Another 1 are not in scope."
    )
    assert outside("97.1 (20)")
    assert summary(cells) == (
        "| figure | 10 to 30 | 40 to 100 | 139 to 500 | 1,000 and more | rare |\n"
        "|---|---|---|---|---|---|\n"
        "| other shares | 92.9–95.0 | – | – | – | 92.0–99.0 |\n"
        "| people, not in scope | – | – | – | 84.0 | – |"
    )


def test_every_kind_of_figure_is_recognised() -> None:
    kinds = {kind_of(cell.name) for cell in coverage_cells()}
    assert {name for name, _ in KINDS} <= kinds


def test_a_cell_says_how_often_no_interval_was_shown() -> None:
    assert cell_of([True] * 95 + [False] * 5, 100) == "95.0"
    assert cell_of([True] * 99 + [False], 200, rare=True) == "99.0 r (50)"
    assert cell_of([True] * 6, 200) == "– (97)"
    assert cell_of([], 200) == "– (100)"


@pytest.mark.parametrize("compute", [process.compute, ambiguity.compute])
def test_what_everybody_says_twice_is_no_more_certain(compute: Callable[..., Section]) -> None:
    """Units are examples: twice the annotations of each, and the intervals stay."""
    draw = np.random.default_rng(5)
    once = [
        Row(
            example,
            person,
            quality="bad" if draw.random() < 0.2 else "good",
            candidate=candidate,
            tag="P" if candidate is not None else "",
            top_level=None if candidate is None else candidate > 0,
            spans=((3, 4), (6, 8))[: candidate or 0],
        )
        for example in range(150)
        for person in range(3)
        for candidate in [None if draw.random() < (example % 5) / 5 else int(draw.integers(3))]
    ]
    once = [replace(row, quality="good" if row.tag else row.quality) for row in once]
    twice = once + [replace(row, annotator=row.annotator + 3) for row in once]
    first, second = (compute(make_context(make_columns(rows))) for rows in (once, twice))
    shown = 0
    for one, two in zip(first.figures, second.figures, strict=True):
        if one.method in {"binomial", "student"}:
            assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-9), one.name
            shown += 1
    assert shown >= 4
