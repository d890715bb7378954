"""The world of a project: who annotates what, and where something is known of a question."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.quality.simulation.model.annotators import traits_at
from annotator.quality.simulation.model.examples import NO_SHORT, SPANS, YES
from annotator.quality.simulation.model.populations import (
    draw_annotators,
    draw_examples,
    draw_mixed_annotators,
)
from annotator.quality.simulation.world import Leaning, World, draw_world


def world_of(count: int, wanted: int, **more: object) -> World:
    return draw_world(
        np.full(count, 20),
        np.full(count, wanted),
        **{"annotators": 10, "seed": 5} | more,  # type: ignore[arg-type]
    )


@given(st.lists(st.integers(0, 6), max_size=20), st.integers(6, 9), st.integers(0, 99))
def test_each_example_gets_as_many_annotators_as_wanted_and_none_twice(
    wanted: list[int], annotators: int, seed: int
) -> None:
    world = draw_world(
        np.full(len(wanted), 9),
        np.array(wanted, dtype=np.int64),
        annotators=annotators,
        seed=seed,
    )
    for example, number in enumerate(wanted):
        people = world.annotations.annotator[world.rows_of(example)].tolist()
        assert len(people) == len(set(people)) == number
        assert all(0 <= each < annotators for each in people)


def test_whoever_asks_for_more_keeps_the_first_annotators_and_the_truth() -> None:
    few, many = world_of(30, 3), world_of(30, 7)
    for example in range(30):
        first = many.annotations.annotator[many.rows_of(example)].tolist()
        assert set(few.annotations.annotator[few.rows_of(example)].tolist()) <= set(first)
    assert few.examples.mu.tolist() == many.examples.mu.tolist()


def test_nobody_annotates_an_example_twice() -> None:
    with pytest.raises(ValueError, match="annotates an example once"):
        world_of(1, 11)


def test_on_a_page_without_candidates_nobody_who_knows_finds_an_answer() -> None:
    world = draw_world(np.array([0, 2, 30]), np.full(3, 5), annotators=5, seed=1)
    assert world.examples.mu[0] == 0
    assert world.examples.long_shares[1, 2:].tolist() == [0, 0]
    assert world.examples.candidates.tolist() == [4, 4, 30]


def test_of_twelve_annotators_one_tires_and_one_hurries() -> None:
    """The third has 0.9 less after 100 annotations and takes 1.5 times as long; the eighth a third
    of the time from the start. All others are as ``draw_annotators`` has them.
    """
    plain, mixed = draw_annotators(14, seed=3), draw_mixed_annotators(14, seed=3, annotations=100)
    assert [place for place in range(14) if mixed[place] != plain[place]] == [2, 7]
    first = traits_at(mixed, np.array([2]), np.array([0]))
    last = traits_at(mixed, np.array([2]), np.array([99]))
    assert first.ability[0] - last.ability[0] == pytest.approx(0.9)
    assert (last.seconds / first.seconds)[0] == pytest.approx([1.5] * 3)
    assert (mixed[7].ability, mixed[7].null_bias) == (0.5, 0.9)
    assert mixed[7].seconds == pytest.approx([each / 3 for each in plain[7].seconds])


def test_the_chance_of_an_answer_by_hand() -> None:
    """ability · μ + (1 - ability)(1 - bad_rate)(1 - null_bias), of the annotator's own traits."""
    world = world_of(4, 10, steady=True)
    row = 17
    person = world.pool[world.annotations.annotator[row]]
    mu = world.examples.mu[world.annotations.example[row]]
    expected = person.ability * mu + (1 - person.ability) * (1 - person.bad_rate) * (
        1 - person.null_bias
    )
    assert world.answer_chances()[row] == pytest.approx(expected)


def test_what_is_known_moves_the_truth_as_stated() -> None:
    plain = world_of(4, 2).examples
    leant = world_of(
        4,
        2,
        leanings={
            0: Leaning(bad=True, answered=False),
            1: Leaning(answered=True, short=YES),
            2: Leaning(answered=False, short=NO_SHORT),
        },
    ).examples
    found = plain.mu / (1 - plain.bad)
    assert leant.bad[:3] == pytest.approx(
        [0.7 + 0.25 * found[0], 0.4 * plain.bad[1], 0.4 * plain.bad[2]]
    )
    assert leant.mu[:3] / (1 - leant.bad[:3]) == pytest.approx(
        [0.4 * found[0], 0.5 + 0.5 * found[1], 0.4 * found[2]]
    )
    assert leant.short_shares[1, 0, YES] == plain.short_shares[1, 0, SPANS]
    assert leant.short_shares[1, 0, SPANS] == plain.short_shares[1, 0, YES]
    assert leant.short_shares[1, 1].tolist() == plain.short_shares[1, 1].tolist()
    assert (leant.mu[3], leant.bad[3]) == (plain.mu[3], plain.bad[3])


def test_examples_are_those_of_the_stated_population() -> None:
    """The truth of a world without leanings is ``draw_examples``'s, on other pages."""
    world = world_of(50, 1)
    of_examples = int(np.random.default_rng(5).integers(2**63, size=4)[0])
    drawn = draw_examples(50, seed=of_examples)
    assert world.examples.mu.tolist() == drawn.mu.tolist()
    assert world.examples.short_shares.tolist() == drawn.short_shares.tolist()
