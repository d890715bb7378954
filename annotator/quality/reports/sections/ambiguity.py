"""Where is the page ambiguous? How far annotators of the same example differ (NQ, section 4.4)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answer_variety import popular_shares
from annotator.measures.answers import AnswerCounts, Over
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.variability import mean_mu
from annotator.quality.reports.answers_by_example import (
    PARTS,
    AnsweredExamples,
    answered_examples,
    most_annotations,
)
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Cell, Column, Figure, Missing, Plot, Section, Table
from annotator.quality.reports.planned import nothing_planned
from annotator.quality.reports.variety import (
    distinct_plot,
    example_columns,
    mu_plot,
    popular_plot,
    varied_keys,
    varied_table,
    variety_figures,
)

NAME = "ambiguity"
TWO = 2
"""With fewer annotations of an example, nothing can differ."""
PUBLISHED_OVERLAP = 25


def compute(context: ReportContext) -> Section:
    """The section *ambiguity*: over examples with two annotations or more."""
    answered = _compared(context)
    units = context.units.of(answered.keys)
    missing = _missing(context, answered)
    questions = context.inputs.get("questions", {})
    plots: list[Plot] = []
    for part in PARTS:
        answers = answered.of(part)
        plots += [
            mu_plot(f"mu_{part}", answers, units, missing, column=f"mu_{part}"),
            popular_plot(f"popular_{part}", answers, units, missing, part=part),
            distinct_plot(f"distinct_{part}", answers, units, missing, column=f"distinct_{part}"),
        ]
    return Section(
        NAME,
        figures=[
            Figure("compared_examples", "count", value=float(len(answered))),
            *variety_figures(answered, units, missing),
        ],
        plots=plots,
        tables=[
            *(
                varied_table(f"most_varied_{part}", answered, part, questions, missing)
                for part in PARTS
            ),
            _by_annotations(answered, missing),
        ],
        notes=() if missing else _notes(answered),
    )


def columns(context: ReportContext) -> Mapping[str, NDArray[Any]]:
    """Columns of the example table; NaN for examples with one annotation."""
    return example_columns(_compared(context), np.unique(context.annotations.example))


def named_examples(context: ReportContext) -> set[int]:
    """The most varied ones."""
    return varied_keys(_compared(context))


def _compared(context: ReportContext) -> AnsweredExamples:
    return answered_examples(context.annotations, at_least=TWO)


def _missing(context: ReportContext, answered: AnsweredExamples) -> Missing | None:
    if len(answered):
        return None
    if not len(context.annotations):
        return Missing("There is no annotation yet.", "Two of the same example are enough.", 0, TWO)
    if missing := nothing_planned(context, TWO, most_annotations(context.annotations)):
        return missing
    return Missing(
        "No example has two annotations yet.",
        "One more annotation of an example that has one is enough to begin.",
        most_annotations(context.annotations),
        TWO,
    )


def _notes(answered: AnsweredExamples) -> tuple[str, ...]:
    sizes = set(np.unique(answered.long.sizes).tolist())
    return () if sizes == {PUBLISHED_OVERLAP} else ("not_25_way",)


def _by_annotations(answered: AnsweredExamples, missing: Missing | None) -> Table:
    """A row for each number of annotations that examples have: shares hang on it."""
    sizes = answered.long.sizes
    rows: list[list[Cell]] = []
    for size in np.unique(sizes).tolist():
        alike = sizes == size
        long, short = (_only(answered.of(part), alike) for part in PARTS)
        rows.append(
            [
                size,
                int(alike.sum()),
                mean_mu(long),
                _most_popular(long, "all"),
                _most_popular(long, "non_null"),
                mean_mu(short),
                _most_popular(short, "all"),
                _most_popular(short, "non_null"),
            ]
        )
    return Table("by_annotations", _BY_ANNOTATIONS, rows, missing=missing)


_BY_ANNOTATIONS = (
    Column("annotations", "count"),
    Column("examples", "count"),
    Column("mean_mu_long", "share"),
    Column("most_popular_long_all", "share"),
    Column("most_popular_long_non_null", "share"),
    Column("mean_mu_short", "share"),
    Column("most_popular_short_all", "share"),
    Column("most_popular_short_non_null", "share"),
)


def _only(answers: AnswerCounts, which: NDArray[np.bool_]) -> AnswerCounts:
    return AnswerCounts(answers.nulls[which], answers.counts[which])


def _most_popular(answers: AnswerCounts, over: Over) -> float | None:
    try:
        return popular_shares(answers, over=over, ranks=1)[0]
    except UndefinedMeasureError:
        return None
