"""Tokens by password, and the signed-in user. Signing in is allauth's, below ``/_allauth/``."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.workspace.accounts.authentication import authenticate_caller
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import must_set_up_second_factor
from annotator.workspace.accounts.tokens import create_token, usual_end
from annotator.workspace.projects.models import Membership
from annotator.workspace.projects.queries import may_create_projects
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.accounts import CredentialsInput, MeOutput, TokenOutput


def describe_caller(user: User) -> dict[str, object]:
    """What ``me/`` says, for ``MeOutput``."""
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
        "reviews_answers": user.reviews_answers,
        "must_set_up_second_factor": must_set_up_second_factor(user),
        "memberships": memberships,
    }


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
        end = usual_end(at=at)
        _, token = create_token(user=user, name="auth/token", at=at, expires_at=end)
        return answer(TokenOutput, {"token": token, "expires_at": end})


class MeView(APIView):
    """The caller."""

    serves_without_second_factor = True

    @extend_schema(responses=MeOutput)
    def get(self, request: Request) -> Response:
        """Who am I, and where do I take part?"""
        return answer(MeOutput, describe_caller(caller(request)))
