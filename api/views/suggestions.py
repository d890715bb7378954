"""What a project suggests to its annotators, and what came of it. For leads."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.suggestions.queries import Suggesting, plan_of
from annotator.collecting.suggestions.services import end_plan
from annotator.collecting.suggestions.suggestion_file import suggestions_csv
from annotator.systems.evaluation.suggesting import suggest
from annotator.workspace.projects.models import Project
from api.access.chosen_splits import check_chosen_splits
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.serializers.splits import SplitsQuery
from api.serializers.suggestions import OFF, SuggestionsInput, SuggestionsOutput


def _answer(project: Project) -> Response:
    return answer(SuggestionsOutput, Suggesting(project, plan_of(project)))


class SuggestionsView(ProjectMixin):
    """What is suggested, by which system, and to how many."""

    roles = LEADS

    @extend_schema(responses=SuggestionsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What annotators see, and what can be chosen."""
        return _answer(self.project)

    @extend_schema(request=SuggestionsInput, responses=SuggestionsOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Suggest a system's predictions from now on, or nothing. A job reads the predictions."""
        values = valid_values(SuggestionsInput, request.data)
        at, user = timezone.now(), caller(request)
        if values["mode"] == OFF:
            end_plan(project=self.project, at=at, actor=user)
        else:
            values.setdefault("system", 0)
            suggest(project=self.project, at=at, actor=user, **values)
        return _answer(self.project)


class SuggestionExportView(ProjectMixin):
    """What was suggested and what annotators did with it, as a file."""

    roles = LEADS

    @extend_schema(
        parameters=[SplitsQuery],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Download a row for each annotation for which a draw was made."""
        splits = valid_values(SplitsQuery, request.query_params)["split"]
        check_chosen_splits(self.project, splits, caller(request))
        response = StreamingHttpResponse(
            suggestions_csv(self.project, splits), content_type="text/csv; charset=utf-8"
        )
        name = f"{self.project.slug}-suggestions.csv"
        name_download(response, name)
        return response
