"""Reading projects, always for somebody."""

from django.db.models import Exists, OuterRef, QuerySet

from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Guideline, Membership, Project, Role


def own_memberships() -> "QuerySet[Membership]":
    """With its project, the active membership of the user ``user`` in the project with the key
    ``slug_key``: both are parameters of a ``CompiledQuery``.
    """
    return Membership.objects.filter(
        user=Parameter("user"),
        project__slug_key=Parameter("slug_key"),
        project__deleted_at__isnull=True,
        is_active=True,
    ).select_related("project")


_OWN_MEMBERSHIP = CompiledQuery("own_membership", own_memberships)


def projects_of(user: User) -> "QuerySet[Project]":
    """The projects that ``user`` may see: all for an administrator, else their own; none that was
    deleted.
    """
    projects = Project.objects.filter(deleted_at__isnull=True).order_by("slug")
    if user.is_superuser:
        return projects
    return projects.filter(memberships__user=user, memberships__is_active=True)


def projects_led_by(user: User) -> "QuerySet[Project]":
    """The projects in which ``role_of`` calls ``user`` a lead, in one query; no deleted ones."""
    return led_by(user).filter(deleted_at__isnull=True)


def led_by(user: User) -> "QuerySet[Project]":
    """The same with those that were deleted."""
    own = Membership.objects.filter(project=OuterRef("pk"), user=user, is_active=True)
    leads = Exists(own.filter(role=Role.LEAD))
    led = leads | ~Exists(own) if user.is_superuser else leads
    return Project.objects.filter(led).order_by("slug")


def role_of(*, user: User, project: Project) -> str | None:
    """``user``'s active role in ``project``; an administrator without one counts as lead."""
    membership = Membership.objects.filter(project=project, user=user, is_active=True).first()
    if membership:
        return membership.role
    return Role.LEAD if user.is_superuser else None


def visible_project(user: User, **lookup: object) -> tuple[Project | None, str | None]:
    """The project that ``lookup`` finds among those that ``user`` may see, and the role in it."""
    project = projects_of(user).filter(**lookup).first()
    return project, role_of(user=user, project=project) if project else None


def project_and_role(*, user: User, slug: str) -> tuple[Project | None, str | None]:
    """The project if ``user`` may see it, and the role in it, as in ``projects_of`` and
    ``role_of``: in one query, except for an administrator who is not a member.
    """
    membership = _OWN_MEMBERSHIP.first(user=user.pk, slug_key=name_key(slug))
    if membership is not None:
        return membership.project, membership.role
    project = projects_of(user).filter(slug_key=slug).first() if user.is_superuser else None
    return project, Role.LEAD if project else None


def leads_of(project: Project) -> "QuerySet[Membership]":
    """The members who lead a project. An inactive account can't: nobody can sign in with it."""
    return _leads().filter(project=project)


def stewards_of(project: Project) -> "QuerySet[Membership]":
    """The leads who see the hidden split."""
    return stewards().filter(project=project)


def stewards() -> "QuerySet[Membership]":
    """The leads of any project who see its hidden split."""
    return _leads().filter(is_steward=True)


def _leads() -> "QuerySet[Membership]":
    return Membership.objects.filter(role=Role.LEAD, is_active=True, user__is_active=True)


def may_create_projects(user: User) -> bool:
    """People with that right, administrators, and leads of any project."""
    return (
        user.is_superuser
        or user.may_create_projects
        or Membership.objects.filter(user=user, role=Role.LEAD, is_active=True).exists()
    )


def current_guideline(project: Project) -> Guideline | None:
    """The latest version of the project's guidelines."""
    return project.guidelines.order_by("-version").first()


def overlap_of(project: Project, split: str) -> int:
    """How many annotations an example of ``split`` needs: the split's own number, if it has one.

    ``split`` is a name as examples have it; "" and unknown names get the project's number.
    """
    own = project.splits.filter(name=split).values_list("overlap", flat=True).first()
    return own or project.overlap
