"""Quality targets: bounds for figures of the reports, and whether they are met."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from annotator.exceptions import InvalidInputError
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.models import QualityTarget, Report
from annotator.quality.reports.services import latest_report
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

State = Literal["met", "missed", "open", "unknown"]

UNITS = ("share", "coefficient")
MOST_TARGETS = 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """The ends between which a figure has to lie; None: it has no such end."""

    section: str
    figure: str
    at_least: float | None
    at_most: float | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A target beside its figure. ``state`` is "met" or "missed" where the whole interval says so,
    "open" where the interval has values on both sides, "unknown" without one; ``reason`` says why
    there is none.
    """

    section: str
    figure: str
    at_least: float | None
    at_most: float | None
    unit: str
    value: float | None
    low: float | None
    high: float | None
    state: State
    reason: str


def set_targets(*, project: Project, targets: Sequence[Bounds], at: datetime, actor: User) -> None:
    """Replace the project's targets.

    Raises ``InvalidInputError`` for a figure that the newest report doesn't have, for one of two
    targets of one figure, and for bounds that contradict each other.
    """
    known = figures_of(sections_of(latest_report(project)))
    seen = set[tuple[str, str]]()
    for number, target in enumerate(targets, 1):
        _check(number, target, known, seen)
        seen.add((target.section, target.figure))
    with changing(project, at=at, actor=actor) as change:
        before = [asdict(each) for each in targets_of(project)]
        project.targets.all().delete()
        QualityTarget.objects.bulk_create(
            QualityTarget(project=project, **asdict(each)) for each in targets
        )
        after = [asdict(each) for each in targets]
        change.record("set", "targets", project.pk, before=before, after=after)


def targets_of(project: Project) -> list[Bounds]:
    """The project's targets, in the order in which they were set."""
    names = ("section", "figure", "at_least", "at_most")
    return [Bounds(*values) for values in project.targets.values_list(*names)]


def sections_of(report: Report | None) -> list[dict[str, Any]]:
    """The sections of a report; none without one."""
    return list(content_of(report)["sections"]) if report else []


def figures_of(sections: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """The figures that can have a target, by section and name."""
    return {
        (section["name"], figure["name"]): figure
        for section in sections
        for figure in section.get("figures", ())
        if figure["unit"] in UNITS and section["name"] != "people"
    }


def judge(target: Bounds, figure: Mapping[str, Any] | None) -> Judged:
    """A target beside the figure of that name; None where the report has none."""
    found = figure or {}
    value, low, high = (found.get(name) for name in ("value", "low", "high"))
    why = found.get("missing") or found.get("no_interval") or {}
    return Judged(
        **asdict(target),
        unit=found.get("unit", "share"),
        value=value,
        low=low,
        high=high,
        state="unknown" if low is None or high is None else _state(target, low, high),
        reason=why.get("reason", "") if figure else "The statistics don\u2019t have it any more.",
    )


def _state(target: Bounds, low: float, high: float) -> State:
    least = float("-inf") if target.at_least is None else target.at_least
    most = float("inf") if target.at_most is None else target.at_most
    if least <= low and high <= most:
        return "met"
    return "missed" if high < least or most < low else "open"


def _check(
    number: int,
    target: Bounds,
    known: Mapping[tuple[str, str], Any],
    seen: set[tuple[str, str]],
) -> None:
    if (target.section, target.figure) not in known:
        problem = "The newest statistics have no such share or coefficient. Compute them first."
    elif (target.section, target.figure) in seen:
        problem = "The figure has two targets. Leave one out."
    elif target.at_least is None and target.at_most is None:
        problem = "Give at_least, at_most, or both."
    elif target.at_least is not None and target.at_most is not None:
        if target.at_least <= target.at_most:
            return
        problem = "at_least is more than at_most."
    else:
        return
    raise InvalidInputError(
        "bad_target",
        f"Target {number}, {target.section}.{target.figure}: {problem}",
        fields={"targets": problem},
    )
