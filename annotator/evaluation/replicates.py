"""Scores on resampled examples as they are stored, so that two systems can be compared at once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import orjson

from annotator.corpus.storage import pack, unpack
from annotator.evaluation.interval_words import Differences
from annotator.evaluation.models import Score
from annotator.evaluation.scoring import seed_of
from annotator.measures.resampled_scores import Replicates, differences

KEPT_DIFFERENCES = 1_000


def packed_replicates(replicates: Replicates | None) -> bytes | None:
    """Compressed JSON of them, or None for none."""
    if replicates is None:
        return None
    return pack(orjson.dumps(replicates._asdict(), option=orjson.OPT_SERIALIZE_NUMPY))


def unpacked_replicates(packed: bytes | memoryview) -> Replicates:
    """The inverse of ``packed_replicates``."""
    stored = orjson.loads(unpack(packed))
    values = {name: np.array(each, dtype=np.float64) for name, each in stored["values"].items()}
    return Replicates(stored["units"], values)


def differences_to(other: Score, scores: Sequence[Score]) -> Mapping[int, Differences]:
    """How much greater each score's metrics are than the ``other``'s, by its key.

    Scores on other gold, with another threshold of answerable examples, or from before resampling
    aren't compared.
    """
    alike = [each for each in scores if each.pk != other.pk and _are_alike(each, other)]
    found = {
        each.pk: _difference((each.pk, each.receipt), (other.pk, other.receipt)) for each in alike
    }
    return {key: less for key, less in found.items() if less is not None}


@lru_cache(maxsize=KEPT_DIFFERENCES)
def _difference(one: tuple[int, str], other: tuple[int, str]) -> Differences | None:
    """How much greater one score's metrics are than another's, each by its key and receipt; None
    without replicates of both.

    Kept, since nothing changes a score (docs/decisions/kept-differences.md).
    """
    found = Score.objects.in_bulk([one[0], other[0]])
    first, second = found.get(one[0]), found.get(other[0])
    if first is None or second is None or first.replicates is None or second.replicates is None:
        return None
    replicates = unpacked_replicates(first.replicates), unpacked_replicates(second.replicates)
    return differences(first.metrics, second.metrics, replicates)


def _are_alike(one: Score, other: Score) -> bool:
    """Whether the same annotations count as answers for both, on the same resamples."""
    threshold = "non_null_annotations"
    return one.gold_id == other.gold_id and (
        one.parameters.get(threshold) == other.parameters.get(threshold)
        and seed_of(one.parameters) == seed_of(other.parameters)
    )
