"""Views of blind reviews: they find a review among those that the caller may see, and show it."""

from collections.abc import Sequence
from typing import Any, Generic, NoReturn, TypeVar

from django.db.models import QuerySet
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.quality.reviews.models import Review, Seat
from annotator.quality.reviews.queries import seat_names
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import visible_project
from annotator.workspace.projects.shown_names import sees_names
from annotator.workspace.projects.standing import refuse_archived
from api.access.permissions import EXPERTS_AND_LEADS, LEADS, ProjectMixin, caller
from api.responses.answers import rows_of
from api.serializers.output import Output

AnyReview = TypeVar("AnyReview", bound=Review)
AnySeat = TypeVar("AnySeat", bound=Seat)


class ShowsReviews(APIView, Generic[AnyReview]):
    """Shows reviews of one project in their shape, ``output``, to a caller in ``role``."""

    output: type[Output[AnyReview]]
    project: Project
    role: str

    def visible(self, user: User) -> "QuerySet[AnyReview]":
        """The project's reviews that ``user`` may see, with everything that the shape reads."""
        raise NotImplementedError

    def beside(self, reviews: Sequence[AnyReview]) -> dict[str, Any]:
        """What the shape needs of all ``reviews`` at once."""
        return {}

    def shown(self, reviews: Sequence[AnyReview]) -> list[Any]:
        """Reviews as the caller may see them."""
        seats = [seat for each in reviews for seat in each.seats.all()]
        return rows_of(
            self.output,
            reviews,
            viewer=caller(self.request),
            is_lead=sees_names(self.role),
            names=seat_names(seats, project=self.project, role=self.role),
            **self.beside(reviews),
        )

    def answer_with(self, pk: int, status: int = 200) -> Response:
        """The review with this key as it is now, after a service may have changed it."""
        [body] = self.shown(list(self.visible(caller(self.request)).filter(pk=pk)))
        return Response(body, status=status)


class ReviewListMixin(ShowsReviews[AnyReview], ProjectMixin):
    """A project's reviews: all for leads, who open them, for experts those they sit in."""

    roles_by_method = {"GET": EXPERTS_AND_LEADS, "POST": LEADS}

    def listed(self: Any) -> Response:
        """A page of the reviews, newest first."""
        page = self.paginate_queryset(self.visible(caller(self.request)))
        response: Response = self.get_paginated_response(self.shown(page or []))
        return response


class ReviewMixin(ShowsReviews[AnyReview], Generic[AnyReview, AnySeat]):
    """A view below a review's address. People who may not see the review don't find it.

    ``role`` is the caller's in the review's project, ``seat`` the caller's place in the review;
    None for leads without one. ``for_role``: only leads may call it, or only experts in a seat.
    """

    model: type[AnyReview]
    for_role: str | None = None
    review: AnyReview
    seat: AnySeat | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve review, role and seat, and check ``for_role``, before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.find_project_of(kwargs["pk"])
        self.resolve(kwargs["pk"])
        if self.for_role == Role.LEAD:
            self.require_lead()
        if self.for_role == Role.EXPERT:
            self.own_seat()
            if self.role != Role.EXPERT:
                self._refuse_others()

    def find_project_of(self, pk: int) -> None:
        """Set the review's project and the caller's role in it; raises ``NotFound``."""
        field: Any = self.model._meta.get_field("project")
        of_review = {f"{field.remote_field.related_name}__pk": pk}
        project, role = visible_project(caller(self.request), **of_review)
        if project is None or role is None:
            self._not_found()
        if self.request.method not in SAFE_METHODS:
            refuse_archived(project)
        self.project, self.role = project, role

    def resolve(self, pk: int) -> None:
        """Read review and seat; raises ``NotFound``."""
        user = caller(self.request)
        found = self.visible(user).filter(pk=pk).first()
        if found is None:
            self._not_found()
        self.review = found
        self.seat = next((seat for seat in found.seats.all() if seat.user_id == user.pk), None)

    def own_seat(self) -> AnySeat:
        """Where the caller sits; raises ``PermissionDenied`` for leads who don't."""
        if self.seat is None:
            self._refuse_others()
        return self.seat

    def require_lead(self) -> None:
        """Raise ``PermissionDenied`` unless the caller leads the project."""
        if self.role != Role.LEAD:
            raise PermissionDenied("Only a lead of this project may do this.")

    def answer(self, status: int = 200) -> Response:
        """The review as it is now, after a service may have changed it."""
        return self.answer_with(self.review.pk, status)

    def _not_found(self) -> NoReturn:
        name = self.model._meta.verbose_name
        raise NotFound(f"There is no such {name}, or it is not yours to see.")

    def _refuse_others(self) -> NoReturn:
        name = self.model._meta.verbose_name
        raise PermissionDenied(f"Only the {self.model.SEATS} of this {name} may do this.")
