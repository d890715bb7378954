"""Signing up for a competition by its link."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotator.exceptions import ConflictError
from annotator.systems.competitions.joining import (
    invited_to,
    sign_up,
    sign_up_with_new_account,
)
from annotator.workspace.accounts.models import User
from api.access.new_accounts import new_account_values, welcome
from api.responses.answers import answer
from api.serializers.competitions import EntryOutput, OpenedCompetitionInvitationOutput
from api.serializers.invitations import NewAccountInput


class OpenedCompetitionInvitationView(APIView):
    """A competition, for people with its link."""

    serves_without_second_factor = True
    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(responses=OpenedCompetitionInvitationOutput)
    def get(self, request: Request, secret: str) -> Response:
        """Which competition it is, and whether one can still sign up."""
        competition = invited_to(secret=secret)
        return answer(OpenedCompetitionInvitationOutput, competition, at=timezone.now())


class CompetitionEntryView(APIView):
    """Signing up."""

    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(request=NewAccountInput, responses=EntryOutput)
    def post(self, request: Request, secret: str) -> Response:
        """Sign up with the account one is signed in with; else with a new one, and be signed in."""
        at = timezone.now()
        if isinstance(request.user, User):
            if request.data:
                raise ConflictError(
                    "signed_in",
                    f"You are signed in as {request.user.username}. Sign out to sign up with a new"
                    " account.",
                )
            entry = sign_up(secret=secret, user=request.user, at=at)
        else:
            entry = sign_up_with_new_account(secret=secret, at=at, **new_account_values(request))
            welcome(request, entry.participant.user)
        return answer(EntryOutput, entry)
