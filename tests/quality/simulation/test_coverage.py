"""How often intervals of shares cover the truth, by adding up the binomial: no simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from annotator.measures.intervals import binomial_ends
from annotator.quality.simulation.model.populations import draw_annotators, draw_examples
from benchmarks._coverage_nq import POPULATION, covered_figures
from benchmarks._coverage_other import suggestion_figures
from benchmarks.coverage import RARE
from tests.quality.simulation.targets import long_distribution, true_precision


def coverage(truth: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    """Σ_x P(x of ``number`` | truth) [[the interval of x has the truth]]"""
    ends = [binomial_ends(count / number, number) for count in range(number + 1)]
    low, high = np.array(ends).T
    chances = binom.pmf(np.arange(number + 1), number, truth[:, None])
    has_truth = (low <= truth[:, None]) & (truth[:, None] <= high)
    return np.asarray((chances * has_truth).sum(axis=1))


def test_intervals_of_mu_and_of_precision_cover_the_truth_of_a_population() -> None:
    """μ from 25 annotations, on average over examples; Ψ from 139 judged answers."""
    examples = draw_examples(2_000, seed=1)
    answers = long_distribution(examples, draw_annotators(200, seed=2))
    of_mu = coverage(answers.mu(), 25).mean()
    of_precision = coverage(np.array([true_precision(answers, examples.correct)]), 139)[0]
    # Of a μ that few of 25 have, more often.
    assert 0.95 <= of_mu <= 0.98
    assert 0.93 <= of_precision <= 0.97


@pytest.mark.parametrize(
    ("number", "rare", "others"),
    [
        (20, (0.929, 1.000), (0.959, 0.959)),
        (40, (0.942, 0.999), (0.931, 0.968)),
        (139, (0.942, 0.998), (0.937, 0.969)),
        (1000, (0.956, 0.986), (0.937, 0.964)),
    ],
)
def test_a_share_of_whole_examples_holds_a_little_more_or_less_often(
    number: int, rare: tuple[float, float], others: tuple[float, float]
) -> None:
    """docs/intervals.md has these: the least and the greatest probability that an interval holds,
    of shares that fewer than ten examples have on average, and of all others.
    """
    truth = np.linspace(0.0005, 0.5, 1_000)
    held = coverage(truth, number)
    is_rare = number * truth < RARE
    assert (held[is_rare].min(), held[is_rare].max()) == pytest.approx(rare, abs=0.0006)
    assert (held[~is_rare].min(), held[~is_rare].max()) == pytest.approx(others, abs=0.0006)


@pytest.mark.long
@pytest.mark.parametrize("annotations", [1, 5, 25])
def test_intervals_of_shares_hold_however_many_annotations_examples_have(annotations: int) -> None:
    """1,000 projects of 139 examples; the seeds are fixed, so never red by chance."""
    figures = {each.name: each for each in covered_figures(annotations, seed=1)}
    for name in ("null", "bad, bad_by_guideline", "decision_path: spans"):
        held = 0
        for run in range(1_000):
            rows = np.random.default_rng([1, 139, run]).integers(POPULATION, size=139)
            found = figures[name].interval(rows)
            assert found is not None
            held += (found.low or 0) <= figures[name].truth <= (found.high or 0)
        assert 925 <= held <= 975, name


@pytest.mark.long
@pytest.mark.parametrize("name", ["anchoring_effect", "time_saved"])
@pytest.mark.parametrize("examples", [300, 1_000])
def test_a_known_effect_of_suggestions_is_covered(name: str, examples: int) -> None:
    """1,000 projects, each with 20 other annotators who respond differently; fixed seeds."""
    figure = next(each for each in suggestion_figures(seed=1) if each.name == name)
    held = 0
    for run in range(1_000):
        rows = np.random.default_rng([1, examples, run]).integers(POPULATION, size=examples)
        found = figure.interval(rows)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= figure.truth <= found.high
    assert 930 <= held <= 970
