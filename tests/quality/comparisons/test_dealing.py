"""Drawing and dealing, whatever the sizes."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.quality.comparisons.dealing import (
    NoFairDealError,
    deal_pairs,
    draw_questions,
    make_pairs,
)

SEEDS = st.integers(-(2**63), 2**63 - 1)


@given(SEEDS, st.integers(0, 60), st.data())
def test_questions_are_drawn_without_replacement(
    seed: int, number: int, data: st.DataObject
) -> None:
    drawn = draw_questions(
        range(100, 100 + number), wanted := data.draw(st.integers(0, number)), Random(seed)
    )
    assert len(drawn) == len(set(drawn)) == wanted
    assert set(drawn) <= set(range(100, 100 + number))


@given(SEEDS, st.integers(0, 12))
def test_pairs_of_a_question_are_disjoint_and_leave_out_one_answer_of_an_odd_number(
    seed: int, number: int
) -> None:
    pairs = make_pairs(range(number), Random(seed))
    used = [answer for pair in pairs for answer in pair]
    assert len(pairs) == number // 2
    assert len(used) == len(set(used))
    assert set(used) <= set(range(number))


def test_all_pairings_of_four_answers_and_both_sides_come_up_equally_often() -> None:
    random = Random(5)
    seen = Counter(frozenset(make_pairs(range(4), random)) for _ in range(12_000))
    # 3 pairings with 4 ways to lay out their sides.
    assert len(seen) == 12
    assert all(880 < times < 1120 for times in seen.values())


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[set[int]], list[int], int, int]:
    comparers = list(range(draw(st.integers(1, 7))))
    per_pair = draw(st.integers(1, len(comparers)))
    authors = draw(st.lists(st.sets(st.sampled_from([*comparers, 99]), max_size=2), max_size=40))
    return authors, comparers, per_pair, draw(SEEDS)


@given(deals())
def test_a_deal_is_fair_and_blind_to_nobody_s_own_answers_or_refused(
    deal: tuple[list[set[int]], list[int], int, int],
) -> None:
    authors, comparers, per_pair, seed = deal
    try:
        hands = deal_pairs(authors, comparers, per_pair, Random(seed))
    except NoFairDealError:
        assert any(authors)
        return
    assert list(hands) == comparers
    loads = [len(hand) for hand in hands.values()]
    assert max(loads) - min(loads) <= 1
    assert all(len(hand) == len(set(hand)) for hand in hands.values())
    times = Counter(pair for hand in hands.values() for pair in hand)
    assert times == dict.fromkeys(range(len(authors)), per_pair)
    assert not [pair for each, hand in hands.items() for pair in hand if each in authors[pair]]
    assert deal_pairs(authors, comparers, per_pair, Random(seed)) == hands


@given(deals())
def test_a_deal_is_refused_only_where_there_is_none(
    deal: tuple[list[set[int]], list[int], int, int],
) -> None:
    authors, comparers, per_pair, seed = deal
    try:
        deal_pairs(authors, comparers, per_pair, Random(seed))
    except NoFairDealError:
        assert _largest_fair_deal(authors, comparers, per_pair) < len(authors) * per_pair


def _largest_fair_deal(authors: list[set[int]], comparers: list[int], per_pair: int) -> int:
    """How many comparisons fit, by a maximum flow, where the loads may be fair ones only.

    A load has ``base`` places of its own; one place more is shared by as many comparers as there
    are comparisons left over.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    total = len(authors) * per_pair
    base, over = divmod(total, len(comparers))
    source, first_pair = 0, 1
    first_comparer = first_pair + len(authors)
    shared, sink = first_comparer + len(comparers), first_comparer + len(comparers) + 1
    edges = {(source, first_pair + pair): per_pair for pair in range(len(authors))}
    for pair, wrote in enumerate(authors):
        for comparer in comparers:
            if comparer not in wrote:
                edges[first_pair + pair, first_comparer + comparer] = 1
    for comparer in comparers:
        edges[first_comparer + comparer, sink] = base
        edges[first_comparer + comparer, shared] = 1
    edges[shared, sink] = over
    rows, columns = zip(*edges, strict=True)
    size = sink + 1
    graph = csr_array((list(edges.values()), (rows, columns)), shape=(size, size), dtype="int32")
    return int(maximum_flow(graph, source, sink).flow_value)


def test_whoever_wrote_much_gets_what_others_wrote() -> None:
    authors = [{1}] * 4 + [{2}] * 4 + [set[int]()] * 4
    hands = deal_pairs(authors, [1, 2, 3], 1, Random(3))
    assert sorted(len(hand) for hand in hands.values()) == [4, 4, 4]
    assert not set(hands[1]) & {0, 1, 2, 3}
    assert not set(hands[2]) & {4, 5, 6, 7}


@pytest.mark.parametrize(
    ("authors", "comparers", "per_pair", "sentence"),
    [
        (
            [{1}, {1}, {1}, {1}],
            [1, 2],
            1,
            (
                "With these comparers some would get 4 pairs and others 0, since nobody compares an"
                " answer of their own."
            ),
        ),
        (
            [{1}],
            [1, 2],
            2,
            "A pair needs 2 comparers who wrote neither of its answers, but only 1 of 2 qualify.",
        ),
    ],
)
def test_an_unfair_deal_is_refused_with_its_reason(
    authors: list[set[int]], comparers: list[int], per_pair: int, sentence: str
) -> None:
    with pytest.raises(NoFairDealError) as refusal:
        deal_pairs(authors, comparers, per_pair, Random(1))
    assert str(refusal.value) == sentence
