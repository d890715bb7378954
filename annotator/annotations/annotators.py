"""What each annotator has done in a project: figures for leads, in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber

from annotator.accounts.models import User
from annotator.annotations.long_form_reviews import LONG_FORM_FIGURES
from annotator.annotations.models import Annotation, LongFormAnswer, NaturalQuestionsAnswer
from annotator.annotations.queries import RECENT, timed_long_form, timed_natural_questions
from annotator.assignments.models import LIVE_STATES, Assignment
from annotator.corpus.models import Purpose
from annotator.projects.models import Kind, Membership, Project, Role
from annotator.projects.names import pseudonyms_of

Figures = dict[int, dict[str, Any]]
"""By the user's id; who has no answers is not in it."""


def annotators_of(project: Project) -> "QuerySet[User]":
    """Everybody who is or was an annotator of the project, or has annotated in it, by name.

    Each account is looked up in two indexes: joins would read every annotation that there is.
    """
    members = Membership.objects.filter(project=project, user=OuterRef("pk"), role=Role.ANNOTATOR)
    annotated = Assignment.objects.filter(
        project=project, annotator=OuterRef("pk"), annotations__isnull=False
    )
    return User.objects.filter(Exists(members) | Exists(annotated)).order_by("username")


def describe_annotators(*, project: Project, users: Iterable[User]) -> list[dict[str, Any]]:
    """A row of figures per annotator, over the main task's current annotations.

    Shares are over submitted annotations, means over answers with a text: None without any.
    ``null_share`` and ``bad_share`` are NQ's; ``long_form`` has ASQA's figures, else None.
    """
    users = list(users)
    annotations = Annotation.objects.current().filter(
        example__project=project,
        example__is_published=True,
        example__purpose=Purpose.MAIN,
        annotator__in=users,
    )
    is_asqa = project.kind == Kind.ASQA
    figures = _long_form(annotations) if is_asqa else _natural_questions(annotations)
    timed = timed_long_form(annotations) if is_asqa else timed_natural_questions(annotations)
    pseudonyms = pseudonyms_of(project=project, user_ids=[user.pk for user in users])
    medians, live = _medians(timed), _live(project, users)
    nothing: dict[str, Any] = {
        "submitted": 0,
        "last_at": None,
        "null_share": None,
        "bad_share": None,
        "long_form": _long_form_row({}) if is_asqa else None,
    }
    return [
        {
            "id": user.pk,
            "username": user.username,
            "display_name": user.display_name,
            "pseudonym": pseudonyms.get(user.pk),
            "open": live.get(user.pk, 0),
            "seconds_median": medians.get(user.pk),
            **figures.get(user.pk, nothing),
        }
        for user in users
    ]


# What a lead wrote in their place tells nothing of when they were here.
LAST_AT = Max(
    Case(
        When(annotation__revised_by=None, then="annotation__created_at"),
        When(annotation__revised_by=F("annotation__annotator"), then="annotation__created_at"),
        default="annotation__assignment__submitted_at",
    )
)


def _natural_questions(annotations: "QuerySet[Annotation]") -> Figures:
    answers = NaturalQuestionsAnswer.objects.filter(annotation__in=annotations)
    rows = answers.values(annotator=F("annotation__annotator")).annotate(
        submitted=Count("pk"),
        null=Count("pk", filter=Q(candidate_index__isnull=True)),
        bad=Count("pk", filter=Q(question_quality="bad")),
        judged=Count("pk", filter=Q(question_quality__isnull=False)),
        last_at=LAST_AT,
    )
    return {
        row["annotator"]: {
            "submitted": row["submitted"],
            "last_at": row["last_at"],
            "null_share": row["null"] / row["submitted"],
            "bad_share": row["bad"] / row["judged"] if row["judged"] else None,
            "long_form": None,
        }
        for row in rows
    }


def _long_form(annotations: "QuerySet[Annotation]") -> Figures:
    answers = LongFormAnswer.objects.filter(annotation__in=annotations)
    rows: Iterable[Mapping[str, Any]] = answers.values(
        annotator=F("annotation__annotator")
    ).annotate(submitted=Count("pk"), last_at=LAST_AT, **LONG_FORM_FIGURES)
    return {
        row["annotator"]: {
            "submitted": row["submitted"],
            "last_at": row["last_at"],
            "null_share": None,
            "bad_share": None,
            "long_form": _long_form_row(row),
        }
        for row in rows
    }


def _long_form_row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "concerns": row.get("concerns", 0),
        "confirmations": row.get("confirmations", 0),
        "words_mean": row.get("words_mean"),
        "coverage_mean": row.get("coverage_mean"),
    }


def _medians(timed: "QuerySet[Any]") -> dict[int, float]:
    """The median ``seconds`` of each annotator's latest 200 timed answers."""
    latest = Window(
        RowNumber(), partition_by=F("annotation__annotator"), order_by=F("annotation").desc()
    )
    rows = timed.annotate(age=latest).filter(age__lte=RECENT)
    seconds: dict[int, list[float]] = {}
    for annotator, value in rows.values_list("annotation__annotator", "seconds"):
        seconds.setdefault(annotator, []).append(value)
    return {annotator: median(values) for annotator, values in seconds.items()}


def _live(project: Project, users: list[User]) -> dict[int, int]:
    """How many questions each of them holds now."""
    assignments = Assignment.objects.filter(
        project=project, annotator__in=users, state__in=LIVE_STATES
    )
    return dict(assignments.values_list("annotator").annotate(Count("pk")))
