"""Submitted annotations: the annotator revises, the lead compares and asks to look again."""

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet
from annotator.collecting.annotations.names import names_on, own_names
from annotator.collecting.annotations.queries import all_annotations_of, annotations_of
from annotator.collecting.annotations.revisions import (
    end_of_revisions,
    may_revise,
    may_undo,
    needs_no_reason,
    newest_of,
    reopen_annotation,
    request_of,
    revise_annotation,
    save_revision_draft,
    undo_submission,
    withdraw_request,
)
from api.access.permissions import LEADS, ProjectMixin, caller
from api.presenters.revisions import present_revision
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.conflicts import current_shown_on_conflict
from api.serializers.annotations import AnnotationOutput, DraftInput
from api.serializers.assignments import AssignmentOutput
from api.serializers.revisions import (
    AnnotationVersionsOutput,
    OwnAnnotationOutput,
    ReopenInput,
    RevisionInput,
    StaleRevisionOutput,
)
from api.views.assignments import own_assignment


def own_annotation(request: Request, pk: int) -> Annotation:
    """One of the caller's annotations, while the caller is a member; else ``NotFound``."""
    found = Annotation.objects.filter(pk=pk, annotator=caller(request)).first()
    if found is None:
        raise NotFound("You have no such annotation.")
    assignment = own_assignment(request, found.assignment_id)
    annotation = all_annotations_of(assignment.project).get(pk=pk)
    annotation.assignment = assignment
    return annotation


def _current(request: Request, annotation: Annotation) -> dict[str, Any]:
    return present_revision(own_assignment(request, annotation.assignment_id))


class OwnAnnotationView(APIView):
    """One of the caller's submitted annotations."""

    @extend_schema(responses=OwnAnnotationOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The annotation, and what is needed to revise it."""
        return _to_revise(own_annotation(request, pk))


def _to_revise(annotation: Annotation) -> Response:
    newest, at = newest_of(annotation.assignment), timezone.now()
    newest.assignment = annotation.assignment
    allowed = may_revise(newest, at=at)
    by_themselves = allowed and request_of(newest) is None
    body = {
        "annotation": annotation,
        "newest": newest.pk,
        "may_revise": allowed,
        "may_revise_until": end_of_revisions(newest) if by_themselves else None,
        "may_undo": may_undo(newest, at=at),
        "undone": needs_no_reason(newest),
        "assignment": present_revision(annotation.assignment),
    }
    return answer(OwnAnnotationOutput, body, names=own_names(annotation))


class UndoView(APIView):
    """Taking a submission back."""

    @extend_schema(request=None, responses={200: OwnAnnotationOutput, 409: StaleRevisionOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open an answer again, within a minute of submitting it: the same as GET says then."""
        annotation = own_annotation(request, pk)
        with current_shown_on_conflict("assignment", partial(_current, request, annotation)):
            undo_submission(annotation=annotation, at=timezone.now())
        return _to_revise(annotation)


class RevisionDraftView(APIView):
    """A revision so far."""

    @extend_schema(request=DraftInput, responses={200: AssignmentOutput, 409: StaleRevisionOutput})
    def put(self, request: Request, pk: int) -> Response:
        """Save the draft of a revision; 409 with the current one if another tab was faster."""
        annotation = own_annotation(request, pk)
        draft = DraftInput.read(annotation.assignment.project.kind, request.data)
        version = draft.pop("version")
        with current_shown_on_conflict("assignment", partial(_current, request, annotation)):
            saved = save_revision_draft(
                annotation=annotation, version=version, answer=draft, at=timezone.now()
            )
        return Response(present_revision(saved.assignment, saved))


class ReviseView(APIView):
    """Submitting a revision."""

    @extend_schema(
        request=RevisionInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: AnnotationOutput, 201: AnnotationOutput, 409: StaleRevisionOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again gives the same revision."""
        annotation = own_annotation(request, pk)
        values = RevisionInput.read(annotation.assignment.project.kind, request.data)
        with current_shown_on_conflict("assignment", partial(_current, request, annotation)):
            revision, created = revise_annotation(
                annotation=annotation,
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                reason=values.pop("reason"),
                version=values.pop("version", None),
                active_seconds=values.pop("active_seconds", None),
                client_version=values.pop("client_version"),
                answer=values,
            )
        shown = all_annotations_of(annotation.assignment.project).get(pk=revision.pk)
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        return answer(AnnotationOutput, shown, status=code, names=own_names(shown))


class AnnotationMixin(ProjectMixin):
    """A view of one of a project's annotations, for leads."""

    roles = LEADS

    def visible_annotations(self) -> AnnotationQuerySet:
        """The project's annotations that the caller may read."""
        return annotations_of(self.project).visible_to(caller(self.request))

    def find(self, pk: int) -> Annotation:
        """The annotation; raises ``NotFound`` for one of another project."""
        found = self.visible_annotations().filter(pk=pk)
        annotation: Annotation | None = found.select_related("assignment__project").first()
        if annotation is None:
            raise NotFound("There is no such annotation in this project.")
        return annotation

    def answer(self, annotation: Annotation) -> Response:
        """All versions of the annotation's answer."""
        versions = self.visible_annotations().filter(assignment=annotation.assignment_id)
        rows = versions.order_by("pk")
        names = names_on(rows, project=self.project, viewer_role=self.role)
        return answer(AnnotationVersionsOutput, rows, names=names)


class AnnotationView(AnnotationMixin):
    """One of a project's annotations."""

    @extend_schema(responses=AnnotationVersionsOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The annotation with all its versions, the oldest first."""
        return self.answer(self.find(pk))


class ReopenView(AnnotationMixin):
    """Asking an annotator to look at an answer again."""

    @extend_schema(request=ReopenInput, responses=AnnotationVersionsOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Ask the annotator to look at the answer again, and say why."""
        values = valid_values(ReopenInput, request.data)
        annotation = self.find(pk)
        reason = values["reason"]
        reopen_annotation(
            annotation=annotation, reason=reason, at=timezone.now(), actor=caller(request)
        )
        return self.answer(annotation)

    @extend_schema(request=None, responses={200: AnnotationVersionsOutput})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Withdraw the request to look again."""
        annotation = self.find(pk)
        withdraw_request(annotation=annotation, at=timezone.now(), actor=caller(request))
        return self.answer(annotation)
