"""Finding an annotator's own assignments, with what their requests need of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONObject

from annotator.collecting.assignments.models import Assignment, AssignmentState, QueuePlace
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter, columns_but
from annotator.foundation.names.naming import name_key
from annotator.material.corpus.models import Example, Page, Question
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.guideline_visits import guidelines_in_view
from annotator.workspace.projects.models import Guideline, Project, Role
from annotator.workspace.projects.standing import refuse_archived


def own_assignments(user: User | Parameter) -> "QuerySet[Assignment]":
    """The assignments of ``user`` in projects of which they are still a member, with project,
    question and page.
    """
    return Assignment.objects.filter(
        annotator=user,
        project__memberships__user=user,
        project__memberships__is_active=True,
        project__deleted_at__isnull=True,
    ).select_related("project", "example__question", "example__page")


_SETTINGS_READ = (
    *("slug", "kind", "regime", "context_threshold", "balance_pairs", "requires_training"),
    *("lease_minutes", "minutes_per_question", "allows_revisions", "revision_minutes"),
    *("has_suggestions", "control_percent", "control_seed", "paused_at", "archived_at"),
)
"""The project's columns that an annotator's requests read."""


def _not_shown(of: str) -> list[str]:
    """For ``defer``: columns of an assignment's example, question and page that an annotator's
    request doesn't need; ``of`` leads to the example.
    """
    return [
        *columns_but(Example, "project", "example_id", "question", "page", of=of),
        *columns_but(Question, "text", of=f"{of}__question"),
        *columns_but(
            Page, "fingerprint", "sha256", "title", "url", "token_count", of=f"{of}__page"
        ),
    ]


def _settings_not_read(of: str) -> list[str]:
    """For ``defer``: the other columns of the assignment's project; ``of`` leads to it."""
    return columns_but(Project, *_SETTINGS_READ, of=of)


def _of_key(assignments: "QuerySet[Assignment]") -> "QuerySet[Assignment]":
    """The one whose key is the parameter ``pk``, with what else an annotator's request needs."""
    return (
        assignments.filter(pk=Parameter("pk"))
        .select_related("project", "example__question", "example__page")
        .defer(*_not_shown("example"), *_settings_not_read("project"))
    )


def _own_by_key() -> "QuerySet[Assignment]":
    return _of_key(own_assignments(Parameter("user")))


@dataclass(frozen=True, slots=True)
class LockedAssignment:
    """An assignment whose row is locked until the transaction ends, and what was read with it.

    ``place`` is its annotator's in the project's queue, if that is locked too. ``guideline``: the
    ``guideline_in_view`` under which it is answered, without its text.
    """

    assignment: Assignment
    place: QueuePlace | None
    guideline: Guideline | None


def _with_guideline(assignments: "QuerySet[Assignment]") -> "QuerySet[Assignment]":
    """With the guideline of one annotator's assignments, the parameter ``user``, as JSON."""
    in_view = guidelines_in_view(
        project=OuterRef("project"),
        user=Parameter("user"),
        opened_at=Coalesce(OuterRef("opened_at"), OuterRef("created_at")),
    )
    found = in_view.values(found=JSONObject(id="id", version="version"))
    return assignments.annotate(in_view=Subquery(found))


def _locked(found: Any, user: User, place: QueuePlace | None) -> LockedAssignment:
    """From the result of a query ``_with_guideline``.

    Raises ``ConflictError`` in an archived project: what is locked is to be changed.
    """
    refuse_archived(found.project)
    found.annotator = user
    seen = found.in_view
    columns = ("id", "version")
    guideline = (
        Guideline.from_db("default", columns, [seen[each] for each in columns]) if seen else None
    )
    return LockedAssignment(found, place, guideline)


_OWN = CompiledQuery("own_assignment", _own_by_key)
_OWN_LOCKED = CompiledQuery(
    "own_assignment_locked",
    lambda: _with_guideline(_own_by_key().select_for_update(of=("self",))),
)


def own_assignment(*, user: User, pk: int) -> Assignment | None:
    """The one of ``own_assignments`` with this key, or None."""
    found = _OWN.first(user=user.pk, pk=pk)
    if found is not None:
        found.annotator = user
    return found


def lock_own_assignment(*, user: User, pk: int) -> LockedAssignment | None:
    """The same, locked until the transaction ends; its ``place`` is None."""
    found = _OWN_LOCKED.first(user=user.pk, pk=pk)
    return _locked(found, user, None) if found else None


def _with_place() -> "QuerySet[Assignment]":
    member = FilteredRelation(
        "project__memberships",
        condition=Q(
            project__memberships__user=Parameter("user"),
            project__memberships__is_active=True,
            project__memberships__role=Role.ANNOTATOR,
        ),
    )
    return (
        _of_key(
            Assignment.objects.filter(annotator=Parameter("user"), project__deleted_at__isnull=True)
        )
        .annotate(member=member)
        .filter(member__queue_place__isnull=False)
        .select_related("member__queue_place")  # type: ignore[misc]  # knows no such relations
    )


_WITH_PLACE = CompiledQuery(
    "own_assignment_with_place",
    lambda: _with_guideline(_with_place()),
    locks=(QueuePlace, Assignment),
)


def lock_assignment_with_place(*, user: User, pk: int) -> LockedAssignment | None:
    """The annotator's place in the queue, locked, and of the place's project the assignment with
    this key, locked thereafter. None where either is missing.
    """
    found: Any = _WITH_PLACE.first(user=user.pk, pk=pk)
    return _locked(found, user, found.member.queue_place) if found else None


_OF_PAGE = CompiledQuery(
    "own_page",
    lambda: (
        _own_by_key()
        .select_related(None)
        .select_related("example__page")
        .only(
            *("page_shown_at", "example", "example__page"),
            *("example__page__fingerprint", "example__page__title"),
        )
    ),
)


def own_assignment_with_page(*, user: User, pk: int) -> Assignment | None:
    """The one of ``own_assignments`` with this key, or None: of its columns only
    ``page_shown_at``, and of its page only what a rendering is found by.
    """
    return _OF_PAGE.first(user=user.pk, pk=pk)


def _project_with_open() -> "QuerySet[Project]":
    opened = FilteredRelation(
        "assignments",
        condition=Q(
            assignments__annotator=Parameter("user"),
            assignments__state=AssignmentState.OPEN,
            assignments__lease_expires_at__gt=Parameter("at"),
        ),
    )
    member = Project.objects.filter(
        slug_key=Parameter("slug_key"),
        memberships__user=Parameter("user"),
        memberships__is_active=True,
        deleted_at__isnull=True,
    )
    shown = ("opened__example__question", "opened__example__page", "opened__draft")
    return (
        member.annotate(own_role=F("memberships__role"), opened=opened)
        .select_related(*shown)
        .defer(*_not_shown("opened__example"), *_settings_not_read(""))
        .order_by("-opened__pk")[:1]
    )


_WITH_OPEN = CompiledQuery("project_with_open", _project_with_open)


def project_with_open(
    *, user: User, slug: str, at: datetime
) -> tuple[Project | None, str | None, Assignment | None]:
    """A project of which ``user`` is an active member, their role, and their open assignment, whose
    lease is valid at ``at``, with its draft, question and page.
    """
    found: Any = _WITH_OPEN.first(user=user.pk, slug_key=name_key(slug), at=at)
    if found is None:
        return None, None, None
    opened: Assignment | None = getattr(found, "opened", None)
    if opened is not None:
        opened.project, opened.annotator = found, user
    return found, found.own_role, opened
