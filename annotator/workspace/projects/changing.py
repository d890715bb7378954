"""Changing a project: one after another, on record, and nothing that is hidden from who asked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import DomainError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.hidden_split import is_hidden_from
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class ProjectChange:
    """A change under way: the ``project`` as it is now, locked, and who changes it when."""

    project: Project
    at: datetime
    actor: User | None

    def record(self, verb: str, subject: str, subject_id: object, **details: Any) -> None:
        """Add the change to the project's history."""
        record_event(
            at=self.at,
            actor=self.actor,
            verb=verb,
            subject=subject,
            subject_id=subject_id,
            project_id=self.project.pk,
            details=details,
        )


@contextmanager
def changing(
    project: Project | int,
    *,
    at: datetime,
    actor: User | None,
    splits: Sequence[str] = (),
    asked_at: datetime | None = None,
    refusal: DomainError | None = None,
) -> Iterator[ProjectChange]:
    """Change a project, or add to it, in a transaction that others who change it wait for.

    Raises ``refusal`` (else ``NotAllowedError``) if ``splits`` are hidden from ``actor`` by now, as
    ``is_hidden_from`` says. No split is hidden before the transaction has ended: a job queued in it
    counts as older.
    """
    with transaction.atomic():
        locked = lock_project(project)
        if is_hidden_from(actor, locked, splits, asked_at=asked_at):
            raise refusal or hidden_since(locked)
        yield ProjectChange(locked, at, actor)


def hidden_since(project: Project) -> NotAllowedError:
    """The error of a job whose split was hidden after it was queued."""
    return NotAllowedError(
        "hidden_since",
        f"{project.hidden_split} was hidden after this was queued. Ask a steward to run it, or"
        " submit predictions for the hidden split.",
    )
