"""How many annotations each example should have. For leads."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.overview.plan import plan_of
from api.access.permissions import LEADS, ProjectMixin
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.plan import PlanOutput, PlanQuery


class PlanView(ProjectMixin):
    """The number of annotations of each example."""

    roles = LEADS

    @extend_schema(parameters=[PlanQuery], responses=PlanOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What each number would give, take and cost, by simulation; nothing is changed."""
        values = valid_values(PlanQuery, request.query_params)
        return answer(PlanOutput, plan_of(project=self.project, **values))
