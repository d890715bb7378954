"""The submissions of all teams, for stewards."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.systems.competitions.models import Submission
from annotator.systems.competitions.queries import all_submissions
from annotator.systems.competitions.shown_submissions import team_submissions
from api.responses.answers import rows_of
from api.scopes.competitions import StewardMixin
from api.serializers.submissions import TeamSubmissionOutput


class TeamSubmissionListView(StewardMixin, generics.GenericAPIView[Any]):
    """What teams have submitted."""

    queryset = Submission.objects.none()
    serializer_class = TeamSubmissionOutput
    filter_backends = []

    @extend_schema(responses=TeamSubmissionOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List submissions, the newest first, with the figure that decides."""
        page = self.paginate_queryset(all_submissions(self.competition)) or []
        rows = team_submissions(self.competition, list(page))
        return self.get_paginated_response(rows_of(TeamSubmissionOutput, rows))
