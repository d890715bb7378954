"""The project's FAQ."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.guidance.faq import (
    FaqText,
    edit_entry,
    mark_faq_seen,
    publish_entry,
    withdraw_entry,
)
from annotator.collecting.guidance.models import FaqEntry, FaqVersion, QuestionThread
from annotator.collecting.guidance.queries import (
    entry_of,
    faq_for,
    faq_seen_at,
    search_faq,
    threads_for,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.shown_names import names_of
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.pagination import LARGEST_ID
from api.serializers.faq import FaqInput, FaqOutput, FaqQuery, FaqVersionsOutput, NewFaqInput

LONGEST_SEARCH = 200


def _text(values: dict[str, Any]) -> FaqText:
    return FaqText(values["title"], values["question"], values["answer"])


class FaqMixin(ProjectMixin):
    """Entries as the caller sees them."""

    def seen_by(self, viewer: User) -> dict[str, Any]:
        """What an entry's shape depends on beside the entry."""
        return {
            "project": self.project,
            "viewer": viewer,
            "seen_at": faq_seen_at(project=self.project, user=viewer),
            "is_lead": self.role == Role.LEAD,
        }

    def answer(self, request: Request, number: int, code: int = status.HTTP_200_OK) -> Response:
        """One entry; ``NotFound`` where it is not there for the caller."""
        found = faq_for(project=self.project, role=self.role).filter(entry__number=number).first()
        if found is None:
            raise NotFound("The FAQ does not have this entry, or it was withdrawn.")
        return answer(FaqOutput, found, status=code, **self.seen_by(caller(request)))

    def entry(self, number: int) -> FaqEntry:
        """The entry; ``NotFound`` where there is none."""
        found = entry_of(self.project, number) if number <= LARGEST_ID else None
        if found is None:
            raise NotFound("The FAQ does not have this entry.")
        return found


class FaqListView(FaqMixin, generics.GenericAPIView[FaqVersion]):
    """The FAQ."""

    roles_by_method = {"POST": LEADS}
    serializer_class = FaqOutput
    filter_backends = []
    query_class = FaqQuery

    @extend_schema(parameters=[query_class], responses=FaqOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the FAQ, newest first; withdrawn entries for leads alone."""
        words = valid_values(self.query_class, request.query_params)["search"][:LONGEST_SEARCH]
        found = search_faq(faq_for(project=self.project, role=self.role), words)
        page, seen = self.paginate_queryset(found), self.seen_by(caller(request))
        return self.get_paginated_response(rows_of(FaqOutput, page, **seen))

    @extend_schema(
        request=NewFaqInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={201: FaqOutput},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish an entry; the same key again adds no second one."""
        values = valid_values(NewFaqInput, request.data)
        entry = publish_entry(
            project=self.project,
            text=_text(values),
            thread=self._thread(request, values["thread"]),
            idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
            name_is_a_word=values["name_is_a_word"],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(request, entry.number, status.HTTP_201_CREATED)

    def _thread(self, request: Request, pk: int | None) -> QuestionThread | None:
        if pk is None:
            return None
        threads = threads_for(project=self.project, user=caller(request), role=self.role)
        found = threads.filter(pk=pk).first()
        if found is None:
            raise NotFound("There is no such question.")
        return found


class FaqView(FaqMixin):
    """One entry, under an address that stays."""

    roles_by_method = {"PUT": LEADS, "DELETE": LEADS}

    @extend_schema(responses=FaqOutput)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The entry."""
        return self.answer(request, min(number, LARGEST_ID))

    @extend_schema(request=FaqInput, responses=FaqOutput)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Write a new version; a withdrawn entry is published again."""
        entry = self.entry(number)
        values = valid_values(FaqInput, request.data)
        edit_entry(
            entry=entry,
            text=_text(values),
            name_is_a_word=values["name_is_a_word"],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(request, number)

    @extend_schema(responses={200: FaqOutput})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw the entry."""
        withdraw_entry(entry=self.entry(number), at=timezone.now(), actor=caller(request))
        return self.answer(request, number)


class FaqVersionsView(FaqMixin):
    """An entry's history, for leads."""

    roles = LEADS

    @extend_schema(responses=FaqVersionsOutput)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """All wordings, the newest first."""
        versions = self.entry(number).versions.select_related("created_by").order_by("-version")
        people = [row.created_by for row in versions if row.created_by]
        names = names_of(project=self.project, viewer_role=self.role, users=people)
        return answer(FaqVersionsOutput, versions, names=names)


class FaqSeenView(ProjectMixin):
    """Looking at the FAQ."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Nothing in it is new to the caller any more."""
        mark_faq_seen(project=self.project, user=caller(request), at=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
