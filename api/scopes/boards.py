"""A view of a project's tables of systems: for its experts and leads, published for everybody."""

from typing import Any

from rest_framework.exceptions import NotAuthenticated, NotFound, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.systems.evaluation.leaderboard.queries import published_project
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import project_and_role
from api.access.permissions import EXPERTS_AND_LEADS


class BoardMixin(APIView):
    """A view that everybody may read once the project's leaderboard is published.

    ``role`` is the viewer's in the project, None if they may read only what everybody may.
    """

    permission_classes = [AllowAny]
    viewer: User | None
    project: Project
    role: str | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the project, or refuse, before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.viewer = request.user if isinstance(request.user, User) else None
        self.project, self.role = readable_board(self.viewer, kwargs["slug"])


def readable_board(viewer: User | None, slug: str) -> tuple[Project, str | None]:
    """The project and the viewer's role in it, None if they may read only what everybody may.

    Raises what the API answers to those who may not read its leaderboard.
    """
    project, role = project_and_role(user=viewer, slug=slug) if viewer else (None, None)
    if project and role in EXPERTS_AND_LEADS:
        return project, role
    published = published_project(slug)
    if published:
        return published, None
    if viewer is None:
        raise NotAuthenticated
    if project is None:
        raise NotFound("There is no such project, or you are not a member of it.")
    raise PermissionDenied("Only experts and leads of this project may do this.")
