"""Agreement in parts of the data, against going through every pair of random annotations."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import combinations
from statistics import mean

import numpy as np
import pytest

from annotator.quality.reports.sections.agreement import compute
from tests.factories.report_columns import Row, make_columns, make_context, points

SPLITS = {example: ("train", "dev")[example % 2] for example in range(60)}


def random_rows() -> list[Row]:
    """One to four annotations of each of 60 examples, in January, under two guidelines."""
    generator = np.random.default_rng(6)
    rows = []
    for example in range(60):
        for who in range(generator.integers(1, 5)):
            long = int(generator.integers(-1, 2))
            rows.append(
                Row(
                    example,
                    who,
                    day=f"2026-01-{generator.integers(1, 29):02}",
                    quality="good" if long >= 0 or generator.random() < 0.7 else "bad",
                    candidate=None if long < 0 else long,
                    tag="P" if long >= 0 else "",
                    yes_no="YES" if long >= 0 and generator.random() < 0.3 else "NONE",
                    guideline=int(generator.integers(1, 3)),
                )
            )
    return rows


ROWS = random_rows()
SECTION = compute(make_context(make_columns(ROWS), splits=SPLITS))


def end_of(row: Row) -> str:
    if row.quality == "bad":
        return "bad"
    if row.yes_no != "NONE":
        return "yes_no"
    return "no_answer" if row.candidate is None else "long_only"


def type_of(rows: list[Row]) -> str:
    (end, most), *others = Counter(map(end_of, rows)).most_common()
    return "undecided" if any(count == most for _, count in others) else end


def monday_of(row: Row) -> date:
    day = date.fromisoformat(row.day)
    return day - timedelta(days=day.weekday())


def guideline_of(one: Row, other: Row) -> str:
    return str(one.guideline) if one.guideline == other.guideline else "mixed"


PARTS: dict[str, Callable[[Row, Row, list[Row]], str]] = {
    "agreement_by_type": lambda _one, _other, rows: type_of(rows),
    "agreement_by_split": lambda one, _other, _rows: SPLITS[one.example],
    "agreement_by_guideline": lambda one, other, _rows: guideline_of(one, other),
    "agreement_by_week": lambda one, other, _rows: str(max(monday_of(one), monday_of(other))),
}
FIELDS: dict[str, Callable[[Row], object]] = {
    "quality": lambda row: row.quality,
    "null": lambda row: row.candidate is None,
    "long": lambda row: row.candidate,
    "short": lambda row: row.yes_no,
}


def pairs() -> Iterator[tuple[Row, Row, list[Row]]]:
    by_example = defaultdict(list)
    for row in ROWS:
        by_example[row.example].append(row)
    for rows in by_example.values():
        for one, other in combinations(rows, 2):
            yield one, other, rows


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("field", FIELDS)
def test_parts_have_the_mean_over_examples_of_the_mean_over_pairs(name: str, field: str) -> None:
    value = FIELDS[field]
    alike: dict[str, dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for one, other, rows in pairs():
        alike[PARTS[name](one, other, rows)][one.example].append(value(one) == value(other))
    expected = {part: mean(map(mean, shares.values())) for part, shares in alike.items()}
    found = {key: point.value for key, point in points(SECTION, name, field).items()}
    assert found == pytest.approx(expected)
    assert len(found) > 1
