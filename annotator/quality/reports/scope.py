"""The scope of intervals: which other samples they allow for, in sentences."""

from collections.abc import Mapping
from typing import Any

from annotator.measures.intervals import EXAMPLES, PAGE_GROUPS, PAGES

OLDER_METHOD = "wilson"
"""How reports by older code made the intervals of shares; stored ones still name it."""

SAME_PEOPLE = (
    "Intervals are for {sample}, answered by the same people. They leave out how far other people"
    " would differ."
)
SAME_EXPERTS = (
    "Intervals are for {sample}, answered and judged by the same people. They leave out how far"
    " other people would differ."
)
OTHER_PEOPLE = (
    "Intervals over {units} and annotators are for {sample}, answered by other people like these."
)
WEEKS = "Intervals of pace and expected end are for coming weeks like the last ones."

OWN_PAGES = "other questions like these"
SHARED_PAGES = "other {units} like these with their questions ({examples:,} questions on {pages})"

_SENTENCES = {"schedule": WEEKS, "many_annotations": SAME_EXPERTS}
"""Of the sections whose intervals are about something else than ``SAME_PEOPLE``."""

_OF_OTHERS = frozenset({"two_way", "two_way_binomial"})
"""Methods whose intervals are for other annotators too, in bars as in figures."""

_LIMITS = frozenset({"funnel", "control"})
"""Plots whose ``low`` and ``high`` are limits, not intervals."""


def scope_of(section: Mapping[str, Any]) -> list[str]:
    """Sentences for the intervals that ``section``, as JSON values, shows; none without any."""
    methods = {figure["method"] for figure in section["figures"]} - {""}
    sentences = []
    if methods - _OF_OTHERS or (_has_bars(section) and not methods & _OF_OTHERS):
        sentences.append(_SENTENCES.get(section["name"], SAME_PEOPLE))
    if methods & _OF_OTHERS:
        sentences.append(OTHER_PEOPLE)
    shared = section.get("shared_pages")  # reports by older code have none
    sample, units = (
        (_shared(**shared), shared.get("units", PAGES)) if shared else (OWN_PAGES, EXAMPLES)
    )
    return [each.format(sample=sample, units=units) for each in sentences]


def _shared(examples: int, pages: int, units: str = PAGES) -> str:
    one = "1 group of pages" if units == PAGE_GROUPS else "1 page"
    on = one if pages == 1 else f"{pages:,} {units}"
    return SHARED_PAGES.format(examples=examples, pages=on, units=units)


def _has_bars(section: Mapping[str, Any]) -> bool:
    """Whether a plot shows intervals."""
    return any(
        point["low"] is not None
        for plot in section["plots"]
        if plot["kind"] not in _LIMITS
        for point in plot["points"]
    )
