"""The scores of Natural Questions, which are shares: see ``Scores``."""

from annotator.systems.evaluation.models import BaselineKind

_BEST = "best-threshold"
METRICS = tuple(
    f"{part}-{name}"
    for part in ("long", "short")
    for name in (
        *(f"{_BEST}-f1", f"{_BEST}-precision", f"{_BEST}-recall", _BEST),
        *(f"recall-at-precision>={share}" for share in ("0.5", "0.75", "0.9")),
    )
)
RANKING = ("long-best-threshold-f1", "short-best-threshold-f1")
WHEN_HIDDEN = RANKING
"""With scores of 1000, 999, … a threshold names an example that is right. Precision and recall give
it away: right / predicted and right / answerable leave few numbers of predictions.
"""
DECIMALS = 3
PEOPLE_HAVE_INTERVALS = True
COUNTS_REFERENCES = True
PER_CENT = 100.0
EXAMPLE_KEY = "example_id"
BASELINES = (
    BaselineKind.FIRST_PARAGRAPH,
    BaselineKind.MOST_FREQUENT,
    BaselineKind.CLOSEST_QUESTION,
)


def greatest(metric: str) -> float:
    """All of it."""
    return 1.0


def weight(most: float) -> float:
    """Of F1."""
    return 2 * most
