"""What most annotators would say of each example, and how sure that is.

Annotations of an example are draws from its own distribution. A decision is settled when it is
known what more than half would decide, or which answer most would choose; on an ambiguous page that
takes many annotations, and where opinions are even it is never known.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import (
    Rule,
    answered_posterior,
    fit_prior,
    leading_posterior,
)
from annotator.measures.answers import AnswerCounts, count_coded
from annotator.measures.intervals import Clusters, clustered_proportion
from annotator.quality.reports.estimates import first_without, share_point
from annotator.quality.reports.figures import Drill, Missing, Plot
from annotator.quality.reports.sections.agreement.fields import Compared

DECISIONS = ("quality", "null", "long")
POSTERIORS = {"quality": "posterior_bad", "null": "posterior_null", "long": "posterior_long"}
"""The column of the example table that has each decision's posterior."""

LEAST_EXAMPLES = 30
"""Examples with two annotations of a decision, from which on it is known how examples differ."""

SETTLED = Rule().confidence
HALF = 0.5
_HAIR = 1e-9
_DIGITS = 9

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Majority:
    """By compared example the ``posterior`` of one decision, NaN if fewer than two decided: that
    most would call the question bad, that most would find no long answer, that the long answer (or
    NULL) with most annotations is what most would choose. ``missing`` says why there is none.
    """

    posterior: Floats
    missing: Missing | None = None


def majority_of(compared: Compared, name: str) -> Majority:
    """The posterior of one of ``DECISIONS``.

    Of two values, P(share > ½) by the Beta posterior of the share, whose prior is fitted to the
    project; of long answers ``leading_posterior``, NULL being one of them.
    """
    field = compared.fields[name]
    sizes = np.bincount(compared.unit[field.rows], minlength=len(compared))
    several = sizes > 1
    posterior = np.full(len(compared), np.nan)
    if several.sum() < LEAST_EXAMPLES:
        missing = Missing(
            "How examples differ is not known yet.",
            f"{LEAST_EXAMPLES} examples with two annotations.",
            int(several.sum()),
            LEAST_EXAMPLES,
        )
        return Majority(posterior, missing)
    counts = count_coded(compared.unit[field.rows], field.values, number=len(compared))
    if name == "long":
        of_all = AnswerCounts(np.zeros_like(counts.nulls), counts.ranked("all"))
        found = leading_posterior(of_all)
    else:
        prior = fit_prior(counts.nulls, sizes)
        found = answered_posterior(counts, prior, threshold=HALF)
        # Values are 1 for no long answer, and 1 for a good question.
        found = found if name == "null" else 1 - found
    posterior[several] = np.round(found[several], _DIGITS)
    return Majority(posterior)


def bounds_of(name: str) -> tuple[float, float]:
    """Between which posteriors a decision is not settled, both included."""
    return (0.0 if name == "long" else 1 - SETTLED + _HAIR), SETTLED - _HAIR


def unsettled_plot(found: Mapping[str, Majority], units: Clusters) -> Plot:
    """For each decision, the share of examples for which it isn't known what most would say."""
    points, shares = [], []
    for name in DECISIONS:
        posterior = found[name].posterior
        known = ~np.isnan(posterior)
        if not known.any():
            continue
        low, high = bounds_of(name)
        chosen = (posterior >= low) & (posterior <= high)
        shares.append(clustered_proportion(chosen, units, known))
        points.append(share_point(name, shares[-1], Drill(POSTERIORS[name], low, high)))
    return Plot(
        "unsettled_decisions",
        "share",
        "bars",
        points=points,
        missing=None if points else found["null"].missing,
        no_interval=first_without(shares),
    )
