"""What people who compete may see of a score on the hidden split, or on a half of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotator.evaluation.hidden_scores import rounded_metrics
from annotator.evaluation.models import Half, Score
from annotator.projects.models import Kind

Ends = list[float] | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a score on the whole split (``half`` is None) or on one half of it."""

    half: Half | None
    examples: int
    metrics: dict[str, float]
    intervals: dict[str, Ends]


def figures_of(score: Score, half: Half | None) -> Figures | None:
    """A score's figures as they are; None where it has none on that half. ``halves`` are loaded."""
    if half is None:
        return Figures(None, score.examples, score.metrics, score.intervals)
    found = next((each for each in score.halves.all() if each.half == half), None)
    if found is None:
        return None
    return Figures(half, found.examples, found.metrics, found.intervals)


def shown_metrics(kind: str, figures: Figures) -> Figures:
    """What may be shown of them: as of every score on the hidden split, without intervals."""
    metrics = rounded_metrics(figures.metrics, Kind(kind))
    return Figures(figures.half, figures.examples, metrics, {})


def per_cent(kind: str, metrics: Mapping[str, Any], name: str) -> float | None:
    """A metric in per cent; None where it is missing."""
    value = metrics.get(name)
    if value is None:
        return None
    return float(value) * (100.0 if kind == Kind.NQ else 1.0)
