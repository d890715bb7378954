"""What a report says of one annotator."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from annotator.collecting.training.standing import standing_of
from annotator.material.corpus.models import Example
from annotator.quality.reports.compute import details_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.sections.people.details import chart_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import names_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def present_annotator(
    *, project: Project, user: User, report: Report | None, membership: Membership | None
) -> dict[str, Any]:
    """Charts, signals with their examples, and the annotator's state in training."""
    if report and "people" in report.failed_sections:
        # Nobody is to take an error for "no signals".
        report = None
    found = details_of(report, "people").get(str(user.pk), {}) if report else {}
    signals = found.get("signals", [])
    keys = {key for signal in signals for key in signal["examples"]}
    questions = dict(
        Example.objects.filter(project=project, pk__in=keys).values_list("pk", "question__text")
    )
    names = names_of(project=project, viewer_role=Role.LEAD, users=[user])
    return {
        "id": user.pk,
        "name": names[user.pk],
        "computed_at": report.created_at if report else None,
        "plots": [asdict(chart_of(each)) for each in found.get("plots", [])],
        "signals": [_present_signal(each, questions) for each in signals],
        "training": _present_training(project, membership),
    }


def _present_signal(signal: dict[str, Any], questions: dict[int, str]) -> dict[str, Any]:
    return {
        # Older reports say nothing of them.
        "earlier_seconds": None,
        "run_seconds": None,
        **signal,
        "since": _moment(signal["since"]),
        "until": _moment(signal["until"]),
        # An example that is gone by now is left out.
        "examples": [
            {"id": key, "question": questions[key]}
            for key in signal["examples"]
            if key in questions
        ],
    }


def _moment(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else _EPOCH + timedelta(microseconds=microseconds)


def _present_training(project: Project, membership: Membership | None) -> dict[str, Any] | None:
    if membership is None:
        return None
    return {
        "member": membership.pk,
        "is_required": project.requires_training,
        "standing": standing_of(membership),
    }
