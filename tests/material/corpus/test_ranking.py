from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.ranking import Ranking

IMPORTED = Ranking(seed=0, by_priority=False, is_random=False, turns={})
POSITIONS = st.integers(1, 2**40)
PRIORITIES = st.integers(-1000, 1000)
SPLITS = st.sampled_from(["train", "dev", "test", ""])


@given(POSITIONS, POSITIONS, PRIORITIES, PRIORITIES)
def test_import_order_knows_nothing_of_priorities(one: int, two: int, low: int, high: int) -> None:
    ranks = [
        IMPORTED.rank(example_id=7, position=position, priority=priority)
        for position, priority in ((one, low), (two, high))
    ]
    assert (ranks[0] < ranks[1]) == (one < two)


@given(st.lists(st.tuples(SPLITS, PRIORITIES, POSITIONS), unique_by=lambda row: row[2]))
def test_splits_go_before_priorities_and_those_before_positions(
    rows: list[tuple[str, int, int]],
) -> None:
    turns = {"train": 0, "dev": 1}
    ranking = Ranking(seed=0, by_priority=True, is_random=False, turns=turns)
    by_rank = sorted(
        rows,
        key=lambda row: ranking.rank(example_id=1, position=row[2], priority=row[1], split=row[0]),
    )
    assert by_rank == sorted(rows, key=lambda row: (turns.get(row[0], 2), -row[1], row[2]))


def test_a_seed_draws_the_same_order_each_time_and_another_seed_another_one() -> None:
    def order(seed: int) -> list[int]:
        ranking = Ranking(seed=seed, by_priority=False, is_random=True, turns={})
        return sorted(range(50), key=lambda n: ranking.rank(example_id=n, position=n))

    assert order(1) == order(1)
    assert order(1) != order(2)
    assert order(1) != list(range(50))


@given(SPLITS, PRIORITIES, st.integers(-(2**63), 2**63 - 1))
def test_every_rank_fits_into_the_column(split: str, priority: int, example_id: int) -> None:
    turns = {f"split {number}": number for number in range(100)}
    ranking = Ranking(seed=3, by_priority=True, is_random=True, turns=turns)
    rank = ranking.rank(example_id=example_id, position=1, priority=priority, split=split)
    assert 0 <= rank < 2**63
