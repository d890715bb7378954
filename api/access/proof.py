"""Callers who prove again who they are, before something that opens or closes their account."""

from rest_framework.request import Request

from annotator.workspace.accounts.authentication import prove_identity
from annotator.workspace.accounts.models import User
from api.access.permissions import caller
from api.serializers.second_factor import ProofInput


def proved_caller(request: Request) -> User:
    """The caller, with the password in the request, or a code where they have none.

    Raises what ``prove_identity`` raises.
    """
    proof = ProofInput(data=request.data)
    proof.is_valid(raise_exception=True)
    user = caller(request)
    prove_identity(request._request, user=user, **proof.validated_data)
    return user
