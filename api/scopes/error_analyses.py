"""A view of one error analysis: finds it among those that the caller may see."""

from typing import Any

from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import ConflictError
from annotator.systems.error_analysis.models import ErrorAnalysis, Labeller
from annotator.systems.error_analysis.queries import analyses_of, with_labellers
from annotator.workspace.projects.models import Role
from api.access.permissions import EXPERTS_AND_LEADS, ProjectMixin, caller
from api.presenters.error_analyses import present_analyses
from api.serializers.error_analyses import ErrorAnalysisOutput


class AnalysisMixin(ProjectMixin):
    """A view below ``error-analyses/{id}/``.

    ``seat`` is the caller's place among the labellers; None for leads without one.
    """

    roles = EXPERTS_AND_LEADS
    analysis: ErrorAnalysis
    seat: Labeller | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve analysis and seat before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.resolve(request, kwargs["pk"])

    def resolve(self, request: Request, pk: int) -> None:
        """Read analysis and seat; raises ``NotFound``."""
        user = caller(request)
        visible = analyses_of(project=self.project, user=user)
        found = with_labellers(visible).filter(pk=pk).first()
        if found is None:
            raise NotFound("There is no such error analysis, or it is not yours to see.")
        self.analysis = found
        self.seat = next((seat for seat in found.labellers.all() if seat.user_id == user.pk), None)

    def own_seat(self) -> Labeller:
        """The caller's seat; raises ``PermissionDenied`` for leads who have none."""
        if self.seat is None:
            raise PermissionDenied("Only those who label in this analysis can do this.")
        return self.seat

    def require_lead(self) -> None:
        """Raise ``PermissionDenied`` unless the caller leads the project."""
        if self.role != Role.LEAD:
            raise PermissionDenied("Only a lead of this project can do this.")

    def require_finished(self) -> None:
        """Raise ``ConflictError`` before everybody has finished: nobody sees others' labels."""
        if self.analysis.finished_at is None:
            raise ConflictError(
                "labelling_open", "Results appear once everybody who labels has finished."
            )

    def answer_with(self, request: Request) -> Response:
        """The analysis as it is now, after a service may have changed it."""
        self.resolve(request, self.analysis.pk)
        [body] = present_analyses([self.analysis], viewer=caller(request), role=self.role)
        return Response(ErrorAnalysisOutput(body).data)
