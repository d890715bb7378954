"""What most annotators would say: by hand, by counting, and with a known truth."""

import numpy as np
import pytest
from scipy.stats import beta

from annotator.measures.adaptive_overlap import fit_prior
from annotator.measures.overlap_simulation import PUBLISHED_MU
from annotator.quality.reports.sections.agreement import compute, example_columns
from tests.factories.report_columns import Row, make_columns, make_context, plot, points


def rows_of(finders: list[int], annotations: int) -> list[Row]:
    """``finders[i]`` of the annotations of example i have a long answer, the same one."""
    return [
        Row(example, who, candidate=3, tag="P") if who < count else Row(example, who)
        for example, count in enumerate(finders)
        for who in range(annotations)
    ]


def test_posteriors_of_null_are_tails_of_the_beta_posterior() -> None:
    finders = [0, 1, 2, 3, 4, 5] * 6
    columns = example_columns(make_context(make_columns(rows_of(finders, 5))))
    found = np.array(finders)
    prior = fit_prior(5 - found, np.full(len(found), 5))
    expected = beta.cdf(0.5, prior.a + found, prior.b + 5 - found)
    assert columns["posterior_null"] == pytest.approx(expected, abs=1e-8)
    # 5 to 0, 4 to 1 and 3 to 2, by Jeffreys' posterior of who leads.
    of_long = columns["posterior_long"][:6]
    assert of_long == pytest.approx(of_long[::-1])
    leads = [1 - beta.cdf(0.5, c + 0.5, 5 - c + 0.5) for c in (5, 4, 3)]
    assert of_long[:3] == pytest.approx(leads)


def test_an_ambiguous_example_stays_unsettled_with_25_annotations() -> None:
    finders = [0] * 20 + [25] * 20 + [12, 13]
    section = compute(make_context(make_columns(rows_of(finders, 25))))
    bars = points(section, "unsettled_decisions")
    assert (bars["null"].count, bars["null"].total) == (2, 42)
    assert (bars["long"].count, bars["quality"].count) == (2, 0)
    columns = example_columns(make_context(make_columns(rows_of(finders, 25))))
    drill = bars["null"].examples
    column = columns[drill.column]
    assert np.flatnonzero((column >= drill.low) & (column <= drill.high)).tolist() == [40, 41]


def test_nine_in_ten_settled_decisions_are_what_most_would_say() -> None:
    """μ of 4,000 examples is drawn from the prior, five annotations each. Posteriors are right as
    often as they say, on average; settled ones in nine of ten cases at least.
    """
    generator = np.random.default_rng(8)
    mu = generator.beta(PUBLISHED_MU.a, PUBLISHED_MU.b, 4000)
    finders = generator.binomial(5, mu)
    columns = example_columns(make_context(make_columns(rows_of(finders.tolist(), 5))))
    null = columns["posterior_null"]
    is_null = mu < 0.5
    assert null.mean() == pytest.approx(is_null.mean(), abs=0.02)
    surest = np.maximum(null, 1 - null)
    right = (null > 0.5) == is_null
    assert right.mean() == pytest.approx(surest.mean(), abs=0.02)
    assert right[surest >= 0.9].mean() >= 0.9


def test_an_example_that_one_person_decided_has_no_posterior() -> None:
    rows = [*rows_of([0, 2] * 15, 2), Row(900, 0, quality=None), Row(900, 1), Row(901, 0)]
    columns = example_columns(make_context(make_columns(rows)))
    assert np.flatnonzero(np.isnan(columns["posterior_null"])).tolist() == [31]
    assert np.flatnonzero(np.isnan(columns["posterior_bad"])).tolist() == [30, 31]


def test_thirty_examples_say_how_examples_differ() -> None:
    section = compute(make_context(make_columns(rows_of([0, 2] * 14 + [1], 2))))
    missing = plot(section, "unsettled_decisions").missing
    assert (missing.have, missing.need) == (29, 30)
    enough = compute(make_context(make_columns(rows_of([0, 2] * 15, 2))))
    assert plot(enough, "unsettled_decisions").missing is None
