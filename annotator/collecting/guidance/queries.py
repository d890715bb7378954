"""Reading questions, FAQ and feedback, always for somebody."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from annotator.collecting.annotations.kinds import rows_of_answers
from annotator.collecting.assignments.models import AssignmentState
from annotator.collecting.guidance.models import (
    FaqEntry,
    FaqVersion,
    FaqVisit,
    Feedback,
    QuestionThread,
)
from annotator.collecting.guidance.threads import OVERDUE_AFTER
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role

THREAD_STATES = ("waiting", "overdue", "answered", "closed")


def threads_for(*, project: Project, user: User, role: str) -> "QuerySet[QuestionThread]":
    """All threads for leads, else one's own; waiting ones first, longest first.

    Others' threads about the hidden split are for stewards.
    """
    threads = QuestionThread.objects.filter(project=project).visible_to(user)
    if role != Role.LEAD:
        threads = threads.filter(asker=user)
    return (
        threads.select_related("asker", "example__question", "assignment", "project")
        .prefetch_related("messages__author", "faq_entries")
        .order_by(F("waiting_since").asc(nulls_last=True), "-answered_at", "-pk")
    )


def narrow_threads(
    threads: "QuerySet[QuestionThread]", *, state: str, search: str, at: datetime
) -> "QuerySet[QuestionThread]":
    """The threads in a state (``THREAD_STATES``), with certain words; "" is any."""
    if state == "waiting":
        threads = threads.filter(waiting_since__isnull=False)
    elif state == "overdue":
        threads = threads.filter(waiting_since__lt=at - OVERDUE_AFTER)
    elif state == "answered":
        threads = threads.filter(answered_at__isnull=False)
    elif state == "closed":
        threads = threads.filter(closed_at__isnull=False)
    if search:
        threads = threads.filter(
            Q(example__question__text__icontains=search)
            | Q(pk__in=QuestionThread.objects.filter(messages__text__icontains=search).values("pk"))
        )
    return threads


def faq_for(*, project: Project, role: str) -> "QuerySet[FaqVersion]":
    """The current version of each entry, the newest entry first; withdrawn ones for leads only."""
    current = FaqVersion.objects.filter(project=project, superseded_at=None)
    if role != Role.LEAD:
        current = current.filter(entry__withdrawn_at=None)
    return current.select_related("entry").order_by("-entry__number")


def search_faq(versions: "QuerySet[FaqVersion]", words: str) -> "QuerySet[FaqVersion]":
    """The versions whose title, question or answer contains each of ``words``."""
    for word in words.split():
        versions = versions.filter(
            Q(title__icontains=word) | Q(question__icontains=word) | Q(answer__icontains=word)
        )
    return versions


def faq_seen_at(*, project: Project, user: User) -> datetime | None:
    """When ``user`` last looked at the FAQ; None for never."""
    visit = FaqVisit.objects.filter(membership__project=project, membership__user=user).first()
    return visit.seen_at if visit else None


def _new_in_faq(project: Project, user: User) -> int:
    seen = faq_seen_at(project=project, user=user)
    published = FaqVersion.objects.filter(
        project=project, superseded_at=None, entry__withdrawn_at=None
    ).exclude(created_by=user)
    return (published.filter(created_at__gt=seen) if seen else published).count()


def count_news(*, project: Project, user: User, role: str, at: datetime) -> dict[str, int]:
    """What waits for ``user``, for the navigation: a lead's questions, everybody's own news."""
    later = QuestionThread.objects.filter(assignment=OuterRef("assignment"), pk__gt=OuterRef("pk"))
    # If somebody parks the same example again, the last question counts, as in their list.
    own = QuestionThread.objects.filter(~Exists(later), project=project, asker=user)
    is_lead = role == Role.LEAD
    waiting = threads_for(project=project, user=user, role=role).filter(waiting_since__isnull=False)
    return {
        "questions_waiting": waiting.count() if is_lead else 0,
        "questions_overdue": waiting.filter(waiting_since__lt=at - OVERDUE_AFTER).count()
        if is_lead
        else 0,
        "questions_answered": own.filter(
            answered_at__isnull=False, assignment__state=AssignmentState.PARKED
        ).count(),
        "faq_new": 0 if is_lead else _new_in_faq(project, user),
        "feedback_new": Feedback.objects.filter(
            project=project, annotator=user, acknowledged_at=None
        ).count(),
    }


def feedback_of(*, project: Project, user: User, role: str) -> "QuerySet[Feedback]":
    """All feedback for leads, else what one received; the newest first, with ``recurs``.

    Feedback recurs if the same annotator got feedback on the same criterion before, had
    acknowledged it, and made this annotation afterwards.
    """
    found = Feedback.objects.filter(project=project).visible_to(user)
    if role != Role.LEAD:
        found = found.filter(annotator=user)
    return (
        found.annotate(recurs=RECURS)
        .select_related("annotation__example__question", "annotation__guideline")
        .select_related("annotator", "author", *(f"annotation__{row}" for row in rows_of_answers()))
        .order_by("-pk")
    )


RECURS = Exists(
    Feedback.objects.filter(
        project=OuterRef("project"),
        annotator=OuterRef("annotator"),
        criterion=OuterRef("criterion"),
        acknowledged_at__lt=OuterRef("annotation__created_at"),
    )
)
"""Whether feedback is about something that was acknowledged before (see ``feedback_of``)."""


def recipients(project: Project) -> "QuerySet[User]":
    """Everybody to whom something was pointed out in the project, the hidden split aside."""
    given = Feedback.objects.filter(project=project).visible_to(None)
    return User.objects.filter(pk__in=given.values("annotator")).order_by("username")


def summarize_feedback(
    *, project: Project, users: Iterable[User]
) -> dict[int, list[dict[str, Any]]]:
    """By user id, a row for each criterion that was pointed out to them.

    ``given``, ``acknowledged`` and ``recurring`` are numbers, ``last_at`` is when it was last.
    """
    rows = (
        Feedback.objects.filter(project=project, annotator__in=list(users))
        .visible_to(None)
        .annotate(recurs=RECURS)
        .values("annotator", "criterion")
        .annotate(
            given=Count("pk"),
            acknowledged=Count("pk", filter=Q(acknowledged_at__isnull=False)),
            recurring=Count("pk", filter=Q(recurs=True)),
            last_at=Max("created_at"),
        )
        .order_by("annotator", "criterion")
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["annotator"], []).append(dict(row))
    return found


def entry_of(project: Project, number: int) -> FaqEntry | None:
    """The project's entry with this number."""
    return FaqEntry.objects.filter(project=project, number=number).select_related("thread").first()
