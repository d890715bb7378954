"""What training and guidance know of a project's annotators."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from annotator.collecting.guidance.models import Feedback
from annotator.collecting.training.models import Attempt, Grade, Level, Step
from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.context import Parameters
from annotator.workspace.projects.models import Project, Role


def read_people(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """By annotators' keys, as text.

    ``members``: everybody who is or was an annotator, true for those who are. ``exams``: how many
    were graded and shown, and how many of their criteria were met and graded. ``feedback``: how
    much was given, and how much of it is not acknowledged yet.
    """
    members = project.memberships.filter(role=Role.ANNOTATOR).order_by("user_id")
    return {
        "members": {str(user): active for user, active in members.values_list("user", "is_active")},
        "exams": _exams(project),
        "feedback": _feedback(project, parameters.hidden_split),
    }


def _exams(project: Project) -> dict[str, dict[str, int]]:
    graded = Attempt.objects.filter(
        membership__project=project, step=Step.EXAM, graded_at__isnull=False
    )
    exams = Counter(graded.values_list("membership__user", flat=True))
    rows = (
        Grade.objects.filter(answer__attempt__in=graded)
        .order_by("pk")
        .values_list("answer__attempt__membership__user", "answer", "criterion", "level")
    )
    # The newest of each counts.
    newest = {(user, answer, criterion): level for user, answer, criterion, level in rows}
    levels: dict[int, Counter[str]] = defaultdict(Counter)
    for (user, _, _), level in newest.items():
        levels[user][level] += 1
    return {
        str(user): {
            "exams": exams[user],
            "met": levels[user][Level.MET],
            "graded": levels[user].total(),
        }
        for user in sorted(exams)
    }


def _feedback(project: Project, hidden_split: HiddenSplit) -> dict[str, dict[str, int]]:
    shown = hidden_split.rows_about("annotation__example__purpose")
    rows = Feedback.objects.filter(shown, project=project).values_list(
        "annotator", "acknowledged_at"
    )
    given: Counter[int] = Counter()
    unread: Counter[int] = Counter()
    for user, acknowledged_at in rows:
        given[user] += 1
        unread[user] += acknowledged_at is None
    return {str(user): {"given": given[user], "open": unread[user]} for user in sorted(given)}
