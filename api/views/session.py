"""Sign-in, sign-out, tokens, and the signed-in user."""

from django.contrib.auth import authenticate, login, logout
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotator.accounts.models import User
from annotator.exceptions import InvalidInputError
from annotator.projects.models import Membership
from annotator.projects.queries import may_create_projects
from api.permissions import caller
from api.serializers.accounts import CredentialsInput, MeOutput, TokenOutput


def _authenticate(request: Request) -> User:
    serializer = CredentialsInput(data=request.data)
    serializer.is_valid(raise_exception=True)
    user = authenticate(request._request, **serializer.validated_data)
    if not isinstance(user, User):
        raise InvalidInputError("wrong_credentials", "The name or the password is wrong.")
    return user


def _me(user: User) -> dict[str, object]:
    memberships = (
        Membership.objects.filter(user=user, is_active=True)
        .select_related("project")
        .order_by("project__slug")
    )
    return {
        "username": user.username,
        "display_name": user.display_name,
        "is_site_administrator": user.is_superuser,
        "may_create_projects": may_create_projects(user),
        "memberships": memberships,
    }


# REST framework checks the CSRF token of signed-in callers only; without this, a foreign page could
# sign somebody in as somebody else.
@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """The browser's session."""

    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "sign_in"

    @extend_schema(request=CredentialsInput, responses=MeOutput)
    def post(self, request: Request) -> Response:
        """Sign in with a name and a password."""
        user = _authenticate(request)
        login(request._request, user)
        return Response(MeOutput(_me(user)).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out."""
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokenView(APIView):
    """API tokens."""

    permission_classes = [AllowAny]
    authentication_classes = []
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "sign_in"

    @extend_schema(request=CredentialsInput, responses=TokenOutput)
    def post(self, request: Request) -> Response:
        """Make a token for scripts: ``Authorization: Token KEY``."""
        _, token = AuthToken.objects.create(_authenticate(request))
        return Response(TokenOutput({"token": token}).data)


class MeView(APIView):
    """The caller."""

    @extend_schema(responses=MeOutput)
    def get(self, request: Request) -> Response:
        """Who am I, and where do I take part?"""
        return Response(MeOutput(_me(caller(request))).data)
