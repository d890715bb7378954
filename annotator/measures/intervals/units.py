"""The units that intervals are over: what was drawn independently of the rest."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats
from annotator.measures.intervals.spreads import sums_by

EXAMPLES, PAGES, PAGE_GROUPS = "examples", "pages", "groups of pages"
"""The names of units for people: ``PAGE_GROUPS`` where an example has several pages."""


def linked(pages: Sequence[Collection[Hashable]]) -> list[int]:
    """The group of each row, by any number, from its pages: two rows are of one group if they share
    a page, directly or by way of other rows.

    >>> linked([["a", "b"], ["c"], ["b"], [], ["d", "c"]])
    [0, 1, 0, 2, 1]
    """
    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.sparse.csgraph import connected_components

    places: dict[Hashable, int] = {}
    links = [
        (row, len(pages) + places.setdefault(page, len(places)))
        for row, own in enumerate(pages)
        for page in own
    ]
    rows, columns = np.array(links, dtype=np.int64).reshape(-1, 2).T
    size = len(pages) + len(places)
    graph = scipy.sparse.csr_array((np.ones(len(links)), (rows, columns)), shape=(size, size))
    groups = connected_components(graph, directed=False)[1]
    return [int(each) for each in groups[: len(pages)]]


class Clusters(NamedTuple):
    """The unit of each row, by any number, and what people call such units.

    With ``people``, the annotator of each row by any number, intervals of shares are for other
    annotators too.
    """

    of: NDArray[np.int64]
    name: str = EXAMPLES
    people: NDArray[np.int64] | None = None

    @classmethod
    def named(cls, names: Sequence[Hashable | None]) -> "Clusters":
        """From the name of each example's page: pages where any two share one, else examples. One
        without a name is its own unit. Units are numbered as they come up.

        >>> Clusters.named(["a", None, "a"])
        Clusters(of=array([0, 1, 0]), name='pages', people=None)
        """
        places: dict[tuple[Any, ...], int] = {}
        of = [
            places.setdefault((row,) if name is None else (None, name), len(places))
            for row, name in enumerate(names)
        ]
        units = np.array(of, dtype=np.int64)
        return cls(units, PAGES if len(places) < len(names) else EXAMPLES)

    @classmethod
    def linked(cls, pages: Sequence[Collection[Hashable]]) -> "Clusters":
        """From the pages of each example, of which it may have several: ``linked`` groups where any
        two share one, else examples.

        >>> Clusters.linked([["a", "b"], ["c"], ["b"]])
        Clusters(of=array([0, 1, 0]), name='groups of pages', people=None)
        """
        units = np.array(linked(pages), dtype=np.int64)
        return cls(units, PAGE_GROUPS if len(np.unique(units)) < len(units) else EXAMPLES)

    def take(self, rows: NDArray[Any]) -> "Clusters":
        """Some of the rows, by a mask or by their places."""
        people = None if self.people is None else self.people[rows]
        return Clusters(self.of[rows], self.name, people)

    def by(self, people: NDArray[np.int64]) -> "Clusters":
        """The same units, of rows by these ``people``."""
        return self._replace(people=people)

    @property
    def number(self) -> int:
        """How many units there are."""
        return len(np.unique(self.of))

    def sums(self, *columns: NDArray[Any]) -> list[Floats]:
        """The sum of each column over the rows of each unit; units in ascending order."""
        return sums_by(self.of, *columns)


class Units(NamedTuple):
    """The unit of an interval: an example, or its page where any two ``examples`` share one.

    Questions about one page are not independent of each other: a page with a long table makes all
    of them hard. ``examples`` are ascending keys, and ``page`` has the page of each, or its group
    of pages; ``name`` is what people call it.
    """

    examples: NDArray[np.int64]
    page: NDArray[np.int64]
    name: str = PAGES

    @classmethod
    def of_pages(cls, pages: Mapping[int, int | None]) -> "Units":
        """From the page of each example, by key; one without a page is its own unit."""
        examples = sorted(pages)
        own = [-1 - key if (page := pages[key]) is None else page for key in examples]
        return cls(np.array(examples, dtype=np.int64), np.array(own, dtype=np.int64))

    @property
    def pages(self) -> int:
        """How many pages the examples have."""
        return len(np.unique(self.page))

    @property
    def are_pages(self) -> bool:
        """Whether any two examples share a page."""
        return self.pages < len(self.examples)

    def of(self, examples: NDArray[np.int64]) -> Clusters:
        """The units of rows that belong to these ``examples``; an unknown one is its own.

        >>> units = Units(np.array([3, 5, 8]), np.array([70, 71, 70]))
        >>> units.of(np.array([8, 3, 3, 5]))
        Clusters(of=array([70, 70, 70, 71]), name='pages', people=None)
        """
        if not self.are_pages:
            return Clusters(examples)
        places = np.minimum(np.searchsorted(self.examples, examples), len(self.examples) - 1)
        known = self.examples[places] == examples
        return Clusters(np.where(known, self.page[places], -1 - examples), self.name)


def summed(units: str | Clusters, *columns: NDArray[Any]) -> tuple[list[NDArray[Any]], str]:
    """The columns by unit, and what units are called; rows are units where only a name is given."""
    if isinstance(units, Clusters):
        return list(units.sums(*columns)), units.name
    return list(columns), units
