"""Scores on resampled examples as they are stored, so that two systems can be compared at once."""

from collections.abc import Mapping, Sequence

import numpy as np
import orjson

from annotator.corpus.storage import pack, unpack
from annotator.evaluation.interval_words import Differences
from annotator.evaluation.models import Score
from annotator.measures.resampled_scores import Replicates, differences


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
    if other.replicates is None:
        return {}
    base = unpacked_replicates(other.replicates)
    return {
        each.pk: differences(
            each.metrics, other.metrics, (unpacked_replicates(each.replicates), base)
        )
        for each in scores
        if each.pk != other.pk and _are_alike(each, other) and each.replicates is not None
    }


def _are_alike(one: Score, other: Score) -> bool:
    """Whether the same annotations count as answers for both."""
    threshold = "non_null_annotations"
    return one.gold_id == other.gold_id and (
        one.parameters.get(threshold) == other.parameters.get(threshold)
    )
