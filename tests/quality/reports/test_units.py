"""Each interval is over its unit: what is said again within a unit makes it no more certain, and
so many times the units make it narrower by the root of that.

Intervals over annotations, whose examples belong together, fail the first; those that take an
example for one whatever the number of examples fail the second.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.measures.intervals import Clusters, two_way_interval
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Section
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.sections import schedule
from annotator.workspace.projects.kinds import Kind
from tests.factories.report_columns import Row, figure, make_columns, make_context
from tests.quality.reports.interval_rules import rule_of
from tests.quality.reports.test_long_form_sections import Answer, make_long_form_columns
from tests.quality.reports.test_many_annotations import PAPERS, judged_round, section_of

Key = tuple[str, str, str, str]
Said = TypeVar("Said", Row, Answer)

PEOPLE, TIMES = 5, 2

OF_COPIES = (TIMES - 1) / (PEOPLE * TIMES - 1)
"""The share of an example's pairs that are an annotation and its copy, if all is copied: these
agree, and the others agree as often as before.
"""

CHANGED_BY_COPIES = {
    *("span_f1", "span_iou", "unsettled_decisions", "rouge_l_distribution"),
    *(f"examples_by_{field}" for field in ("quality", "null", "long", "short")),
}
"""What copies move to another value, by more in one example than in another. So they do the scores
of *human_bound*, whose references are the other annotations, and what is settled.
"""

INPUTS = {
    "cap": 5,
    "step": 1,
    "confidence": 0.9,
    "sample_share": 0.1,
    "questions": {},
    "judged": {"long": None, "short": None},
    "annotated": {"long": None, "short": None},
}


SCHEDULE = {"assignments": {}, "late": 0, "waiting": 0, "oldest": None, "by_example": []}


class Project(NamedTuple):
    """Annotations of ``kind`` by ``people`` each, and the sections that are about them."""

    kind: Kind
    draw: Callable[[int], Any]
    people: int
    sections: frozenset[str]


def _questions(seed: int, *, examples: int = 120, people: int = PEOPLE) -> list[Row]:
    """Everybody's annotations of every example, in one week; examples differ in all that is
    decided.
    """
    draw = np.random.default_rng(seed)
    rows = []
    for example in range(examples):
        bad, null, yes_no, first = draw.beta(0.4, [1.2, 0.5, 1, 0.8])
        hard = float(np.exp(draw.standard_normal() / 3))
        for person in range(people):
            row = Row(
                example,
                person,
                quality="bad" if draw.random() < bad else "good",
                seconds=tuple(20 * hard * draw.exponential(size=3) + 3),
                guideline=1 + example % 2,
                day=f"2026-01-{1 + example % 14:02}",
            )
            if row.quality == "good" and draw.random() > null:
                choice = int(draw.random() < first)
                row = replace(row, candidate=choice, tag=("P", "Table")[choice])
                row = replace(row, top_level=bool(choice))
                if draw.random() < yes_no:
                    row = replace(row, yes_no=("YES", "NO")[choice])
                elif draw.random() < 0.8:
                    row = replace(row, spans=((3, 5 + choice), (7, 9))[: 1 + choice])
            rows.append(row)
    return rows


def _long_answers(seed: int) -> list[Answer]:
    draw = np.random.default_rng(seed)
    words = np.array(["Masons", "bricklayers", "do.", "Surveyors", "use", "lines", "and", "so"])
    answers = []
    for example in range(120):
        often, common = draw.beta(0.6, 0.6), draw.integers(8)
        for person in range(PEOPLE):
            said = words[(common + draw.integers(1 + int(6 * often), size=20)) % 8]
            answers.append(
                Answer(
                    example,
                    person,
                    " ".join(said[: draw.integers(5, 20)]),
                    ("Do Masons use lines",)[: int(draw.random() < 0.9)],
                    ("And so do Surveyors",),
                    pieces=int(draw.integers(3)),
                    confirmed=int(draw.random() < often / 2),
                    concern="Both are the same." if draw.random() < often / 2 else "",
                    minutes=float(draw.exponential(10) + 1),
                )
            )
    return answers


def _context(
    kind: Kind, said: Sequence[Any], pages: Mapping[int, int] | None = None
) -> ReportContext:
    if kind == Kind.NQ:
        return make_context(make_columns(said), inputs=INPUTS, pages=pages)
    shown = [[each, 2, each % 1000 % 3] for each in sorted({answer.example for answer in said})]
    return make_context(
        make_long_form_columns(said), inputs={"shown_by_example": shown}, pages=pages
    )


def _again(said: Sequence[Said]) -> list[Said]:
    """Each annotation so many times, by other people, who may annotate an example once."""
    return [
        replace(each, annotator=each.annotator + 1000 * copy)
        for each in said
        for copy in range(TIMES)
    ]


def _as_many_more(said: Sequence[Said]) -> list[Said]:
    """So many times the examples, annotated by so many times the people."""
    return [
        replace(each, example=each.example + 1000 * copy, annotator=each.annotator + 1000 * copy)
        for copy in range(TIMES)
        for each in said
    ]


def _by_others(said: Sequence[Said], people: int) -> list[Said]:
    """The same annotations, each example's by its annotators in another order."""
    return [replace(each, annotator=(each.annotator + each.example) % people) for each in said]


PROJECTS = {
    "nq": Project(
        Kind.NQ,
        _questions,
        PEOPLE,
        frozenset({"process", "agreement", "ambiguity", "human_bound", "adaptive_overlap"}),
    ),
    "many": Project(
        Kind.NQ,
        partial(_questions, examples=60, people=26),
        26,
        frozenset({"human_bound", "many_annotations"}),
    ),
    "asqa": Project(Kind.ASQA, _long_answers, PEOPLE, frozenset({"process", "agreement"})),
}


def _widths(
    project: Project, said: Sequence[Any], pages: Mapping[int, int] | None = None
) -> dict[Key, float]:
    """How wide each interval over examples is, by section, figure or plot, series and key."""
    context = _context(project.kind, said, pages)
    found: dict[Key, float] = {}
    for spec in SECTIONS[project.kind]:
        if spec.name not in project.sections:
            continue
        section = spec.compute(context)
        ends = {(each.name, "", ""): (each.low, each.high) for each in section.figures}
        for plot in section.plots:
            for point in plot.points:
                ends[plot.name, point.series, point.key] = (point.low, point.high)
        for (name, series, key), (low, high) in ends.items():
            rule = rule_of(spec.name, name)
            if low is None or high is None or rule is None or rule.units != "examples":
                continue
            if name != "cost_and_accuracy":  # of examples that are simulated
                found[spec.name, name, series, key] = high - low
    return found


def _left_by_copies(section: str, name: str) -> float | None:
    """The part of the width that is left if everything is said again; None where the value is
    another one then.
    """
    if section not in {"process", "agreement", "ambiguity"} or name in CHANGED_BY_COPIES:
        return None
    of_pairs = section == "agreement" and name != "present_short_answers"
    return 1 - OF_COPIES if of_pairs else 1


@pytest.mark.long
@pytest.mark.parametrize("name", PROJECTS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=2, deadline=None, derandomize=True)
def test_intervals_are_over_examples(name: str, seed: int) -> None:
    project = PROJECTS[name]
    said = project.draw(seed)
    once = _widths(project, said)
    again, more = (_widths(project, change(said)) for change in (_again, _as_many_more))
    assert len(once) > 20
    assert _widths(project, _by_others(said, project.people)) == pytest.approx(once)
    for key, width in once.items():
        left = _left_by_copies(*key[:2])
        if left is not None:
            assert again[key] / width == pytest.approx(left, rel=0.03), key
        # Twice as many examples leave 1/√2. Where few have it, a share's end is further out and
        # Student's quantile greater: of a share that 5 of 120 have, 0.56 · 2.09/2.23 = 0.53 is left
        # (with 10 and 20 degrees of freedom), and less if the 5 differ.
        assert 0.45 < more[key] / width < 0.75, key


@pytest.mark.parametrize("name", PROJECTS)
def test_where_examples_share_pages_intervals_are_over_pages(name: str) -> None:
    """The same examples once more on the same pages tell nothing new."""
    project = PROJECTS[name]
    said = project.draw(1)
    examples = sorted({each.example for each in said})
    pages = {example + 1000 * copy: example for example in examples for copy in range(TIMES)}
    once = _widths(project, said)
    copies = [
        replace(each, annotator=same.annotator)
        for each, same in zip(_as_many_more(said), TIMES * said, strict=True)
    ]
    found = _widths(project, copies, pages)
    assert len(once) > 20
    for key, width in once.items():
        assert found[key] == pytest.approx(width, rel=0.01), key


def _of_judged(section: Section) -> dict[Key, float]:
    return {
        (section.name, each.name, "", ""): each.high - each.low
        for each in section.figures
        if each.low is not None and each.high is not None
    }


def test_intervals_of_verdicts_are_over_judged_answers() -> None:
    """An answer that is drawn twice is one answer."""
    once = _of_judged(section_of(judged_round(PAPERS)))
    assert len(once) == 6
    assert _of_judged(section_of(judged_round(PAPERS, draws=[2] * 139))) == pytest.approx(once)
    for key, width in _of_judged(section_of(judged_round(PAPERS * 2))).items():
        assert key not in once or 0.6 < width / once[key] < 0.75


def test_intervals_of_times_are_over_examples_and_annotators() -> None:
    draw = np.random.default_rng(2)
    examples, people = np.repeat(np.arange(40), 5), np.tile(np.arange(20), 10)
    paces = np.exp(draw.standard_normal(40)[examples] / 2 + draw.standard_normal(20)[people] / 2)
    values = paces * draw.exponential(size=200)

    def width(copies: int, *, others: bool) -> float:
        at, whose = (np.tile(each, copies) for each in (examples, people))
        if others:
            at, whose = (each + 1000 * (np.arange(len(at)) // 200) for each in (at, whose))
        low, high, _ = two_way_interval(np.tile(values, copies), Clusters(at), whose)
        assert low is not None
        assert high is not None
        return float(np.log(high / low))

    assert width(4, others=False) >= width(1, others=False)
    assert width(4, others=True) / width(1, others=True) == pytest.approx(0.5, rel=0.1)


def test_the_interval_of_the_rate_is_over_weeks() -> None:
    """Twice the annotations of every day: as wide in percent."""
    days = [(f"2025-12-{day:02}", 2 + day % 5) for day in range(10, 32)]

    def ends(times: int) -> list[float]:
        given = {**SCHEDULE, "days": [[day, times * count] for day, count in days]}
        found = figure(schedule.compute(make_context(make_columns([Row(1)]), inputs=given)), "rate")
        return [found.low or 0, found.high or 0]

    assert ends(1)[0] > 0
    assert ends(2) == pytest.approx([2 * each for each in ends(1)])
