"""Intervals over clusters by statsmodels and SciPy, to hold ours to."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import beta, kurtosis, norm, t


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
    return share_of_error(values.mean(), error, freedom(values, groups), either)


def kish(amounts: NDArray[Any]) -> float:
    """As many equal amounts would weigh as much."""
    return float(np.sum(amounts) ** 2 / np.sum(np.square(amounts)))


def share_of_error(
    share: float, error: float, degrees: float, either: Sequence[float]
) -> tuple[float, float]:
    """The interval of as many observations as have that error, by Student's t of so many degrees
    of freedom; ``either`` is how many units in effect have what is counted, and how many lack it.
    """
    quantile = t.ppf(0.975, min(degrees, *(2 * each for each in either)))
    plain, shrunk = share * (1 - share) / error**2, (norm.ppf(0.975) / quantile) ** 2
    having, lacking = either
    low = _low_end(share, plain, having, shrunk)
    return low, 1 - _low_end(1 - share, plain, lacking, shrunk)


def counted_share(count: int, total: int) -> tuple[float, float]:
    """The interval of ``count`` units of ``total``."""
    low = _low_end(count / total, total, count)
    return low, 1 - _low_end(1 - count / total, total, total - count)


def _low_end(share: float, plain: float, having: float, shrunk: float = 1.0) -> float:
    """Wilson's end where less than 1% of shares like it would have no interval, for want of five
    units in effect; else where Jeffreys' tail is 5% of those that have one, less those that the
    upper end misses. Wilson's is of as many as Student's t has ``shrunk``; the other's exponent is
    how many shares like that end would have an interval.
    """
    number = plain * shrunk
    least, count = 5 * share * number / having, share * number

    def beyond_wilson(end: float) -> float:
        return float(norm.sf((share - end) / np.sqrt(end * (1 - end) / number)) - 0.025)

    def beyond_jeffreys(end: float) -> float:
        interval = beta.cdf(end, least, number - least + 1)
        tail = beta.cdf(end, count + 0.5, number - count + 0.5)
        return float(tail - min(0.05 * interval, 0.05 * interval + 0.975 - interval))

    wilson = float(brentq(beyond_wilson, share / 1000, share, xtol=1e-14))
    shown = beta.cdf(wilson, least, number - least + 1)
    if shown > 0.99:
        return wilson
    number = plain * shrunk**shown
    least, count = 5 * share * number / having, share * number
    return float(brentq(beyond_jeffreys, share / 1000, share, xtol=1e-14))
