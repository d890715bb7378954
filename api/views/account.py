"""The caller's own account. Passwords and single devices are allauth's, below ``/_allauth/``."""

from typing import Any

from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.workspace.accounts.email_addresses import addresses_of, change_address, check_change
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import change_profile
from annotator.workspace.accounts.sessions import end_sessions
from api.access.permissions import SignedInByHand, caller
from api.access.proof import proved_caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.account import AccountOutput, EmailInput, ProfileInput


def _answer(user: User) -> Response:
    return answer(AccountOutput, user, addresses=addresses_of(user))


class AccountView(APIView):
    """Name and e-mail address. A token may read them."""

    serves_without_second_factor = True

    def get_permissions(self) -> list[Any]:
        """Changing them takes the owner, signed in in a browser."""
        by_hand = [] if self.request.method == "GET" else [SignedInByHand()]
        return [*super().get_permissions(), *by_hand]

    @extend_schema(responses=AccountOutput)
    def get(self, request: Request) -> Response:
        """The caller's account."""
        return _answer(caller(request))

    @extend_schema(request=ProfileInput, responses=AccountOutput)
    def patch(self, request: Request) -> Response:
        """Change the name that others see, or how the caller works."""
        values = valid_values(ProfileInput, request.data)
        user = change_profile(user=caller(request), **values)
        return _answer(user)


class EmailView(APIView):
    """The e-mail address."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(request=EmailInput, responses=AccountOutput)
    def put(self, request: Request) -> Response:
        """Change the address, with proof of who asks. With mail set up, it is to be confirmed."""
        user, email = caller(request), valid_values(EmailInput, request.data)["email"]
        if not user.has_usable_password():
            # Before the proof, so that a refusal uses up no code. A password isn't used up, and
            # comes first: only people who know it learn that an address is another account's.
            check_change(user=user, email=email, request=request._request)
        change_address(user=proved_caller(request), email=email, request=request._request)
        return _answer(user)


class SessionListView(APIView):
    """The caller's sessions in browsers."""

    serves_without_second_factor = True
    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out everywhere, here included. Tokens go on working."""
        end_sessions(user=caller(request))
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)
