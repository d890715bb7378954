"""How much better each of several systems is than each other one, on the same resamples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import LEAST_COMPARED, Interval, optimism, too_few
from annotator.measures.resampled_scores import (
    SEED,
    UNPROVEN,
    Replicates,
    draws,
    is_chosen,
    is_unproven,
)
from annotator.measures.simultaneous import (
    Floats,
    Pairs,
    influences,
    joint_confidence,
    pairs_of_resamples,
)


class System(NamedTuple):
    """A system's scores, and those on resamples, by name."""

    scores: Mapping[str, float]
    replicates: Replicates


class Metric(NamedTuple):
    """The systems that have a metric, by their places; its pairs are in that order."""

    places: list[int]
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class Comparison:
    """Of ``systems`` on ``units``, ``of`` examples or pages: intervals of all differences, which
    hold at once with ``confidence`` of each. ``metrics`` are those that have any.
    """

    units: int
    systems: Sequence[Mapping[str, float]]
    optimism: Sequence[Mapping[str, float]]
    metrics: Mapping[str, Metric]
    confidence: float
    of: str

    def between(self, one: int, other: int) -> dict[str, tuple[float, Interval]]:
        """How much greater the scores of system ``one`` are than the ``other``'s, by name.

        As that of a score, the interval allows for choosing a threshold on the same examples, by
        the difference of both systems' ``optimism``.
        """
        first, second = self.systems[one], self.systems[other]
        return {
            name: (first[name] - second[name], self._interval(name, one, other))
            for name in first.keys() & second.keys()
        }

    def _interval(self, name: str, one: int, other: int) -> Interval:
        if is_unproven(name):
            return UNPROVEN
        if few := too_few(self.units, self.of, LEAST_COMPARED):
            return few
        places, pairs = self.metrics[name]
        value = self.systems[one][name] - self.systems[other][name]
        optimism = self.optimism[one].get(name, 0.0) - self.optimism[other].get(name, 0.0)
        pair = places.index(one), places.index(other)
        return pairs.interval(value, *pair, self.confidence, optimism, of=self.of)


def compare_systems(systems: Sequence[System], seed: int = SEED) -> Comparison:
    """Compare all pairs of systems, which were resampled with ``seed`` on the same examples.

    Raises ``ValueError`` if they don't have equally many units of one kind.
    """
    [(units, kind), *others] = {(each.replicates.units, each.replicates.of) for each in systems}
    if others:
        raise ValueError(f"{units} {kind} and {others[0]} are not the same ones")
    places = _places(systems) if units >= LEAST_COMPARED else {}
    columns = {
        name: np.column_stack([systems[place].replicates.values[name] for place in of])
        for name, of in places.items()
    }
    pairs = _pairs_by_name(columns, units, seed)
    return Comparison(
        units,
        [{name: each.scores[name] for name in each.replicates.values} for each in systems],
        [_optimism(each) for each in systems],
        {name: Metric(of, pairs[name]) for name, of in places.items()},
        joint_confidence([(columns[name], pairs[name]) for name in places]),
        kind,
    )


def _places(systems: Sequence[System]) -> dict[str, list[int]]:
    """The places of the systems that have a metric, for each that is compared with an interval."""
    places: dict[str, list[int]] = {}
    for place, system in enumerate(systems):
        for name in system.replicates.values:
            if not is_unproven(name):
                places.setdefault(name, []).append(place)
    return places


def _pairs_by_name(columns: Mapping[str, Floats], units: int, seed: int) -> dict[str, Pairs]:
    """The draws are made once for all metrics, and never in memory as a whole."""
    if not columns:
        return {}
    added = influences(np.column_stack(list(columns.values())), draws(units, seed))
    ends = np.cumsum([each.shape[1] for each in columns.values()])[:-1]
    split = np.split(added, ends, axis=1)
    return {
        name: pairs_of_resamples(each, own)
        for (name, each), own in zip(columns.items(), split, strict=True)
    }


def _optimism(system: System) -> dict[str, float]:
    """Of the scores that are the greatest of several."""
    return {
        name: optimism(system.scores[name], values)
        for name, values in system.replicates.values.items()
        if is_chosen(name)
    }
