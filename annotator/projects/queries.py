"""Reading projects, always for somebody."""

from django.db.models import QuerySet

from annotator.accounts.models import User
from annotator.projects.models import Guideline, Membership, Project, Role


def projects_of(user: User) -> "QuerySet[Project]":
    """The projects that ``user`` may see: all for an administrator, else the own ones."""
    if user.is_superuser:
        return Project.objects.order_by("slug")
    return Project.objects.filter(memberships__user=user, memberships__is_active=True).order_by(
        "slug"
    )


def role_of(*, user: User, project: Project) -> str | None:
    """``user``'s active role in ``project``; an administrator without one counts as lead."""
    membership = Membership.objects.filter(project=project, user=user, is_active=True).first()
    if membership:
        return membership.role
    return Role.LEAD if user.is_superuser else None


def may_create_projects(user: User) -> bool:
    """Whoever was told so, administrators, and whoever leads a project already."""
    return (
        user.is_superuser
        or user.may_create_projects
        or Membership.objects.filter(user=user, role=Role.LEAD, is_active=True).exists()
    )


def current_guideline(project: Project) -> Guideline | None:
    """The latest version of the project's guidelines."""
    return project.guidelines.order_by("-version").first()
