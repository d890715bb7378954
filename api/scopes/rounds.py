"""A view of one judgment round: finds it among those that the caller may see."""

from typing import Any

from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.quality.judgments.models import JudgmentRound, RoundExpert
from annotator.quality.judgments.overview import with_experts
from annotator.quality.judgments.queries import rounds_of
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.queries import visible_project
from api.access.permissions import caller
from api.presenters.judgment_rounds import present_round
from api.serializers.judgment_rounds import RoundOutput


class RoundMixin(APIView):
    """A view below ``judgment-rounds/{id}/``.

    ``role`` is the caller's in the round's project, ``seat`` the caller's place among the round's
    experts; None for leads without one. People who may not see the round don't find it.
    """

    judgment_round: JudgmentRound
    role: str
    seat: RoundExpert | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve round, role and seat before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.resolve(request, kwargs["pk"])

    def resolve(self, request: Request, pk: int) -> None:
        """Read round, role and seat; raises ``NotFound``."""
        user = caller(request)
        project, role = visible_project(user, judgment_rounds__pk=pk)
        found = None
        if project is not None:
            visible = rounds_of(project=project, user=user)
            found = with_experts(visible).filter(pk=pk).first()
        if found is None or role is None:
            raise NotFound("There is no such round, or it is not yours to see.")
        self.judgment_round, self.role = found, role
        experts = found.experts.all()
        self.seat = next((expert for expert in experts if expert.user_id == user.pk), None)

    @property
    def is_lead(self) -> bool:
        """Whether the caller leads the project."""
        return self.role == Role.LEAD

    def require_lead(self) -> None:
        """Raise ``PermissionDenied`` unless the caller leads the project."""
        if not self.is_lead:
            raise PermissionDenied("Only a lead of this project may do this.")

    def answer(self, request: Request, code: int = 200) -> Response:
        """The round as it is now, after a service may have changed it."""
        self.resolve(request, self.judgment_round.pk)
        body = present_round(self.judgment_round, viewer=caller(request), role=self.role)
        return Response(RoundOutput(body).data, status=code)
