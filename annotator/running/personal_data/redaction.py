"""Removing a person's names from other people's texts, from history and from jobs."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Q

from annotator.running.personal_data.columns import EMPTIED, NOTES, PUBLISHED
from annotator.running.personal_data.name_search import Names, as_text
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import redact_events
from annotator.workspace.jobs.models import ENDED, Job

_NOTE = ("note", "reason")
_HAS_NOTE = Q(details__has_any_keys=_NOTE)
"""Events with what an annotator noted or a lead wrote about them."""


def redact_names(*, names: Names, user: User, at: datetime) -> list[str]:
    """Remove ``names`` from every text column that is not a project's content.

    Returns the slugs of projects in whose guidelines or FAQ one is left, since it may be an
    ordinary word.
    """

    def emptied(text: str) -> str:
        return "" if names.are_in(text) else text

    for label, columns in NOTES.items():
        for column in columns:
            _rewrite(label, column, names, emptied if column == "email" else names.redact_text)
    for label, column in EMPTIED.items():
        _rewrite(label, column, names, emptied)
    _redact_events(names, user, at)
    _redact_jobs(names)
    return _redact_guidelines(names)


def _rewrite(label: str, column: str, names: Names, rewritten: Callable[[str], str]) -> None:
    """Store what ``rewritten`` makes of the texts that may contain a name, where it differs."""
    # Also what is in the bin: it can be restored.
    rows = apps.get_model(label)._base_manager.all()
    found = rows.filter(names.in_column(column)).values_list("pk", column)
    # Read to the end first: SQLite doesn't say what a reader sees of rows that change meanwhile.
    changed = [
        (pk, new) for pk, text in found.iterator(chunk_size=500) if (new := rewritten(text)) != text
    ]
    for pk, new in changed:
        rows.filter(pk=pk).update(**{column: new})


def _redact_guidelines(names: Names) -> list[str]:
    left: set[str] = set()
    columns = [(label, column) for label, listed in PUBLISHED.items() for column in listed]
    for label, column in columns:
        _rewrite(label, column, names, names.redact_published_text)
        found = apps.get_model(label)._base_manager.filter(names.in_column(column))
        texts = found.values_list("project__slug", column).iterator(chunk_size=500)
        left.update(slug for slug, text in texts if names.are_in(text))
    return sorted(left)


def _redact_events(names: Names, user: User, at: datetime) -> None:
    assignments = {str(pk) for pk in user.assignments.values_list("pk", flat=True)}
    memberships = {str(pk) for pk in user.memberships.values_list("pk", flat=True)}
    # With any actor or none: where a lease ends, the event has the annotator's note and no actor.
    about_work = Q(subject="assignment", project_id__in=user.assignments.values("project"))
    about_training = Q(verb="decided_training", subject="membership", subject_id__in=memberships)
    revised = Q(verb="revised", actor=user)
    found = Event.objects.annotate(**as_text("details")).filter(
        names.in_json_column("details") | _HAS_NOTE & (about_work | about_training | revised)
    )
    changed = {}
    for event in found.order_by("pk").iterator(chunk_size=500):
        details = names.redact_json(event.details)
        if (
            (event.subject == "assignment" and event.subject_id in assignments)
            or (event.verb == "decided_training" and event.subject_id in memberships)
            or (event.verb == "revised" and event.actor_id == user.pk)
        ):
            details |= {key: "" for key in _NOTE if details.get(key)}
        if details != event.details:
            changed[event.pk] = details
    redact_events(details=changed, at=at)


def _redact_jobs(names: Names) -> None:
    """Jobs that have ended; one that still runs needs its files' names."""
    columns = ("message", "filename")
    wanted = names.in_json_column("parameters")
    for column in columns:
        wanted |= names.in_column(column)
    found = Job.objects.filter(state__in=ENDED).annotate(**as_text("parameters")).filter(wanted)
    for job in found.order_by("pk"):
        values: dict[str, Any] = {column: getattr(job, column) for column in columns}
        redacted = {column: names.redact_text(text) for column, text in values.items()}
        Job.objects.filter(pk=job.pk).update(
            **redacted, parameters=names.redact_json(job.parameters)
        )
