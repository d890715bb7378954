"""How answers to ASQA's questions came about: length, support, concerns, time (section 3.3)."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.context_share import context_share, shown_by_example
from annotator.measures.intervals import (
    Clusters,
    Proportion,
    Units,
    clustered_proportion,
    share_interval,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import summarise
from annotator.quality.reports import published
from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.either_kind import most_annotations
from annotator.quality.reports.estimates import estimated, first_without
from annotator.quality.reports.figures import (
    Cell,
    Column,
    Drill,
    Figure,
    Missing,
    Plot,
    Point,
    Section,
    Table,
    Unit,
    measured,
)
from annotator.quality.reports.long_form_columns import LongFormColumns
from annotator.quality.reports.sections.long_form_bars import (
    bins,
    counted,
    example_means,
    histogram,
    mean_figure,
    share_figure,
    share_point,
)
from annotator.quality.reports.sections.process_seconds import interval_of_seconds
from annotator.workspace.projects.models import Project

NOTHING = Missing("Nobody has submitted an annotation yet.", "One annotation.", 0, 1)
NO_TEXT = Missing("Nobody has written an answer yet.", "One answer with a text.", 0, 1)
NO_SUPPORT = Missing(
    "No answer has a support document yet.",
    "One answer with disambiguations, context or knowledge.",
    0,
    1,
)
NO_PASSAGES = Missing(
    "No support document has passages yet.", "One answer with context or knowledge.", 0, 1
)
NO_READINGS = Missing("The project has no disambiguations.", "One imported example.", 0, 1)
NO_CONTEXTS = Missing(
    "The imported files don't say whether disambiguations have a context, and none was looked for.",
    "One search for context passages.",
)
NONE_HERE = Missing(
    "The imported files don't say whether annotators had concerns or confirmed missing answers.",
    "One annotation made here.",
    0,
    1,
)
UNTIMED = Missing("No annotation has a measured time.", "One annotation made here.", 0, 1)

WORD_EDGES = (0, 20, 40, 60, 80, 100, 120, 160, 200)
COVERAGE_EDGES = (0, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
MINUTE_EDGES = (0, 5, 10, 15, 20, 30, 45)
EXPERIENCE = (1, 6, 11, 21, 51, 101)
"""First answers of the bars of time by experience: an annotator's 1st to 5th, and so on."""


def inputs(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """``disambiguations`` of the project, and how many have a context passage: ``own`` ones from
    the file, and found ones ``above`` the threshold; for the ``unsaid`` it isn't known.
    ``shown_by_example`` has each example's key, its disambiguations for which it is known, and
    those of them with a passage.
    """
    threshold, purposes = project.context_threshold, parameters.hidden_split.purposes
    share = context_share(project, threshold=threshold, purposes=purposes)
    return {
        "disambiguations": share.disambiguations,
        "own": share.own,
        "above": share.above,
        "unsaid": share.unsaid,
        "shown_by_example": shown_by_example(project, threshold=threshold, purposes=purposes),
    }


def compute(context: ReportContext) -> Section:
    """The section *process* of ASQA."""
    given: LongFormColumns = context.annotations
    most, units = most_annotations(given), context.units.of(given.example)
    return Section(
        name="process",
        figures=[
            *_length_figures(given, units),
            *_work_figures(given, units, context),
            *_seconds(given, units),
        ],
        plots=[
            histogram(
                "answer_lengths",
                "words_",
                _word_bins(given),
                among=given.has_text,
                units=units,
                missing=NO_TEXT,
                most=most,
            ),
            histogram(
                "coverage_distribution",
                "coverage_",
                _coverage_bins(given),
                among=~np.isnan(given.coverage),
                units=units,
                missing=NO_SUPPORT,
                most=most,
            ),
            _checks_plot(given, units, most),
            histogram(
                "writing_minutes",
                "minutes_",
                _minute_bins(given),
                among=~np.isnan(given.seconds),
                units=units,
                missing=UNTIMED,
                most=most,
            ),
            _experience_plot(given, units, most),
        ],
        tables=[_support_table(given)],
        notes=_notes(given, context.inputs),
    )


def _of_texts(given: LongFormColumns, values: NDArray[Any]) -> NDArray[np.float64]:
    """``values`` of annotations with a text, NaN for the others."""
    return np.where(given.has_text, values, np.nan)


def _of_supported(given: LongFormColumns, values: NDArray[Any]) -> NDArray[np.float64]:
    """``values`` of the answers that have a support document and tokens, NaN for the others: the
    same answers for lengths and coverages, with and without the disambiguations.
    """
    supported = given.has_text & (given.support_words > 0) & ~np.isnan(given.coverage_without)
    return np.where(supported, values, np.nan)


def _length_figures(given: LongFormColumns, units: Clusters) -> list[Figure]:
    measures: tuple[tuple[str, Unit, NDArray[np.float64], Missing, float], ...] = (
        ("answer_words", "words", _of_texts(given, given.words), NO_TEXT, published.ANSWER_WORDS),
        (
            "support_words",
            "words",
            _of_supported(given, given.support_words),
            NO_SUPPORT,
            published.SUPPORT_WORDS,
        ),
        (
            "coverage",
            "share",
            _of_supported(given, given.coverage),
            NO_SUPPORT,
            published.COVERAGE,
        ),
        (
            "support_words_without",
            "words",
            _without(given, given.support_words_without),
            NO_PASSAGES,
            published.SUPPORT_WORDS_WITHOUT,
        ),
        (
            "coverage_without",
            "share",
            _without(given, given.coverage_without),
            NO_PASSAGES,
            published.COVERAGE_WITHOUT,
        ),
    )
    return [
        mean_figure(name, unit, values, units, missing, published=paper)
        for name, unit, values, missing, paper in measures
    ]


def _without(given: LongFormColumns, values: NDArray[Any]) -> NDArray[np.float64]:
    """``values`` without the disambiguations, of the answers that have any support document.

    One whose document is nothing but disambiguations has 0 of it left, as in section 3.3. Where no
    document at all has passages, none were recorded, and nothing is said.
    """
    if not (given.support_words_without > 0).any():
        return np.full(len(given), np.nan)
    return _of_supported(given, values)


def _work_figures(given: LongFormColumns, units: Clusters, context: ReportContext) -> list[Figure]:
    read = context.inputs
    here = ~given.imported
    nobody = NONE_HERE if len(given) else NOTHING
    confirmed = int(given.confirmed[here].sum())
    return [
        share_figure(
            "context_rate",
            lambda: _context_rate(read, context.units),
            NO_CONTEXTS if read.get("disambiguations", 0) else NO_READINGS,
            published=published.CONTEXT_RATE,
        ),
        share_figure(
            "concerns",
            lambda: clustered_proportion(given.has_concern, units, here),
            nobody,
        ),
        share_figure(
            "overrides",
            lambda: clustered_proportion(given.confirmed > 0, units, here),
            nobody,
        ),
        Figure("overridden_disambiguations", "count", confirmed, count=int(here.sum()))
        if here.any()
        else Figure("overridden_disambiguations", "count", missing=nobody),
        mean_figure("knowledge_pieces", "count", _of_texts(given, given.pieces), units, NO_TEXT),
    ]


def _context_rate(read: Mapping[str, Any], units: Units) -> Proportion:
    """Of disambiguations, which belong to their examples."""
    rows = np.array(read.get("shown_by_example", ()), dtype=np.int64).reshape(-1, 3)
    examples, numbers, shown = rows.T
    low, high, withheld = share_interval(shown, numbers, units=units.of(examples))
    count, total = int(shown.sum()), int(numbers.sum())
    return Proportion(count / total, low, high, count, total, withheld)


def _seconds(given: LongFormColumns, units: Clusters) -> list[Figure]:
    def mean() -> Figure:
        summary = summarise(given.seconds)
        figure = Figure(
            "writing_seconds_mean",
            "seconds",
            summary.mean,
            count=summary.present,
            published=published.SECONDS_PER_ANSWER,
        )
        return estimated(figure, interval_of_seconds(given, given.seconds, units), "two_way")

    def median() -> Figure:
        summary = summarise(given.seconds)
        return Figure("writing_seconds_median", "seconds", summary.median, count=summary.present)

    untimed = int(np.isnan(given.seconds).sum())
    return [
        measured("writing_seconds_mean", "seconds", mean, UNTIMED),
        measured("writing_seconds_median", "seconds", median, UNTIMED),
        Figure("writing_seconds_missing", "count", untimed, count=len(given)),
    ]


def _word_bins(given: LongFormColumns) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    return bins(_of_texts(given, given.words), WORD_EDGES, "words")


def _coverage_bins(given: LongFormColumns) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    percent = [100 * edge for edge in COVERAGE_EDGES]
    # Rounded, so that 0.9 of a hundred is 90 and not a hair below.
    return bins(np.round(100 * given.coverage, 9), percent, "coverage", ends=True)


def _minute_bins(given: LongFormColumns) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    return bins(given.seconds / 60, MINUTE_EDGES, "minutes")


def _checks(given: LongFormColumns) -> dict[str, NDArray[np.bool_]]:
    """What annotations have besides a text that passes all checks."""
    here = ~given.imported
    return {
        "with_knowledge": given.pieces > 0,
        "with_override": here & (given.confirmed > 0),
        "with_concern": here & given.has_concern,
        "concern_alone": here & given.has_concern & ~given.has_text,
        "without_context": given.without_context,
    }


def _checks_plot(given: LongFormColumns, units: Clusters, most: int) -> Plot:
    if not len(given):
        return Plot("answers_with", "share", "bars", missing=NOTHING)
    here = ~given.imported
    of_our_own = {"with_override", "with_concern", "concern_alone"}
    shares = {
        name: clustered_proportion(mask, units, here if name in of_our_own else None)
        for name, mask in _checks(given).items()
        if (name != "without_context" or mask.any()) and (name not in of_our_own or here.any())
    }
    points = [share_point(name, share, name, most=most) for name, share in shares.items()]
    gap = first_without(shares.values())
    return Plot("answers_with", "share", "bars", points=points, no_interval=gap)


def experience(given: LongFormColumns) -> NDArray[np.int64]:
    """The how many-th answer of its annotator each is, from 1, by the time it was submitted."""
    order = np.lexsort((given.annotation, given.submitted_at, given.annotator))
    people = given.annotator[order]
    firsts = np.searchsorted(people, people)
    numbers = np.empty(len(given), dtype=np.int64)
    numbers[order] = np.arange(len(given)) - firsts + 1
    return numbers


def _experience_bins(given: LongFormColumns) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    numbers, timed = experience(given), ~np.isnan(given.seconds)
    for first, following in zip(EXPERIENCE, (*EXPERIENCE[1:], np.inf), strict=True):
        end = "and_later" if following == np.inf else f"to_{following - 1:g}"
        yield f"answer_{first}_{end}", timed & (numbers >= first) & (numbers < following)


def _experience_plot(given: LongFormColumns, units: Clusters, most: int) -> Plot:
    """Mean time of annotators' first answers and of later ones: it falls slightly (appendix A)."""
    points, intervals = [], []
    for name, mask in _experience_bins(given):
        values = np.where(mask, given.seconds, np.nan)
        try:
            summary = summarise(values)
        except UndefinedMeasureError:
            continue
        interval = interval_of_seconds(given, values, units)
        intervals.append(interval)
        points.append(
            Point(
                key=name.removeprefix("answer_"),
                value=summary.mean,
                low=interval.low,
                high=interval.high,
                count=summary.present,
                published=published.SECONDS_PER_ANSWER,
                examples=Drill(name, 1, most),
            )
        )
    return Plot(
        "seconds_by_experience",
        "seconds",
        "bars",
        points=points,
        missing=None if points else UNTIMED,
        no_interval=first_without(intervals),
    )


def _support_table(given: LongFormColumns) -> Table:
    """Lengths and coverages with their quartiles; the paper has means alone."""
    measures = {
        "answer_words": _of_texts(given, given.words),
        "support_words": _of_supported(given, given.support_words),
        "support_words_without": _without(given, given.support_words_without),
    }
    rows: list[list[Cell]] = []
    for name, values in measures.items():
        try:
            summary = summarise(values)
        except UndefinedMeasureError:
            continue
        first, third = summary.quartiles
        given_values = [summary.mean, first, summary.median, third, summary.percentile_90]
        rows.append([name, summary.present, *given_values])
    names = ("mean", "lower_quartile", "median", "upper_quartile", "percentile_90")
    columns = [
        Column("measured_text"),
        Column("answers", "count"),
        *(Column(each, "words") for each in names),
    ]
    paper: list[list[Cell]] = [
        ["answer_words", None, published.ANSWER_WORDS, *[None] * 4],
        ["support_words", None, published.SUPPORT_WORDS, *[None] * 4],
        ["support_words_without", None, published.SUPPORT_WORDS_WITHOUT, *[None] * 4],
    ]
    return Table("lengths", columns, rows, paper, None if rows else NO_TEXT)


def _notes(given: LongFormColumns, read: Mapping[str, Any]) -> list[str]:
    both = given.without_context.any() and not given.without_context.all()
    unknown = given.imported.any() and read.get("unsaid", 0)
    return [*(["two_regimes"] if both else []), *(["contexts_unsaid"] if unknown else [])]


def example_columns(context: ReportContext) -> dict[str, NDArray[np.float32]]:
    """How many annotations of each example are behind each bar; mean length, coverage, time."""
    given: LongFormColumns = context.annotations
    keys = np.unique(given.example)
    chosen = dict(_word_bins(given)) | dict(_coverage_bins(given)) | dict(_minute_bins(given))
    means = {
        "answer_words": _of_texts(given, given.words),
        "coverage": given.coverage,
        "writing_seconds": given.seconds,
    }
    return counted(given, chosen | _checks(given) | dict(_experience_bins(given))) | {
        name: example_means(keys, given.example, values).astype(np.float32)
        for name, values in means.items()
    }
