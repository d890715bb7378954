"""Reading annotations, examples and progress."""

from collections.abc import Iterable
from datetime import datetime
from statistics import median
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import TruncDate

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.assignments.models import LIVE_STATES, Assignment, AssignmentState, Slot, SlotState
from annotator.corpus.models import Example
from annotator.projects.models import Project, Role

RECENT = 200


def published_examples(project: Project) -> "QuerySet[Example]":
    """The project's examples with counts of filled, required and held slots, in import order."""
    return (
        Example.objects.filter(project=project, is_published=True)
        .select_related("question", "page")
        .annotate(
            annotations_submitted=Count("slots", filter=Q(slots__state=SlotState.FILLED)),
            annotations_required=Count("slots"),
            open_assignments=Count("slots", filter=Q(slots__state=SlotState.HELD)),
        )
        .order_by("position")
    )


def current_annotations(project: Project) -> "QuerySet[Annotation]":
    """Annotations of published examples that no revision has replaced, newest first."""
    return (
        Annotation.objects.filter(
            example__project=project, example__is_published=True, revision__isnull=True
        )
        .select_related(
            "natural_questions_answer", "annotator", "example__question", "example__page"
        )
        .order_by("-id")
    )


def own_progress(*, project: Project, user: User, at: datetime) -> dict[str, Any]:
    """The numbers that an annotator sees of the own work."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    states = Assignment.objects.filter(project=project, annotator=user).aggregate(
        submitted=Count("pk", filter=Q(state=AssignmentState.SUBMITTED)),
        submitted_today=Count(
            "pk", filter=Q(state=AssignmentState.SUBMITTED, submitted_at__gte=midnight)
        ),
        open=Count("pk", filter=Q(state=AssignmentState.OPEN)),
        parked=Count("pk", filter=Q(state=AssignmentState.PARKED)),
    )
    return {**states, "seconds_median": seconds_median(project=project, user=user)}


def seconds_median(*, project: Project, user: User) -> float | None:
    """Median active seconds of the user's latest 200 timed annotations; None without any."""
    seconds = (
        NaturalQuestionsAnswer.objects.filter(
            annotation__example__project=project, annotation__annotator=user
        )
        .annotate(
            seconds=F("seconds_question") + F("seconds_long_answer") + F("seconds_short_answer")
        )
        .filter(seconds__isnull=False)
        .order_by("-pk")
        .values_list("seconds", flat=True)[:RECENT]
    )
    values = list(seconds)
    return median(values) if values else None


def project_progress(*, project: Project) -> dict[str, Any]:
    """The numbers that a lead sees of the whole project."""
    unfinished = Slot.objects.filter(example=OuterRef("pk")).exclude(state=SlotState.FILLED)
    examples = Example.objects.filter(project=project, is_published=True)
    slots = Slot.objects.filter(project=project, example__is_published=True).aggregate(
        required=Count("pk"), submitted=Count("pk", filter=Q(state=SlotState.FILLED))
    )
    annotations = current_annotations(project).order_by()
    by_day = (
        annotations.annotate(date=TruncDate("created_at"))
        .values("date")
        .annotate(annotations=Count("pk"))
        .order_by("date")
    )
    return {
        "examples": examples.count(),
        "examples_complete": examples.filter(~Exists(unfinished)).count(),
        "annotations_required": slots["required"],
        "annotations_submitted": slots["submitted"],
        "late": annotations.filter(is_late=True).count(),
        "open_assignments": Assignment.objects.filter(
            project=project, state__in=LIVE_STATES
        ).count(),
        "annotators": project.memberships.filter(role=Role.ANNOTATOR, is_active=True).count(),
        "by_day": list(by_day),
    }


def annotators_of(project: Project) -> "QuerySet[User]":
    """Everybody who has, or may get, assignments in the project."""
    return (
        User.objects.filter(
            Q(memberships__project=project, memberships__role=Role.ANNOTATOR)
            | Q(annotations__example__project=project)
        )
        .distinct()
        .order_by("username")
    )


def describe_annotators(*, project: Project, users: Iterable[User]) -> list[dict[str, Any]]:
    """A row of figures per annotator. Shares are over submitted annotations, None without any."""
    return [_describe_annotator(project, user) for user in users]


def _describe_annotator(project: Project, user: User) -> dict[str, Any]:
    answers = NaturalQuestionsAnswer.objects.filter(
        annotation__example__project=project,
        annotation__example__is_published=True,
        annotation__annotator=user,
        annotation__revision__isnull=True,
    ).aggregate(
        submitted=Count("pk"),
        null=Count("pk", filter=Q(candidate_index__isnull=True)),
        bad=Count("pk", filter=Q(question_quality="bad")),
        judged=Count("pk", filter=Q(question_quality__isnull=False)),
        last_at=Max("annotation__created_at"),
    )
    live = Assignment.objects.filter(project=project, annotator=user, state__in=LIVE_STATES)
    submitted, judged = answers["submitted"], answers["judged"]
    return {
        "username": user.username,
        "display_name": user.display_name,
        "submitted": submitted,
        "open": live.count(),
        "last_at": answers["last_at"],
        "seconds_median": seconds_median(project=project, user=user),
        "null_share": answers["null"] / submitted if submitted else None,
        "bad_share": answers["bad"] / judged if judged else None,
    }
