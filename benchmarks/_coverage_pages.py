"""Intervals where examples share pages: pages are drawn, and all of their examples count.

``ten questions on a page`` have exactly ten, ``uneven pages`` one to twelve, 3 on average. Pages
differ in all that is measured, and so do the examples of one.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import (
    PAGES,
    Clusters,
    Interval,
    mean_interval,
    share_interval,
    two_way_interval,
)
from annotator.measures.resampled_agreement import coefficients, estimate, pairs_within
from benchmarks._coverage_nq import POPULATION, Covered, Rows

_MOST, _RATERS, _POOL = 12, 5, 25
_BETWEEN, _WITHIN = (0.7, 0.9), 3.0
"""The Beta distribution of pages' shares, and how closely their examples keep to these."""


def page_figures(annotations: int, *, seed: int) -> Iterator[Covered]:
    """A yes or no and a mean of each example with one annotation; coefficients with several.

    The yes or no of ten questions on a page is in ``_coverage_other``.
    """
    generator = np.random.default_rng([seed, 17])
    uneven = np.minimum(generator.geometric(1 / 3, POPULATION), _MOST)
    for name, sizes in (
        ("ten questions on a page", np.full(POPULATION, 10)),
        ("uneven pages", uneven),
    ):
        world = _World(sizes, generator)
        if annotations == 1:
            if sizes is uneven:
                yield Covered(f"{name}: null, bad", float(world.yes.mean()), world.share)
            yield Covered(f"{name}: answer_words", float(world.words.mean()), world.mean)
            yield Covered(f"{name}: seconds_mean", world.seconds_mean, world.time)
        elif annotations == _RATERS:
            for each in ("observed", "fleiss", "alpha", "ac1"):
                yield Covered(f"{name}: {each}", world.truth(each), partial(world.agreement, each))


class _World:
    """Pages with so many examples each; whatever is known of the examples stands in page order."""

    def __init__(self, sizes: NDArray[np.int64], generator: np.random.Generator) -> None:
        self._ends = np.cumsum(sizes)
        self._sizes = sizes
        page = np.repeat(np.arange(len(sizes)), sizes)
        own = generator.beta(*_BETWEEN, len(sizes))[page]
        self._chances = generator.beta(_WITHIN * own + 0.01, _WITHIN * (1 - own) + 0.01)
        self.yes = generator.random(len(page)) < self._chances
        self.votes = generator.random((len(page), _RATERS)) < self._chances[:, None]
        hard = generator.standard_normal(len(sizes))[page] + generator.standard_normal(len(page))
        self.words = np.exp(4 + 0.25 * hard)
        self.seconds_mean = float(80 * np.exp(0.2 * hard).mean() * np.exp((0.3**2 + 0.5**2) / 2))
        self._hard = 0.2 * hard

    def drawn(self, rows: Rows) -> tuple[NDArray[np.int64], Clusters]:
        """The examples of as many pages as have about as many examples as there are ``rows``."""
        number = int(np.searchsorted(np.cumsum(self._sizes[rows]), len(rows))) + 1
        pages = rows[:number]
        sizes = self._sizes[pages]
        starts = np.repeat(self._ends[pages] - sizes, sizes)
        places = np.arange(len(starts)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return starts + places, Clusters(np.repeat(np.arange(number), sizes), PAGES)

    def share(self, rows: Rows) -> Interval:
        """Of the yes or no of each example."""
        examples, units = self.drawn(rows)
        return share_interval(self.yes[examples], np.ones(len(examples)), units=units)

    def mean(self, rows: Rows) -> Interval:
        """Of a skewed value of each example."""
        examples, units = self.drawn(rows)
        return mean_interval(self.words[examples], np.ones(len(examples)), units=units)

    def time(self, rows: Rows) -> Interval:
        """Of seconds, which differ by annotator too."""
        examples, units = self.drawn(rows)
        draw = np.random.default_rng(rows)
        who = draw.integers(_POOL, size=len(examples))
        logs = self._hard[examples] + 0.5 * draw.standard_normal(len(examples))
        logs += 0.3 * draw.standard_normal(_POOL)[who]
        return two_way_interval(80 * np.exp(logs), units, who)

    def agreement(self, name: str, rows: Rows) -> Interval | None:
        """Of a coefficient of five annotators' yes or no."""
        examples, units = self.drawn(rows)
        return _estimates(self.votes[examples], units)[name][1]

    def truth(self, name: str) -> float:
        """The coefficient of all examples."""
        value = _estimates(self.votes, None)[name][0]
        assert value is not None
        return value


def _estimates(
    votes: NDArray[np.bool_], units: Clusters | None
) -> dict[str, tuple[float | None, Interval | None]]:
    ratings, examples = votes.ravel().astype(np.int64), np.repeat(np.arange(len(votes)), _RATERS)
    pairs = pairs_within(examples)
    alike = ratings[pairs.first] == ratings[pairs.second]
    statistic = coefficients(examples, ratings, pairs, alike, count=len(votes), categories=2)
    [found] = estimate([statistic], units)
    return {name: (each.value, each.interval) for name, each in found.items()}
