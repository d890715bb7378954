"""What comes of judgment rounds: report, export, further annotations, Figures 4 and 6."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import ConflictError
from annotator.quality.judgments.figures import variability_figures
from annotator.quality.judgments.gathering import answers_in_order
from annotator.quality.judgments.models import Phase
from annotator.quality.judgments.report import report_of
from annotator.quality.judgments.round_file import file_lines
from annotator.quality.judgments.sheet import sheet_entries
from annotator.quality.judgments.variability import request_variability
from annotator.quality.judgments.withdrawal import withdraw_variability
from annotator.quality.reviews.queries import seat_names
from annotator.workspace.projects.models import Role
from api.access.chosen_splits import check_chosen_splits
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.downloads import name_download
from api.scopes.rounds import RoundMixin
from api.serializers.judgment_reports import (
    ExportInput,
    ReportOutput,
    SheetEntryOutput,
    VariabilityInput,
    VariabilityOutput,
)
from api.serializers.judgment_rounds import RoundOutput

EARLY = {409: OpenApiResponse(description="Not open to the caller yet.")}


class ResultMixin(RoundMixin):
    """What a round has shown: for leads once phase 1 has ended, for experts at the round's end."""

    def require_results(self) -> None:
        """Raise ``ConflictError`` (``phase_open``) where it is too early for the caller."""
        phase = self.review.phase
        if phase == Phase.INDEPENDENT:
            raise ConflictError(
                "phase_open", "The experts are still judging alone. Wait until all have closed."
            )
        if phase != Phase.FINISHED and self.role != Role.LEAD:
            raise ConflictError(
                "phase_open", "Experts see the results of a round once it is finished."
            )


class RoundReportView(ResultMixin):
    """A round's report."""

    @extend_schema(responses={200: ReportOutput, **EARLY})
    def get(self, request: Request, pk: int) -> Response:
        """Precision, agreement before the consensus, what moved."""
        self.require_results()
        report = report_of(self.review)
        experts = [expert for expert, _ in report.per_expert]
        return answer(
            ReportOutput,
            report,
            names=seat_names(experts, project=self.project, role=self.role),
            numbers=[expert.number for expert in experts],
        )


class RoundExportView(ResultMixin):
    """A round as a file."""

    for_role = Role.LEAD

    @extend_schema(
        parameters=[ExportInput],
        responses={
            (200, "text/csv"): OpenApiResponse(OpenApiTypes.STR),
            (200, "application/jsonl"): OpenApiResponse(OpenApiTypes.STR),
            **EARLY,
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Download everything: sample, first votes, consensus, notes, counts of annotations."""
        self.require_results()
        values = valid_values(ExportInput, request.query_params)
        chosen, splits = values["as"], values["split"]
        check_chosen_splits(self.review.project, splits, caller(request))
        response = StreamingHttpResponse(
            file_lines(self.review, chosen, splits),
            content_type=f"{_MEDIA_TYPES[chosen]}; charset=utf-8",
        )
        found = self.review
        name = f"{found.project.slug}-judgments-{found.number}.{chosen}"
        name_download(response, name)
        return response


_MEDIA_TYPES = {"csv": "text/csv", "jsonl": "application/jsonl"}


class RoundVariabilityView(ResultMixin):
    """Further annotations of a round's examples."""

    @extend_schema(responses={200: VariabilityOutput, **EARLY})
    def get(self, request: Request, pk: int) -> Response:
        """Figure 4 and footnote 9 as far as the annotations are there."""
        self.require_results()
        found = variability_figures(self.review)
        if found is None:
            raise NotFound("No more annotations were requested in this round.")
        return answer(VariabilityOutput, found)

    @extend_schema(request=VariabilityInput, responses=RoundOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Ask for more annotations: each example gets as many slots as it lacks."""
        self.require_lead()
        values = valid_values(VariabilityInput, request.data)
        request_variability(
            round_=self.review,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.answer()

    @extend_schema(responses={200: RoundOutput})
    def delete(self, request: Request, pk: int) -> Response:
        """Take the request back: free places go, annotations that are started or done stay."""
        self.require_lead()
        withdraw_variability(round_=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class RoundSheetView(ResultMixin, generics.GenericAPIView[Any]):
    """Figure 6 for a round."""

    serializer_class = SheetEntryOutput
    filter_backends = []

    @extend_schema(responses={200: SheetEntryOutput(many=True), **EARLY})
    def get(self, request: Request, pk: int) -> Response:
        """Answers with verdicts and how many annotators gave the same, in the experts' order."""
        self.require_results()
        page = self.paginate_queryset(answers_in_order(self.review)) or []
        entries = sheet_entries(page, judgment_round=self.review)
        return self.get_paginated_response(rows_of(SheetEntryOutput, entries))
