"""Hours and cost: who worked how long in which week, and what the project pays for it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from django.db.models import Count, F, QuerySet, Sum

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.annotations.timed import timed
from annotator.collecting.training.models import TrainingAnswer
from annotator.exceptions import InvalidInputError
from annotator.foundation.database.days import utc_day
from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.models import QUEUED
from annotator.quality.comparisons.models import Comparison
from annotator.quality.overview.targets import sections_of
from annotator.quality.reports.models import Pay, Report
from annotator.quality.reports.services import latest_report
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of, natural_key

HOUR = 3600
_CURRENCY = re.compile("[A-Z]{3}")


@dataclass(slots=True)
class Work:
    """Active seconds by what was done, and how many annotations they are of; ``untimed``
    annotations had no measured time.
    """

    annotations: int = 0
    untimed: int = 0
    annotating: float = 0.0
    training: float = 0.0
    comparing: float = 0.0

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.annotating + self.training + self.comparing


@dataclass(frozen=True, slots=True)
class Week:
    """A person's work in the week that begins with ``monday`` (UTC)."""

    user: int
    monday: date
    work: Work


@dataclass(frozen=True, slots=True)
class Person:
    """A person's work: all of it, and its active seconds in each of the ``weeks`` asked for."""

    user: User
    name: str
    work: Work
    weeks: list[float]


@dataclass(frozen=True, slots=True)
class Needed:
    """Active seconds to the end, by the newest statistics; None: ``reason`` says why not."""

    seconds: float | None
    low: float | None
    high: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Hours:
    """What was worked so far, and what is to come. ``weeks`` are Mondays, the newest first."""

    pay: Pay | None
    spent: float
    needed: Needed
    computed_at: datetime | None
    weeks: list[date]
    people: list[Person]


def hours_of(*, project: Project, weeks: int, at: datetime) -> Hours:
    """Everybody's hours, with those of the latest ``weeks`` one by one."""
    sheet = time_sheet(project)
    this = _monday_of(at.astimezone(UTC).date())
    shown = [this - timedelta(weeks=back) for back in range(weeks)]
    report = latest_report(project)
    return Hours(
        pay=pay_of(project),
        spent=sum(week.work.seconds for week in sheet),
        needed=_needed(report),
        computed_at=report.created_at if report else None,
        weeks=shown,
        people=list(_people(project, sheet, shown)),
    )


def time_sheet(project: Project) -> list[Week]:
    """A row for each person and week with work in it, by week and then by person.

    An annotation's time is that of its newest version, on the day of its first submission, as in
    reports. The hidden split counts: people worked on it too. Annotations that were imported or
    simulated don't.
    """
    work: dict[tuple[date, int], Work] = defaultdict(Work)
    own = Annotation.objects.current().filter(
        project=project, source=Source.HUMAN, example__purpose__in=QUEUED
    )
    trained = TrainingAnswer.objects.filter(attempt__membership__project=project)
    compared = Comparison.objects.filter(
        comparer__study__project=project, comparer__user__isnull=False
    )
    with snapshot():
        for day, user, count, _ in _by_day(own, "annotator", "assignment__submitted_at", F("pk")):
            found = work[_monday_of(day), user]
            found.annotations += count
            found.untimed += count
        measured = timed(project, own)
        for day, user, count, seconds in _by_day(
            measured, "annotator", "assignment__submitted_at", F("seconds")
        ):
            found = work[_monday_of(day), user]
            found.untimed -= count
            found.annotating += seconds
        member = "attempt__membership__user"
        for day, user, _, seconds in _by_day(trained, member, "submitted_at", F("seconds")):
            work[_monday_of(day), user].training += seconds
        comparer = "comparer__user"
        for day, user, _, seconds in _by_day(compared, comparer, "submitted_at", F("seconds")):
            work[_monday_of(day), user].comparing += seconds
    return [Week(user, monday, found) for (monday, user), found in sorted(work.items(), key=_key)]


COLUMNS = (
    "week",
    "person",
    "annotations",
    "annotations_not_timed",
    "hours_annotating",
    "hours_training",
    "hours_comparing",
    "hours",
    "cost",
    "currency",
)


def time_sheet_rows(project: Project) -> Iterator[Sequence[object]]:
    """The time sheet as rows of ``COLUMNS``. ``week`` is its Monday; hours have four decimals."""
    pay, sheet = pay_of(project), time_sheet(project)
    users = User.objects.in_bulk({week.user for week in sheet})
    names = names_of(project=project, viewer_role=Role.LEAD, users=users.values())
    for week in sheet:
        work = week.work
        hours = (work.annotating, work.training, work.comparing, work.seconds)
        yield (
            week.monday,
            names[week.user],
            work.annotations,
            work.untimed,
            *(f"{seconds / HOUR:.4f}" for seconds in hours),
            cost_of(work.seconds, pay),
            pay.currency if pay else "",
        )


def cost_of(seconds: float | None, pay: Pay | None) -> Decimal | None:
    """Money for active time, to the cent; None without a rate."""
    if seconds is None or pay is None:
        return None
    return (Decimal(repr(seconds)) * pay.per_hour / HOUR).quantize(Decimal("0.01"))


def pay_of(project: Project) -> Pay | None:
    """The project's rate, if a lead has set one."""
    return Pay.objects.filter(project=project).first()


def set_pay(
    *, project: Project, per_hour: Decimal | None, currency: str, at: datetime, actor: User
) -> None:
    """Set what the project pays for an hour; None: it has no rate.

    Raises ``InvalidInputError`` for a currency that is not three capital letters (ISO 4217).
    """
    if per_hour is not None and not _CURRENCY.fullmatch(currency):
        raise InvalidInputError(
            "unknown_currency",
            f"{currency or 'Nothing'} is not a currency.",
            fields={"currency": "Give its three letters, such as EUR or USD."},
        )
    with changing(project, at=at, actor=actor) as change:
        before = _described(pay_of(project))
        Pay.objects.filter(project=project).delete()
        after = None
        if per_hour is not None:
            after = Pay.objects.create(project=project, per_hour=per_hour, currency=currency)
        change.record("set", "pay", project.pk, before=before, after=_described(after))


def _described(pay: Pay | None) -> str:
    return f"{pay.per_hour} {pay.currency}" if pay else ""


def _key(entry: tuple[tuple[date, int], Work]) -> tuple[date, int]:
    return entry[0]


def _monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _by_day(
    rows: "QuerySet[Annotation] | QuerySet[TrainingAnswer] | QuerySet[Comparison]",
    user: str,
    moment: str,
    seconds: F,
) -> Iterator[tuple[date, int, int, float]]:
    """Days and people with the number of ``rows``, and their ``seconds``."""
    found = (
        rows.filter(**{f"{moment}__isnull": False})
        .annotate(day=utc_day(moment))
        .order_by()
        .values_list("day", user)
        .annotate(count=Count("pk"), total=Sum(seconds))
    )
    for day, key, count, total in found:
        yield day, key, count, total or 0.0


def _people(project: Project, sheet: Sequence[Week], shown: Sequence[date]) -> Iterable[Person]:
    by_user: dict[int, dict[date, Work]] = defaultdict(dict)
    for week in sheet:
        by_user[week.user][week.monday] = week.work
    users = User.objects.in_bulk(by_user)
    names = names_of(project=project, viewer_role=Role.LEAD, users=users.values())
    for key in sorted(by_user, key=lambda key: natural_key(names[key])):
        weeks = by_user[key]
        seconds = [weeks[monday].seconds if monday in weeks else 0.0 for monday in shown]
        yield Person(users[key], names[key], _sum(weeks.values()), seconds)


def _sum(works: Iterable[Work]) -> Work:
    total = Work()
    for work in works:
        total.annotations += work.annotations
        total.untimed += work.untimed
        total.annotating += work.annotating
        total.training += work.training
        total.comparing += work.comparing
    return total


def _needed(report: Report | None) -> Needed:
    figure = next(
        (
            figure
            for section in sections_of(report)
            if section["name"] == "schedule"
            for figure in section.get("figures", ())
            if figure["name"] == "seconds_needed"
        ),
        None,
    )
    if figure is None:
        return Needed(None, None, None, "The statistics were not computed yet.")
    why = figure.get("missing") or figure.get("no_interval") or {}
    return Needed(figure.get("value"), figure.get("low"), figure.get("high"), why.get("reason", ""))
