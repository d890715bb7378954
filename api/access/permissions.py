"""Who may call what. Objects out of reach are *not found*, not *forbidden*.

Every view asks for a signed-in caller unless its ``permission_classes`` say otherwise. Below
``projects/{slug}/`` a ``ProjectMixin`` decides by the caller's role. Elsewhere a view finds only
what the caller may see: see ``api/scopes/rounds.py``, and ``own_assignment`` for annotators.
"""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.foundation.names.naming import name_key
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.hidden_split import sees_hidden_split
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import project_and_role
from annotator.workspace.projects.standing import deleted_projects_of, refuse_archived

MEMBERS = (Role.ANNOTATOR, Role.EXPERT, Role.LEAD)
LEADS = (Role.LEAD,)
ANNOTATORS = (Role.ANNOTATOR,)
EXPERTS_AND_LEADS = (Role.EXPERT, Role.LEAD)


def caller(request: Request) -> User:
    """The signed-in user of a request. Raises ``PermissionDenied`` if nobody is signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class SignedInByHand(BasePermission):
    """For what belongs to the account itself: its tokens, its second factor, copies of its data.
    Somebody who has found an API token must not get there.
    """

    message = "Sign in in the browser to do this. An API token is not enough."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the caller has a browser's session."""
        return request.auth is None


class ProjectMixin(APIView):
    """A view below ``projects/{slug}/``: finds the project among the caller's, checks the role.

    ``roles`` may call it; for a method in ``roles_by_method``, only the roles there. The handler
    has ``project`` and ``role``, the caller's; an administrator who is not a member counts as lead.
    In an archived project only views with ``works_archived`` change anything, and of a project in
    the bin its leads reach only those with ``works_deleted``.
    """

    roles: tuple[str, ...] = MEMBERS
    roles_by_method: dict[str, tuple[str, ...]] = {}
    works_archived = False
    works_deleted = False
    project: Project
    role: str

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve project and role before the handler runs.

        Raises ``NotFound`` for a project that the caller doesn't see, ``PermissionDenied`` for
        another role.
        """
        super().initial(request, *args, **kwargs)
        user = caller(request)
        project, role = self.find_project(user, kwargs["slug"])
        if project is None or role is None:
            raise NotFound("There is no such project, or you are not a member of it.")
        self.project, self.role = project, role
        allowed = self.roles_by_method.get(request.method or "", self.roles)
        if role not in allowed:
            names = " and ".join(f"{Role(name).label.lower()}s" for name in allowed)
            raise PermissionDenied(f"Only {names} of this project may do this.")
        if request.method not in SAFE_METHODS and not self.works_archived:
            refuse_archived(project)

    def find_project(self, user: User, slug: str) -> tuple[Project | None, str | None]:
        """The project if ``user`` may see it, and the role in it."""
        project, role = project_and_role(user=user, slug=slug)
        if project is None and self.works_deleted:
            project = deleted_projects_of(user).filter(slug_key=name_key(slug)).first()
            role = Role.LEAD if project else None
        return project, role

    @cached_property
    def sees_hidden(self) -> bool:
        """Whether nothing of the project is hidden from the caller: see ``sees_hidden_split``."""
        return sees_hidden_split(user=caller(self.request), project=self.project)

    def readable_examples(self) -> "QuerySet[Example]":
        """The project's published examples, training's too, except those hidden from the caller."""
        examples = Example.objects.filter(project=self.project, is_published=True)
        return examples.visible_to(caller(self.request))
