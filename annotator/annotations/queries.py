"""Reading annotations, examples and progress."""

from datetime import UTC, datetime
from statistics import median
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, TruncDate

from annotator.accounts.models import User
from annotator.annotations.models import (
    Annotation,
    AnnotationQuerySet,
    LongFormAnswer,
    NaturalQuestionsAnswer,
    Source,
)
from annotator.assignments.models import LIVE_STATES, Assignment, AssignmentState, Slot, SlotState
from annotator.assignments.queries import with_slot_counts
from annotator.corpus.models import Disambiguation, Example, Purpose
from annotator.projects.models import Kind, Project, Role

RECENT = 200


def published_examples(project: Project) -> "QuerySet[Example]":
    """The project's examples with counts of filled, required and held slots, in import order.

    Those of an ASQA project have ``disambiguation_count`` and ``concern_count`` as well.
    """
    examples = Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
    examples = with_slot_counts(examples.select_related("question", "page")).order_by("position")
    return _with_ambiguity_counts(examples) if project.kind == Kind.ASQA else examples


def _with_ambiguity_counts(examples: "QuerySet[Example]") -> "QuerySet[Example]":
    concerns = Annotation.objects.current().exclude(long_form_answer__concern="")
    return examples.select_related("ambiguous_question").annotate(
        disambiguation_count=_count_of(Disambiguation.objects.all()),
        concern_count=_count_of(concerns.filter(long_form_answer__isnull=False)),
    )


def _count_of(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.filter(example=OuterRef("pk")).order_by().values("example")
    return Coalesce(Subquery(counted.annotate(count=Count("pk")).values("count")), 0)


def annotations_of(project: Project) -> AnnotationQuerySet:
    """All annotations of published examples with their answers, revised ones included."""
    annotations = Annotation.objects.filter(
        example__project=project,
        example__is_published=True,
        example__purpose=Purpose.MAIN,
    ).select_related(
        "natural_questions_answer",
        "long_form_answer",
        "annotator",
        "example__question",
        "example__page",
        "assignment__late_acceptance__accepted_by",
        "guideline",
        "revised_by",
        "revision_request",
    )
    return annotations.prefetch_related("knowledge") if project.kind == Kind.ASQA else annotations


def current_annotations(project: Project) -> AnnotationQuerySet:
    """Annotations of published examples that no revision has replaced, newest first."""
    return annotations_of(project).current().order_by("-id")


def own_progress(*, project: Project, user: User, at: datetime) -> dict[str, Any]:
    """The numbers that an annotator sees of the own work. Today is the day of ``at`` in UTC, as the
    days of reports are.
    """
    midnight = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    states = Assignment.objects.filter(project=project, annotator=user).aggregate(
        submitted=Count("pk", filter=Q(state=AssignmentState.SUBMITTED)),
        submitted_today=Count(
            "pk", filter=Q(state=AssignmentState.SUBMITTED, submitted_at__gte=midnight)
        ),
        open=Count("pk", filter=Q(state=AssignmentState.OPEN)),
        parked=Count("pk", filter=Q(state=AssignmentState.PARKED)),
    )
    return {
        **states,
        "reopened": reopened_annotations(project=project, user=user).count(),
        "seconds_median": seconds_median(project=project, user=user),
        "seconds_today": seconds_since(midnight, project=project, user=user),
    }


def reopened_annotations(*, project: Project, user: User) -> AnnotationQuerySet:
    """The user's annotations that a lead asked to look at again, and that were not revised yet."""
    return Annotation.objects.current().filter(
        example__project=project, annotator=user, revision_request__isnull=False
    )


def seconds_since(moment: datetime, *, project: Project, user: User) -> float:
    """Active seconds of what the user has submitted since ``moment``, as reports have them: of the
    newest version of each answer, on the day on which it was submitted first.
    """
    own = Annotation.objects.current().filter(
        example__project=project,
        example__purpose=Purpose.MAIN,
        annotator=user,
        assignment__submitted_at__gte=moment,
    )
    timed = timed_long_form if project.kind == Kind.ASQA else timed_natural_questions
    total: float | None = timed(own).aggregate(total=Sum("seconds"))["total"]
    return total or 0.0


def seconds_median(*, project: Project, user: User) -> float | None:
    """Median active seconds of the user's latest 200 timed annotations; None without any."""
    own = Annotation.objects.current().filter(example__project=project, annotator=user)
    timed = timed_long_form if project.kind == Kind.ASQA else timed_natural_questions
    seconds = timed(own).order_by("-pk").values_list("seconds", flat=True)[:RECENT]
    values = list(seconds)
    return median(values) if values else None


def timed_natural_questions(annotations: "QuerySet[Annotation]") -> "QuerySet[Any]":
    """NQ answers that were timed, with their active ``seconds`` over all stages; a stage that an
    answer did not come to may have none, and lasted no time.
    """
    later = (Coalesce(F(f"seconds_{stage}"), 0.0) for stage in ("long_answer", "short_answer"))
    stages = sum(later, F("seconds_question"))
    answers = NaturalQuestionsAnswer.objects.filter(annotation__in=annotations)
    return answers.annotate(seconds=stages).filter(seconds__isnull=False)


def timed_long_form(annotations: "QuerySet[Annotation]") -> "QuerySet[Any]":
    """Long-form answers that were timed, with their active ``seconds`` of writing."""
    answers = LongFormAnswer.objects.filter(annotation__in=annotations)
    return answers.annotate(seconds=F("seconds_writing")).filter(seconds__isnull=False)


def project_progress(*, project: Project) -> dict[str, Any]:
    """The numbers that a lead sees of the whole project."""
    unfinished = Slot.objects.filter(example=OuterRef("pk")).exclude(state=SlotState.FILLED)
    examples = Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
    slots = Slot.objects.filter(
        project=project, example__is_published=True, example__purpose=Purpose.MAIN
    ).aggregate(required=Count("pk"), submitted=Count("pk", filter=Q(state=SlotState.FILLED)))
    annotations = current_annotations(project).order_by()
    by_day = (
        # What was imported has no day; a revision has that of the answer that it replaces.
        annotations.counting()
        .exclude(source=Source.IMPORTED)
        .annotate(date=TruncDate("assignment__submitted_at", tzinfo=UTC))
        .values("date")
        .annotate(annotations=Count("pk"))
        .order_by("date")
    )
    return {
        "examples": examples.count(),
        "examples_complete": examples.filter(~Exists(unfinished)).count(),
        "annotations_required": slots["required"],
        "annotations_submitted": slots["submitted"],
        "late": annotations.filter(is_late=True, assignment__slot__isnull=True).count(),
        "open_assignments": Assignment.objects.filter(
            project=project,
            example__is_published=True,
            example__purpose=Purpose.MAIN,
            state__in=LIVE_STATES,
        ).count(),
        "annotators": project.memberships.filter(role=Role.ANNOTATOR, is_active=True).count(),
        "by_day": list(by_day),
    }
