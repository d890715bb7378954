"""What a project suggests to its annotators, and what came of it. For leads."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.suggestions.queries import eligible_examples, plan_of
from annotator.collecting.suggestions.services import end_plan
from annotator.collecting.suggestions.suggestion_file import suggestions_csv
from annotator.systems.evaluation.suggesting import preparing_job, suggest, systems_to_suggest
from annotator.workspace.projects.models import Project
from api.access.chosen_splits import check_chosen_splits
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.serializers.splits import SplitsQuery
from api.serializers.suggestions import OFF, SuggestionsInput, SuggestionsOutput


def _present(project: Project) -> dict[str, Any]:
    plan = plan_of(project)
    return {
        "mode": plan.mode if plan else OFF,
        **{
            name: getattr(plan, name) if plan else None
            for name in ("system_name", "share", "boxes", "seed")
        },
        "is_ready": plan is not None and plan.ready_at is not None,
        "job": preparing_job(plan) if plan else None,
        "examples": eligible_examples(project).count(),
        "systems": systems_to_suggest(project).values("id", "name"),
    }


class SuggestionsView(ProjectMixin):
    """What is suggested, by which system, and to how many."""

    roles = LEADS

    @extend_schema(responses=SuggestionsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What annotators see, and what can be chosen."""
        return answer(SuggestionsOutput, _present(self.project))

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
        return answer(SuggestionsOutput, _present(self.project))


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
