"""Which coefficients are estimated, and how they are said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.resampled_agreement import (
    Estimate,
    Pairs,
    Statistic,
    alpha_of_similarities,
    coefficients,
    estimate,
    mean_of_pairs,
    unit_means,
)
from annotator.measures.token_sets import f1_similarity, jaccard_similarity, masi_similarity
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import estimated, first_without
from annotator.quality.reports.figures import Drill, Figure, Missing, Plot, Point, Unit
from annotator.quality.reports.partial_columns import partial_column
from annotator.quality.reports.sections.agreement.fields import FIELDS, Compared, shared_tokens
from annotator.quality.reports.sections.agreement.groups import (
    Grouping,
    by_guideline,
    by_split,
    by_type,
    by_week,
    column_of_part,
)

COEFFICIENTS: Mapping[str, Unit] = {
    "observed": "share",
    "fleiss": "coefficient",
    "alpha": "coefficient",
    "ac1": "coefficient",
}
OF_SETS: Mapping[str, Unit] = {
    "alpha_short_jaccard": "coefficient",
    "alpha_short_masi": "coefficient",
    "token_f1": "share",
    "token_iou": "share",
    "span_f1": "share",
    "span_iou": "share",
}
GROUPED = ("quality", "null", "long", "short")
GROUPINGS = ("agreement_by_type", "agreement_by_split", "agreement_by_guideline")


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """``single`` by name: a figure's. ``grouped`` by field, for each key of a grouping."""

    single: Mapping[str, Estimate]
    groupings: Mapping[str, Grouping]
    grouped: Mapping[tuple[str, str], Sequence[Estimate]]


def estimate_all(context: ReportContext, compared: Compared) -> Estimates:
    """Every coefficient with its interval."""
    groupings = _groupings(context, compared)
    singles = single_statistics(compared)
    parts = [
        (grouping.name, field, part_statistics(compared, grouping, field))
        for grouping in groupings
        for field in GROUPED
    ]
    statistics = [*singles, *(each for _, _, of_part in parts for each in of_part)]
    found = estimate(statistics, context.units.of(compared.examples))
    single = {name: each for values in found[: len(singles)] for name, each in values.items()}
    grouped, at = {}, len(singles)
    for name, field, of_part in parts:
        values = found[at : at + len(of_part)]
        grouped[name, field] = [each["agreement"] for each in values]
        at += len(of_part)
    return Estimates(single, {each.name: each for each in groupings}, grouped)


def _groupings(context: ReportContext, compared: Compared) -> list[Grouping]:
    return [
        by_type(compared),
        by_split(compared, context.examples),
        by_guideline(compared),
        by_week(compared),
    ]


def single_statistics(compared: Compared) -> list[Statistic]:
    """Of every decision, and of the tokens of short answers."""
    count = len(compared)
    found = []
    for name in FIELDS:
        field = compared.fields[name]
        pairs, alike = compared.pairs_of(field)
        found.append(
            coefficients(
                compared.unit[field.rows],
                field.common,
                pairs.among(field.rows, len(compared.rows)),
                alike,
                count=count,
                categories=field.categories,
                suffix=f"_{name}",
            )
        )
    tokens = shared_tokens(compared)
    sizes = tokens.shared, tokens.first, tokens.second
    short, pairs = compared.fields["short"], compared.pairs
    for name, similarity in (("jaccard", jaccard_similarity), ("masi", masi_similarity)):
        found.append(
            alpha_of_similarities(
                compared.unit,
                short.common,
                pairs,
                similarity(*sizes),
                count=count,
                name=f"alpha_short_{name}",
            )
        )
    both = pairs.take(tokens.both_spans)
    for name, similarity in (("f1", f1_similarity), ("iou", jaccard_similarity)):
        values = similarity(*sizes)
        found.append(mean_of_pairs(pairs, values, count=count, name=f"token_{name}"))
        spans = values[tokens.both_spans]
        found.append(mean_of_pairs(both, spans, count=count, name=f"span_{name}"))
    return found


def part_statistics(compared: Compared, grouping: Grouping, name: str) -> list[Statistic]:
    """Observed agreement on a field in each part of the data."""
    return [
        mean_of_pairs(pairs, alike, count=len(compared), name="agreement")
        for pairs, alike in _parts(compared, grouping, name)
    ]


def group_columns(context: ReportContext, compared: Compared) -> dict[str, NDArray[Any]]:
    """By the drills of ``group_plots``: the share of agreeing pairs of an example in that part."""
    columns = {}
    for grouping in _groupings(context, compared):
        for field in GROUPED:
            for at, (pairs, alike) in enumerate(_parts(compared, grouping, field)):
                if len(pairs):
                    shares, _ = unit_means(pairs, alike, len(compared))
                    column = column_of_part(field, grouping, at)
                    columns[column] = partial_column(compared.examples, shares)
    return columns


def _parts(
    compared: Compared, grouping: Grouping, name: str
) -> Iterator[tuple[Pairs, NDArray[np.bool_]]]:
    """The pairs of a field in each part of the data, and which of them agree."""
    field = compared.fields[name]
    rated = np.zeros(len(compared.rows), dtype=np.bool_)
    rated[field.rows] = True
    both = rated[compared.pairs.first] & rated[compared.pairs.second]
    pairs, alike = compared.pairs_of(field)
    codes = grouping.codes[both]
    for code in range(len(grouping.keys)):
        yield pairs.take(codes == code), alike[codes == code]


def figures(found: Estimates, missing: Missing | None) -> list[Figure]:
    """All figures, by field; those that have no value say why."""
    names = [(f"{name}_{field}", unit) for field in FIELDS for name, unit in COEFFICIENTS.items()]
    return [_figure(name, unit, found, missing) for name, unit in [*names, *OF_SETS.items()]]


def _figure(name: str, unit: Unit, found: Estimates, missing: Missing | None) -> Figure:
    each = found.single.get(name)
    if missing or each is None or each.value is None:
        return Figure(name, unit, missing=missing or _undefined(name, each))
    figure = Figure(name, unit, each.value, count=each.units)
    if each.interval is None:
        return figure
    return estimated(figure, each.interval, "binomial" if unit == "share" else "jackknife")


def _undefined(name: str, each: Estimate | None) -> Missing:
    if each is None or not each.units:
        what = "mark short answers" if name.startswith("span") else "say anything about it"
        return Missing(
            f"No example has two annotations that both {what}.",
            "At least one such example is needed.",
            0,
            1,
        )
    if name in ("ac1_long", "ac1_short"):
        return Missing(
            "Gwet's AC₁ needs categories that all examples share. Each has answers of its own."
        )
    return Missing(
        "Everybody decides the same throughout, so there is no disagreement that chance would "
        "bring, and nothing to correct for."
    )


def field_plots(found: Estimates, missing: Missing | None) -> list[Plot]:
    """Agreement on all decisions, side by side: observed, and beyond chance."""
    corrected = [name for name in COEFFICIENTS if name != "observed"]
    of_observed, of_corrected = (
        _estimates(found, names, missing) for names in (["observed"], corrected)
    )
    return [
        Plot(
            "observed_by_field",
            "share",
            "points",
            points=[
                _point("", field, each, column=_column(field)) for field, _, each in of_observed
            ],
            missing=missing,
            no_interval=_first_gap([each for *_, each in of_observed]),
        ),
        Plot(
            "beyond_chance_by_field",
            "coefficient",
            "points",
            series=corrected,
            points=[
                _point(name, field, each, column=_column(field))
                for field, name, each in of_corrected
            ],
            missing=missing,
            no_interval=_first_gap([each for *_, each in of_corrected]),
        ),
    ]


def _column(field: str) -> str:
    return f"agreement_{field}"


def _first_gap(estimates: Sequence[Estimate]) -> Missing | None:
    return first_without(each.interval for each in estimates if each.interval)


def _estimates(
    found: Estimates, names: Sequence[str], missing: Missing | None
) -> list[tuple[str, str, Estimate]]:
    """By field and name, those that have a value."""
    if missing:
        return []
    return [
        (field, name, each)
        for field in FIELDS
        for name in names
        if (each := found.single[f"{name}_{field}"]).value is not None
    ]


def _point(series: str, key: str, each: Estimate, x: float | None = None, *, column: str) -> Point:
    """With all the examples that have a share of agreeing pairs in ``column``."""
    low, high = each.interval[:2] if each.interval else (None, None)
    return Point(key, each.value, series, x, low, high, each.units, examples=Drill(column, 0, 1))


def group_plots(found: Estimates, missing: Missing | None) -> list[Plot]:
    """Observed agreement by answer type, split, guidelines and week."""
    plots = [_group_plot(found, name, missing) for name in GROUPINGS]
    return [*plots, _group_plot(found, "agreement_by_week", missing)]


def _group_plot(found: Estimates, name: str, missing: Missing | None) -> Plot:
    by_time = name == "agreement_by_week"
    grouping = found.groupings[name]
    x: Sequence[float | None] = grouping.x or [None] * len(grouping.keys)
    known = [
        (field, key, each, place, at)
        for at, (key, place) in enumerate(zip(grouping.keys, x, strict=True))
        for field in GROUPED
        if (each := found.grouped[name, field][at]).value is not None
    ]
    keys = {key for _, key, *_ in known}
    if not missing and len(keys) == 1 and name in _ONE_PART:
        missing = Missing(*_ONE_PART[name])
    if missing:
        known = []
    return Plot(
        name,
        "share",
        "line" if by_time else "bars",
        "date" if by_time else "category",
        GROUPED,
        [
            _point(field, key, each, place, column=column_of_part(field, grouping, at))
            for field, key, each, place, at in known
        ],
        missing,
        _first_gap([each for _, _, each, *_ in known]),
    )


_ONE_PART = {
    "agreement_by_split": (
        "All examples that can be compared are of one split.",
        "Splits are compared once examples of a second one have two annotations.",
    ),
    "agreement_by_guideline": (
        "All annotations that can be compared were made under the same guidelines.",
        "Versions are compared once two annotators worked on an example under another one.",
    ),
}
