"""Which examples get further annotations: by hand, and what holds for any annotations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from annotator.quality.reports.adaptive_plan import (
    ENOUGH,
    EVEN,
    Adaptation,
    AdaptivePlan,
    plan_further,
    reason_of,
)
from tests.factories.report_columns import Row, make_columns, make_context
from tests.size import sized


def plan(
    answers: dict[int, list[int | None]],
    adaptation: Adaptation,
    overlaps: dict[int, int] | None = None,
) -> AdaptivePlan:
    """Of examples whose annotators chose these candidates, or none; their short answers follow
    from the candidate.
    """
    rows = [
        Row(example, annotator)
        if candidate is None
        else Row(
            example,
            annotator,
            candidate=candidate,
            spans=((candidate, candidate + 1),),
            tag="P",
            top_level=True,
        )
        for example, choices in answers.items()
        for annotator, candidate in enumerate(choices)
    ]
    wanted = overlaps or {example: len(choices) for example, choices in answers.items()}
    context = make_context(make_columns(rows), overlaps=wanted)
    return plan_further(context.annotations, context.examples, adaptation)


def test_more_is_asked_for_where_a_posterior_is_below_the_confidence() -> None:
    """With an even prior: two of two found one, P(μ > 0.4) = 1 - 0.4³ = 0.936, and it is the same,
    1 - I½(2.5, 0.5) = 0.924. None of four, 0.6⁵ = 0.078 of a chance; of three 0.130.
    """
    found = plan(
        {1: [0, 0], 2: [0, 1], 3: [None] * 4, 4: [None] * 3, 5: [0, None]}, Adaptation(cap=9)
    )
    assert found.long_prior == found.short_prior == EVEN
    assert found.example.tolist() == [1, 2, 3, 4, 5]
    assert found.wanted.tolist() == [2, 3, 4, 4, 3]
    assert found.asks.tolist() == [False, True, False, True, True]
    # Two different ones: that there is one is settled. None of three: nobody has found any to lead.
    assert found.unsettled.tolist() == [0, 0b1010, 0, 0b0101, 0b1111]


def test_the_confidence_is_what_decides() -> None:
    same = {1: [0, 0]}
    assert plan(same, Adaptation(cap=9, confidence=0.92)).wanted.tolist() == [2]
    assert plan(same, Adaptation(cap=9, confidence=0.93)).wanted.tolist() == [3]


def test_steps_end_at_the_cap_and_what_is_awaited_is_not_asked_for_again() -> None:
    undecided = {1: [0, 1], 2: [0, 1, 0, 1], 3: [0, 1, 0, 1, 2], 4: [0, 1]}
    overlaps = {1: 2, 2: 4, 3: 5, 4: 3}
    found = plan(undecided, Adaptation(cap=5, step=2), overlaps)
    assert found.wanted.tolist() == [4, 5, 5, 3]
    assert found.asks.tolist() == [True, True, False, False]


def test_the_prior_is_the_projects_own_once_enough_examples_have_two_annotations() -> None:
    answers: dict[int, list[int | None]] = {n: [0, 0] if n % 2 else [None, None] for n in range(60)}
    few = {number: answers[number] for number in range(ENOUGH - 1)}
    assert plan(few, Adaptation(cap=5)).long_prior == EVEN
    own = plan(answers, Adaptation(cap=5)).long_prior
    # Whoever finds an answer isn't alone: μ is near 0 or 1, so one annotation says nearly all.
    assert own.a < 0.1
    assert own.b < 0.1
    assert plan(answers | {99: [None]}, Adaptation(cap=5)).asks.tolist()[-1] is False
    assert stats.beta.sf(0.4, own.a, own.b + 1) < 0.1


def test_what_is_unsettled_is_said_in_words() -> None:
    assert reason_of(0b1010) == "Not settled yet: which long answer, which short answer."


def test_annotations_of_other_examples_count_for_nothing() -> None:
    context = make_context(make_columns([Row(1), Row(2)]), overlaps={2: 1})
    found = plan_further(context.annotations, context.examples, Adaptation(cap=5))
    assert found.example.tolist() == [2]
    nothing = make_context(make_columns([]), overlaps={1: 1})
    assert len(plan_further(nothing.annotations, nothing.examples, Adaptation(cap=5)).example) == 0


choices = st.lists(st.one_of(st.none(), st.integers(0, 2)), min_size=1, max_size=8)


@settings(max_examples=sized(20, 100), deadline=None)
@given(
    st.lists(st.tuples(choices, st.integers(0, 3)), min_size=1, max_size=6),
    st.integers(2, 6),
    st.integers(1, 4),
    st.sampled_from([0.6, 0.8, 0.9, 0.99]),
)
def test_never_beyond_the_cap_never_the_settled_never_twice(
    drawn: list[tuple[list[int | None], int]], cap: int, step: int, confidence: float
) -> None:
    answers = {key: row for key, (row, _) in enumerate(drawn)}
    overlaps = {key: len(row) + free for key, (row, free) in enumerate(drawn)}
    adaptation = Adaptation(cap, step, confidence)
    found = plan(answers, adaptation, overlaps)
    asks = found.asks
    assert (found.wanted >= found.overlap).all()
    assert (found.wanted[asks] <= cap).all()
    assert (found.wanted[asks] - found.annotations[asks] <= step).all()
    assert not asks[found.unsettled == 0].any()
    assert not asks[found.annotations < found.overlap].any()
    unsettled = (found.unsettled > 0) & (found.overlap < cap)
    assert asks[unsettled & (found.annotations >= found.overlap)].all()
    again = plan(answers, adaptation, dict(zip(answers, found.wanted.tolist(), strict=True)))
    assert not again.asks.any()
    assert np.array_equal(again.wanted, found.wanted)


@pytest.mark.parametrize("wrong", [{"confidence": 0.5}, {"cap": 0}])
def test_what_no_rule_can_follow_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"confidence|Ask"):
        _ = Adaptation(**{"cap": 5, **wrong}).rule  # type: ignore[arg-type]
