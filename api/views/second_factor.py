"""The caller's second factor. Signing in with it is allauth's, below ``/_allauth/``."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.workspace.accounts.authentication import prove_identity
from annotator.workspace.accounts.second_factor import (
    check_optional,
    new_key,
    recovery_codes_of,
    renew_recovery_codes,
    second_factor_of,
    turn_off,
    turn_on,
)
from api.access.permissions import SignedInByHand, caller
from api.access.proof import proved_caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.second_factor import (
    NewKeyOutput,
    ProofInput,
    RecoveryCodesOutput,
    SecondFactorOutput,
    TurnOnInput,
)


class _OwnView(APIView):
    """For people signed in in a browser, even without a second factor that the site requires."""

    permission_classes = [IsAuthenticated, SignedInByHand]
    serves_without_second_factor = True


class SecondFactorView(_OwnView):
    """Whether there is one."""

    @extend_schema(responses=SecondFactorOutput)
    def get(self, request: Request) -> Response:
        """The site's rule, and the caller's second factor."""
        return answer(SecondFactorOutput, second_factor_of(caller(request)))


class NewKeyView(_OwnView):
    """The first step."""

    @extend_schema(request=None, responses=NewKeyOutput)
    def post(self, request: Request) -> Response:
        """Make a key to put into an authenticator app. Nothing is asked for until it is shown."""
        key = new_key(request._request, user=caller(request))
        return answer(NewKeyOutput, key)


class TurnOnView(_OwnView):
    """The second step."""

    @extend_schema(request=TurnOnInput, responses=RecoveryCodesOutput)
    def post(self, request: Request) -> Response:
        """From now on ask for a code when the caller signs in; the recovery codes."""
        user, values = caller(request), valid_values(TurnOnInput, request.data)
        prove_identity(request._request, user=user, password=values["password"], code="")
        codes = turn_on(request._request, user=user, code=values["code"])
        return answer(RecoveryCodesOutput, codes)


class TurnOffView(_OwnView):
    """The end of it."""

    @extend_schema(request=ProofInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Ask for no codes any more. Refused where this site wants a second factor of all."""
        # Before the proof, so that a refusal uses up no code.
        check_optional()
        turn_off(request._request, user=proved_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RecoveryCodesView(_OwnView):
    """Recovery codes."""

    @extend_schema(request=ProofInput, responses=RecoveryCodesOutput)
    def post(self, request: Request) -> Response:
        """Show the unused recovery codes."""
        codes = recovery_codes_of(proved_caller(request))
        return answer(RecoveryCodesOutput, codes)


class NewRecoveryCodesView(_OwnView):
    """New recovery codes."""

    @extend_schema(request=ProofInput, responses=RecoveryCodesOutput)
    def post(self, request: Request) -> Response:
        """Make new recovery codes; the old ones stop working."""
        codes = renew_recovery_codes(request._request, user=proved_caller(request))
        return answer(RecoveryCodesOutput, codes)
