"""Revisions that leads write in annotators' place."""

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.lead_revisions import (
    lead_draft_of,
    refuse_what_nobody_answered,
    revise_for_annotator,
    save_lead_draft,
)
from annotator.collecting.annotations.models import Annotation, LeadDraft
from annotator.collecting.annotations.names import names_on
from api.access.permissions import caller
from api.presenters.revisions import present_lead_revision
from api.responses.answers import answer
from api.responses.conflicts import current_shown_on_conflict
from api.serializers.annotations import AnnotationOutput, DraftInput
from api.serializers.assignments import AssignmentOutput
from api.serializers.revisions import LeadRevisionOutput, RevisionInput, StaleRevisionOutput
from api.views.annotations import AnnotationMixin


class LeadRevisionMixin(AnnotationMixin):
    """A view of a lead's revision of an annotation."""

    def present(
        self, request: Request, annotation: Annotation, saved: LeadDraft | None = None
    ) -> dict[str, Any]:
        """Its newest version, and the caller's draft of a revision. ``saved`` is the draft that was
        just saved: another tab's could be newer by now.
        """
        versions = self.visible_annotations().filter(assignment=annotation.assignment_id)
        versions = versions.select_related("assignment__project")
        shown = versions.get(pk=saved.annotation_id) if saved else versions.current().get()
        shown.assignment.example = shown.example
        draft = saved or lead_draft_of(annotation=shown, author=caller(request))
        return present_lead_revision(shown, draft)

    def current(self, request: Request, annotation: Annotation) -> dict[str, Any]:
        """As above, the part that a screen works on."""
        shown: dict[str, Any] = self.present(request, annotation)["assignment"]
        return shown


class RevisionView(LeadRevisionMixin):
    """Revising an annotation."""

    @extend_schema(responses=LeadRevisionOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What is needed to revise it; 409 for imported or simulated ones."""
        annotation = self.find(pk)
        refuse_what_nobody_answered(annotation)
        body = self.present(request, annotation)
        names = names_on([body["annotation"]], project=self.project, viewer_role=self.role)
        return answer(LeadRevisionOutput, body, names=names)

    @extend_schema(
        request=RevisionInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: AnnotationOutput, 201: AnnotationOutput, 409: StaleRevisionOutput},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Submit the revision; the same key again gives the same one."""
        annotation = self.find(pk)
        values = RevisionInput.read(self.project.kind, request.data)
        values.pop("active_seconds", None)
        with current_shown_on_conflict("assignment", partial(self.current, request, annotation)):
            revision, created = revise_for_annotator(
                annotation=annotation,
                author=caller(request),
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                reason=values.pop("reason"),
                version=values.pop("version", None),
                client_version=values.pop("client_version"),
                answer=values,
            )
        shown = self.visible_annotations().get(pk=revision.pk)
        names = names_on([shown], project=self.project, viewer_role=self.role)
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        return answer(AnnotationOutput, shown, status=code, names=names)


class RevisionDraftView(LeadRevisionMixin):
    """A lead's revision so far."""

    @extend_schema(request=DraftInput, responses={200: AssignmentOutput, 409: StaleRevisionOutput})
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Save the draft of a revision; 409 with the current one if another tab was faster."""
        annotation = self.find(pk)
        draft = DraftInput.read(self.project.kind, request.data)
        version = draft.pop("version")
        with current_shown_on_conflict("assignment", partial(self.current, request, annotation)):
            saved = save_lead_draft(
                annotation=annotation,
                author=caller(request),
                version=version,
                answer=draft,
                at=timezone.now(),
            )
        return Response(self.present(request, annotation, saved)["assignment"])
