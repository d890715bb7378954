"""Figures of each annotator's work for leads, in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from statistics import median
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from annotator.collecting.annotations.kinds import Figures, figures_of
from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet
from annotator.collecting.annotations.queries import RECENT
from annotator.collecting.annotations.timed import is_timed, timed
from annotator.collecting.assignments.models import LIVE_STATES, Assignment
from annotator.foundation.database.snapshot import snapshot
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import pseudonyms_of


def annotators_of(project: Project) -> "QuerySet[User]":
    """Everybody who is or was an annotator of the project, or has annotated in it, by name.

    Each account is looked up in two indexes; joins would read every annotation.
    """
    members = Membership.objects.filter(project=project, user=OuterRef("pk"), role=Role.ANNOTATOR)
    # A range of one account: where few people have annotated, PostgreSQL expects equality to be met
    # soon wherever it looks, and would read all annotations to learn that somebody has none.
    annotated = Annotation.objects.filter(
        project=project, annotator__gte=OuterRef("pk"), annotator__lte=OuterRef("pk")
    )
    return User.objects.filter(Exists(members) | Exists(annotated)).order_by("username")


def annotator_figures(project: Project) -> Figures:
    """Counts over each annotator's current annotations of the main task."""
    return figures_of(project.kind).annotator_figures(project)


def count_figures(
    project: Project, answered: AnnotationQuerySet, figures: Mapping[str, Any]
) -> Figures:
    """Some ``figures`` of each annotator's annotations, with how many there are and were timed."""
    rows: Iterable[Any] = answered.values("annotator").annotate(
        submitted=Count("pk"), timed=Count("pk", filter=is_timed(project)), **figures
    )
    return {row["annotator"]: row for row in rows}


def describe_annotators(
    *, project: Project, users: Iterable[User], figures: Figures | None = None
) -> list[dict[str, Any]]:
    """A row per annotator, over the main task's current annotations; ``figures`` are counted now
    unless they were before.

    Shares are over submitted annotations, means over answers with a text: None without any.
    ``null_share`` and ``bad_share`` are NQ's; ``long_form`` has ASQA's figures, else None.
    ``last_at`` is when the annotator wrote their own newest answer, which is the one that was
    stored last. Imported or simulated ones can have a later time.
    """
    users = list(users)
    keys = [user.pk for user in users]
    with snapshot():
        figures = annotator_figures(project) if figures is None else figures
        medians = _medians(project, {key: figures[key]["timed"] for key in keys if key in figures})
        last = _last_at(project, [key for key in keys if key in figures])
        pseudonyms, live = pseudonyms_of(project=project, user_ids=keys), _live(project)
    describe = figures_of(project.kind).describe
    return [
        {
            "id": user.pk,
            "username": user.username,
            "display_name": user.display_name,
            "pseudonym": pseudonyms.get(user.pk),
            "open": live.get(user.pk, 0),
            "seconds_median": medians.get(user.pk),
            "submitted": figures.get(user.pk, {}).get("submitted", 0),
            "last_at": last.get(user.pk),
            **describe(figures.get(user.pk, {})),
        }
        for user in users
    ]


# A revision by a lead doesn't show when the annotator was here.
_BY_THEMSELVES = Q(revised_by=None) | Q(revised_by=F("annotator"))


def _last_at(project: Project, annotators: Iterable[int]) -> dict[int, datetime]:
    """When each of them wrote their own newest answer, revised or not."""
    own = Annotation.objects.of_main_task(project).filter(_BY_THEMSELVES, annotator=OuterRef("pk"))
    newest = Subquery(own.order_by("-pk").values("created_at")[:1])
    users = User.objects.filter(pk__in=list(annotators)).annotate(newest=newest)
    return dict(users.values_list("pk", "newest"))


def _medians(project: Project, counts: Mapping[int, int]) -> dict[int, float]:
    """The median ``seconds`` of each annotator's latest 200 timed answers. ``counts`` has how many
    each has, so only the 200th and later are read, and nothing for people without any.
    """
    answers = timed(project, Annotation.objects.of_main_task(project).current())
    own = answers.filter(annotator=OuterRef("pk")).order_by("-pk").values("pk")
    many = [annotator for annotator, count in counts.items() if count > RECENT]
    users = User.objects.filter(pk__in=many).annotate(first=Subquery(own[RECENT - 1 : RECENT]))
    latest = Q(annotator__in=[key for key, count in counts.items() if 0 < count <= RECENT])
    for annotator, first in users.values_list("pk", "first"):
        latest |= Q(annotator=annotator, pk__gte=first)
    seconds: dict[int, list[float]] = {}
    for annotator, value in answers.filter(latest).values_list("annotator", "seconds"):
        seconds.setdefault(annotator, []).append(value)
    return {annotator: median(values) for annotator, values in seconds.items()}


def _live(project: Project) -> Counter[int]:
    """How many questions each annotator holds now: two at most, so they are counted here. To group
    them, SQLite would read all assignments in the order of the annotators.
    """
    live = Assignment.objects.filter(project=project, state__in=LIVE_STATES).visible_to(None)
    return Counter(live.values_list("annotator", flat=True))
