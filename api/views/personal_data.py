"""What is kept about the caller: an export of it, and its end."""

from django.contrib.auth import logout
from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.exceptions import InvalidInputError
from annotator.running.personal_data.services import (
    check_erasable,
    erase_person,
    latest_export,
    request_export,
)
from annotator.running.personal_data.traces import queue_wiping
from api.access.permissions import SignedInByHand, caller
from api.access.proof import proved_caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.jobs import JobCreatedOutput
from api.serializers.personal_data import DataExportOutput, ErasureInput


class DataExportView(APIView):
    """An export of everything that is kept about the caller. Nobody else can fetch it."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(responses=DataExportOutput)
    def get(self, request: Request) -> Response:
        """The state of the last one."""
        job = latest_export(user=caller(request))
        return answer(DataExportOutput, {"job": job})

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request) -> Response:
        """Queue an export of the caller's data, or return the one that is under way."""
        job = request_export(user=caller(request), at=timezone.now())
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class ErasureView(APIView):
    """The end of the caller's account."""

    permission_classes = [IsAuthenticated, SignedInByHand]

    @extend_schema(request=ErasureInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Erase the caller for good. Annotations stay, under a pseudonym."""
        values = valid_values(ErasureInput, request.data)
        if values["username"] != caller(request).username:
            sentence = "This is not the name you sign in with."
            raise InvalidInputError("wrong_name", sentence, fields={"username": sentence})
        # Before the proof, so that a refusal uses up no code.
        check_erasable(user=caller(request))
        user = proved_caller(request)
        erase_person(user=user, at=timezone.now(), actor=user)
        transaction.on_commit(queue_wiping)
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)
