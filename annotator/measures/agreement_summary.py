"""How far several people agreed on the same units, with each measure's interval or why it has none.

Fleiss (1971), Krippendorff (2011) and Cohen (1960): ``annotator.measures.agreement`` has the
formulas.
"""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.measures.agreement import (
    PairAgreement,
    fleiss_interval,
    fleiss_kappa,
    krippendorff_alpha,
    krippendorff_interval,
    observed_agreement,
    pairwise_agreement,
)
from annotator.measures.coding import Ratings, code_ratings
from annotator.measures.intervals import Clusters, Interval
from annotator.measures.intervals.undefined import UndefinedMeasureError


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A measure of agreement with its interval; ``reason`` says why one of the two is None."""

    value: float | None
    low: float | None
    high: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far people agreed. ``observed`` is the mean share of pairs of people with the same
    value; None where no unit was rated twice. Pairs name people by their columns, from 0.
    """

    fleiss_kappa: Coefficient
    krippendorff_alpha: Coefficient
    observed: float | None
    pairs: list[PairAgreement]


def agreement_of(ratings: Ratings, *, units: str | Clusters) -> Agreement:
    """All of it for ``ratings``, units × people; ``units`` is what the reasons call them, or which
    of them belong together.

    >>> found = agreement_of([["C", "C"], ["W", "W"], ["C", "W"]], units="answers")
    >>> round(found.observed, 3), round(found.fleiss_kappa.value, 3)
    (0.667, 0.333)
    >>> found.fleiss_kappa.reason
    'An interval needs 10 answers; there are 3.'
    """
    coded = code_ratings(ratings)
    try:
        observed = observed_agreement(coded)
    except UndefinedMeasureError:
        observed = None
    return Agreement(
        fleiss_kappa=_coefficient(
            lambda: fleiss_kappa(coded), lambda: fleiss_interval(coded, units=units)
        ),
        krippendorff_alpha=_coefficient(
            lambda: krippendorff_alpha(coded), lambda: krippendorff_interval(coded, units=units)
        ),
        observed=observed,
        pairs=pairwise_agreement(coded),
    )


def _coefficient(measure: Callable[[], float], interval: Callable[[], Interval]) -> Coefficient:
    try:
        value = measure()
    except UndefinedMeasureError as error:
        return Coefficient(None, None, None, str(error))
    low, high, withheld = interval()
    return Coefficient(value, low, high, withheld.reason if withheld else "")
