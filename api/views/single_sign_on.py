"""Going to the provider of single sign-on. It sends people back to ``/_allauth/oidc/``."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotator.workspace.accounts.single_sign_on import (
    address_for_connecting,
    address_for_signing_in,
    check_has_password,
    check_not_connected,
    disconnect,
)
from api.access.authentication import SessionAuthentication
from api.access.permissions import SignedInByHand, caller
from api.access.proof import proved_caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.second_factor import ProofInput
from api.serializers.single_sign_on import ProviderAddressOutput, SingleSignOnInput


class SingleSignOnView(APIView):
    """Signing in."""

    permission_classes = [AllowAny]
    authentication_classes = []
    throttle_classes = [ScopedRateThrottle]
    # Opened by a whole team at the same time, like the links of invitations.
    throttle_scope = "invitation"

    @extend_schema(request=SingleSignOnInput, responses=ProviderAddressOutput)
    def post(self, request: Request) -> Response:
        """The address at the provider; with an invitation, joining by it on the way back."""
        # A foreign page could sign somebody in with an account that it knows.
        SessionAuthentication().enforce_csrf(request)
        values = valid_values(SingleSignOnInput, request.data)
        address = address_for_signing_in(
            request._request, landing=values["next"], invitation=values["invitation"]
        )
        return answer(ProviderAddressOutput, address)


class ConnectionView(APIView):
    """Whether the caller's account opens by it."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(request=ProofInput, responses=ProviderAddressOutput)
    def post(self, request: Request) -> Response:
        """The address at the provider where the caller shows who they are there."""
        # Before the proof, so that a refusal uses up no code.
        check_not_connected(caller(request))
        address = address_for_connecting(request._request, user=proved_caller(request))
        return answer(ProviderAddressOutput, address)


class DisconnectionView(APIView):
    """The end of that."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(request=ProofInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """From now on the account opens by its password alone."""
        check_has_password(caller(request))
        disconnect(user=proved_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
