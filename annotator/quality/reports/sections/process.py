"""How NQ annotations were made: the decision path, the answers chosen, and the time."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import (
    LEAST_PEOPLE,
    Clusters,
    Proportion,
    clustered_proportion,
    effective_number,
    opposite,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import (
    ANSWER_TYPES,
    DecisionPath,
    answer_types,
    decision_path,
    single_span_share,
)
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.either_kind import most_annotations
from annotator.quality.reports.estimates import first_without, share_figure, share_point
from annotator.quality.reports.figures import (
    Drill,
    Figure,
    Method,
    Missing,
    Plot,
    Section,
    measured,
)
from annotator.quality.reports.natural_questions_columns import TAGS, NaturalQuestionsColumns
from annotator.quality.reports.published import (
    LONG_ANSWER_TYPES,
    LONG_ONLY_SHARE,
    NULL_SHARE,
    SINGLE_SPAN_SHARE,
    SPANS_SHARE,
    TOP_LEVEL_SHARE,
    YES_NO_SHARE,
)
from annotator.quality.reports.sections.process_seconds import (
    seconds_figures,
    seconds_plots,
    seconds_table,
    time_columns,
)

NOTHING = Missing("Nobody has submitted an annotation yet.", "One annotation is enough.", 0, 1)
NO_LONG = Missing("No annotation has a long answer yet.", "One long answer is enough.", 0, 1)
NO_SPANS = Missing("No short answer has spans yet.", "One short answer with spans is enough.", 0, 1)
NO_KIND = Missing("No long answer is a box of a known kind.")
NO_LEVEL = Missing("The imported files don't say which long answers are top-level.")
UNSAID = Missing(
    "The imported files don't say whether questions are good.",
    "One annotation made here is enough.",
    0,
    1,
)
_Measure = Callable[[NaturalQuestionsColumns, Clusters], Proportion]


def compute(context: ReportContext) -> Section:
    """The section *process*."""
    annotations: NaturalQuestionsColumns = context.annotations
    units = with_people(annotations, context.units.of(annotations.example))
    return Section(
        name="process",
        figures=[*_share_figures(annotations, units), *seconds_figures(annotations, units)],
        plots=[
            _decision_plot(annotations, units),
            _types_plot(annotations, units),
            _levels_plot(annotations, units),
            _guidelines_plot(annotations, units),
            *seconds_plots(annotations, units),
        ],
        tables=[seconds_table(annotations, units)],
        notes=_notes(annotations),
    )


def with_people(annotations: NaturalQuestionsColumns, units: Clusters) -> Clusters:
    """The units with their annotators, where these are known and enough to tell how people differ.

    Accounts of imported annotations aren't people: a file doesn't say who made which.
    """
    numbers = np.unique(annotations.annotator, return_counts=True)[1].astype(np.float64)
    known = not annotations.imported.any() and round(effective_number(numbers)) >= LEAST_PEOPLE
    return units.by(annotations.annotator) if known else units


def path_of(annotations: NaturalQuestionsColumns, units: Clusters) -> DecisionPath:
    """Figure 2 of the annotations; where a file doesn't say, a question counts as good.

    Raises ``UndefinedMeasureError`` without annotations.
    """
    return decision_path(
        bad=annotations.quality == 0,
        long=annotations.long > 0,
        spans=annotations.spans.astype(np.int64),
        yes_no=annotations.yes_no > 0,
        units=units,
    )


def kinds_of(annotations: NaturalQuestionsColumns) -> NDArray[np.int8]:
    """Each long answer's kind, a place in ``ANSWER_TYPES``; -1 without one or with another tag."""
    kinds = {tag: place for place, tags in enumerate(ANSWER_TYPES.values()) for tag in tags}
    by_code = np.array([*(kinds[tag] for tag in TAGS), -1], dtype=np.int8)
    found: NDArray[np.int8] = by_code[annotations.tag]
    return found


def _unsaid(annotations: NaturalQuestionsColumns) -> NDArray[np.bool_]:
    """Without a long answer, and whether the question was bad is not said."""
    unsaid: NDArray[np.bool_] = (annotations.quality < 0) & (annotations.long == 0)
    return unsaid


def _share(
    name: str,
    measure: _Measure,
    given: tuple[NaturalQuestionsColumns, Clusters],
    published: float | None,
) -> Figure:
    method: Method = "binomial" if given[1].people is None else "two_way_binomial"
    return share_figure(name, measure(*given), published, method)


def _share_figures(annotations: NaturalQuestionsColumns, units: Clusters) -> list[Figure]:
    nothing_said = UNSAID if len(annotations) else NOTHING
    figures: list[tuple[str, _Measure, Missing, float | None]] = [
        ("null", lambda *given: path_of(*given).null, NOTHING, NULL_SHARE),
        ("bad", _bad_share, nothing_said, None),
        ("top_level", _top_level_share, _no_long_or(NO_LEVEL, annotations), TOP_LEVEL_SHARE),
        ("single_span", _single_span_share, NO_SPANS, SINGLE_SPAN_SHARE),
    ]
    shares = [
        measured(
            name, "share", partial(_share, name, measure, (annotations, units), published), missing
        )
        for name, measure, missing, published in figures
    ]
    return [*shares, _after_page_figure(annotations), *_unsaid_figure(annotations)]


def _no_long_or(unknown: Missing, annotations: NaturalQuestionsColumns) -> Missing:
    """That there is no long answer, or what is ``unknown`` of those that there are."""
    return unknown if (annotations.long > 0).any() else NO_LONG


def _after_page_figure(annotations: NaturalQuestionsColumns) -> Figure:
    """Of bad questions, those that were called so only after their page had been shown."""
    bad = int((annotations.quality == 0).sum())
    return Figure("bad_after_page", "count", int(annotations.after_page.sum()), count=bad)


def _bad_share(annotations: NaturalQuestionsColumns, units: Clusters) -> Proportion:
    """Over annotations that say whether the question is good."""
    return clustered_proportion(annotations.quality == 0, units, annotations.quality >= 0)


def _top_level_share(annotations: NaturalQuestionsColumns, units: Clusters) -> Proportion:
    return clustered_proportion(annotations.top_level == 1, units, annotations.top_level >= 0)


def _single_span_share(annotations: NaturalQuestionsColumns, units: Clusters) -> Proportion:
    return single_span_share(annotations.spans, units)


def _unsaid_figure(annotations: NaturalQuestionsColumns) -> list[Figure]:
    unsaid = int((annotations.quality < 0).sum())
    return [Figure("quality_unsaid", "count", unsaid, count=len(annotations))] if unsaid else []


def _decision_plot(annotations: NaturalQuestionsColumns, units: Clusters) -> Plot:
    """The ends of Figure 2, and the forks before them: shares of all annotations.

    If a file doesn't say whether questions are good, annotations without a long answer end at
    ``unsaid``, neither bad question nor no answer.
    """
    try:
        path = path_of(annotations, units)
    except UndefinedMeasureError:
        return Plot("decision_path", "share", "bars", missing=NOTHING)
    unsaid_ones = _unsaid(annotations)
    no_answer = (annotations.quality != 0) & (annotations.long == 0) & ~unsaid_ones
    unsaid = clustered_proportion(unsaid_ones, units)
    ends: list[tuple[str, Proportion, float | None, str]] = [
        ("bad", path.bad, None, "bad"),
        ("no_answer", clustered_proportion(no_answer, units), None, "no_answer"),
        ("long_only", path.long_only, LONG_ONLY_SHARE, "long_only"),
        ("spans", path.spans, SPANS_SHARE, "spans_answers"),
        ("yes_no", path.yes_no, YES_NO_SHARE, "yes_no_answers"),
    ]
    if unsaid.count:
        ends.insert(2, ("unsaid", unsaid, None, "unsaid"))
        if not path.bad.count and path.no_answer.count == unsaid.count:
            del ends[:2]
    return _bars("decision_path", ends, annotations)


def _bars(
    name: str,
    bars: Sequence[tuple[str, Proportion, float | None, str]],
    annotations: NaturalQuestionsColumns,
    missing: Missing | None = None,
) -> Plot:
    """For each bar: its key, its share, the published value, and the column with its examples."""
    most = most_annotations(annotations)
    return Plot(
        name,
        "share",
        "bars",
        points=[
            share_point(key, share, Drill(column, 1, most), published=published)
            for key, share, published, column in bars
        ],
        missing=missing,
        no_interval=first_without(share for _, share, *_ in bars),
    )


def _types_plot(annotations: NaturalQuestionsColumns, units: Clusters) -> Plot:
    try:
        shares = answer_types(kinds_of(annotations), units)
    except UndefinedMeasureError:
        missing = _no_long_or(NO_KIND, annotations)
        return Plot("long_answer_types", "share", "bars", missing=missing)
    bars = []
    for kind, share in shares.items():
        name = kind.replace(" ", "_")
        bars.append((name, share, LONG_ANSWER_TYPES[name], f"tag_{name}"))
    return _bars("long_answer_types", bars, annotations)


def _levels_plot(annotations: NaturalQuestionsColumns, units: Clusters) -> Plot:
    """Long answers inside no other candidate, short answers of one span, and the rest of each."""
    bars: list[tuple[str, Proportion, float | None, str]] = []
    measures = (
        (_top_level_share, TOP_LEVEL_SHARE, "top_level", "nested"),
        (_single_span_share, SINGLE_SPAN_SHARE, "single_span", "spread"),
    )
    for measure, published, name, other in measures:
        try:
            share = measure(annotations, units)
        except UndefinedMeasureError:
            continue
        bars += [
            (name, share, published, name),
            (other, opposite(share), 1 - published, other),
        ]
    missing = None if bars else _no_long_or(NO_LEVEL, annotations)
    return _bars("forms", bars, annotations, missing)


def _guidelines_plot(annotations: NaturalQuestionsColumns, units: Clusters) -> Plot:
    """The share of bad questions under each version of the guidelines, where quality is said."""
    said = annotations.quality >= 0
    bars = []
    for version in np.unique(annotations.guideline[said]).tolist():
        chosen = said & (annotations.guideline == version)
        share = clustered_proportion(annotations.quality == 0, units, chosen)
        key = str(version) if version else "no_guideline"
        bars.append((key, share, None, _bad_column(version)))
    missing = None if bars else UNSAID if len(annotations) else NOTHING
    return _bars("bad_by_guideline", bars, annotations, missing)


def _bad_column(version: int) -> str:
    return f"bad_by_guidelines_{version}" if version else "bad_without_guidelines"


def _notes(annotations: NaturalQuestionsColumns) -> list[str]:
    notes = []
    if (annotations.quality < 0).any():
        notes.append("quality_unsaid")
    long = annotations.long > 0
    if (long & (annotations.tag < 0)).any():
        notes.append("tag_unknown")
    if (long & (annotations.top_level < 0)).any():
        notes.append("top_level_unknown")
    return notes


def example_columns(context: ReportContext) -> dict[str, NDArray[np.float32]]:
    """How many annotations of each example are on each end of the path, of each kind and form."""
    annotations: NaturalQuestionsColumns = context.annotations
    bad, long, spans = annotations.quality == 0, annotations.long > 0, annotations.spans
    yes_no, kinds = annotations.yes_no > 0, kinds_of(annotations)
    chosen = {
        "bad": bad,
        "no_answer": (annotations.quality == 1) & ~long,
        "unsaid": _unsaid(annotations),
        "long_only": long & (spans == 0) & ~yes_no,
        "spans_answers": spans > 0,
        "yes_no_answers": yes_no,
        "null": ~long,
        "long_answers": long,
        "short_answers": (spans > 0) | yes_no,
        "top_level": annotations.top_level == 1,
        "nested": annotations.top_level == 0,
        "single_span": spans == 1,
        "spread": spans > 1,
    }
    for place, kind in enumerate(ANSWER_TYPES):
        chosen[f"tag_{kind.replace(' ', '_')}"] = kinds == place
    for version in np.unique(annotations.guideline[annotations.quality >= 0]).tolist():
        chosen[_bad_column(version)] = bad & (annotations.guideline == version)
    return counted(annotations, chosen | time_columns(annotations))


def counted(
    annotations: NaturalQuestionsColumns, chosen: dict[str, NDArray[np.bool_]]
) -> dict[str, NDArray[np.float32]]:
    """How many annotations of each example are chosen, by column."""
    _, starts = np.unique(annotations.example, return_index=True)
    if not len(starts):
        return {name: np.zeros(0, dtype=np.float32) for name in chosen}
    return {
        name: np.add.reduceat(column, starts, dtype=np.float32) for name, column in chosen.items()
    }
