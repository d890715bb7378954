"""Error analyses: leads open and delete them, and choose the labels; labellers see their own."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.systems.error_analysis.label_file import file_of
from annotator.systems.error_analysis.labelling import remove_labeller
from annotator.systems.error_analysis.labels import change_labels, labels_of
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import (
    delete_analysis,
    open_analysis,
    possible_labellers,
)
from annotator.systems.error_analysis.queries import answers_for
from annotator.systems.error_analysis.results import results_of
from annotator.systems.evaluation.leaderboard.queries import score_on, scores_of, system_of
from annotator.systems.evaluation.models import Score
from annotator.workspace.projects.hidden_split import is_hidden_from
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.shown_names import by_name
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.scopes.error_analyses import AnalysisListMixin, AnalysisMixin
from api.serializers.error_analyses import (
    ErrorAnalysisInput,
    ErrorAnalysisOutput,
    ErrorChoicesOutput,
    ErrorExportInput,
    ErrorLabelsField,
    ErrorResultsOutput,
)

EARLY = {409: OpenApiResponse(description="Not everybody has finished.")}


class ErrorLabelsView(ProjectMixin):
    """The labels of a project's next analysis, for leads."""

    roles = LEADS

    @extend_schema(responses=ErrorLabelsField)
    def get(self, request: Request, slug: str) -> Response:
        """The paper's until a lead changes them."""
        return answer(ErrorLabelsField, {"labels": labels_of(self.project)})

    @extend_schema(request=ErrorLabelsField, responses=ErrorLabelsField)
    def put(self, request: Request, slug: str) -> Response:
        """Replace the labels. Open analyses keep theirs."""
        values = valid_values(ErrorLabelsField, request.data)
        labels = change_labels(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(ErrorLabelsField, {"labels": labels})


class ChoicesView(ProjectMixin):
    """What a new analysis can be about, for leads."""

    roles = LEADS

    @extend_schema(responses=ErrorChoicesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The scored systems, and who can label."""
        hidden = self.project.hidden_split
        scores = scores_of(self.project, is_public=False, hidden=self.sees_hidden).select_related(
            "system"
        )
        if not self.sees_hidden:
            scores = scores.exclude(split=hidden)
        choices = {
            "systems": scores.defer("replicates").order_by("system__name", "split"),
            # Any split that isn't hidden: all leads and experts.
            "labellers": by_name(possible_labellers(self.project, split="")),
        }
        return answer(ErrorChoicesOutput, choices, viewer=caller(request), hidden_split=hidden)


class AnalysisListView(AnalysisListMixin, generics.GenericAPIView[ErrorAnalysis]):
    """A project's analyses: all for leads, for experts those that they label."""

    serializer_class = ErrorAnalysisOutput
    filter_backends = []

    @extend_schema(responses=ErrorAnalysisOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List error analyses, newest first."""
        return self.listed()

    @extend_schema(request=ErrorAnalysisInput, responses={201: ErrorAnalysisOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw a sample of a system's answers and give it to one or two people."""
        values = valid_values(ErrorAnalysisInput, request.data)
        score = self._score(values.pop("system"), values.pop("split", None))
        opened = open_analysis(score=score, at=timezone.now(), actor=caller(request), **values)
        return self.answer_with(opened.pk, status.HTTP_201_CREATED)

    def _score(self, system: int, split: str | None) -> Score:
        """The score, but none on the hidden split for anybody who doesn't see it."""
        found = system_of(self.project, system)
        score = score_on(found, split) if found else None
        viewer = caller(self.request)
        if score is None or is_hidden_from(viewer, self.project, [score.split]):
            raise NotFound("There is no such system with a score on this split.")
        return score


class AnalysisView(AnalysisMixin):
    """One analysis."""

    @extend_schema(responses=ErrorAnalysisOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The analysis and its progress."""
        return self.answer()

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Put the analysis with all labels into the bin for 30 days."""
        self.require_lead()
        delete_analysis(analysis=self.review, at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class LabellerView(AnalysisMixin):
    """Somebody who labels, for leads."""

    for_role = Role.LEAD

    @extend_schema(responses=ErrorAnalysisOutput)
    def delete(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Take out a labeller. Labels that they gave stay on record, and count for nothing."""
        seats = [seat for seat in self.review.labellers.all() if seat.number == number]
        if not seats:
            raise NotFound("This analysis has no labeller with this number.")
        remove_labeller(labeller=seats[0], at=timezone.now(), actor=caller(request))
        return self.answer()


class ResultsView(AnalysisMixin):
    """What an analysis says, for its labellers and for leads."""

    @extend_schema(responses={200: ErrorResultsOutput, **EARLY})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Shares of the labels with intervals, and the agreement of two labellers."""
        self.require_finished()
        return answer(ErrorResultsOutput, results_of(self.review), numbers=[1, 2])


class ExportView(AnalysisMixin):
    """The labels as a file, for leads."""

    for_role = Role.LEAD

    @extend_schema(
        parameters=[ErrorExportInput],
        responses={
            (200, "text/csv"): OpenApiResponse(OpenApiTypes.STR),
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT),
            **EARLY,
        },
    )
    def get(self, request: Request, slug: str, pk: int) -> HttpResponse:
        """Download the labels: each answer with each labeller's labels and note."""
        self.require_finished()
        form = valid_values(ErrorExportInput, request.query_params)["form"]
        content = file_of(self.review, answers_for(self.review, caller(request)), form)
        media_type = "text/csv; charset=utf-8" if form == "csv" else "application/json"
        response = HttpResponse(content, content_type=media_type)
        name = f"{slug}-error-analysis-{self.review.number}.{form}"
        name_download(response, name)
        return response
