"""The first account of a new site, for people with the link that the server printed."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotator.workspace.accounts.email_addresses import ask_to_confirm
from annotator.workspace.accounts.first_account import check_set_up_link, create_first_account
from annotator.workspace.accounts.sessions import open_session
from api.access.authentication import SessionAuthentication
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.accounts import MeOutput
from api.serializers.first_account import SetUpOutput
from api.serializers.invitations import NewAccountInput


class FirstAccountView(APIView):
    """A new site's first account, its administrator's."""

    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(
        responses={200: SetUpOutput, 409: OpenApiResponse(description="Somebody has an account.")}
    )
    def get(self, request: Request, secret: str) -> Response:
        """Can the link be used?"""
        check_set_up_link(secret=secret, at=timezone.now())
        return answer(SetUpOutput, {"is_open": True})

    @extend_schema(request=NewAccountInput, responses={201: MeOutput})
    def post(self, request: Request, secret: str) -> Response:
        """Make the account, and be signed in. The link ends."""
        # Nobody is signed in yet, so REST framework would not look.
        SessionAuthentication().enforce_csrf(request)
        values = valid_values(NewAccountInput, request.data)
        user = create_first_account(secret=secret, at=timezone.now(), **values)
        open_session(request._request, user=user)
        ask_to_confirm(user=user, request=request._request)
        return answer(MeOutput, user, status=status.HTTP_201_CREATED)
