"""What each annotator has done in a project: figures for leads, in as many queries for many."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from statistics import median
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from annotator.accounts.models import User
from annotator.annotations.long_form_counts import describe_long_form
from annotator.annotations.models import Annotation
from annotator.annotations.queries import RECENT
from annotator.annotations.tallies import counts_of
from annotator.annotations.tally_parts import Counts
from annotator.annotations.timed import timed
from annotator.assignments.models import LIVE_STATES, Assignment
from annotator.projects.models import Kind, Membership, Project, Role
from annotator.projects.names import pseudonyms_of
from annotator.snapshot import snapshot


def annotators_of(project: Project) -> "QuerySet[User]":
    """Everybody who is or was an annotator of the project, or has annotated in it, by name.

    Each account is looked up in two indexes: joins would read every annotation that there is.
    """
    members = Membership.objects.filter(project=project, user=OuterRef("pk"), role=Role.ANNOTATOR)
    # A range of one account: where few people have annotated, PostgreSQL expects equality to be met
    # soon wherever it looks, and would read all annotations to learn that somebody has none.
    annotated = Annotation.objects.filter(
        project=project, annotator__gte=OuterRef("pk"), annotator__lte=OuterRef("pk")
    )
    return User.objects.filter(Exists(members) | Exists(annotated)).order_by("username")


def describe_annotators(*, project: Project, users: Iterable[User]) -> list[dict[str, Any]]:
    """A row of figures per annotator, over the main task's current annotations.

    Shares are over submitted annotations, means over answers with a text: None without any.
    ``null_share`` and ``bad_share`` are NQ's; ``long_form`` has ASQA's figures, else None.
    ``last_at`` is when the annotator wrote the newest of their own, which is the one that was
    stored last: of what was imported or simulated, others may be of a later time.
    """
    users = list(users)
    keys = [user.pk for user in users]
    with snapshot():
        figures = _by_annotator(counts_of(project, "annotators")["annotators"])
        medians = _medians(project, {key: figures[key]["timed"] for key in keys})
        last = _last_at(project, [key for key in keys if figures[key]["submitted"]])
        pseudonyms, live = pseudonyms_of(project=project, user_ids=keys), _live(project, users)
    describe = _describe_long_form if project.kind == Kind.ASQA else _describe_natural_questions
    return [
        {
            "id": user.pk,
            "username": user.username,
            "display_name": user.display_name,
            "pseudonym": pseudonyms.get(user.pk),
            "open": live.get(user.pk, 0),
            "seconds_median": medians.get(user.pk),
            "submitted": figures[user.pk]["submitted"],
            "last_at": last.get(user.pk),
            **describe(figures[user.pk]),
        }
        for user in users
    ]


def _by_annotator(counts: Counts) -> dict[int, Counts]:
    figures: dict[int, Counts] = defaultdict(Counter)
    for key, count in counts.items():
        annotator, name = key.split()
        figures[int(annotator)][name] = count
    return figures


# What a lead wrote in their place tells nothing of when they were here.
_BY_THEMSELVES = Q(revised_by=None) | Q(revised_by=F("annotator"))


def _last_at(project: Project, annotators: Iterable[int]) -> dict[int, datetime]:
    """When each of them wrote what is the newest of their own, whether it was revised or not."""
    own = Annotation.objects.of_main_task(project).filter(_BY_THEMSELVES, annotator=OuterRef("pk"))
    newest = Subquery(own.order_by("-pk").values("created_at")[:1])
    users = User.objects.filter(pk__in=list(annotators)).annotate(newest=newest)
    return dict(users.values_list("pk", "newest"))


def _describe_natural_questions(counts: Counts) -> dict[str, Any]:
    submitted, judged = counts["submitted"], counts["judged"]
    return {
        "null_share": counts["null"] / submitted if submitted else None,
        "bad_share": counts["bad"] / judged if judged else None,
        "long_form": None,
    }


def _describe_long_form(counts: Counts) -> dict[str, Any]:
    return {"null_share": None, "bad_share": None, "long_form": describe_long_form(counts)}


def _medians(project: Project, counts: Mapping[int, int]) -> dict[int, float]:
    """The median ``seconds`` of each annotator's latest 200 timed answers, of whom ``counts`` says
    how many they have: read from the 200th on, and of no one who has none.
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


def _live(project: Project, users: list[User]) -> dict[int, int]:
    """How many questions each of them holds now."""
    assignments = Assignment.objects.filter(
        project=project, annotator__in=users, state__in=LIVE_STATES
    )
    return dict(assignments.values_list("annotator").annotate(Count("pk")))
