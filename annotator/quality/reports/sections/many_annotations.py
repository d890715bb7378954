"""25 answers per question: Section 4 of the NQ paper: Tables 2, Figures 4 and 6, footnote 9."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.quality.reports.answers_by_example import (
    PARTS,
    AnsweredExamples,
    answered_examples,
    most_annotations,
)
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Figure, Missing, Plot, Section
from annotator.quality.reports.planned import nothing_planned
from annotator.quality.reports.sections.judged_answers import (
    figure_4_plot,
    figure_6_table,
    footnote_9_figures,
    judged_columns,
    precision_figures,
    rounds_table,
    table_2,
)
from annotator.quality.reports.variety import (
    distinct_plot,
    example_columns,
    mu_plot,
    popular_plot,
    varied_keys,
    varied_table,
    variety_figures,
)

NAME = "many_annotations"
PREFIX = "many_"
"""A prefix for names that section *ambiguity* has too."""


def compute(context: ReportContext) -> Section:
    """The section *many_annotations*.

    Variety is over examples with at least ``references + predictors`` annotations (25), using the
    earliest ones of each; verdicts are those of the newest finished rounds.
    """
    answered = _answered(context)
    units = context.units.of(answered.keys)
    missing = _missing(context, answered)
    questions = context.inputs.get("questions", {})
    plots: list[Plot] = []
    for part in PARTS:
        answers = answered.of(part)
        by_verdict = figure_4_plot(part, context.inputs["annotated"][part], context.units)
        plots += [
            by_verdict
            or mu_plot(f"figure_4_{part}", answers, units, missing, column=f"{PREFIX}mu_{part}"),
            popular_plot(
                f"{PREFIX}popular_{part}",
                answers,
                units,
                missing,
                part=part,
                prefix=PREFIX,
            ),
            distinct_plot(
                f"{PREFIX}distinct_{part}",
                answers,
                units,
                missing,
                column=f"{PREFIX}distinct_{part}",
            ),
        ]
    inputs = context.inputs
    return Section(
        NAME,
        figures=[
            Figure(f"{PREFIX}examples", "count", value=float(len(answered))),
            *precision_figures(inputs["judged"], context.units),
            *footnote_9_figures(inputs["annotated"], context.units),
            *variety_figures(answered, units, missing, PREFIX),
        ],
        plots=plots,
        tables=[
            table_2(inputs["judged"], context.units),
            figure_6_table(inputs),
            *(
                varied_table(f"{PREFIX}varied_{part}", answered, part, questions, missing)
                for part in PARTS
            ),
            rounds_table(inputs),
        ],
        notes=_notes(inputs),
    )


def columns(context: ReportContext) -> Mapping[str, NDArray[Any]]:
    """Columns of the example table; NaN for examples with fewer annotations or not judged."""
    keys = np.unique(context.annotations.example)
    return {
        **example_columns(_answered(context), keys, prefix=PREFIX),
        **judged_columns(context.inputs["annotated"], keys),
    }


def named_examples(context: ReportContext) -> set[int]:
    """The most varied ones."""
    return varied_keys(_answered(context))


def _answered(context: ReportContext) -> AnsweredExamples:
    many = _many(context)
    return answered_examples(context.annotations, at_least=many, first=many)


def _many(context: ReportContext) -> int:
    return context.parameters.references + context.parameters.predictors


def _missing(context: ReportContext, answered: AnsweredExamples) -> Missing | None:
    if len(answered):
        return None
    have, need = most_annotations(context.annotations), _many(context)
    if missing := nothing_planned(context, need, have):
        return missing
    return Missing(
        f"No example has {need} annotations yet; the most that one has is {have}.",
        f"Ask for {need} annotations of a judged sample: {need - have} more of that example are "
        "enough to begin.",
        have,
        need,
    )


def _notes(inputs: Mapping[str, Any]) -> tuple[str, ...]:
    rounds = [inputs["annotated"][part] for part in PARTS]
    notes = []
    if not all(rounds):
        notes.append("without_verdicts")
    if any(
        each and any(answer["annotations"] < each["wanted"] for answer in each["answers"])
        for each in rounds
    ):
        notes.append("incomplete_examples")
    return tuple(notes)
