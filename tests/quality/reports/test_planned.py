"""Which annotations count under adaptive overlap: by hand, and what holds for any project."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.quality.reports.context import ExampleColumns, ReportContext
from annotator.quality.reports.figures import Section
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.planned import narrowed, planned_rows
from annotator.quality.reports.sections import agreement, ambiguity, human_bound, people, process
from tests.factories.report_columns import Row, figure, make_columns, make_context

BAD, LONG = {"quality": "bad"}, {"candidate": 0, "tag": "P", "top_level": True}
LATER, EARLIER = 2, 1


def project(
    answers: dict[int, str], *, first: dict[int, int], sampled: tuple[int, ...] = ()
) -> ReportContext:
    """Examples by key, whose annotators found a long answer (``1``) or none (``0``) in turn."""
    rows = [
        Row(example, annotator, **(LONG if said == "1" else {}))
        for example, letters in answers.items()
        for annotator, said in enumerate(letters)
    ]
    return make_context(make_columns(rows), first=first, sampled=sampled)


def test_each_example_counts_once_in_shares() -> None:
    """Of three first annotations one found none; of all eleven, five."""
    context = project({1: "1", 2: "0110011", 3: "110"}, first={2: 1, 3: 1})
    assert figure(process.compute(context), "null").value == 4 / 11
    cut = narrowed(context, "first")
    null = figure(process.compute(cut), "null")
    assert (null.value, null.count, cut.left_out) == (1 / 3, 3, 8)


def test_people_are_compared_on_examples_that_no_answer_chose() -> None:
    """The first two annotations of each example found no answer in two of six; those that came
    later, only where people disagree, in two of five.
    """
    context = project({1: "11", 2: "1010", 3: "01101"}, first={2: 2, 3: 2})
    everything = figure(people.compute(context), "null")
    assert (everything.value, everything.count) == (4 / 11, 11)
    cut = narrowed(context, next(spec.counts for spec in SECTIONS["nq"] if spec.name == "people"))
    null = figure(people.compute(cut), "null")
    assert (null.value, null.count) == (2 / 6, 6)


def test_agreement_is_of_first_annotations_and_of_the_sample() -> None:
    """Of the first two, example 1 agrees, 2 doesn't, 3 does; in the sample, 4 in one of three."""
    context = project(
        {1: "11", 2: "10111", 3: "001", 4: "100"}, first={2: 2, 3: 2, 4: 2}, sampled=(4,)
    )
    cut = narrowed(context, "planned")
    observed = figure(agreement.compute(cut), "observed_null")
    assert observed.value == pytest.approx((1 + 0 + 1 + 1 / 3) / 4)
    # All pairs: example 2 agrees in six of ten, 3 in one of three.
    everything = figure(agreement.compute(context), "observed_null")
    assert everything.value == pytest.approx((1 + 6 / 10 + 1 / 3 + 1 / 3) / 4)


@pytest.mark.parametrize("compute", [agreement.compute, ambiguity.compute, human_bound.compute])
def test_what_only_disagreement_brought_is_withheld_with_the_reason(
    compute: Callable[[ReportContext], Section],
) -> None:
    context = narrowed(project({1: "1", 2: "01101", 3: "0"}, first={2: 1}), "planned")
    reasons = [each.missing.reason for each in compute(context).figures if each.missing]
    assert any("Adaptive overlap requested the others" in reason for reason in reasons)


def test_without_adaptive_overlap_sections_get_the_very_same_columns() -> None:
    context = project({1: "11", 2: "10"}, first={})
    assert narrowed(context, "first") is narrowed(context, "planned") is context


def test_spans_and_their_tokens_stay_with_their_annotations() -> None:
    columns = make_columns(
        [Row(1, number, candidate=0, spans=((number, number + 2),) * 1) for number in range(4)]
    )
    taken = columns.take(np.array([3, 1]))
    assert taken.annotator.tolist() == columns.annotator[[3, 1]].tolist()
    assert taken.span_offsets.tolist() == [0, 1, 2]
    assert taken.span_tokens.tolist() == [[3, 5], [1, 3]]


class Columns:
    """The columns that the choice reads."""

    def __init__(self, sizes: list[int], before: list[bool]) -> None:
        self.example = np.repeat(np.arange(len(sizes)), sizes)
        started = np.where(before, EARLIER, LATER)
        self.submitted_at = np.repeat(started, sizes) + np.zeros(sum(sizes), dtype=np.int64)


EXAMPLE = st.tuples(st.integers(1, 9), st.integers(0, 4), st.booleans(), st.booleans())


def chosen(
    examples: list[tuple[int, int, bool, bool]], *, with_sample: bool
) -> tuple[list[int], list[bool]]:
    """How many annotations of each example count, and whether these are its first ones."""
    sizes, first, sampled, before = (list(column) for column in zip(*examples, strict=True))
    columns = Columns(sizes, before)
    given = ExampleColumns(
        example=np.arange(len(sizes)),
        split=np.zeros(len(sizes), np.int16),
        overlap=np.array(sizes, np.int32),
        splits=("",),
        first=np.array(first, np.int32),
        sampled=np.array(sampled),
        page=np.arange(len(sizes)),
        sampled_since=LATER,
    )
    kept = planned_rows(columns, given, with_sample=with_sample)
    parts = np.split(kept, np.cumsum(sizes)[:-1])
    return [int(part.sum()) for part in parts], [
        bool((np.diff(part.astype(int)) <= 0).all()) for part in parts
    ]


@given(st.lists(EXAMPLE, min_size=1, max_size=12))
def test_how_many_count_depends_on_no_answer(examples: list[tuple[int, int, bool, bool]]) -> None:
    counts, are_first = chosen(examples, with_sample=True)
    assert all(are_first)
    earlier = [size for size, _, sampled, before in examples if sampled and before]
    for count, (size, first, sampled, before) in zip(counts, examples, strict=True):
        planned = min(first, size) if first else size
        if not sampled:
            assert count == planned
        elif not before:
            assert count == size
        else:
            assert count == max(planned, min(earlier))
    firsts, _ = chosen(examples, with_sample=False)
    assert firsts == [min(first, size) if first else size for size, first, *_ in examples]
    # No example that has annotations is left without any.
    assert min(firsts) >= 1
