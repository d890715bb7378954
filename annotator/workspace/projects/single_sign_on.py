"""Joining by an invitation with an account of single sign-on."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from annotator.exceptions import DomainError
from annotator.foundation.names.naming import describe_flaw
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user, free_username
from annotator.workspace.accounts.single_sign_on import SingleSignOnAdapter
from annotator.workspace.projects.invitations import accept_invitation


class InvitedSignOnAdapter(SingleSignOnAdapter):
    """Makes an account for people who come with an invitation, and for nobody else."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Join by the invitation that was open when somebody went to the provider, if one was.

        Raises ``ValidationError`` with the code of what is in the way.
        """
        super().pre_social_login(request, sociallogin)
        secret = sociallogin.state.get("invitation")
        if not secret or sociallogin.is_existing:
            return
        try:
            with transaction.atomic():
                user = _make_account(sociallogin.user)
                page = self.enter(secret=secret, user=user, at=timezone.now())
                sociallogin.connect(request, user)
        except DomainError as error:
            raise ValidationError(error.detail, code=error.code) from error
        landing = f"/sign-in?resume=1&next={page}"
        sociallogin.state["next"] = request.build_absolute_uri(landing)

    def enter(self, *, secret: str, user: User, at: datetime) -> str:
        """Join a project by an invitation; the page to go on to."""
        joined = accept_invitation(secret=secret, user=user, at=at)
        return f"/projects/{joined.membership.project.slug}"


def _make_account(named: User) -> User:
    """An account without a password for the person whom the provider ``named``, with the confirmed
    address."""
    return create_user(
        username=free_username(wish=named.username or named.email.partition("@")[0]),
        password=None,
        display_name="" if describe_flaw(named.display_name) else named.display_name[:150],
        email=named.email,
        email_is_confirmed=True,
    )
