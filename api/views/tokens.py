"""The caller's API tokens. A token can't make or revoke tokens: that takes a browser's session."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.workspace.accounts.models import ApiToken
from annotator.workspace.accounts.tokens import create_token, revoke_tokens, usual_end
from api.access.permissions import SignedInByHand, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.tokens import ApiTokenInput, ApiTokenOutput, NewApiTokenOutput


class ApiTokenListView(generics.GenericAPIView[ApiToken]):
    """All of them."""

    permission_classes = [IsAuthenticated, SignedInByHand]
    serializer_class = ApiTokenOutput
    filter_backends = []

    @extend_schema(responses=ApiTokenOutput(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's API tokens, newest first."""
        tokens = ApiToken.objects.filter(user=caller(request)).order_by("-created", "-id")
        page = self.paginate_queryset(tokens)
        return self.get_paginated_response(rows_of(ApiTokenOutput, page))

    @extend_schema(request=ApiTokenInput, responses={201: NewApiTokenOutput})
    def post(self, request: Request) -> Response:
        """Make an API token. Only this response has the key."""
        given = valid_values(ApiTokenInput, request.data)
        at = timezone.now()
        values = {"expires_at": usual_end(at=at), **given}
        made = create_token(user=caller(request), at=at, **values)
        return answer(NewApiTokenOutput, made, status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="me_tokens_destroy_all", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke all of the caller's API tokens."""
        revoke_tokens(user=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ApiTokenView(APIView):
    """One of them."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke the API token. The server refuses it from then on."""
        if not revoke_tokens(user=caller(request), token_id=pk):
            raise NotFound("You have no such token.")
        return Response(status=status.HTTP_204_NO_CONTENT)
