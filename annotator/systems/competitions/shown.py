"""Figures of people who compete: of a score on the hidden split, or on a half of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.systems.evaluation.leaderboard.hidden_scores import Ends, rounded_score
from annotator.systems.evaluation.models import Half, HalfScore, Score
from annotator.systems.evaluation.scoring.kinds import scores_of


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a score on the whole split (``half`` is None) or on one half of it."""

    half: Half | None
    examples: int
    metrics: Mapping[str, float]
    intervals: Mapping[str, Ends]


def figures_of(score: Score, half: Half | None) -> Figures | None:
    """A score's figures as they are; None where it has none on that half. ``halves`` are loaded."""
    exact = _exact(score, half)
    return Figures(half, exact.examples, exact.metrics, exact.intervals) if exact else None


def shown_figures(score: Score, kind: str, half: Half | None) -> Figures | None:
    """A score's figures as everybody may see them: those of any score on the hidden split."""
    exact = _exact(score, half)
    if exact is None:
        return None
    shown = rounded_score(score, kind, exact if isinstance(exact, HalfScore) else None)
    return Figures(half, exact.examples, shown.metrics, shown.intervals)


def _exact(score: Score, half: Half | None) -> Score | HalfScore | None:
    if half is None:
        return score
    return next((each for each in score.halves.all() if each.half == half), None)


def per_cent(kind: str, metrics: Mapping[str, float], name: str) -> float | None:
    """A metric in per cent; None where it is missing."""
    value = metrics.get(name)
    if value is None:
        return None
    return value * scores_of(kind).PER_CENT
