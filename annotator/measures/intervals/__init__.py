"""95% intervals of everything that is estimated from units drawn independently of each other.

The unit is an example, its page where examples share pages (``Units``), a judged answer's example
or a compared question, never one annotation: annotations of an example belong together. Every
interval is made here, by one of five rules:

- ``share_interval``, of ratios of sums from 0 to 1: the binomial's, of as many observations as
  they are worth;
- ``mean_interval``, of means from 0 on: Student's t of the logarithm, with the cluster-robust
  standard error;
- ``arms_interval``, of the difference of two means whose annotations were drawn at random:
  Student's t with the standard error over examples and annotators;
- ``jackknife_interval``, of coefficients: Student's t with the jackknife's standard error;
- ``bootstrap_interval`` and related ones, of systems' scores, for which a threshold is chosen.

The first four take Student's quantile at Satterthwaite's degrees of freedom, which fall if the
value depends on a few units. If ``benchmarks/coverage`` shows that none of them holds, there is no
interval: the constants below say when.
"""

from annotator.measures.intervals.arms import (
    arms_difference,
    arms_interval,
    share_arms_interval,
)
from annotator.measures.intervals.coefficients import jackknife_interval
from annotator.measures.intervals.kinds import Floats, Interval, Proportion, Withheld
from annotator.measures.intervals.limits import (
    CONFIDENCE,
    LEAST_AGREEING,
    LEAST_ASKED,
    LEAST_AVERAGED,
    LEAST_COMPARED,
    LEAST_DIFFERENT,
    LEAST_DIFFERENT_STEADY,
    LEAST_EITHER,
    LEAST_FREEDOM,
    LEAST_OF_GROUP,
    LEAST_OF_MEANS,
    LEAST_OF_SHARES,
    LEAST_PEOPLE,
    LEAST_RESAMPLED,
    LEAST_UNITS,
    LEAST_WEEKS,
)
from annotator.measures.intervals.means import influence_interval, mean_interval
from annotator.measures.intervals.resampled import (
    bootstrap_interval,
    chosen_interval,
    optimism,
)
from annotator.measures.intervals.shares import (
    FEW,
    binomial_ends,
    clustered_proportion,
    opposite,
    proportion,
    share_interval,
)
from annotator.measures.intervals.spreads import Spread, effective_number, normal_quantile, sums_by
from annotator.measures.intervals.two_way import two_way_interval
from annotator.measures.intervals.units import (
    EXAMPLES,
    PAGE_GROUPS,
    PAGES,
    Clusters,
    Units,
    linked,
)
from annotator.measures.intervals.withholding import rarely_agreeing, too_alike, too_few

__all__ = [
    "CONFIDENCE",
    "EXAMPLES",
    "FEW",
    "LEAST_AGREEING",
    "LEAST_ASKED",
    "LEAST_AVERAGED",
    "LEAST_COMPARED",
    "LEAST_DIFFERENT",
    "LEAST_DIFFERENT_STEADY",
    "LEAST_EITHER",
    "LEAST_FREEDOM",
    "LEAST_OF_GROUP",
    "LEAST_OF_MEANS",
    "LEAST_OF_SHARES",
    "LEAST_PEOPLE",
    "LEAST_RESAMPLED",
    "LEAST_UNITS",
    "LEAST_WEEKS",
    "PAGES",
    "PAGE_GROUPS",
    "Clusters",
    "Floats",
    "Interval",
    "Proportion",
    "Spread",
    "Units",
    "Withheld",
    "arms_difference",
    "arms_interval",
    "binomial_ends",
    "bootstrap_interval",
    "chosen_interval",
    "clustered_proportion",
    "effective_number",
    "influence_interval",
    "jackknife_interval",
    "linked",
    "mean_interval",
    "normal_quantile",
    "opposite",
    "optimism",
    "proportion",
    "rarely_agreeing",
    "share_arms_interval",
    "share_interval",
    "sums_by",
    "too_alike",
    "too_few",
    "two_way_interval",
]
