"""Intervals over clusters by statsmodels and SciPy, to hold ours to."""

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy.stats import kurtosis, norm, t
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
    """Wilson's interval of a share with the cluster-robust error in place of the binomial one."""
    share = values.mean()
    parts = [
        [np.sum(each[groups == g]) for g in np.unique(groups)] for each in (values, 1 - values)
    ]
    kish = min(np.sum(each) ** 2 / np.sum(np.square(each)) for each in parts)
    quantile = t.ppf(0.975, min(freedom(values, groups), 2 * kish))
    return wilson_of_error(share, clustered_error(values, groups), quantile)


def wilson_of_error(share: float, error: float, quantile: float) -> tuple[float, float]:
    """statsmodels' Wilson interval of as many observations as have that error."""
    number = share * (1 - share) / error**2
    low, high = proportion_confint(
        share * number, number, alpha=2 * norm.sf(quantile), method="wilson"
    )
    return low, high
