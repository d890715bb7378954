"""Scores on resampled examples as they are stored, so that two systems can be compared at once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import orjson

from annotator.material.corpus.storage import pack, unpack
from annotator.measures.intervals import EXAMPLES
from annotator.measures.resampled_scores import Replicates
from annotator.measures.system_differences import Comparison, System, compare_systems
from annotator.systems.evaluation.gold.project_secret import secret_seed
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.scoring.interval_words import Differences
from annotator.systems.evaluation.scoring.scored import DRAWN, UNTOLD, seed_of

KEPT_COMPARISONS = 100
"""Leaderboards, each as one kind of viewer sees it."""


def packed_replicates(replicates: Replicates | None) -> bytes | None:
    """Compressed JSON of them, or None for none."""
    if replicates is None:
        return None
    return pack(orjson.dumps(replicates._asdict(), option=orjson.OPT_SERIALIZE_NUMPY))


def unpacked_replicates(packed: bytes | memoryview) -> Replicates:
    """The inverse of ``packed_replicates``."""
    stored = orjson.loads(unpack(packed))
    values = {name: np.array(each, dtype=np.float64) for name, each in stored["values"].items()}
    # Those from before pages were drawn are of examples.
    return Replicates(stored["units"], values, stored.get("of", EXAMPLES))


class Compared(NamedTuple):
    """Scores that can be compared with each other, by their places in ``comparison``."""

    places: Mapping[int, int]
    comparison: Comparison


def compared_with(other: Score, scores: Sequence[Score]) -> Compared | None:
    """The ``other`` and all ``scores`` that can be compared with it, all pairs at once; None where
    it has no replicates.

    Scores on other gold, with another threshold of answerable examples, from before resampling, or
    from before pages were drawn aren't compared. All ``scores`` must be open to the viewer:
    intervals hang on all of them.
    """
    alike = {(each.pk, each.receipt) for each in (other, *scores) if _are_alike(each, other)}
    found = _compared(tuple(sorted(alike)))
    return found if found and other.pk in found.places else None


def differences_to(other: Score, scores: Sequence[Score]) -> Mapping[int, Differences]:
    """How much greater each score's metrics are than the ``other``'s, by its key."""
    found = compared_with(other, scores)
    if found is None:
        return {}
    own = found.places[other.pk]
    return {
        key: found.comparison.between(place, own)
        for key, place in found.places.items()
        if key != other.pk
    }


@lru_cache(maxsize=KEPT_COMPARISONS)
def _compared(keys: tuple[tuple[int, str], ...]) -> Compared | None:
    """Of scores by their keys and receipts, those whose resamples are of the newest one's units.

    Kept, since nothing changes a score (docs/decisions/kept-differences.md).
    """
    scores = Score.objects.select_related("gold", "system__project").defer("gold__content")
    stored = scores.filter(pk__in=[key for key, _ in keys], replicates__isnull=False)
    found = {score.pk: score for score in stored.order_by("pk")}
    if not found:
        return None
    systems = {
        key: System(each.metrics, unpacked_replicates(each.replicates))
        for key, each in found.items()
        if each.replicates is not None
    }
    *_, newest = systems.values()
    alike = {key: each for key, each in systems.items() if _units(each) == _units(newest)}
    comparison = compare_systems([*alike.values()], _seed_of_draws(next(iter(found.values()))))
    return Compared({key: place for place, key in enumerate(alike)}, comparison)


def _units(system: System) -> tuple[int, str]:
    return system.replicates.units, system.replicates.of


def _seed_of_draws(score: Score) -> int:
    seed = seed_of(score.parameters)
    if seed == UNTOLD:
        return secret_seed(score.system.project, score.gold.sha256)
    return int(seed)


def _are_alike(one: Score, other: Score) -> bool:
    """Whether both have the same references and threshold of answers, on the same resamples."""
    return one.gold_id == other.gold_id and (
        all(
            one.parameters.get(each) == other.parameters.get(each)
            for each in ("non_null_annotations", DRAWN)
        )
        and seed_of(one.parameters) == seed_of(other.parameters)
    )
