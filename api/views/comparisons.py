"""Comparing pairs: the caller's own comparisons, blind."""

from functools import partial

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework import status as codes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.quality.comparisons.comparing import (
    Evaluation,
    next_comparison,
    save_comparison_draft,
    submit_comparison,
    take_back_comparison,
)
from annotator.quality.comparisons.models import Comparison
from annotator.quality.comparisons.queries import comparisons_of
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.standing import refuse_archived
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.conflicts import current_shown_on_conflict
from api.scopes.studies import StudyMixin
from api.serializers.comparisons import (
    ComparisonOutput,
    DraftOfComparisonInput,
    ListedComparisonOutput,
    StaleComparisonOutput,
    SubmittedComparisonInput,
)


def own_comparison(request: Request, pk: int) -> Comparison:
    """One of the caller's comparisons while they are an expert; raises ``NotFound``."""
    comparison = (
        comparisons_of(caller(request))
        .filter(pk=pk)
        .select_related(
            "comparer__study__project", "pair__example__question", "pair__left", "pair__right"
        )
        .first()
    )
    if comparison is None:
        raise NotFound("You have no such comparison.")
    if request.method not in SAFE_METHODS:
        refuse_archived(comparison.comparer.study.project)
    return comparison


def _current(request: Request, pk: int, status: int = codes.HTTP_200_OK) -> Response:
    return answer(ComparisonOutput, own_comparison(request, pk), status=status)


def _current_data(request: Request, pk: int) -> object:
    return _current(request, pk).data


class OwnComparisonListView(StudyMixin, generics.GenericAPIView[Comparison]):
    """The caller's comparisons in a study."""

    for_role = Role.EXPERT
    serializer_class = ListedComparisonOutput
    filter_backends = []

    @extend_schema(responses=ListedComparisonOutput(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the caller's comparisons in the order in which they are handed out."""
        rows = self.own_seat().comparisons.select_related("pair__example__question")
        page = self.paginate_queryset(rows.order_by("position")) or []
        return self.get_paginated_response(rows_of(ListedComparisonOutput, page))


class NextComparisonView(StudyMixin):
    """The next pair to compare."""

    for_role = Role.EXPERT

    @extend_schema(request=None, responses={200: ComparisonOutput, 204: None})
    def post(self, request: Request, pk: int) -> Response:
        """The caller's first open comparison; 204 when all are submitted or the study ended."""
        comparison = next_comparison(self.own_seat())
        if comparison is None:
            return Response(status=codes.HTTP_204_NO_CONTENT)
        return _current(request, comparison.pk)


class ComparisonView(APIView):
    """One of the caller's comparisons."""

    @extend_schema(responses=ComparisonOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Question and both answers, with the draft or the submission."""
        return _current(request, pk)


class ComparisonDraftView(APIView):
    """A comparison so far."""

    @extend_schema(
        request=DraftOfComparisonInput,
        responses={200: ComparisonOutput, 409: StaleComparisonOutput},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Save the draft; 409 with the current one if another tab was faster."""
        comparison = own_comparison(request, pk)
        values = valid_values(DraftOfComparisonInput, request.data)
        with current_shown_on_conflict("comparison", partial(_current_data, request, pk)):
            saved = save_comparison_draft(comparison=comparison, **values)
        # Read again, it could be another tab's draft, which this one would overwrite unseen.
        return answer(ComparisonOutput, saved)


class ComparisonSubmitView(APIView):
    """Submitting a comparison."""

    @extend_schema(
        request=SubmittedComparisonInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: ComparisonOutput, 201: ComparisonOutput, 409: StaleComparisonOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again changes nothing."""
        comparison = own_comparison(request, pk)
        values = valid_values(SubmittedComparisonInput, request.data)
        version = values.pop("version", None)
        with current_shown_on_conflict("comparison", partial(_current_data, request, pk)):
            _, created = submit_comparison(
                comparison=comparison,
                evaluation=Evaluation(**values),
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                version=version,
            )
        code = codes.HTTP_201_CREATED if created else codes.HTTP_200_OK
        return _current(request, pk, code)


class ComparisonTakeBackView(APIView):
    """Correcting a submitted comparison."""

    @extend_schema(request=None, responses=ComparisonOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Make the comparison a draft again, until a lead ends the study. Submit it to count."""
        take_back_comparison(comparison=own_comparison(request, pk), at=timezone.now())
        return _current(request, pk)
