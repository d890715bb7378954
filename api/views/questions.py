"""Questions that annotators ask when they park, and what waits for whom."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.guidance.models import QuestionThread
from annotator.collecting.guidance.queries import count_news, narrow_threads, threads_for
from annotator.collecting.guidance.threads import close_thread, write_message
from annotator.quality.overview.places import used_pages
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of, sees_names
from api.access.permissions import ProjectMixin, caller
from api.presenters.kinds import presenting_of
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.questions import (
    MessageInput,
    NewsOutput,
    ThreadDetailOutput,
    ThreadFilterInput,
    ThreadOutput,
)


class ThreadListView(ProjectMixin, generics.GenericAPIView[QuestionThread]):
    """Questions: a lead's are all of the project's, everybody else's their own."""

    serializer_class = ThreadOutput
    filter_backends = []
    query_class = ThreadFilterInput

    @extend_schema(parameters=[query_class], responses=ThreadOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them: what waits first, the longest first."""
        values = valid_values(self.query_class, request.query_params)
        user, at = caller(request), timezone.now()
        threads = threads_for(project=self.project, user=user, role=self.role)
        threads = narrow_threads(threads, **values, at=at)
        page = self.paginate_queryset(threads) or []
        seen = _seen_by(user, self.project, self.role, page)
        return self.get_paginated_response(rows_of(ThreadOutput, page, at=at, **seen))


def _seen_by(
    viewer: User, project: Project, role: str, threads: Sequence[QuestionThread]
) -> dict[str, Any]:
    """As whom ``viewer`` sees threads: by name for leads, without any for others."""
    people = [row.asker for row in threads]
    people += [message.author for row in threads for message in row.messages.all()]
    is_lead = sees_names(role)
    names = names_of(project=project, viewer_role=role, users=people) if is_lead else {}
    return {"viewer": viewer, "names": names}


class ThreadMixin(ProjectMixin):
    """One thread, for its asker and for leads."""

    def thread(self, request: Request, pk: int) -> QuestionThread:
        """The thread; ``NotFound`` for whom it is not for."""
        threads = threads_for(project=self.project, user=caller(request), role=self.role)
        found = threads.filter(pk=pk).first()
        if found is None:
            raise NotFound("There is no such question.")
        return found

    def answer(self, request: Request, pk: int, code: int = status.HTTP_200_OK) -> Response:
        """The thread as it is now."""
        thread, at = self.thread(request, pk), timezone.now()
        seen = _seen_by(caller(request), self.project, self.role, [thread])
        if self.role == Role.LEAD:
            beside = presenting_of(self.project.kind).of_question(thread.example, self.project)
        else:
            # The asker has all of it on the annotator's page.
            beside = {"disambiguations": [], "pages": []}
        return answer(ThreadDetailOutput, thread, status=code, at=at, beside=beside, **seen)


class ThreadView(ThreadMixin):
    """One question."""

    @extend_schema(responses=ThreadDetailOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The thread; for leads also what the asker sees, and the draft as it was."""
        return self.answer(request, pk)


class MessageView(ThreadMixin):
    """Writing in a thread."""

    @extend_schema(
        request=MessageInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={201: ThreadDetailOutput},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Answer, as a lead; else ask on. The same key again adds no second message."""
        values = valid_values(MessageInput, request.data)
        write_message(
            thread=self.thread(request, pk),
            text=values["text"],
            at=timezone.now(),
            actor=caller(request),
            as_lead=self.role == Role.LEAD,
            idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
        )
        return self.answer(request, pk, status.HTTP_201_CREATED)


class CloseView(ThreadMixin):
    """Ending the waiting without an answer."""

    @extend_schema(request=None, responses=ThreadDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Close the thread."""
        close_thread(thread=self.thread(request, pk), at=timezone.now(), actor=caller(request))
        return self.answer(request, pk)


class NewsView(ProjectMixin):
    """What waits for the caller."""

    @extend_schema(responses=NewsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Counts for the navigation."""
        user, at = caller(request), timezone.now()
        counts = count_news(project=self.project, user=user, role=self.role, at=at)
        used = used_pages(self.project) if self.role == Role.LEAD else []
        return answer(NewsOutput, counts, used=used)
