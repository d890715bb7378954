"""Signing up for a competition by its link with an account of single sign-on."""

from datetime import datetime

from annotator.exceptions import NotFoundError
from annotator.systems.competitions.joining import invited_to, sign_up
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.single_sign_on import InvitedSignOnAdapter


class CompetingSignOnAdapter(InvitedSignOnAdapter):
    """Makes an account for people with a competition's link too."""

    def enter(self, *, secret: str, user: User, at: datetime) -> str:
        """Sign up by a competition's link, or join a project; the page to go on to."""
        try:
            competition = invited_to(secret=secret)
        except NotFoundError:
            return super().enter(secret=secret, user=user, at=at)
        sign_up(secret=secret, user=user, at=at)
        return f"/competitions/{competition.project.slug}/team"
