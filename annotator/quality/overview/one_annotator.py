"""A report's figures of one annotator."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from annotator.material.corpus.models import Example
from annotator.quality.reports.compute import details_of
from annotator.quality.reports.figures import Plot
from annotator.quality.reports.models import Report
from annotator.quality.reports.sections.people.details import chart_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import names_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class OneAnnotator:
    """An annotator, the newest report if it has figures about annotators, and the membership if it
    is an active annotator's.
    """

    project: Project
    user: User
    newest: Report | None
    membership: Membership | None

    @property
    def name(self) -> str:
        """The name that leads see."""
        names = names_of(project=self.project, viewer_role=Role.LEAD, users=[self.user])
        return names[self.user.pk]

    @property
    def report(self) -> Report | None:
        """None where annotators could not be computed: nobody is to take that for no signals."""
        is_whole = self.newest and "people" not in self.newest.failed_sections
        return self.newest if is_whole else None

    @cached_property
    def _found(self) -> dict[str, Any]:
        if self.report is None:
            return {}
        found: dict[str, Any] = details_of(self.report, "people").get(str(self.user.pk), {})
        return found

    @property
    def plots(self) -> Sequence[Plot]:
        """Charts over time."""
        return [chart_of(each) for each in self._found.get("plots", [])]

    @property
    def signals(self) -> list[dict[str, Any]]:
        """With the moments, and the examples that are still there."""
        kept = self._found.get("signals", [])
        keys = {key for signal in kept for key in signal["examples"]}
        examples = (
            Example.objects.filter(project=self.project).select_related("question").in_bulk(keys)
        )
        return [
            {
                # Older reports say nothing of them.
                "earlier_seconds": None,
                "run_seconds": None,
                **signal,
                "since": _moment(signal["since"]),
                "until": _moment(signal["until"]),
                "examples": [examples[key] for key in signal["examples"] if key in examples],
            }
            for signal in kept
        ]


def _moment(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else _EPOCH + timedelta(microseconds=microseconds)
