"""How often Wilson's interval covers the truth, by adding up the binomial: no simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from annotator.measures.intervals import LEAST_EITHER, normal_quantile, wilson_ends
from annotator.simulation.model.populations import draw_annotators, draw_examples
from annotator.simulation.model.targets import long_distribution, true_precision
from benchmarks._coverage_nq import POPULATION, covered_figures


def coverage(
    truth: NDArray[np.float64], number: int, *, is_shown: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """Σ_x P(x of ``number`` | truth) [[the interval of x has the truth, and x is shown]]

    All x are shown unless ``is_shown`` says which.
    """
    z = normal_quantile()
    ends = [wilson_ends(count / number, number, z) for count in range(number + 1)]
    low, high = np.array(ends).T
    chances = binom.pmf(np.arange(number + 1), number, truth[:, None])
    has_truth = (low <= truth[:, None]) & (truth[:, None] <= high)
    counted = has_truth if is_shown is None else has_truth & is_shown
    return np.asarray((chances * counted).sum(axis=1))


def test_intervals_of_mu_and_of_precision_cover_the_truth_of_a_population() -> None:
    """μ from 25 annotations, on average over examples; Ψ from 139 judged answers."""
    examples = draw_examples(2_000, seed=1)
    answers = long_distribution(examples, draw_annotators(200, seed=2))
    of_mu = coverage(answers.mu(), 25).mean()
    of_precision = coverage(np.array([true_precision(answers, examples.correct)]), 139)[0]
    assert 0.93 <= of_mu <= 0.97
    assert 0.93 <= of_precision <= 0.97


@pytest.mark.parametrize(
    ("number", "least", "most"), [(45, 0.932, 0.980), (139, 0.935, 0.976), (1000, 0.940, 0.975)]
)
def test_a_shown_share_of_whole_examples_holds_a_little_more_or_less_often(
    number: int, least: float, most: float
) -> None:
    """docs/measures.md has these: of all true shares of which nine in ten projects show an
    interval, the least and the greatest probability that it holds where it is shown.
    """
    truth = np.linspace(0.002, 0.5, 2_000)
    counts = np.arange(number + 1)
    chances = binom.pmf(counts, number, truth[:, None])
    is_shown = (counts >= LEAST_EITHER) & (counts <= number - LEAST_EITHER)
    shown = (chances * is_shown).sum(axis=1)
    held = coverage(truth, number, is_shown=is_shown) / shown
    held = held[shown >= 0.9]
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
