"""A view of one comparison study: finds it among those that the caller may see."""

from typing import Any

from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.quality.comparisons.models import ComparisonStudy, StudyComparer
from annotator.quality.comparisons.queries import studies_of, with_figures
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.queries import visible_project
from api.access.permissions import caller
from api.presenters.comparisons import present_studies
from api.serializers.comparison_studies import StudyOutput


class StudyMixin(APIView):
    """A view below ``comparison-studies/{id}/``.

    ``role`` is the caller's in the study's project, ``seat`` the caller's place among the
    comparers; None for leads. People who may not see the study don't find it.
    """

    for_role: str | None = None
    study: ComparisonStudy
    role: str
    seat: StudyComparer | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve study, role and seat, and check ``for_role``, before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.resolve(request, kwargs["pk"])
        if self.for_role == Role.LEAD and self.role != Role.LEAD:
            raise PermissionDenied("Only a lead of this project may do this.")
        if self.for_role == Role.EXPERT and (self.seat is None or self.role != Role.EXPERT):
            raise PermissionDenied("Only those who compare in this study may do this.")

    def resolve(self, request: Request, pk: int) -> None:
        """Read study, role and seat; raises ``NotFound``."""
        user = caller(request)
        project, role = visible_project(user, comparison_studies__pk=pk)
        found = None
        if project is not None:
            found = with_figures(studies_of(project=project, user=user)).filter(pk=pk).first()
        if found is None or role is None:
            raise NotFound("There is no such study, or it is not yours to see.")
        self.study, self.role = found, role
        self.seat = next((seat for seat in found.comparers.all() if seat.user_id == user.pk), None)

    def own_seat(self) -> StudyComparer:
        """The caller's seat; raises ``PermissionDenied`` if they have none."""
        if self.seat is None:
            raise PermissionDenied("Only those who compare in this study may do this.")
        return self.seat

    def answer(self, request: Request, code: int = 200) -> Response:
        """The study as it is now, after a service may have changed it."""
        self.resolve(request, self.study.pk)
        [body] = present_studies([self.study], viewer=caller(request), role=self.role)
        return Response(StudyOutput(body).data, status=code)
