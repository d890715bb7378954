"""A lead's first page, and the targets that it measures quality by."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.overview.overview import overview_of
from annotator.quality.overview.targets import Bounds, set_targets
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.overview import OverviewOutput, TargetsInput
from api.views.projects import progress_figures


class OverviewView(ProjectMixin):
    """Are we on course, who needs me, is it good enough to publish?"""

    roles = LEADS

    @extend_schema(responses=OverviewOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The forecast, what waits for a lead, and quality beside its targets."""
        return _answer(self.project, caller(request))


class TargetsView(ProjectMixin):
    """The project's quality targets."""

    roles = LEADS

    @extend_schema(request=TargetsInput, responses=OverviewOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Replace all targets."""
        values = valid_values(TargetsInput, request.data)
        set_targets(
            project=self.project,
            targets=[Bounds(**each) for each in values["targets"]],
            at=timezone.now(),
            actor=caller(request),
        )
        return _answer(self.project, caller(request))


def _answer(project: Project, user: User) -> Response:
    at = timezone.now()
    progress, _ = progress_figures(project, at=at)
    left = progress["annotations_required"] - progress["annotations_submitted"]
    return answer(OverviewOutput, overview_of(project=project, user=user, left=left, at=at))
