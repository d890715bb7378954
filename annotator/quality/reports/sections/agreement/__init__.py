"""Do annotators agree, and where do they disagree?

Only examples with at least two annotations are compared, and each of them weighs the same. For each
decision only annotations that made it count: annotations from files that don't judge the question's
quality are left out there. Intervals are over these examples, or over pages that they share.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import LEAST_UNITS, Clusters, clustered_proportion
from annotator.measures.resampled_agreement import unit_means
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import first_without, share_point
from annotator.quality.reports.figures import Drill, Figure, Missing, Plot, Section
from annotator.quality.reports.planned import nothing_planned
from annotator.quality.reports.sections.agreement.confusions import (
    Confusions,
    column_of,
    confusion_plot,
    confusion_table,
    long_confusions,
    most_frequent,
    short_confusions,
)
from annotator.quality.reports.sections.agreement.fields import FIELDS, Compared, compare
from annotator.quality.reports.sections.agreement.majorities import (
    DECISIONS,
    POSTERIORS,
    majority_of,
    unsettled_plot,
)
from annotator.quality.reports.sections.agreement.models import (
    MODELLED,
    ability_table,
    candidate_counts,
    fit,
)
from annotator.quality.reports.sections.agreement.people import is_person, pair_table
from annotator.quality.reports.sections.agreement.statistics import (
    estimate_all,
    field_plots,
    figures,
    group_columns,
    group_plots,
)

NAME = "agreement"
DISTRIBUTIONS = ("quality", "null", "long", "short")
_HAIR = 1e-9
BARS = (
    ("none", 0.0, 0.0),
    ("0-0.25", _HAIR, 0.25),
    ("0.25-0.5", 0.25 + _HAIR, 0.5),
    ("0.5-0.75", 0.5 + _HAIR, 0.75),
    ("0.75-1", 0.75 + _HAIR, 1 - _HAIR),
    ("all", 1.0, 1.0),
)
"""Bars of the share of agreeing pairs in an example: each excludes its lower end and includes its
upper one, with separate bars for none and all.
"""

inputs = candidate_counts


def compute(context: ReportContext) -> Section:
    """The section, from ``NaturalQuestionsColumns``."""
    compared = compare(context.annotations)
    units = context.units.of(compared.examples)
    count = len(compared)
    missing = None if count else _nothing_compared(context)
    found = estimate_all(context, compared)
    fitted = {name: fit(compared, name, context.inputs, seed=context.seed) for name in MODELLED}
    pairs = pair_table(compared)
    long, short = long_confusions(compared), short_confusions(compared)
    return Section(
        NAME,
        figures=[
            Figure("examples_compared", "count", count),
            Figure("pairs_compared", "count", len(compared.pairs)),
            *figures(found, missing),
        ],
        plots=[
            *field_plots(found, missing),
            *(_distribution(compared, name, units, missing) for name in DISTRIBUTIONS),
            confusion_plot(most_frequent(long, count), missing or _unanimous(long)),
            *group_plots(found, missing),
            unsettled_plot({name: majority_of(compared, name) for name in DECISIONS}, units),
        ],
        tables=[
            confusion_table("confusion_long", long, missing),
            confusion_table("confusion_short", short, missing or _NO_LONG_ANSWER),
            pairs.table,
            ability_table(compared, fitted),
        ],
        notes=[
            *(["imported_annotations"] if not is_person(compared).all() else []),
            *(["pairs_left_out"] if pairs.left_out else []),
        ],
    )


def example_columns(context: ReportContext) -> Mapping[str, NDArray[Any]]:
    """By example with annotations: shares of agreeing pairs, also in each part of the data,
    posteriors, and the number of pairs with each of the most frequent disagreements. NaN, 0 or no
    value with fewer than two annotations.
    """
    compared = compare(context.annotations)
    keys = np.unique(context.annotations.example)
    places = np.searchsorted(keys, compared.examples)

    def spread(values: NDArray[Any], otherwise: float) -> NDArray[Any]:
        column = np.full(len(keys), otherwise, dtype=values.dtype)
        column[places] = values
        return column

    columns = {f"agreement_{name}": spread(_shares(compared, name), np.nan) for name in FIELDS}
    for name in DECISIONS:
        columns[POSTERIORS[name]] = spread(majority_of(compared, name).posterior, np.nan)
    for each in most_frequent(long_confusions(compared), len(compared)):
        columns[column_of(each)] = spread(each.per_example.astype(np.int32), 0)
    return columns | group_columns(context, compared)


def _shares(compared: Compared, name: str) -> NDArray[np.float64]:
    """The share of agreeing pairs of each compared example, NaN without pairs."""
    pairs, alike = compared.pairs_of(compared.fields[name])
    return unit_means(pairs, alike, len(compared))[0]


def _distribution(compared: Compared, name: str, units: Clusters, missing: Missing | None) -> Plot:
    shares = _shares(compared, name)
    known = ~np.isnan(shares)
    shares_of, points = [], []
    for key, low, high in BARS if known.any() else ():
        chosen = (shares >= low) & (shares <= high)
        shares_of.append(clustered_proportion(chosen, units, known))
        points.append(share_point(key, shares_of[-1], Drill(f"agreement_{name}", low, high)))
    if not points and missing is None:
        missing = Missing("No example has two annotations that say anything about it.", "", 0, 1)
    return Plot(
        f"examples_by_{name}",
        "share",
        "bars",
        points=points,
        missing=missing,
        no_interval=first_without(shares_of),
    )


def _nothing_compared(context: ReportContext) -> Missing:
    if missing := nothing_planned(context, need=2, have=1):
        return missing
    several = int(np.count_nonzero(context.examples.overlap > 1))
    reason = "No example has two annotations yet."
    if several:
        return Missing(
            reason,
            f"{several:,} should get two or more. Figures start with the first, intervals with "
            f"{LEAST_UNITS}.",
            0,
            LEAST_UNITS,
        )
    return Missing(
        reason,
        f"Every example gets only one: ask for at least two annotations each of "
        f"{LEAST_UNITS} or more.",
        0,
        LEAST_UNITS,
    )


def _unanimous(found: Confusions) -> Missing | None:
    if found.same.all():
        return Missing("All annotators decide alike, so nothing is confused with anything.")
    return None


_NO_LONG_ANSWER = Missing(
    "No two annotators have chosen the same long answer of an example yet.",
    "At least one such example is needed.",
    0,
    1,
)
