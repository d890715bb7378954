"""How the work went, against hand-worked values, published counts and statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.intervals import Clusters
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import (
    answer_types,
    decision_path,
    single_span_share,
    summarise,
)
from tests.factories.clustered import counted_share

WAYS = {
    "bad": (True, False, 0, False),
    "no_answer": (False, False, 0, False),
    "long_only": (False, True, 0, False),
    "spans": (False, True, 2, False),
    "yes_no": (False, True, 0, True),
}


def path_of(ways: list[str]):
    bad, long, spans, yes_no = zip(*(WAYS[way] for way in ways), strict=True)
    examples = range(len(ways))
    return decision_path(
        bad=bad, long=long, spans=spans, yes_no=yes_no, units=Clusters(np.array(examples))
    )


def test_a_decision_path_by_hand() -> None:
    path = path_of(["bad"] * 2 + ["no_answer"] * 3 + ["long_only"] + ["spans"] * 3 + ["yes_no"])
    counts = {name: share.count for name, share in path._asdict().items()}
    assert counts == {
        "bad": 2,
        "no_answer": 3,
        "long_only": 1,
        "spans": 3,
        "yes_no": 1,
        "null": 5,
        "long": 5,
    }
    assert {share.total for share in path} == {10}
    assert path.spans.value == pytest.approx(0.3)
    low, high = counted_share(15, 50)
    longer = path_of(["bad"] * 10 + ["no_answer"] * 25 + ["spans"] * 15)
    assert (longer.spans.low, longer.spans.high) == pytest.approx((low, high))


@given(st.lists(st.sampled_from(sorted(WAYS)), min_size=1))
def test_five_ends_make_the_whole(ways: list[str]) -> None:
    path = path_of(ways)
    ends = [path.bad, path.no_answer, path.long_only, path.spans, path.yes_no]
    assert sum(end.count for end in ends) == len(ways)
    assert path.null.count == ways.count("bad") + ways.count("no_answer")
    assert path.null.count + path.long.count == len(ways)


@pytest.mark.parametrize(
    "impossible",
    [
        (True, True, 0, False),
        (False, False, 1, False),
        (False, False, 0, True),
        (False, True, 1, True),
    ],
)
def test_parts_that_exclude_each_other_are_refused(
    impossible: tuple[bool, bool, int, bool],
) -> None:
    bad, long, spans, yes_no = impossible
    with pytest.raises(ValueError, match="exclude"):
        decision_path(
            bad=[bad], long=[long], spans=[spans], yes_no=[yes_no], units=Clusters(np.array([1]))
        )


def test_annotations_of_one_example_are_no_more_than_one() -> None:
    """25 annotations each of 40 examples, all of a half null: 20 of 40, not 500 of 1,000."""
    null = np.repeat(np.arange(40) % 2 == 0, 25)
    examples = np.repeat(np.arange(40), 25)
    path = decision_path(
        bad=~null & null,
        long=~null,
        spans=np.zeros(1000),
        yes_no=~null & null,
        units=Clusters(examples),
    )
    low, high = counted_share(20, 40)
    assert path.null.total == 1000
    assert (path.null.low, path.null.high) == pytest.approx((low, high))


def test_answer_types_by_hand() -> None:
    kinds = np.array([0] * 6 + [3, 3, 4, 4, -1], dtype=np.int8)
    shares = answer_types(kinds, Clusters(np.arange(11)))
    assert [share.count for share in shares.values()] == [6, 0, 0, 2, 2]
    assert list(shares) == ["paragraph", "table", "row", "list", "list item"]
    assert shares["list"].value == pytest.approx(0.2)


def test_single_spans_by_hand() -> None:
    share = single_span_share([0, 1, 1, 3, 0, 1], Clusters(np.arange(6)))
    assert (share.count, share.total) == (3, 4)


def test_a_summary_by_hand() -> None:
    """1 to 4: mean and median 2.5, quartiles 1.75 and 3.25; the 90th percentile at 2.7 of 3 steps,
    so 3.7.
    """
    summary = summarise([4, None, 2, 1, float("nan"), 3])
    assert (summary.present, summary.missing) == (4, 2)
    assert (summary.mean, summary.median) == (2.5, 2.5)
    assert summary.quartiles == pytest.approx((1.75, 3.25))
    assert summary.percentile_90 == pytest.approx(3.7)


def test_nothing_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError, match="nobody"):
        decision_path(bad=[], long=[], spans=[], yes_no=[], units=Clusters(np.zeros(0, int)))
    with pytest.raises(UndefinedMeasureError, match="long answer"):
        answer_types(np.array([-1], dtype=np.int8), Clusters(np.array([1])))
    with pytest.raises(UndefinedMeasureError, match="spans"):
        single_span_share([0, 0], Clusters(np.array([1, 2])))
    with pytest.raises(UndefinedMeasureError, match="no value"):
        summarise([None])
