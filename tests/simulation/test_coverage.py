"""How often intervals of shares cover the truth, by adding up the binomial: no simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from annotator.measures.intervals import normal_quantile, proportion, wilson_ends
from annotator.simulation.model.populations import draw_annotators, draw_examples
from annotator.simulation.model.targets import long_distribution, true_precision
from benchmarks._coverage_nq import POPULATION, covered_figures
from benchmarks._coverage_other import suggestion_figures


def coverage(truth: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    """Σ_x P(x of ``number`` | truth) [[Wilson's interval of x has the truth]]"""
    z = normal_quantile()
    ends = [wilson_ends(count / number, number, z) for count in range(number + 1)]
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
    assert 0.93 <= of_mu <= 0.97
    assert 0.93 <= of_precision <= 0.97


@pytest.mark.parametrize(
    ("number", "least", "most"), [(45, 0.921, 0.970), (139, 0.924, 0.972), (1000, 0.930, 0.969)]
)
def test_a_shown_share_of_whole_examples_holds_a_little_more_or_less_often(
    number: int, least: float, most: float
) -> None:
    """docs/measures.md has these: of all true shares of which one project in three shows an
    interval, the least and the greatest probability that it holds where it is shown.
    """
    truth = np.linspace(0.002, 0.5, 2_000)
    ends = {count: proportion(count, number)[1:3] for count in range(number + 1)}
    counts = [count for count, (low, _) in ends.items() if low is not None]
    low, high = np.array([ends[count] for count in counts], dtype=np.float64).T
    chances = binom.pmf(counts, number, truth[:, None])
    has_truth = (low <= truth[:, None]) & (truth[:, None] <= high)
    shown = chances.sum(axis=1)
    held = (chances * has_truth).sum(axis=1)[shown >= 1 / 3] / shown[shown >= 1 / 3]
    assert (held.min(), held.max()) == pytest.approx((least, most), abs=0.0006)


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
