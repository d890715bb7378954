"""Every section can say something, or what is missing, of any annotations whatsoever."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from annotator.quality.reports.compute import canonical, example_keys
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Figure, Plot, Point, Section, to_json
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.packing import pack_columns
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.sections import people, schedule
from annotator.workspace.projects.kinds import Kind
from tests.factories.report_columns import (
    Row,
    figure,
    make_columns,
    make_context,
    plot,
)
from tests.quality.reports.test_long_form_sections import Answer, make_long_form_columns
from tests.size import sized

RESAMPLES = 40
_HAIR = 1e-9

INPUTS: dict[str, dict[str, Any]] = {
    "schedule": {
        "days": [],
        "assignments": {"": {"open": 1}},
        "late": 0,
        "waiting": 0,
        "oldest": None,
    },
    "adaptive_overlap": {"cap": 7, "step": 2, "confidence": 0.9, "sample_share": 0.1},
    "agreement": {"examples": [1, 2], "candidates": [3, 5]},
    "ambiguity": {"questions": {}},
    "many_annotations": {
        "questions": {},
        "judged": {"long": None, "short": None},
        "annotated": {"long": None, "short": None},
    },
    "people": {"members": {"1": True, "9": False}},
}
ASQA_INPUTS = INPUTS | {"process": {"disambiguations": 3, "own": 1, "above": 1}}

SECONDS = st.sampled_from([None, 0.0, 0.1, 20.0, 80.0, 3600.0])
ENDS = st.sampled_from(
    [
        {"quality": "bad"},
        {"quality": None},
        {},
        {"candidate": 0, "tag": "P", "top_level": True},
        {"quality": None, "candidate": 1, "tag": "Dd", "top_level": None},
        {"candidate": 1, "tag": "", "top_level": False, "spans": ((1, 2),)},
        {"candidate": 0, "tag": "Tr", "top_level": False, "spans": ((3, 5), (7, 8))},
        {"candidate": 0, "tag": "P", "top_level": True, "yes_no": "YES"},
        {"candidate": 2, "tag": "Ul", "top_level": True, "yes_no": "NO"},
    ]
)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    return Row(
        example=draw(st.integers(1, 4)),
        annotator=draw(st.integers(1, 3)),
        day=draw(st.sampled_from(["2026-01-02", "2026-01-12"])),
        seconds=draw(st.tuples(SECONDS, SECONDS, SECONDS)),
        guideline=draw(st.sampled_from([None, 1, 2])),
        source=draw(st.sampled_from(["human", "imported", "simulated"])),
        **draw(ENDS),
    )


def context_of(annotations: Any, *, spare: int = 0) -> ReportContext:
    """Each example has ``spare`` more slots than annotations, and one has no annotation."""
    taken = Counter(annotations.example.tolist())
    overlaps = {key: count + spare for key, count in taken.items()} | {99: 2}
    context = make_context(annotations, overlaps=overlaps, splits={1: "train", 2: "dev"})
    return replace(context, parameters=replace(context.parameters, resamples=RESAMPLES))


def inputs_of(drawn: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """What sections would read; imported annotations have no day."""
    days = Counter(row.day for row in drawn if row.source != "imported")
    own = Counter((row.day, row.example) for row in drawn if row.source != "imported")
    return INPUTS | {
        "schedule": INPUTS["schedule"]
        | {
            "days": [list(each) for each in sorted(days.items())],
            "by_example": [[key, day, count] for (day, key), count in sorted(own.items())],
        }
    }


def check_report(kind: str, context: ReportContext, inputs: dict[str, dict[str, Any]]) -> None:
    """What a job does with the annotations, and that what comes of it can be."""
    table = example_keys(context)
    for spec in SECTIONS[kind]:
        own = replace(context, inputs=inputs.get(spec.name, {}))
        section = spec.compute(own)
        canonical(to_json(section))
        check_section(section)
        columns = spec.example_columns(own) if spec.example_columns else {}
        assert not set(columns) & set(table)
        for column in columns.values():
            keys, values = keys_and_values(column, table["example"])
            assert len(keys) == len(values)
            assert set(keys.tolist()) <= set(context.examples.example.tolist())
        table |= columns
        check_details(spec.details(own) if spec.details else {})
        check_drills(section, columns, table["example"])
    pack_columns(table)


def check_section(section: Section) -> None:
    for each in section.figures:
        assert (each.value is None) == (each.missing is not None), each
        check_value(each, each.unit)
    for shown in section.plots:
        assert shown.points or shown.missing, shown.name
        keys = [(point.series, point.key) for point in shown.points]
        assert len(set(keys)) == len(keys), shown.name
        assert {point.series for point in shown.points} <= set(shown.series), shown.name
        for point in shown.points:
            check_value(point, shown.unit, is_funnel=shown.kind == "funnel")
    for table in section.tables:
        for row in table.rows:
            assert len(row) == len(table.columns), table.name
            for column, cell in zip(table.columns, row, strict=True):
                if column.unit == "share" and cell is not None:
                    assert isinstance(cell, int | float)
                    assert -_HAIR <= cell <= 1 + _HAIR, (table.name, column.name, cell)


def check_value(each: Figure | Point, unit: str, *, is_funnel: bool = False) -> None:
    ends = [end for end in (each.low, each.value, each.high) if end is not None]
    assert (each.low is None) <= (each.high is None), each
    if not is_funnel:
        # A funnel's limits are about the centre: somebody may lie outside.
        assert all(low <= high + _HAIR for low, high in pairwise(ends)), each
    if unit == "share":
        assert all(-_HAIR <= end <= 1 + _HAIR for end in ends), each
    if unit in {"count", "seconds", "bits", "words", "per_day"}:
        assert all(end >= 0 for end in ends), each


def check_details(details: Any) -> None:
    canonical(details)
    for own in details.values():
        assert set(own) == {"plots", "signals"}


def check_drills(section: Section, columns: Any, keys: NDArray[np.int64]) -> None:
    """Behind each point that leads to examples there are some."""
    for shown, point in points_with_examples(section):
        drill = point.examples
        assert drill is not None
        _, values = keys_and_values(columns[drill.column], keys)
        found = (values >= drill.low) & (values <= drill.high)
        assert found.any() == bool(point.count or point.value), (shown.name, asdict(point))
        if shown.name == "per_day":
            assert values[found].sum() == point.value


def points_with_examples(section: Section) -> Iterator[tuple[Plot, Point]]:
    for shown in section.plots:
        for point in shown.points:
            if point.examples:
                yield shown, point


def bare(answer: Answer) -> Answer:
    """Without a support document where the text has no tokens: nothing could be covered."""
    has_tokens = "asons" in answer.text
    return answer if has_tokens else replace(answer, asked=(), passages=())


ANY = settings(max_examples=sized(4, 40), phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Reports are too large to be shrunk in a minute."""


@ANY
@given(st.lists(rows(), max_size=14), st.integers(0, 2))
def test_any_answers_to_questions_make_a_report(drawn: list[Row], spare: int) -> None:
    check_report(Kind.NQ, context_of(make_columns(drawn), spare=spare), inputs_of(drawn))


@pytest.mark.parametrize("half", sized([1, 5], [1, 3, 5, 13]))
def test_annotators_who_are_of_two_minds_make_a_report(half: int) -> None:
    """Everybody agrees with the same share of the others: 0, 0.4, 4/9, 12/25."""
    drawn = [Row(1, number) for number in range(half)]
    drawn += [Row(1, half + number, candidate=0, tag="P") for number in range(half)]
    check_report(Kind.NQ, context_of(make_columns(drawn)), inputs_of(drawn))
    context = context_of(make_columns(drawn))
    funnel = plot(people.compute(replace(context, inputs=INPUTS["people"])), "agree_null")
    assert funnel.missing is not None
    assert funnel.missing.reason == "So far there is no difference between annotations."


@pytest.mark.parametrize(
    "row", [Row(1, quality="bad"), Row(1, quality=None), Row(1, candidate=0, tag="P")]
)
@pytest.mark.parametrize(
    ("examples", "overlap"), sized([(1, 1), (3, 25)], [(1, 1), (1, 2), (2, 26), (40, 3), (3, 25)])
)
def test_annotations_that_are_all_alike_make_a_report(
    row: Row, examples: int, overlap: int
) -> None:
    drawn = [
        replace(row, example=example, annotator=number)
        for example in range(1, examples + 1)
        for number in range(overlap)
    ]
    check_report(Kind.NQ, context_of(make_columns(drawn)), inputs_of(drawn))


def test_more_annotations_than_slots_leave_nothing_to_do() -> None:
    """A slot may be taken away between the reading of annotations and that of slots."""
    context = make_context(make_columns([Row(1), Row(1), Row(2)]), overlaps={1: 1, 2: 1, 3: 1})
    section = schedule.compute(replace(context, inputs=inputs_of([Row(1)])["schedule"]))
    assert figure(section, "left").value == 1
    done = make_context(make_columns([Row(1), Row(1)]), overlaps={1: 1})
    section = schedule.compute(replace(done, inputs=inputs_of([Row(1)] * 2)["schedule"]))
    assert (figure(section, "left").value, section.notes) == (0, ["finished"])


@ANY
@given(
    st.lists(
        st.builds(
            Answer,
            example=st.integers(1, 4),
            annotator=st.integers(1, 3),
            text=st.sampled_from(["", "Masons", "Surveyors and masons", "…", "Ωμέγα"]),
            asked=st.sampled_from([(), ("Do masons",)]),
            passages=st.sampled_from([(), ("And surveyors!",)]),
            pieces=st.integers(0, 2),
            confirmed=st.integers(0, 2),
            concern=st.sampled_from(["", "Both are the same."]),
            minutes=st.sampled_from([None, 0.0, 0.5, 70.0]),
            regime=st.sampled_from(["full", "no_context"]),
        ).map(bare),
        max_size=14,
    )
)
def test_any_long_form_answers_make_a_report(drawn: list[Answer]) -> None:
    columns = make_long_form_columns(sorted(drawn, key=lambda each: each.example))
    check_report(Kind.ASQA, context_of(columns), ASQA_INPUTS)
