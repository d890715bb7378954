"""What an event is about, by the name that a lead knows it by, and the page that shows it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.collecting.guidance.models import FaqVersion
from annotator.collecting.training.models import Attempt
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.judgments.models import JudgmentRound
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.evaluation.models import System
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import name_of_member


@dataclass(frozen=True)
class EventObject:
    """``page`` is its address below the project's; "" where it has none."""

    title: str
    page: str


@dataclass(frozen=True)
class _Named:
    """Objects of a subject: those of a project, how each is shown, the column that events name."""

    of_project: Callable[[Project], "QuerySet[Any]"]
    show: Callable[[Any], EventObject]
    key: str = "pk"


def _faq(project: Project) -> "QuerySet[Any]":
    return FaqVersion.objects.filter(entry__project=project).select_related("entry").order_by("pk")


_NAMED: dict[str, _Named] = {
    "membership": _Named(
        lambda project: project.memberships.select_related("user"),
        lambda each: EventObject(name_of_member(each), "members"),
    ),
    "training_attempt": _Named(
        lambda project: Attempt.objects.filter(membership__project=project).select_related(
            "membership__user"
        ),
        lambda each: EventObject(name_of_member(each.membership), f"training/{each.membership_id}"),
    ),
    "faq_entry": _Named(
        _faq, lambda each: EventObject(each.title, f"faq/{each.entry.number}"), "entry_id"
    ),
    JudgmentRound.SUBJECT: _Named(
        lambda project: JudgmentRound.objects.filter(project=project),
        lambda each: EventObject(each.title, f"judgment-rounds/{each.pk}"),
    ),
    ComparisonStudy.SUBJECT: _Named(
        lambda project: ComparisonStudy.objects.filter(project=project),
        lambda each: EventObject(each.title, f"comparison-studies/{each.pk}"),
    ),
    ErrorAnalysis.SUBJECT: _Named(
        lambda project: ErrorAnalysis.objects.filter(project=project),
        lambda each: EventObject(
            f"Error analysis {each.number}: {each.system_name}", f"error-analyses/{each.pk}"
        ),
    ),
    "system": _Named(
        lambda project: System.objects.filter(project=project),
        lambda each: EventObject(each.name, f"leaderboard/systems/{each.pk}"),
    ),
}

_PAGES: dict[str, EventObject] = {
    "project": EventObject("Settings", "settings"),
    "splits": EventObject("Settings", "settings"),
    "guideline": EventObject("Guidelines", "guidelines"),
    "guideline_picture": EventObject("Guidelines", "guidelines"),
    "short_instructions": EventObject("Training", "training"),
    "job": EventObject("Import", "import"),
    "leaderboard": EventObject("Leaderboard", "leaderboard"),
    "gallery": EventObject("Publish", "publish"),
    "release": EventObject("Publish", "publish"),
    "pay": EventObject("Hours and cost", "hours"),
}
"""Subjects of which a project has one, or whose events are on one page."""


def objects_of(events: Iterable[Event], project: Project) -> dict[tuple[str, str], EventObject]:
    """What ``events`` are about, by subject and key, in a query for each subject. Examples, which
    most events name, are not among them.
    """
    wanted: dict[str, set[str]] = {}
    for event in events:
        wanted.setdefault(event.subject, set()).add(event.subject_id)
    found: dict[tuple[str, str], EventObject] = {}
    for subject, keys in wanted.items():
        if subject in _PAGES:
            found |= {(subject, key): _PAGES[subject] for key in keys}
        if (named := _NAMED.get(subject)) is None:
            continue
        whole = [int(key) for key in keys if key.isdecimal()]
        for each in named.of_project(project).filter(**{f"{named.key}__in": whole}):
            found[subject, str(getattr(each, named.key))] = named.show(each)
    return found


def object_of(event: Event, shown: Mapping[str, Any]) -> EventObject | None:
    """What an event is about: its example's question, or what else has a name or a page."""
    question = shown["questions"].get(event.example_id)
    named: EventObject | None = shown["objects"].get((event.subject, event.subject_id))
    if question is None or (named is not None and named.page):
        return named
    return EventObject(question, f"examples/{event.example_id}?show=history")
