"""What comes of judgment rounds: report, export, further annotations, Figures 4 and 6."""

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
from annotator.quality.judgments.models import JudgedAnswer, Phase
from annotator.quality.judgments.report import report_of
from annotator.quality.judgments.round_file import file_lines
from annotator.quality.judgments.sheet import sheet_entries
from annotator.quality.judgments.variability import request_variability
from api.access.chosen_splits import check_chosen_splits
from api.access.permissions import caller
from api.presenters.judgment_reports import (
    present_report,
    present_sheet_entry,
    present_variability,
)
from api.requests.validation import valid_values
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
        phase = self.judgment_round.phase
        if phase == Phase.INDEPENDENT:
            raise ConflictError(
                "phase_open", "The experts are still judging alone. Wait until all have closed."
            )
        if phase != Phase.FINISHED and not self.is_lead:
            raise ConflictError(
                "phase_open", "Experts see the results of a round once it is finished."
            )


class RoundReportView(ResultMixin):
    """A round's report."""

    @extend_schema(responses={200: ReportOutput, **EARLY})
    def get(self, request: Request, pk: int) -> Response:
        """Precision, agreement before the consensus, what moved."""
        self.require_results()
        body = present_report(report_of(self.judgment_round), role=self.role)
        return Response(ReportOutput(body).data)


class RoundExportView(ResultMixin):
    """A round as a file."""

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
        self.require_lead()
        self.require_results()
        values = valid_values(ExportInput, request.query_params)
        chosen, splits = values["as"], values["split"]
        check_chosen_splits(self.judgment_round.project, splits, caller(request))
        response = StreamingHttpResponse(
            file_lines(self.judgment_round, chosen, splits),
            content_type=f"{_MEDIA_TYPES[chosen]}; charset=utf-8",
        )
        found = self.judgment_round
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
        found = variability_figures(self.judgment_round)
        if found is None:
            raise NotFound("No more annotations were requested in this round.")
        return Response(VariabilityOutput(present_variability(found)).data)

    @extend_schema(request=VariabilityInput, responses=RoundOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Ask for more annotations: each example gets as many slots as it lacks."""
        self.require_lead()
        values = valid_values(VariabilityInput, request.data)
        request_variability(
            round_=self.judgment_round,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.answer(request)


class RoundSheetView(ResultMixin, generics.GenericAPIView[JudgedAnswer]):
    """Figure 6 for a round."""

    serializer_class = SheetEntryOutput
    filter_backends = []

    @extend_schema(responses={200: SheetEntryOutput(many=True), **EARLY})
    def get(self, request: Request, pk: int) -> Response:
        """Answers with verdicts and how many annotators gave the same, in the experts' order."""
        self.require_results()
        page = self.paginate_queryset(answers_in_order(self.judgment_round)) or []
        entries = sheet_entries(page, judgment_round=self.judgment_round)
        rows = [present_sheet_entry(entry, self.judgment_round) for entry in entries]
        return self.get_paginated_response(SheetEntryOutput(rows, many=True).data)
