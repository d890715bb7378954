"""Views of a competition: what everybody reads, what participants do, and what stewards decide."""

from typing import Any

from rest_framework.exceptions import NotAuthenticated, NotFound, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.foundation.names.naming import name_key
from annotator.systems.competitions.models import Competition, Phase, Team
from annotator.systems.competitions.queries import Viewer, competition_of, viewer_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

NO_COMPETITION = "There is no such competition, or its page is not published."


class CompetitionMixin(APIView):
    """A view below ``projects/{slug}/competition/`` for everybody who may read the page: visitors
    once it is published, and before that participants and members of the project.

    People who only submit are not members: they get here, and nowhere else below the project.
    Methods in ``stewards_alone`` are for stewards of the hidden split, or leads once it is shown.
    Those in ``works_without`` work before there is a competition (``found`` is then None).
    """

    permission_classes = [AllowAny]
    stewards_alone: tuple[str, ...] = ()
    works_without: tuple[str, ...] = ()
    project: Project
    found: Competition | None
    viewer: Viewer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the competition, or refuse, before the handler runs."""
        super().initial(request, *args, **kwargs)
        user = request.user if isinstance(request.user, User) else None
        project = Project.objects.filter(
            slug_key=name_key(kwargs["slug"]), deleted_at__isnull=True
        ).first()
        self.found = competition = competition_of(project) if project else None
        self.viewer = (
            viewer_of(competition, project=project, user=user) if project else Viewer(user)
        )
        self.check_viewer(competition, str(request.method))
        if project is None or (competition is None and request.method not in self.works_without):
            raise NotFound(NO_COMPETITION)
        self.project = project

    def check_viewer(self, competition: Competition | None, method: str) -> None:
        """Refuse people who may not read the page, and others than stewards where it is theirs."""
        if self.viewer.is_steward:
            return
        is_public = competition is not None and competition.page_published_at is not None
        if not (is_public or self.viewer.may_take_part):
            if self.viewer.user is None:
                raise NotAuthenticated
            raise NotFound(NO_COMPETITION)
        if method in self.stewards_alone:
            if self.viewer.user is None:
                raise NotAuthenticated
            raise PermissionDenied("Only stewards of the hidden split may do this.")

    @property
    def competition(self) -> Competition:
        """The competition; raises ``NotFound`` where there is none."""
        if self.found is None:
            raise NotFound(NO_COMPETITION)
        return self.found

    @property
    def user(self) -> User:
        """The caller, who is signed in."""
        if self.viewer.user is None:
            raise NotAuthenticated
        return self.viewer.user

    def phase(self, number: int) -> Phase:
        """The phase with this number; raises ``NotFound``."""
        found = self.competition.phases.filter(number=number).first()
        if found is None:
            raise NotFound("There is no such phase.")
        found.competition = self.competition
        return found


class ParticipantMixin(CompetitionMixin):
    """For people who may take part: participants, and members of the project."""

    def check_viewer(self, competition: Competition | None, method: str) -> None:
        """Refuse all others: where they may read the page, they learn what is missing."""
        super().check_viewer(competition, method)
        if self.viewer.user is None:
            raise NotAuthenticated
        if not self.viewer.may_take_part:
            raise PermissionDenied("Sign up with the competition's invitation link first.")

    def team(self) -> Team:
        """The caller's team; raises ``NotFound``."""
        team = self.viewer.team
        if team is None:
            raise NotFound("You are not in a team yet.")
        team.competition = self.competition
        return team


class StewardMixin(CompetitionMixin):
    """For stewards of the hidden split: the competition's rules are theirs alone."""

    stewards_alone = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
