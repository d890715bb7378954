"""The latent truth of examples: what somebody who understands the question answers.

The paper's p(l | q, d) and p(s | q, d, l) (NQ, section 4.1) as arrays, n examples long. There is no
single right answer: an annotator who knows may still say NULL or choose one of several long
answers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NO_SHORT, YES, NO, SPANS = 0, 1, 2, 3
"""Codes of short answers. From ``SPANS`` on: the distinguished sets of spans in a long answer."""

_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """What is true of n examples; all but ``candidates`` and ``options`` are probabilities.

    ``bad``: that the question is called bad. ``mu``: that a long answer is given, so that 1 - bad -
    mu is left for a good question without an answer. ``candidates``: how many long answer
    candidates the page has. ``options``, n × R: the candidates (indexes) that somebody who knows
    would choose, and ``long_shares``, n × R, how often, of 1. ``short_shares``, n × R × (3 + S):
    given the option, how often each short answer goes with it: ``NO_SHORT``, ``YES``, ``NO``, and S
    sets of spans. ``correct``, n × R: that experts find the long answer C or C_d; any other
    candidate is wrong.

    Raises ``ValueError`` for arrays that don't fit, and for shares that are not a distribution.
    """

    bad: NDArray[np.float64]
    mu: NDArray[np.float64]
    candidates: NDArray[np.int64]
    options: NDArray[np.int64]
    long_shares: NDArray[np.float64]
    short_shares: NDArray[np.float64]
    correct: NDArray[np.float64]

    def __post_init__(self) -> None:
        number = len(self.mu)
        pairs = (number, self.options.shape[1])
        if {self.bad.shape, self.candidates.shape} != {(number,)}:
            raise ValueError("there is one probability of a bad question, and one page, an example")
        if {self.options.shape, self.long_shares.shape, self.correct.shape} != {pairs} or (
            self.short_shares.shape[:2] != pairs or self.short_shares.shape[2] <= SPANS
        ):
            raise ValueError("each option has a share, short answers with spans, and a correctness")
        if (self.bad + self.mu > 1 + _CLOSE).any():
            raise ValueError("a bad question has no answer, so bad and mu are at most 1 together")
        _check_options(self.options, self.candidates)
        for shares in (self.long_shares, self.short_shares):
            if (abs(shares.sum(axis=-1) - 1) > _CLOSE).any():
                raise ValueError("shares of answers add up to 1")
        parts = (self.bad, self.mu, self.long_shares, self.short_shares, self.correct)
        if any(((part < 0) | (part > 1)).any() for part in parts):
            raise ValueError("a probability lies between 0 and 1")

    def __len__(self) -> int:
        return len(self.mu)

    @property
    def span_sets(self) -> int:
        """S: how many sets of spans are distinguished in each long answer."""
        return int(self.short_shares.shape[2]) - SPANS


def _check_options(options: NDArray[np.int64], candidates: NDArray[np.int64]) -> None:
    if (options < 0).any() or (options >= candidates[:, None]).any():
        raise ValueError("an option is one of the page's candidates")
    ordered = np.sort(options, axis=1)
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        raise ValueError("no candidate is two options")
