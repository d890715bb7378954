"""The names of scores' metrics, and of the parameter that says who read long-form answers."""

from annotator.workspace.projects.models import Kind

_BEST = "best-threshold"
METRICS = {
    Kind.NQ: tuple(
        f"{part}-{name}"
        for part in ("long", "short")
        for name in (
            *(f"{_BEST}-f1", f"{_BEST}-precision", f"{_BEST}-recall", _BEST),
            *(f"recall-at-precision>={share}" for share in ("0.5", "0.75", "0.9")),
        )
    ),
    Kind.ASQA: ("ovscore", "QA-F1", "rougeLsum", "str_em", "QA-EM", "QA-Hit", "length"),
}
"""What a leaderboard shows, by the project's kind; the first decides the order unless asked."""

EXTRACTOR = "answer_reader"
"""The parameter of a score of ASQA with the sha256 of this site's extractor, if that was used."""

OF_AN_EXTRACTOR = frozenset(("QA-F1", "QA-EM", "QA-Hit", "ovscore"))
"""The metrics of ASQA that come from what an extractor found in the answers."""
