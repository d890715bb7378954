"""Intervals over clusters by statsmodels and SciPy, to hold ours to."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import beta, kurtosis, norm, t
from statsmodels.stats.proportion import proportion_confint


def clustered_error(values: NDArray[np.float64], groups: NDArray[np.int64]) -> float:
    """The cluster-robust standard error of the mean."""
    model = sm.OLS(values, np.ones(len(values)))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": True})
    return float(fitted.bse[0])


def freedom(values: NDArray[np.float64], groups: NDArray[np.int64]) -> float:
    """Satterthwaite's degrees of freedom, from SciPy's kurtosis of what each group adds."""
    names = np.unique(groups)
    added = [np.sum(values[groups == name] - values.mean()) for name in names]
    spare = max(kurtosis(added, fisher=False) - 1, 1e-12)
    return float(min(len(names) - 1, 2 * len(names) / spare))


def on_a_log_scale(low: float, high: float) -> tuple[float, float]:
    """A symmetric interval of a positive mean, made for its logarithm: the error of a logarithm is
    that of the number, over the number.
    """
    mean = (low + high) / 2
    factor = float(np.exp((high - mean) / mean))
    return mean / factor, mean * factor


def clustered_share(values: NDArray[np.float64], groups: NDArray[np.int64]) -> tuple[float, float]:
    """The interval of a share with the cluster-robust error in place of the binomial one."""
    parts = [
        [np.sum(each[groups == g]) for g in np.unique(groups)] for each in (values, 1 - values)
    ]
    error = clustered_error(values, groups)
    either = [kish(np.array(each)) for each in parts]
    every = kish(np.unique(groups, return_counts=True)[1])
    return share_of_error(values.mean(), error, freedom(values, groups), either, every)


def kish(amounts: NDArray[Any]) -> float:
    """As many equal amounts would weigh as much."""
    return float(np.sum(amounts) ** 2 / np.sum(np.square(amounts)))


def share_of_error(
    share: float, error: float, degrees: float, either: Sequence[float], groups: float = np.inf
) -> tuple[float, float]:
    """The interval of as many observations as have that error, by Student's t of so many degrees
    of freedom; ``either`` is how many units in effect have what is counted, and how many lack it:
    below five, at most as many observations as there are ``groups``.
    """
    quantile = t.ppf(0.975, min(degrees, *(2 * each for each in either)))
    number = share * (1 - share) / error**2
    number = min(number, groups) if min(either) < 5 else number
    return counted_share(share * number * (z := (norm.ppf(0.975) / quantile) ** 2), number * z)


def counted_share(count: float, total: float) -> tuple[float, float]:
    """Of ``count`` of ``total``: statsmodels' interval of Clopper and Pearson with fewer than five
    on one side, else SciPy's binomial tails, to which what was observed counts half.
    """
    if min(count, total - count) < 5:
        return proportion_confint(count, total, method="beta")  # type: ignore[no-any-return]

    def beyond(end: float, tail: float) -> float:
        above = beta.cdf(end, count, total - count + 1)
        return float(above + beta.cdf(end, count + 1, total - count)) / 2 - tail

    low, high = (brentq(beyond, 0, 1, args=(tail,), xtol=1e-14) for tail in (0.025, 0.975))
    return low, high
