"""Annotators: how often they know, what they do when they don't, how fast, and how that changes.

As in MACE (Hovy and others 2013): with probability ``ability`` an annotation is a draw from the
example's own distribution, otherwise it comes from a habit unrelated to the example.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

STAGES = ("question", "long answer", "short answer")
"""What takes time: section 3.2 of the NQ paper."""


@dataclass(frozen=True, slots=True)
class Drift:
    """By how much a trait changes from one annotation of the annotator to their next.

    ``log_seconds`` is of the logarithm: 0.01 is one percent slower each time.
    """

    ability: float = 0.0
    null_bias: float = 0.0
    bad_rate: float = 0.0
    log_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Annotator:
    """Traits at their first annotation; ``drift`` moves them, the three rates within 0 and 1.

    Of annotations out of habit, ``bad_rate`` call the question bad. Of the others, ``null_bias``
    give no long answer, and the rest any candidate of the page with equal probability. Of these,
    again ``null_bias`` give no short answer and the rest any set of spans with equal probability.

    ``seconds`` is the median active time of each of ``STAGES``; the logarithm of the time is normal
    with standard deviation ``spread``.

    Raises ``ValueError`` for a rate outside 0 to 1 and for a time that isn't above 0.
    """

    ability: float
    null_bias: float = 0.5
    bad_rate: float = 0.1
    seconds: tuple[float, float, float] = (10.0, 45.0, 30.0)
    spread: float = 0.5
    drift: Drift = field(default_factory=Drift)

    def __post_init__(self) -> None:
        if not all(0 <= rate <= 1 for rate in (self.ability, self.null_bias, self.bad_rate)):
            raise ValueError("ability, null bias and the rate of bad questions are from 0 to 1")
        if min(self.seconds) <= 0 or self.spread < 0:
            raise ValueError("a median time is above 0 and its spread is not negative")


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """The annotators' traits at each of N annotations; ``seconds`` is N × 3."""

    ability: NDArray[np.float64]
    null_bias: NDArray[np.float64]
    bad_rate: NDArray[np.float64]
    seconds: NDArray[np.float64]
    spread: NDArray[np.float64]

    @property
    def habitual_long(self) -> NDArray[np.float64]:
        """P(not known, but a long answer is given)."""
        return (1 - self.ability) * (1 - self.bad_rate) * (1 - self.null_bias)


def traits_at(
    pool: Sequence[Annotator], annotators: NDArray[np.int64], positions: NDArray[np.int64]
) -> Traits:
    """Traits of ``pool[annotators[i]]`` at their annotation number ``positions[i]``, from 0.

    trait + position · drift, kept within 0 and 1; seconds · exp(position · log_seconds)

    >>> tired = Annotator(0.9, drift=Drift(ability=-0.01))
    >>> traits_at([tired], np.array([0, 0]), np.array([0, 50])).ability.round(2).tolist()
    [0.9, 0.4]
    """

    def rate(name: str) -> NDArray[np.float64]:
        first = np.array([getattr(each, name) for each in pool])[annotators]
        change = np.array([getattr(each.drift, name) for each in pool])[annotators]
        return np.asarray(np.clip(first + change * positions, 0, 1))

    slower = np.array([each.drift.log_seconds for each in pool])[annotators] * positions
    medians = np.array([each.seconds for each in pool])[annotators]
    spreads = np.array([each.spread for each in pool])[annotators]
    return Traits(
        rate("ability"),
        rate("null_bias"),
        rate("bad_rate"),
        medians * np.exp(slower)[:, None],
        spreads,
    )
