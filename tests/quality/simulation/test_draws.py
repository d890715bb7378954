"""What is drawn, against the stated probabilities: exact binomial bounds, seeds fixed."""

from collections import Counter
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, kstest, norm

from annotator.quality.simulation.model.annotators import Annotator, Drift, traits_at
from annotator.quality.simulation.model.draws import Annotations, draw_annotations
from annotator.quality.simulation.model.examples import Examples
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples
from tests.quality.simulation.worlds import POOL, annotations_of, tiny_examples

MANY = 20_000
RARE = 1e-6
"""A frequency outside these bounds has one chance in a million, of each that is looked at."""


def drawn(
    examples: Examples, pool: list[Annotator], example: int = 0, number: int = MANY, seed: int = 3
) -> Annotations:
    """Of one example ``number`` times, each by anybody of the pool."""
    who = np.random.default_rng(seed).integers(len(pool), size=number)
    return draw_annotations(examples, pool, assigned=(np.full(number, example), who), seed=seed)


def readable(annotations: Annotations) -> Counter[tuple[bool, int | None, object]]:
    """As in ``worlds.annotations_of``."""
    rows = zip(
        annotations.bad.tolist(), annotations.long.tolist(), annotations.short.tolist(), strict=True
    )
    return Counter(
        (bad, long - 1 if long else None, _short(long - 1, short)) for bad, long, short in rows
    )


def _short(candidate: int, short: int) -> object:
    return [None, "yes", "no"][short] if short < 3 else (candidate, short - 3)


def assert_frequencies(
    found: Counter[tuple[bool, int | None, object]],
    stated: dict[tuple[bool, int | None, object], float],
) -> None:
    number = found.total()
    assert set(found) <= {each for each, probability in stated.items() if probability > 0}
    for each, probability in stated.items():
        low, high = binom.interval(1 - RARE, number, probability)
        assert low <= found[each] <= high, each


@pytest.mark.parametrize("example", [0, 1])
def test_frequencies_approach_the_stated_probabilities(example: int) -> None:
    examples = tiny_examples()
    stated = annotations_of(examples, example)
    assert sum(stated.values()) == pytest.approx(1)
    assert_frequencies(readable(drawn(examples, POOL, example)), stated)


def test_with_ability_one_all_are_draws_of_the_examples_own_distribution() -> None:
    examples = tiny_examples()
    # Bad 0.1; NULL 0.3; option 2 in 0.45 with five short answers, option 0 in 0.15 with none.
    stated: dict[tuple[bool, int | None, object], float] = {
        (True, None, None): 0.1,
        (False, None, None): 0.3,
        (False, 2, None): 0.09,
        (False, 2, "yes"): 0.045,
        (False, 2, (2, 0)): 0.18,
        (False, 2, (2, 1)): 0.135,
        (False, 0, None): 0.15,
    }
    # Habits, which are as unlike as can be, have no part in it.
    for habits in ((0.0, 1.0), (1.0, 0.0)):
        assert_frequencies(readable(drawn(examples, [Annotator(1.0, *habits)])), stated)


def test_with_ability_zero_nothing_depends_on_what_is_true() -> None:
    guessing = [Annotator(0.0, 0.5, 0.2)]
    one = drawn(tiny_examples(), guessing)
    other = drawn(replace(tiny_examples(), mu=np.zeros(2), bad=np.ones(2)), guessing)
    assert readable(one) == readable(other)
    assert_frequencies(readable(one), annotations_of(tiny_examples(), 0, guessing))


def test_the_same_seed_gives_the_same_draws_and_another_seed_others() -> None:
    examples, pool = draw_examples(20, seed=1), draw_annotators(6, seed=2)
    assigned = (np.arange(100) % 20, np.arange(100) % 6)
    one, same, other = (
        draw_annotations(examples, pool, assigned=assigned, seed=seed) for seed in (-5, -5, 6)
    )
    for each in fields(Annotations):
        assert np.array_equal(
            getattr(one, each.name), getattr(same, each.name), equal_nan=each.name == "seconds"
        )
    assert not np.array_equal(one.seconds, other.seconds, equal_nan=True)


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 5), st.integers(0, 60))
def test_what_is_drawn_is_a_possible_annotation(
    seed: int, examples: int, pool: int, number: int
) -> None:
    truth, generator = draw_examples(examples, seed=seed), np.random.default_rng(seed)
    example = generator.integers(examples, size=number)
    found = draw_annotations(
        truth,
        [replace(each, ability=0.5) for each in draw_annotators(pool, seed=seed)],
        assigned=(example, generator.integers(pool, size=number)),
        seed=seed,
    )
    assert len(found) == number
    assert not found.long[found.bad].any()
    assert not found.short[found.long == 0].any()
    assert (found.long <= truth.candidates[example]).all()
    assert (found.short < 3 + truth.span_sets).all()
    came_to = np.column_stack([np.ones(number, bool), ~found.bad, found.long > 0])
    assert np.array_equal(~np.isnan(found.seconds), came_to)


def test_an_annotators_positions_count_their_own_annotations() -> None:
    pool = [Annotator(1)] * 3
    who = np.array([2, 0, 2, 2, 0])
    found = draw_annotations(
        tiny_examples(), pool, assigned=(np.zeros(5, dtype=np.int64), who), seed=1
    )
    assert found.position.tolist() == [0, 0, 1, 2, 1]


def test_drift_moves_the_trait_that_it_names_and_no_other() -> None:
    plain = Annotator(0.5, 0.5, 0.5, (10, 20, 40))
    drifts = {
        "ability": Drift(ability=0.01),
        "null_bias": Drift(null_bias=-0.02),
        "bad_rate": Drift(bad_rate=0.1),
        "seconds": Drift(log_seconds=np.log(2) / 10),
    }
    after = {"ability": 0.6, "null_bias": 0.3, "bad_rate": 1.0, "seconds": [20, 40, 80]}
    for moved, drift in drifts.items():
        traits = traits_at([replace(plain, drift=drift)], np.array([0]), np.array([10]))
        for name in drifts:
            stays = [10, 20, 40] if name == "seconds" else 0.5
            expected = after[name] if name == moved else stays
            assert getattr(traits, name)[0] == pytest.approx(expected)


def test_drift_shows_in_what_is_drawn() -> None:
    """Ability falls from 1 to 0 over 1,000 annotations, then stays; habit calls all bad."""
    examples = replace(tiny_examples(), bad=np.zeros(2))
    tired = Annotator(1.0, 0.0, 1.0, drift=Drift(ability=-0.001))
    found = draw_annotations(
        examples, [tired] * 100, assigned=(np.zeros(200_000, int), np.arange(200_000) % 100), seed=4
    )
    assert found.bad[found.position >= 1000].all()
    assert not found.bad[found.position == 0].any()
    early = found.bad[found.position < 100]
    # On average 1 - ability is 0.0495 there; variances below the binomial's.
    low, high = binom.interval(1 - RARE, len(early), 0.0495)
    assert low <= early.sum() <= high


def test_seconds_are_lognormal_around_the_stated_medians() -> None:
    steady = Annotator(1.0, seconds=(12, 30, 7), spread=0.4)
    seconds = drawn(tiny_examples(), [steady]).seconds
    for stage, median in enumerate(steady.seconds):
        taken = seconds[~np.isnan(seconds[:, stage]), stage]
        assert kstest(np.log(taken / median) / 0.4, norm.cdf).pvalue > RARE
    assert np.nanmax(drawn(tiny_examples(), [replace(steady, spread=0)]).seconds[:, 0]) == 12


def test_short_answers_are_told_apart_across_long_ones_and_yes_is_yes() -> None:
    found = drawn(tiny_examples(), POOL, 1, 2_000)
    named = [
        _short(long - 1, short)
        for long, short in zip(found.long.tolist(), found.short.tolist(), strict=True)
    ]
    pairs = set(zip(named, found.distinct_short().tolist(), strict=True))
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    assert (None, 0) in pairs


def test_assignments_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 examples are assigned to 2"):
        draw_annotations(
            tiny_examples(), POOL, assigned=(np.zeros(3, int), np.zeros(2, int)), seed=1
        )
