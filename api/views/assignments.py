"""The annotator's side: assignments, drafts, submissions, the page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.collecting.annotations.drafts import save_locked_draft
from annotator.collecting.annotations.names import own_names
from annotator.collecting.annotations.queries import reopened_annotations, submitted_annotation
from annotator.collecting.annotations.services import submit_and_claim, submit_locked
from annotator.collecting.assignments import own_assignments
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.parked import freed_of
from annotator.collecting.assignments.services import (
    give_up_assignment,
    locked_own_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.collecting.guidance.threads import park_with_question
from annotator.collecting.suggestions.drawing import draw_suggestion
from annotator.collecting.suggestions.recording import record_use
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.standing import refuse_archived
from api.access.permissions import ANNOTATORS, ProjectMixin, caller
from api.presenters.assignments import (
    present_assignment,
    present_claimed,
    present_page_ahead,
)
from api.requests.validation import valid_values
from api.responses.answers import rows_of
from api.responses.conflicts import current_shown_on_conflict
from api.responses.frames import page_response
from api.responses.renderers import SplicingJSONRenderer
from api.serializers.annotations import AnnotationOutput, AnswerInput, DraftInput, PageOutput
from api.serializers.assignments import (
    NEWEST_ANNOTATION,
    QUESTIONS,
    AssignmentOutput,
    AssignmentQuery,
    AssignmentSummaryOutput,
    NextInput,
    NoteInput,
    SavedDraftOutput,
    StaleDraftOutput,
    SubmittedOutput,
)
from api.serializers.questions import ParkInput
from api.serializers.reading import read_body

NOT_YOURS = "You have no such assignment."


def own_assignment(request: Request, pk: int) -> Assignment:
    """One of the caller's assignments, while the caller is a member; else ``NotFound``."""
    assignment = own_assignments.own_assignment(user=caller(request), pk=pk)
    if assignment is None:
        raise NotFound(NOT_YOURS)
    if request.method not in SAFE_METHODS:
        refuse_archived(assignment.project)
    return assignment


@contextmanager
def _locked(
    request: Request, pk: int, *, with_place: bool = False
) -> Iterator[own_assignments.LockedAssignment]:
    """The same in a transaction that holds its lock; see ``locked_own_assignment``."""
    with locked_own_assignment(annotator=caller(request), pk=pk, with_place=with_place) as locked:
        if locked is None:
            raise NotFound(NOT_YOURS)
        yield locked


PAGE_WANTED = OpenApiParameter(
    "page",
    enum=["0", "1", "rendered"],
    description="0: the answer leaves an NQ page out. rendered: the page comes with its rendering.",
)


class _PageWanted(TypedDict):
    """How ``present_assignment`` shows the page."""

    with_page: bool
    with_rendering: bool


def _wanted_page(request: Request) -> _PageWanted:
    """The same for a caller who asked by ``PAGE_WANTED``."""
    wanted = request.query_params.get("page")
    return {"with_page": wanted != "0", "with_rendering": wanted == "rendered"}


class SplicedView(APIView):
    """Requests that annotators make all day: the presenters' dictionaries go out as they are, and
    parts that are JSON already are spliced in. The serializers describe the result, and tests
    compare the two.
    """

    renderer_classes = [SplicingJSONRenderer]


def _current(request: Request, pk: int) -> dict[str, Any]:
    return present_assignment(own_assignment(request, pk), spliced=True)


class NextView(ProjectMixin, SplicedView):
    """The queue."""

    roles = ANNOTATORS
    _open: Assignment | None = None

    def find_project(self, user: User, slug: str) -> tuple[Project | None, str | None]:
        """Together with the open assignment."""
        project, role, self._open = own_assignments.project_with_open(
            user=user, slug=slug, at=timezone.now()
        )
        return (project, role) if project else super().find_project(user, slug)

    @extend_schema(
        request=NextInput,
        parameters=[PAGE_WANTED],
        responses={
            200: AssignmentOutput,
            204: OpenApiResponse(description=("No questions are left.")),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """The caller's open assignment, or else a new one."""
        ahead = read_body(NextInput, request.data)["ahead"]
        if self._open is not None and not ahead:
            return Response(present_assignment(self._open, **_wanted_page(request), spliced=True))
        assignment = claim_assignment(
            project=self.project, annotator=caller(request), at=timezone.now(), ahead=ahead
        )
        if assignment is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(present_claimed(assignment))


class AssignmentListView(ProjectMixin, generics.GenericAPIView[Assignment]):
    """The caller's own assignments."""

    serializer_class = AssignmentSummaryOutput
    filter_backends = []
    query_class = AssignmentQuery

    @extend_schema(parameters=[query_class], responses=AssignmentSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the caller's assignments, newest first."""
        query = valid_values(self.query_class, request.query_params)
        own = (
            Assignment.objects.filter(project=self.project, annotator=caller(request))
            .exclude(state=AssignmentState.RESERVED)
            .select_related("example__question", "project")
            .prefetch_related(NEWEST_ANNOTATION)
            .prefetch_related(QUESTIONS)
            .order_by("-pk")
        )
        if query["state"]:
            own = own.filter(state=query["state"])
        if query["reopened"]:
            reopened = reopened_annotations(project=self.project, user=caller(request))
            own = own.filter(pk__in=reopened.values("assignment"))
        page = self.paginate_queryset(own) or []
        beside = {"freed": freed_of(page), "at": timezone.now()}
        return self.get_paginated_response(rows_of(AssignmentSummaryOutput, page, **beside))


class AssignmentView(SplicedView):
    """One of the caller's assignments."""

    @extend_schema(parameters=[PAGE_WANTED], responses=AssignmentOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The assignment with its draft."""
        assignment = own_assignment(request, pk)
        return Response(present_assignment(assignment, **_wanted_page(request), spliced=True))


class DraftView(SplicedView):
    """An answer so far."""

    @extend_schema(
        request=DraftInput,
        parameters=[PAGE_WANTED],
        responses={200: SavedDraftOutput, 409: StaleDraftOutput},
    )
    def put(self, request: Request, pk: int) -> Response:
        """Save the draft; 409 with the current one if another tab was faster."""
        with (
            current_shown_on_conflict("assignment", partial(_current, request, pk)),
            _locked(request, pk) as locked,
        ):
            answer = DraftInput.read(locked.assignment.project.kind, request.data)
            version = answer.pop("version")
            at = timezone.now()
            saved = save_locked_draft(locked=locked, version=version, answer=answer, at=at)
            draw_suggestion(assignment=saved.assignment, at=at)
        return Response(
            present_assignment(saved.assignment, saved, **_wanted_page(request), spliced=True)
        )


class SubmitView(SplicedView):
    """Submitting an answer."""

    @extend_schema(
        request=AnswerInput,
        parameters=[
            OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER),
            OpenApiParameter(
                "next", enum=["0", "1"], description="1: answer with the next assignment, too."
            ),
        ],
        responses={200: SubmittedOutput, 201: SubmittedOutput, 409: StaleDraftOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again gives the same annotation."""
        takes_next = request.query_params.get("next") == "1"
        answered: dict[str, Any] = {}
        with (
            current_shown_on_conflict("assignment", partial(_current, request, pk)),
            _locked(request, pk, with_place=takes_next) as locked,
        ):
            submission = _submission(request, locked)
            if takes_next:
                annotation, created, claimed = submit_and_claim(**submission)
            else:
                annotation, created = submit_locked(**submission)
            if created:
                record_use(annotation=annotation)
        if takes_next:
            answered["next"] = present_claimed(claimed) if claimed else None
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        stored = submitted_annotation(annotation)
        shown = AnnotationOutput(stored, context={"names": own_names(stored)})
        return Response(shown.data | answered, status=code)


def _submission(request: Request, locked: own_assignments.LockedAssignment) -> dict[str, Any]:
    """What the services take."""
    values = AnswerInput.read(locked.assignment.project.kind, request.data)
    return {
        "locked": locked,
        "at": timezone.now(),
        "idempotency_key": request.headers.get("Idempotency-Key", "")[:100],
        "version": values.pop("version", None),
        "active_seconds": values.pop("active_seconds", None),
        "client_version": values.pop("client_version"),
        "answer": values,
    }


class ChangeView(SplicedView):
    """Changes of an assignment's state that take a note."""

    change: Callable[[Assignment, str, datetime, User], Assignment]

    @extend_schema(request=NoteInput, responses=AssignmentOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Release, resume or skip the assignment, as the address says."""
        assignment = own_assignment(request, pk)
        values = valid_values(NoteInput, request.data)
        type(self).change(assignment, values["note"], timezone.now(), caller(request))
        return Response(_current(request, pk))


class ReleaseView(ChangeView):
    """Give the example back; it may return."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
        """Free the slot."""
        return give_up_assignment(
            assignment=assignment, state=AssignmentState.RELEASED, note=note, at=at, actor=actor
        )


class SkipView(ChangeView):
    """Never show this example to the caller again."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
        """Free the slot for good."""
        return give_up_assignment(
            assignment=assignment, state=AssignmentState.SKIPPED, note=note, at=at, actor=actor
        )


class ParkView(SplicedView):
    """Set the example aside."""

    @extend_schema(request=ParkInput, responses=AssignmentOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Keep the slot without a lease; a question goes to the leads."""
        assignment = own_assignment(request, pk)
        values = valid_values(ParkInput, request.data)
        note, question = values["note"], values["question"]
        at, actor = timezone.now(), caller(request)
        if question.strip():
            park_with_question(
                assignment=assignment, question=question, note=note, at=at, actor=actor
            )
        else:
            park_assignment(assignment=assignment, note=note, at=at, actor=actor)
        return Response(_current(request, pk))


class ResumeView(ChangeView):
    """Resume an assignment that was set aside."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:  # noqa: ARG004
        """Open it again."""
        return resume_assignment(assignment=assignment, at=at)


class AssignmentPageView(APIView):
    """The page of an assignment, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The rendering of the page, once the question was called good."""
        assignment = own_assignments.own_assignment_with_page(user=caller(request), pk=pk)
        if assignment is None:
            raise NotFound(NOT_YOURS)
        page = assignment.example.page
        if page is None or assignment.page_shown_at is None:
            raise NotFound("You can see the page once you have judged the question good.")
        return page_response(request, page)


class PageAheadView(SplicedView):
    """The page of a question that is only reserved."""

    @extend_schema(
        responses={
            200: PageOutput,
            204: OpenApiResponse(description=("The page can't be fetched ahead.")),
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        """The page with its rendering, to be kept until the question is called good.

        There is none once the question is open, as it may be by the time that the request arrives,
        and where a project suggests answers: who sees a suggestion is drawn when the question is
        called good.
        """
        assignment = own_assignment(request, pk)
        is_reserved = assignment.state == AssignmentState.RESERVED
        shown = None
        if is_reserved and not assignment.project.has_suggestions:
            shown = present_page_ahead(assignment)
        if shown is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(shown)
