"""Tokens by password, and the signed-in user. Signing in is allauth's, below ``/_allauth/``."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.workspace.accounts.authentication import authenticate_caller
from annotator.workspace.accounts.tokens import create_token, usual_end
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.accounts import CredentialsInput, MeOutput, TokenOutput


class TokenView(APIView):
    """API tokens."""

    permission_classes = [AllowAny]
    authentication_classes = []

    @extend_schema(request=CredentialsInput, responses=TokenOutput)
    def post(self, request: Request) -> Response:
        """Make a token for scripts: ``Authorization: Token KEY``."""
        values = valid_values(CredentialsInput, request.data)
        user = authenticate_caller(
            request._request, login=values["username"], password=values["password"]
        )
        at = timezone.now()
        made = create_token(user=user, name="auth/token", at=at, expires_at=usual_end(at=at))
        return answer(TokenOutput, made)


class MeView(APIView):
    """The caller."""

    serves_without_second_factor = True

    @extend_schema(responses=MeOutput)
    def get(self, request: Request) -> Response:
        """Who am I, and where do I take part?"""
        return answer(MeOutput, caller(request))
