"""The agreement sample: a seeded share of the examples that adaptive overlap never stops early.

Which examples are in it follows from the project's seed and the example alone, so no answer has a
part in it. What the sample says of agreement therefore holds for all examples.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.split_rule import drawn_position
from annotator.workspace.projects.models import Project

USUAL_SHARE = 0.1
_USE = "agreement sample"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class AgreementSample:
    """A ``share`` (0 to 1) of the examples, drawn by ``seed``; ``since`` when the share is kept."""

    share: float
    seed: int
    since: datetime

    @property
    def since_microseconds(self) -> int:
        """``since``, in microseconds since 1970, UTC."""
        return (self.since - _EPOCH) // timedelta(microseconds=1)

    def has(self, example_ids: Sequence[int]) -> NDArray[np.bool_]:
        """Which examples are in the sample, by their ``example_id``."""
        return np.array(
            [drawn_position(str(each), self.seed, _USE) < self.share for each in example_ids],
            dtype=np.bool_,
        )


def sample_of(project: Project) -> AgreementSample | None:
    """The project's sample, None if it never had one or gave it up."""
    seed, since = project.adaptive_sample_seed, project.adaptive_sample_since
    if seed is None or since is None or not project.adaptive_sample_share:
        return None
    return AgreementSample(project.adaptive_sample_share, seed, since)


def annotations_of_sample(examples: int, *, share: float, cap: int, overlap: int) -> int:
    """How many annotations a sample gets, at most, beyond those that every example gets first.

    >>> annotations_of_sample(500, share=0.1, cap=9, overlap=1)
    400
    """
    return round(share * examples) * max(cap - overlap, 0)
