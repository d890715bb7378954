"""Are we on schedule? What is done, what is left, the pace, and the expected end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.forecast import (
    HORIZON,
    SHORTEST,
    Forecast,
    forecast_finish,
    pace_interval,
    whole_weeks,
)
from annotator.measures.intervals import LEAST_WEEKS, Interval, too_few
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import Summary, summarise
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.either_kind import total_seconds
from annotator.quality.reports.estimates import estimated
from annotator.quality.reports.figures import Figure, Missing, Section, measured
from annotator.quality.reports.sections.process_seconds import interval_of_seconds
from annotator.quality.reports.sections.schedule_plots import (
    burn_up_plot,
    examples_plot,
    per_day_plot,
    splits_table,
)

WINDOW = 28
"""Days that pace and forecast go by: four weeks, today not among them."""

EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Days:
    """Annotations of each UTC day from the first one to today: ``counts`` ends with today.

    ``first`` and ``today`` are days since 1970-01-01. Empty if no annotation has a day.
    """

    first: int
    today: int
    counts: NDArray[np.int64]

    @property
    def window(self) -> NDArray[np.int64]:
        """The latest whole days, at most ``WINDOW``."""
        return self.counts[:-1][-WINDOW:]

    @property
    def last(self) -> int:
        """The last day with an annotation."""
        return self.first + int(np.flatnonzero(self.counts)[-1])


@dataclass(frozen=True, slots=True)
class Amounts:
    """Slots (``wanted``), filled ones, and annotations to go (``left``); examples, and those all of
    whose slots are filled.
    """

    wanted: int
    submitted: int
    left: int
    examples: int
    complete: int


def compute(context: ReportContext) -> Section:
    """The section *schedule*, for projects of either kind."""
    given = answered(context)
    examples = context.examples
    amounts = Amounts(
        wanted=int(examples.overlap.sum()),
        submitted=int(given.sum()),
        # A slot may have been taken away since the annotations were read.
        left=int(np.maximum(examples.overlap - given, 0).sum()),
        examples=len(examples),
        complete=int((given >= examples.overlap).sum()),
    )
    days = read_days(context.inputs["days"], context.parameters.as_of)
    forecast = _forecast(days, amounts, context)
    return Section(
        name="schedule",
        figures=[
            *_amount_figures(amounts),
            _rate(days, amounts),
            _finish(days, amounts, forecast),
            *_time_figures(context, amounts),
            *_assignment_figures(context.inputs),
        ],
        plots=[
            per_day_plot(
                days.first, days.counts, context.inputs.get("by_example", ()), _no_days(amounts)
            ),
            burn_up_plot(
                days.first,
                days.counts,
                amounts.submitted,
                amounts.wanted,
                forecast,
                too_few=_too_few_days(days),
            ),
            examples_plot(context, given),
        ],
        tables=[splits_table(context, given)],
        notes=_notes(days, amounts, forecast),
    )


def answered(context: ReportContext) -> NDArray[np.int64]:
    """How many annotations each example has, in the order of ``context.examples``."""
    places = np.searchsorted(context.examples.example, context.annotations.example)
    return np.bincount(places, minlength=len(context.examples)).astype(np.int64)


def read_days(days: Sequence[tuple[str, int]], as_of: str) -> Days:
    """Every day from the first with an annotation to ``as_of``, zeros among them."""
    today = day_number(as_of)
    known = {day_number(day): count for day, count in days}
    if not known:
        return Days(today, today, np.zeros(0, dtype=np.int64))
    # A clock that ran ahead may have dated an annotation after today.
    first, today = min(known), max(today, *known)
    counts = [known.get(day, 0) for day in range(first, today + 1)]
    return Days(first, today, np.array(counts, dtype=np.int64))


def day_number(day: str) -> int:
    """Days since 1970-01-01 of YYYY-MM-DD."""
    return (date.fromisoformat(day) - EPOCH).days


def _amount_figures(amounts: Amounts) -> list[Figure]:
    return [
        Figure("submitted", "count", amounts.submitted, count=amounts.wanted),
        Figure("left", "count", amounts.left, count=amounts.wanted),
        Figure("complete", "count", amounts.complete, count=amounts.examples),
    ]


def _no_days(amounts: Amounts) -> Missing:
    if not amounts.submitted:
        return Missing("Nobody has submitted an annotation yet.", "One annotation is enough.", 0, 1)
    return Missing(
        "All annotations were imported, and files don't say on which days they were made."
    )


def _rate(days: Days, amounts: Amounts) -> Figure:
    if not len(days.counts):
        return Figure("rate", "per_day", missing=_no_days(amounts))

    def measure() -> Figure:
        summary = summarise(days.window.astype(np.float64))
        figure = Figure("rate", "per_day", summary.mean, count=summary.present)
        return estimated(figure, pace_interval(days.window), "student")

    first_day = Missing("The first annotations came today.", "One whole day is enough.", 0, 1)
    return measured("rate", "per_day", measure, first_day)


def _forecast(days: Days, amounts: Amounts, context: ReportContext) -> Forecast | None:
    if not amounts.left or not len(days.counts):
        return None
    try:
        return forecast_finish(
            counts=days.window,
            done_today=int(days.counts[-1]),
            left=amounts.left,
            seed=context.seed,
            resamples=context.parameters.resamples,
        )
    except UndefinedMeasureError:
        return None


def _finish(days: Days, amounts: Amounts, forecast: Forecast | None) -> Figure:
    if missing := _why_no_date(days, amounts, forecast):
        return Figure("finish", "date", missing=missing)
    if forecast is None or forecast.median is None:
        return Figure("finish", "date", days.last)
    low, high = (None if end is None else days.today + end for end in (forecast.low, forecast.high))
    figure = Figure("finish", "date", days.today + forecast.median, count=len(days.window))
    return estimated(figure, _too_few_days(days) or Interval(low, high), "bootstrap")


def _too_few_days(days: Days) -> Interval | None:
    return too_few(len(whole_weeks(days.window)), "whole weeks", LEAST_WEEKS)


def _why_no_date(days: Days, amounts: Amounts, forecast: Forecast | None) -> Missing | None:
    missing = None
    if not amounts.wanted:
        missing = Missing("The project has no examples yet.", "Import examples.")
    elif not len(days.counts):
        missing = _no_days(amounts)
    elif amounts.left and len(days.window) < SHORTEST:
        more = SHORTEST - len(days.window)
        missing = Missing(
            "There are too few days to tell how fast the work goes.",
            f"It takes {more} more whole {'day' if more == 1 else 'days'},"
            " so that each weekday was seen.",
            len(days.window),
            SHORTEST,
        )
    elif amounts.left and forecast is None:
        missing = Missing(
            f"Nothing was submitted on the last {len(days.window)} days.", "Further annotations."
        )
    elif forecast and forecast.median is None:
        missing = Missing(f"At the present pace it takes more than {HORIZON // 365} years.")
    return missing


def _time_figures(context: ReportContext, amounts: Amounts) -> list[Figure]:
    none = Missing(
        "No annotation has a measured time.", "One annotation made here is enough.", 0, 1
    )
    seconds = total_seconds(context.annotations)
    units = context.units.of(context.annotations.example)

    def spent() -> Figure:
        summary = summarise(seconds)
        total = float(seconds[~np.isnan(seconds)].sum())
        return Figure("seconds_spent", "seconds", total, count=summary.present)

    def needed() -> Figure:
        interval = interval_of_seconds(context.annotations, seconds, units)
        return _needed(summarise(seconds), interval, amounts.left)

    return [
        measured("seconds_spent", "seconds", spent, none),
        measured("seconds_needed", "seconds", needed, none),
    ]


def _needed(summary: Summary, mean: Interval, left: int) -> Figure:
    if not left:
        return Figure("seconds_needed", "seconds", 0.0)
    figure = Figure("seconds_needed", "seconds", left * summary.mean, count=summary.present)
    if mean.low is not None and mean.high is not None:
        mean = Interval(left * mean.low, left * mean.high)
    return estimated(figure, mean, "two_way")


def _assignment_figures(inputs: Mapping[str, Any]) -> list[Figure]:
    states = inputs["assignments"].values()

    def count(*names: str) -> int:
        return sum(split.get(name, 0) for split in states for name in names)

    oldest = inputs["oldest"]
    return [
        Figure("open", "count", count("open", "reserved")),
        Figure("parked", "count", count("parked")),
        Figure("expired", "count", count("expired")),
        Figure("late", "count", inputs["late"]),
        Figure("waiting", "count", inputs["waiting"]),
        Figure("oldest_question", "date", day_number(oldest))
        if oldest
        else Figure("oldest_question", "date", missing=Missing("No question waits for an answer.")),
    ]


def _notes(days: Days, amounts: Amounts, forecast: Forecast | None) -> list[str]:
    notes = []
    if amounts.wanted and not amounts.left:
        notes.append("finished")
    if len(days.counts) and int(days.counts.sum()) < amounts.submitted:
        notes.append("imported_without_days")
    ends = forecast and forecast.median is not None and not _too_few_days(days)
    if forecast and ends and forecast.high is None:
        notes.append("forecast_open_ended")
    return notes
