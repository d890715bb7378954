"""Systems, their predictions, and their scores."""

from annotator.systems.evaluation.models.deletion import Deletable, Standing
from annotator.systems.evaluation.models.results import Result, ScoredExample
from annotator.systems.evaluation.models.retrieval import (
    EncoderKind,
    RetrievalBenchmark,
    RetrievalScore,
    VectorFile,
    VectorsOf,
)
from annotator.systems.evaluation.models.scores import (
    Gold,
    Half,
    HalfScore,
    Halves,
    Part,
    Score,
    ScoredFile,
)
from annotator.systems.evaluation.models.systems import (
    BaselineKind,
    Leaderboard,
    System,
)

__all__ = [
    "BaselineKind",
    "Deletable",
    "EncoderKind",
    "Gold",
    "Half",
    "HalfScore",
    "Halves",
    "Leaderboard",
    "Part",
    "Result",
    "RetrievalBenchmark",
    "RetrievalScore",
    "Score",
    "ScoredExample",
    "ScoredFile",
    "Standing",
    "System",
    "VectorFile",
    "VectorsOf",
]
