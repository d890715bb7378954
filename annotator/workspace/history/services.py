"""Writing history. Rows are only ever added."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event


def record_event(
    *,
    at: datetime,
    actor: User | None,
    verb: str,
    subject: str,
    subject_id: object,
    project_id: int | None = None,
    example_id: int | None = None,
    details: dict[str, Any] | None = None,
) -> Event:
    """Add one event, in the transaction of the change that it records."""
    event = new_event(
        at=at,
        actor=actor,
        verb=verb,
        subject=subject,
        subject_id=subject_id,
        project_id=project_id,
        example_id=example_id,
        details=details,
    )
    event.save(force_insert=True)
    return event


def record_changed_examples(
    *,
    at: datetime,
    actor: User | None,
    project_id: int,
    changes: Mapping[int, tuple[dict[str, Any], dict[str, Any]]],
    reason: str = "",
) -> None:
    """Add an event for each example of ``changes``, with what it had before and what it has now."""
    Event.objects.bulk_create(
        new_event(
            at=at,
            actor=actor,
            verb="changed",
            subject="example",
            subject_id=key,
            project_id=project_id,
            example_id=key,
            details={"before": before, "after": after, **({"reason": reason} if reason else {})},
        )
        for key, (before, after) in changes.items()
    )


def new_event(
    *,
    at: datetime,
    actor: User | None,
    verb: str,
    subject: str,
    subject_id: object = "",
    project_id: int | None = None,
    example_id: int | None = None,
    details: dict[str, Any] | None = None,
) -> Event:
    """The same, unsaved, to be stored together with the change that it records."""
    return Event(
        at=at,
        actor=actor,
        verb=verb,
        subject=subject,
        subject_id=str(subject_id),
        project_id=project_id,
        example_id=example_id,
        details=details or {},
    )


def redact_events(*, details: Mapping[int, dict[str, Any]], at: datetime) -> None:
    """Replace the details of events, by id, with ones that no longer name an erased person.

    This is the only change of an event that the database allows; ``redacted_at`` records it.
    """
    for event_id, redacted in details.items():
        Event.objects.filter(pk=event_id).update(details=redacted, redacted_at=at)
