"""What a project's newest report says of one annotator. For leads."""

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.annotators import annotators_of
from annotator.collecting.training.standing import with_training
from annotator.quality.overview.one_annotator import OneAnnotator
from annotator.quality.reports.services import reports_of
from annotator.workspace.projects.models import Role
from api.responses.answers import answer
from api.serializers.statistics import StatisticsInput
from api.serializers.statistics_annotators import AnnotatorStatisticsOutput
from api.views.statistics import ReportMixin


class StatisticsAnnotatorView(ReportMixin):
    """One annotator over time."""

    @extend_schema(parameters=[StatisticsInput], responses=AnnotatorStatisticsOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Control charts, and the examples behind each signal. Nothing is computed by this call."""
        values = self.values_of(StatisticsInput, request.query_params)
        user = annotators_of(self.project).filter(pk=pk).first()
        if user is None:
            raise NotFound("There is no such annotator in this project.")
        members = self.project.memberships.filter(user=user, role=Role.ANNOTATOR, is_active=True)
        newest = reports_of(self.project, **values).defer("content", "example_table").first()
        membership = with_training(members).first()
        found = OneAnnotator(self.project, user, newest, membership)
        return answer(AnnotatorStatisticsOutput, found)
