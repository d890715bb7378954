"""What suggestions save and what they bias: those who saw one against those who didn't."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.collecting.suggestions.models import Use
from annotator.measures.intervals import (
    Clusters,
    Interval,
    Units,
    arms_difference,
    arms_interval,
    clustered_proportion,
    share_arms_interval,
    two_way_interval,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import estimated, share_figure
from annotator.quality.reports.figures import Cell, Column, Figure, Missing, Section, Table, Unit
from annotator.quality.reports.sections.suggestion_inputs import USES

NAME = "suggestions"
ARMS = ("shown", "not_shown")


class Draws(NamedTuple):
    """N annotations with a draw: ``seconds`` on the page are NaN where they weren't measured,
    ``use`` is the place in ``USES``, ``plan`` the lead's choice that they were drawn under.
    Intervals are over ``units``.
    """

    example: NDArray[np.int64]
    annotator: NDArray[np.int64]
    shown: NDArray[np.bool_]
    use: NDArray[np.int64]
    seconds: NDArray[np.float64]
    plan: NDArray[np.int64]
    units: Clusters

    def only(self, chosen: NDArray[np.bool_]) -> "Draws":
        """The draws that are ``chosen``."""
        return Draws(
            self.example[chosen],
            self.annotator[chosen],
            self.shown[chosen],
            self.use[chosen],
            self.seconds[chosen],
            self.plan[chosen],
            self.units.take(chosen),
        )

    @property
    def agrees(self) -> NDArray[np.bool_]:
        """Whether the answer is the suggested one."""
        return np.equal(self.use, USES.index(Use.TAKEN))


def compute(context: ReportContext) -> Section:
    """The section *suggestions*; where there never were any, nothing but a remark."""
    if not context.inputs.get("is_used"):
        return Section(NAME, notes=["suggestions_off"])
    draws = read_draws(context.inputs["rows"], context.units)
    timed = draws.only(~np.isnan(draws.seconds))
    return Section(
        NAME,
        figures=[
            *_counts(draws),
            _mean_seconds("seconds_with_suggestion", timed.only(timed.shown)),
            _mean_seconds("seconds_without_suggestion", timed.only(~timed.shown)),
            _time_saved(timed),
            _agreeing("agreeing_with_suggestion", draws.only(draws.shown)),
            _agreeing("agreeing_without_suggestion", draws.only(~draws.shown)),
            _anchoring(draws),
        ],
        tables=[_uses_table(draws)],
        notes=["examples_overlap_by_now"] if context.inputs["overlapping"] else (),
    )


def read_draws(rows: Sequence[Sequence[float | None]], units: Units) -> Draws:
    """The rows of ``suggestion_inputs`` as columns."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * 6
    example, annotator, shown, use, seconds, plan = columns
    examples = np.array(example, dtype=np.int64)
    return Draws(
        examples,
        np.array(annotator, dtype=np.int64),
        np.array(shown, dtype=np.bool_),
        np.array(use, dtype=np.int64),
        np.array(seconds, dtype=np.float64),
        np.array(plan, dtype=np.int64),
        units.of(examples),
    )


def _counts(draws: Draws) -> list[Figure]:
    shown = int(np.count_nonzero(draws.shown))
    return [
        Figure("with_suggestion", "count", value=float(shown)),
        Figure("without_suggestion", "count", value=float(len(draws.shown) - shown)),
    ]


def _nobody_yet(draws: Draws) -> Missing:
    """Why nothing can be compared: an arm is empty, or no choice of suggestions has both."""
    if draws.shown.any() and not draws.shown.all():
        return Missing(
            "No choice of suggestions has answers both with one and without.",
            "Answers of both kinds from the same choice: the share changes with each.",
        )
    arm = "with" if not draws.shown.any() else "without"
    return Missing(
        f"Nobody has submitted an answer {arm} a suggestion yet.",
        "Annotations of both kinds; the share of suggestions decides how many there are of each.",
    )


def _mean_seconds(name: str, timed: Draws) -> Figure:
    if not len(timed.seconds):
        return Figure(name, "seconds", missing=_NO_TIMES)
    figure = Figure(name, "seconds", float(timed.seconds.mean()), count=len(timed.seconds))
    interval = two_way_interval(timed.seconds, timed.units, timed.annotator)
    return estimated(figure, interval, "two_way")


_NO_TIMES = Missing(
    "No such annotation has a measured time yet.", "Annotations made in the browser."
)


def _time_saved(timed: Draws) -> Figure:
    """Mean seconds without a suggestion minus those with one."""
    return _effect(
        "time_saved", "seconds", timed, timed.seconds, ~timed.shown, interval=arms_interval
    )


def _agreeing(name: str, arm: Draws) -> Figure:
    if not len(arm.use):
        missing = Missing("There is no such annotation yet.", "One annotation.", 0, 1)
        return Figure(name, "share", missing=missing)
    return share_figure(name, clustered_proportion(arm.agrees, arm.units))


def _anchoring(draws: Draws) -> Figure:
    """The share that agrees with the suggestion among those who saw it, less that of the others."""
    agrees, rule = draws.agrees, share_arms_interval
    return _effect("anchoring_effect", "share", draws, agrees, draws.shown, interval=rule)


def _effect(
    name: str,
    unit: Unit,
    draws: Draws,
    values: NDArray[Any],
    treated: NDArray[np.bool_],
    *,
    interval: Callable[..., Interval],
) -> Figure:
    """The difference of two means under the same choice of suggestions: shares change with it."""
    try:
        effect = arms_difference(values.astype(np.float64), treated, draws.plan)
    except UndefinedMeasureError:
        return Figure(name, unit, missing=_nobody_yet(draws))
    figure = Figure(name, unit, effect, count=len(values))
    found = interval(values, treated, draws.units, draws.annotator, draws.plan)
    return estimated(figure, found, "two_way")


def _uses_table(draws: Draws) -> Table:
    """How many answers of each arm used the suggestion in which way."""
    columns = [Column("use"), *(Column(name, "count") for name in ARMS)]
    columns += [Column(f"{name}_share", "share") for name in ARMS]
    if not len(draws.use):
        missing = Missing("Nobody has submitted an answer with a draw yet.", "One answer.", 0, 1)
        return Table("suggestion_uses", columns, missing=missing)
    counts = np.array(
        [np.bincount(draws.use[mask], minlength=len(USES)) for mask in (draws.shown, ~draws.shown)]
    )
    totals = counts.sum(axis=1)
    rows: list[list[Cell]] = []
    for place, use in enumerate(USES):
        shares = [
            float(count / total) if total else None
            for count, total in zip(counts[:, place], totals, strict=True)
        ]
        rows.append([use, *(int(count) for count in counts[:, place]), *shares])
    return Table("suggestion_uses", columns, rows)
