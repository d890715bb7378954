"""Whether a project asks for more annotations where answers are unsettled. For leads."""

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.reports.adaptive import set_adaptation
from annotator.quality.reports.adaptive_plan import Adaptation
from annotator.quality.reports.services import start_statistics
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.adaptive_overlap import AdaptiveOverlapInput, AdaptiveOverlapOutput


class AdaptiveOverlapView(ProjectMixin):
    """Up to how many annotations unsettled examples get."""

    roles = LEADS

    @extend_schema(responses=AdaptiveOverlapOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What the project asks for."""
        return answer(AdaptiveOverlapOutput, self.project)

    @extend_schema(request=AdaptiveOverlapInput, responses=AdaptiveOverlapOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Ask for further annotations from now on, or for none. Statistics are computed, and then
        unsettled examples get their annotations; earlier ones stay.
        """
        values = valid_values(AdaptiveOverlapInput, request.data)
        adaptation = Adaptation(**values) if values["cap"] is not None else None
        at, user = timezone.now(), caller(request)
        with transaction.atomic():
            project = set_adaptation(project=self.project, adaptation=adaptation, at=at, actor=user)
            if adaptation is not None:
                start_statistics(project=project, at=at, actor=user)
        return answer(AdaptiveOverlapOutput, project)
