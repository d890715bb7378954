"""The scope of intervals: which other samples they allow for, in sentences."""

from collections.abc import Mapping
from typing import Any

OLDER_METHOD = "wilson"
"""How reports by older code made the intervals of shares; stored ones still name it."""

SAME_PEOPLE = (
    "Intervals are for other questions like these, answered by the same people. They assume that"
    " hardly any questions share a page, and leave out how far other people would differ."
)
SAME_EXPERTS = (
    "Intervals are for other questions like these, answered and judged by the same people. They"
    " assume that hardly any questions share a page, and leave out how far other people would"
    " differ."
)
OTHER_PEOPLE = (
    "Intervals over examples and annotators are for other questions like these, answered by other"
    " people like these."
)
WEEKS = "Intervals of pace and expected end are for coming weeks like the last ones."

_SENTENCES = {"schedule": WEEKS, "many_annotations": SAME_EXPERTS}
"""Of the sections whose intervals are about something else than ``SAME_PEOPLE``."""

_LIMITS = frozenset({"funnel", "control"})
"""Plots whose ``low`` and ``high`` are limits, not intervals."""


def scope_of(section: Mapping[str, Any]) -> list[str]:
    """Sentences for the intervals that ``section``, as JSON values, shows; none without any."""
    methods = {figure["method"] for figure in section["figures"]} - {""}
    sentences = []
    if methods - {"two_way"} or _has_bars(section):
        sentences.append(_SENTENCES.get(section["name"], SAME_PEOPLE))
    if "two_way" in methods:
        sentences.append(OTHER_PEOPLE)
    return sentences


def _has_bars(section: Mapping[str, Any]) -> bool:
    """Whether a plot shows intervals."""
    return any(
        point["low"] is not None
        for plot in section["plots"]
        if plot["kind"] not in _LIMITS
        for point in plot["points"]
    )
