"""Inviting people to a project, and joining it."""

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.invitations import (
    Acceptance,
    accept_invitation,
    accept_with_new_account,
    create_invitation,
    find_invitation,
    revoke_invitation,
)
from annotator.workspace.projects.models import Invitation, InvitationUse
from api.access.new_accounts import new_account_values, welcome
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.site_address import site_of
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.invitations import (
    AcceptanceOutput,
    InvitationInput,
    InvitationOutput,
    NewAccountInput,
    OpenedInvitationOutput,
)

_SHOWN_USES = 5


class InvitationListView(ProjectMixin, generics.GenericAPIView[Invitation]):
    """The project's invitations, for leads."""

    roles = LEADS
    serializer_class = InvitationOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[Invitation]":
        """The project's invitations, newest first, with who used each last."""
        if getattr(self, "swagger_fake_view", False):
            return Invitation.objects.none()
        uses = InvitationUse.objects.select_related("user").order_by("-id")[:_SHOWN_USES]
        return (
            self.project.invitations.select_related("created_by")
            .prefetch_related(Prefetch("used_by", queryset=uses, to_attr="latest_uses"))
            .order_by("-id")
        )

    @extend_schema(responses=InvitationOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List invitations, including ended ones."""
        page, at = self.paginate_queryset(self.get_queryset()), timezone.now()
        rows = rows_of(InvitationOutput, page, site=site_of(request), at=at)
        return self.get_paginated_response(rows)

    @extend_schema(request=InvitationInput, responses={201: InvitationOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Make a link."""
        values = valid_values(InvitationInput, request.data)
        site, at = site_of(request), timezone.now()
        invitation = create_invitation(
            project=self.project,
            at=at,
            actor=caller(request),
            site=site,
            **values,
        )
        return answer(
            InvitationOutput, invitation, status=status.HTTP_201_CREATED, site=site, at=at
        )


class InvitationView(ProjectMixin):
    """One invitation."""

    roles = LEADS

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Revoke the invitation: nobody else can join with it. People who joined stay."""
        invitation = self.project.invitations.filter(pk=pk).first()
        if invitation is None:
            raise NotFound("There is no such invitation.")
        revoke_invitation(invitation=invitation, at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OpenedInvitationView(APIView):
    """An invitation, for people with its link."""

    serves_without_second_factor = True
    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(responses=OpenedInvitationOutput)
    def get(self, request: Request, secret: str) -> Response:
        """To which project, as what, and whether it can still be accepted."""
        return answer(OpenedInvitationOutput, find_invitation(secret=secret), at=timezone.now())


class AcceptInvitationView(APIView):
    """Joining a project by an invitation."""

    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(request=NewAccountInput, responses=AcceptanceOutput)
    def post(self, request: Request, secret: str) -> Response:
        """Join with the account one is signed in with; else with a new one, and be signed in."""
        if isinstance(request.user, User):
            acceptance = self._accept(request, request.user, secret)
        else:
            acceptance = self._accept_with_new_account(request, secret)
        return answer(AcceptanceOutput, acceptance)

    def _accept(self, request: Request, user: User, secret: str) -> Acceptance:
        if request.data:
            raise ConflictError(
                "signed_in",
                f"You are signed in as {user.username}. Sign out to join with a new account.",
            )
        return accept_invitation(secret=secret, user=user, at=timezone.now())

    def _accept_with_new_account(self, request: Request, secret: str) -> Acceptance:
        values = new_account_values(request)
        acceptance = accept_with_new_account(secret=secret, at=timezone.now(), **values)
        welcome(request, acceptance.membership.user)
        return acceptance
