"""What came of comparison studies as the API shows it to leads."""

from typing import Any

from annotator.quality.comparisons.kept_results import Standing, content_of, percentages_of
from annotator.quality.comparisons.models import ComparisonStudy, StudyResults
from annotator.quality.comparisons.results import (
    COLUMNS,
    METHOD,
    PUBLISHED,
    RESPECTS,
    correlations_of,
    metrics_of,
)


def present_results(standing: Standing) -> dict[str, Any]:
    """The last computed Table 4, beside the paper's, and its age."""
    kept = standing.results
    return {
        **(_NOTHING if kept is None else content_of(kept)),
        "published": [dict(zip(("name", *COLUMNS), row, strict=True)) for row in PUBLISHED],
        "computed": kept,
        "comparisons_now": standing.comparisons_now,
        "is_current": standing.is_current,
        "job": standing.job,
    }


_NOTHING: dict[str, Any] = {
    "comparisons": 0,
    "systems": [],
    "no_strength": dict.fromkeys(RESPECTS, "Nothing has been computed yet."),
    "method": METHOD,
    "agreement": [],
}


def present_correlations(study: ComparisonStudy, kept: StudyResults | None) -> dict[str, Any]:
    """Table 5 of the kept results, with the scores that it comes from."""
    systems = list(study.systems.order_by("number"))
    rows = correlations_of(systems, percentages_of(kept)) if kept else {}
    return {
        "metrics": metrics_of(systems),
        "systems": [{"name": system.name, "scores": system.scores} for system in systems],
        "rows": [
            {"respect": column, "values": [each._asdict() for each in found]}
            for column, found in rows.items()
        ],
    }
