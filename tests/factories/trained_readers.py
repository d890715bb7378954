"""Trained systems on leaderboards, for tests that need no training."""

from typing import Any

from annotator.systems.evaluation.models import System
from annotator.systems.readers.models import TrainedReader
from tests.factories.corpus import AT

DATA = {"source": "dev", "split": "train", "sha256": "0" * 64, "examples": 3, "used": 2}
CARD: dict[str, Any] = {
    "system": "docqa",
    "title": "Document-QA",
    "paper": "Natural Questions (Kwiatkowski et al., 2019), section 6.2",
    "data": DATA,
    "dev": DATA | {"split": "dev", "used": 3},
    "vectors": "",
    "settings": {"system": "docqa", "seed": 7},
    "words": 10,
    "weights": 100,
    "weights_sha256": "1" * 64,
    "epochs": [{"loss": 2.0, "long_f1": 0.25, "short_f1": 0.125}],
    "best_epoch": 1,
    "dev_metrics": {"long-best-threshold-f1": 0.25, "short-best-threshold-f1": 0.125},
    "seconds": 1.5,
    "device": "cpu",
}


def make_reader(system: System) -> TrainedReader:
    """A system's model, with a card and files of no use."""
    return TrainedReader.objects.create(system=system, card=CARD, archive=b"PK", trained_at=AT)
