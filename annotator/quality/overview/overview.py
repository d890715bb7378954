"""A lead's morning: are we on course, who needs me, is it good enough to publish."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from annotator.collecting.annotations.kept_figures import kept_figures
from annotator.collecting.annotations.queries import undecided_late_annotations
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.guidance.queries import count_news
from annotator.collecting.training.readiness import missing_questions
from annotator.collecting.training.standing import standing_with, trainees_of
from annotator.material.corpus.models import Purpose
from annotator.quality.adjudication.queue import count_undecided
from annotator.quality.overview.targets import Judged, figures_of, judge, sections_of, targets_of
from annotator.quality.reports.sections.schedule import EPOCH
from annotator.quality.reports.services import Standing, latest_report
from annotator.quality.reports.services import standing_of as statistics_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role


@dataclass(frozen=True, slots=True)
class Forecast:
    """The day on which the last annotation is expected, with the ends of its interval, as the
    newest statistics have it; the day of the last one where nothing is left. Without a day,
    ``reason`` says why.
    """

    day: date | None
    low: date | None
    high: date | None
    reason: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The work that waits for a lead. ``to_look_at`` and ``disagreements`` are None before
    statistics were computed.
    """

    questions: int
    questions_overdue: int
    parked: int
    late: int
    trainees: int
    to_look_at: int | None
    disagreements: int | None


@dataclass(frozen=True, slots=True)
class Overview:
    """``obstacles`` are why the data set is not ready to publish:
    codes of "left", "late", "no_report", "old_report", "no_targets", "targets"; none: it is ready.
    """

    forecast: Forecast
    waiting: Waiting
    computed_at: datetime | None
    targets: list[Judged]
    obstacles: list[str]


def overview_of(*, project: Project, user: User, left: int, at: datetime) -> Overview:
    """For the lead ``user``; ``left`` annotations are to go."""
    statistics = statistics_of(project)
    report, sections = statistics.report, sections_of(statistics.report)
    figures = figures_of(sections)
    targets = [
        judge(each, figures.get((each.section, each.figure))) for each in targets_of(project)
    ]
    waiting = _waiting(project, user, sections, at)
    return Overview(
        forecast=_forecast(sections, left),
        waiting=waiting,
        computed_at=report.created_at if report else None,
        targets=targets,
        obstacles=_obstacles(left, waiting, statistics, targets),
    )


def waiting_of(*, project: Project, user: User, at: datetime) -> Waiting:
    """What waits for the lead ``user``, by the newest statistics and as it is now."""
    return _waiting(project, user, sections_of(latest_report(project)), at)


def _obstacles(
    left: int, waiting: Waiting, statistics: Standing, targets: list[Judged]
) -> list[str]:
    report = statistics.report
    is_old = report is not None and (
        statistics.is_revised or statistics.annotations_now != report.annotations
    )
    stands = {
        "left": left > 0,
        "late": waiting.late > 0,
        "no_report": report is None,
        "old_report": is_old,
        "no_targets": not targets,
        "targets": any(each.state != "met" for each in targets),
    }
    return [name for name, is_so in stands.items() if is_so]


def _waiting(project: Project, user: User, sections: list[dict[str, Any]], at: datetime) -> Waiting:
    news = count_news(project=project, user=user, role=Role.LEAD, at=at)
    parked = Assignment.objects.filter(
        project=project, state=AssignmentState.PARKED, example__purpose=Purpose.MAIN
    )
    trainees = trainees_of(project) if project.requires_training else ()
    missing = missing_questions(project) if project.requires_training else {}
    look = _figure(sections, "people", "to_look_at")
    return Waiting(
        questions=news["questions_waiting"],
        questions_overdue=news["questions_overdue"],
        parked=parked.count(),
        late=undecided_late_annotations(project).count(),
        trainees=sum(standing_with(each, missing).waits_for == "lead" for each in trainees),
        to_look_at=int(look["value"]) if look and look["value"] is not None else None,
        disagreements=kept_figures("disagreements", project, count_undecided, at=at)[0],
    )


def _forecast(sections: list[dict[str, Any]], left: int) -> Forecast:
    """The statistics may be older than what was set or submitted since."""
    figure = _figure(sections, "schedule", "finish")
    if figure is None:
        return Forecast(None, None, None, "The statistics were not computed yet.")
    was_finished = _has_note(sections, "schedule", "finished")
    if was_finished and left > 0:
        return Forecast(None, None, None, "In the newest statistics nothing was left.")
    if figure["value"] is not None and not was_finished and left <= 0:
        return Forecast(None, None, None, "All annotations are in since the newest statistics.")
    day, low, high = (_day(figure[name]) for name in ("value", "low", "high"))
    why = figure["missing"] or figure["no_interval"] or {}
    return Forecast(day, low, high, why.get("reason", ""))


def _day(number: float | None) -> date | None:
    return None if number is None else EPOCH + timedelta(days=int(number))


def _has_note(sections: list[dict[str, Any]], section: str, note: str) -> bool:
    return any(note in each.get("notes", ()) for each in sections if each["name"] == section)


def _figure(sections: list[dict[str, Any]], section: str, name: str) -> dict[str, Any] | None:
    figures = (each.get("figures", ()) for each in sections if each["name"] == section)
    return next((each for own in figures for each in own if each["name"] == name), None)
