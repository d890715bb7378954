"""Reading annotations, examples and progress."""

from collections import Counter
from datetime import UTC, date, datetime
from statistics import median
from typing import Any

from django.db.models import Count, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Cast

from annotator.collecting.annotations.kinds import answers_of, rows_of_answers
from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.collecting.annotations.timed import timed
from annotator.collecting.assignments.kinds import examples_of
from annotator.collecting.assignments.models import LIVE_STATES, Assignment, AssignmentState, Slot
from annotator.collecting.assignments.queries import FILLED, count_in_state, with_slot_counts
from annotator.collecting.assignments.reach import out_of_reach
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.foundation.database.days import utc_day
from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.models import (
    QUEUED,
    Example,
    ExampleQuerySet,
    Purpose,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role

RECENT = 200


def published_examples(project: Project) -> ExampleQuerySet:
    """The project's examples with counts of filled, required and held slots, in import order.

    Those of some kinds have further counts: see their rooms' ``examples``.
    """
    return _counted(project, Example.objects.queued())


def examples_taken_out(project: Project) -> ExampleQuerySet:
    """The same of those that a lead has taken out of the main task."""
    return _counted(project, Example.objects.taken_out())


def examples_of_leads(project: Project) -> ExampleQuerySet:
    """Either of them: what a lead can open."""
    return _counted(project, Example.objects.queued() | Example.objects.taken_out())


def _counted(project: Project, own: ExampleQuerySet) -> ExampleQuerySet:
    shown = own.filter(project=project).select_related("question", "page")
    return examples_of(project.kind).with_counts(with_slot_counts(shown).order_by("position"))


def annotations_of(project: Project) -> AnnotationQuerySet:
    """All annotations of published examples with their answers, revised ones included, without
    those of controls.
    """
    # The example and the assignment are read with them, and can be asked themselves.
    return all_annotations_of(project).filter(
        example__purpose__in=QUEUED, assignment__is_control=False
    )


def current_annotations_of(example: Example) -> AnnotationQuerySet:
    """Those of one example that no revision has replaced, also where it was taken out; without
    answers to it as a control.
    """
    own = all_annotations_of(example.project).filter(example=example, assignment__is_control=False)
    return own.current()


def all_annotations_of(project: Project) -> AnnotationQuerySet:
    """The same whatever their examples are for, with controls, as their annotators see them."""
    annotations = _with_all_that_is_shown().filter(project=project, example__is_published=True)
    return annotations.prefetch_related(*answers_of(project.kind).BESIDE)


def _with_all_that_is_shown() -> AnnotationQuerySet:
    return Annotation.objects.select_related(
        *rows_of_answers(),
        "annotator",
        "example__question",
        "example__page",
        "assignment__late_acceptance__accepted_by",
        "guideline",
        "revised_by",
        "revision_request",
        "undo",
    )


_SUBMITTED = CompiledQuery(
    "submitted_annotation", lambda: _with_all_that_is_shown().filter(pk=Parameter("pk"))
)


def submitted_annotation(annotation: Annotation) -> Annotation:
    """The same as it is stored, with its answer."""
    return _SUBMITTED.all(pk=annotation.pk)[0]


def current_annotations(project: Project) -> AnnotationQuerySet:
    """Annotations of published examples that no revision has replaced, newest first."""
    return annotations_of(project).current().order_by("-id")


def count_current_annotations(project: Project, viewer: User | None = None) -> int:
    """How many ``current_annotations`` ``viewer`` sees, counted in indexes: each chain of revisions
    has one, and one that revises nothing. Those of examples apart are few.
    """
    own = Annotation.objects.filter(project=project)
    revising = own.filter(revision_of__isnull=False)
    examples = Example.objects.apart(viewer).filter(project=project)
    apart = own.filter(example__in=examples, revision_of__isnull=True)
    controls = Assignment.objects.filter(
        project=project, is_control=True, annotations__isnull=False
    ).exclude(example__in=examples)
    with snapshot():
        answered = controls.values("pk").distinct().count()
        return own.count() - revising.count() - apart.count() - answered


def count_published_examples(
    project: Project, viewer: User | None = None, *, state: str = ""
) -> int:
    """How many ``published_examples`` ``viewer`` sees, in a state of ``EXAMPLE_STATES`` if one is
    given; counted in the same way.
    """
    own = Example.objects.filter(project=project)
    apart = Example.objects.apart(viewer).filter(project=project)
    slots = Slot.objects.filter(project=project)
    with snapshot():
        all_own, all_apart = own.count(), apart.count()
        if not state:
            return all_own - all_apart
        return count_in_state(slots, state, examples=all_own) - count_in_state(
            slots.filter(example__in=apart), state, examples=all_apart
        )


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
        project=project, annotator=user, revision_request__isnull=False
    )


def seconds_since(moment: datetime, *, project: Project, user: User) -> float:
    """Active seconds of the user's submissions since ``moment``, as in reports: those of the newest
    version of each answer, on the day of its first submission.
    """
    own = Annotation.objects.current().filter(
        project=project,
        example__purpose__in=QUEUED,
        annotator=user,
        assignment__submitted_at__gte=moment,
    )
    total: float | None = timed(project, own).aggregate(total=Sum("seconds"))["total"]
    return total or 0.0


def seconds_median(*, project: Project, user: User) -> float | None:
    """Median active seconds of the user's latest 200 timed annotations; None without any."""
    own = Annotation.objects.current().filter(project=project, annotator=user)
    seconds = timed(project, own).order_by("-pk").values_list("seconds", flat=True)[:RECENT]
    values = list(seconds)
    return median(values) if values else None


def undecided_late_annotations(project: Project) -> AnnotationQuerySet:
    """Late annotations that don't count as long as no lead accepts them."""
    annotations = Annotation.objects.of_main_task(project).current()
    return annotations.filter(is_late=True, assignment__slot__isnull=True)


def project_progress(*, project: Project) -> dict[str, Any]:
    """The numbers that a lead sees of the whole project, all as of one moment."""
    open_assignments = Assignment.objects.filter(
        project=project,
        example__is_published=True,
        example__purpose=Purpose.MAIN,
        state__in=LIVE_STATES,
        is_control=False,
    )
    with snapshot():
        return {
            **_slot_figures(project),
            "late": undecided_late_annotations(project).count(),
            "out_of_reach": out_of_reach(project),
            "open_assignments": open_assignments.count(),
            "annotators": project.memberships.filter(role=Role.ANNOTATOR, is_active=True).count(),
            "by_day": _by_day(project),
        }


def _by_day(project: Project) -> list[dict[str, Any]]:
    """How many annotations with a slot came on each day that has any, in their order.

    Imported answers have no day; a revision has the day of the answer that it replaces.
    """
    dated = Annotation.objects.filter(
        project=project,
        assignment__slot__isnull=False,
        assignment__submitted_at__isnull=False,
    ).exclude(source=Source.IMPORTED)
    found = _count_days(dated)
    for left_out in dated.left_out(project):
        found.subtract(_count_days(left_out))
    return [{"date": day, "annotations": count} for day, count in sorted(found.items()) if count]


def _count_days(dated: AnnotationQuerySet) -> Counter[date]:
    days = (
        dated.annotate(date=utc_day("assignment__submitted_at"))
        .values("date")
        .annotate(count=Count("pk"))
    )
    return Counter({each["date"]: each["count"] for each in days})


def _slot_figures(project: Project) -> dict[str, int]:
    """How many examples and annotations there are to do, and how many are done.

    Of all of the project's slots and examples less those apart: an index has the filled slots, and
    one the others by their examples, so that neither table is read.
    """
    slots = Slot.objects.filter(project=project)
    apart = slots.filter(example__in=Example.objects.apart().filter(project=project))
    filled = slots.filter(FILLED).count() - apart.filter(FILLED).count()
    unfilled, unfinished = _unfilled_and_unfinished(slots)
    unfilled_apart, unfinished_apart = _unfilled_and_unfinished(apart)
    examples = count_published_examples(project)
    return {
        "examples": examples,
        "examples_complete": examples - (unfinished - unfinished_apart),
        "annotations_required": filled + unfilled - unfilled_apart,
        "annotations_submitted": filled,
    }


def _unfilled_and_unfinished(slots: "QuerySet[Slot]") -> tuple[int, int]:
    """How many of ``slots`` are not filled, and how many examples have such ones."""
    by_example = slots.filter(~FILLED).values("example").annotate(unfilled=Count("*"))
    # PostgreSQL adds counts up to decimal numbers.
    unfilled = Cast("unfilled", IntegerField())
    found = by_example.aggregate(slots=Sum(unfilled, default=0), examples=Count("*"))
    return found["slots"], found["examples"]
