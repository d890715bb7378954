"""Who sees the seed of a draw: with it, anybody who has the questions knows the hidden split."""

from typing import Any

from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project

SUBJECT, VERB = "splits", "drew"
"""Of the event that has a draw's seed in its details."""


def shown_seed(seed: int, project: Project, *, hidden: bool) -> int | None:
    """The seed for people who see what is ``hidden``, or while nothing is; else None."""
    return seed if hidden or not project.hidden_split else None


def shown_details(event: Event, project: Project, *, hidden: bool) -> dict[str, Any]:
    """An event's details, without a seed that is not shown."""
    details: dict[str, Any] = event.details
    if (event.subject, event.verb) != (SUBJECT, VERB) or "seed" not in details:
        return details
    return details | {"seed": shown_seed(details["seed"], project, hidden=hidden)}
