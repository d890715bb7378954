"""What is and what isn't a truth of examples, and the populations that are drawn."""

from dataclasses import fields, replace

import numpy as np
import pytest

from annotator.quality.simulation.model.annotators import Annotator
from annotator.quality.simulation.model.examples import Examples
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples
from tests.quality.simulation.worlds import tiny_examples


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"mu": np.array([0.95, 0.1])}, "at most 1 together"),
        ({"long_shares": np.array([[0.5, 0.4], [1, 0]])}, "add up to 1"),
        ({"options": np.array([[0, 3], [0, 1]])}, "page's candidates"),
        ({"options": np.array([[1, 1], [0, 1]])}, "two options"),
        ({"correct": np.array([[1.2, 0], [0, 0]])}, "between 0 and 1"),
        ({"bad": np.array([0.1])}, "an example"),
        ({"correct": np.zeros((2, 3))}, "each option"),
        ({"short_shares": np.full((2, 2, 3), 1 / 3)}, "with spans"),
    ],
)
def test_what_is_no_distribution_or_does_not_fit_is_refused(
    changed: dict[str, np.ndarray], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        replace(tiny_examples(), **changed)


def test_a_rate_above_one_and_a_time_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Annotator(1.1)
    with pytest.raises(ValueError, match="above 0"):
        Annotator(1, seconds=(10, 0, 30))


def test_a_population_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    one, same, other = (draw_examples(50, seed=seed) for seed in (7, 7, 8))
    names = [each.name for each in fields(Examples)]
    assert all(np.array_equal(getattr(one, name), getattr(same, name)) for name in names)
    assert not np.array_equal(one.mu, other.mu)
    assert draw_annotators(5, seed=7) == draw_annotators(5, seed=7)
    assert draw_annotators(5, seed=7) != draw_annotators(5, seed=8)


def test_about_half_of_a_population_is_null_as_published() -> None:
    examples = draw_examples(20_000, seed=1)
    # μ/(1 - bad) is Beta(0.35, 0.36), mean 0.493, and bad is Beta(0.2, 1.8), mean 0.1.
    assert examples.mu.mean() == pytest.approx(0.9 * 0.35 / 0.71, abs=0.015)
    assert examples.bad.mean() == pytest.approx(0.1, abs=0.006)
    assert (examples.candidates.min(), examples.candidates.max()) == (5, 60)
