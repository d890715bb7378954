"""Pictures, links and changes of guidelines."""

from django.http import HttpResponse, HttpResponseNotModified
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.guidance.guideline_changes import guideline_changes
from annotator.collecting.guidance.markdown import find_broken_links
from annotator.collecting.guidance.models import GuidelinePicture
from annotator.collecting.guidance.pictures import MAX_BYTES, add_picture
from annotator.workspace.projects.guideline_visits import mark_guideline_seen
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.guidelines import (
    BrokenLinksOutput,
    GuidelineChangesOutput,
    GuidelineSeenInput,
    MarkdownInput,
    PictureInput,
    PictureOutput,
)

# Even opened alone, a picture loads and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class PictureListView(ProjectMixin, generics.GenericAPIView[GuidelinePicture]):
    """The pictures of a project's guidelines, for leads."""

    roles = LEADS
    serializer_class = PictureOutput
    parser_classes = [MultiPartParser]
    filter_backends = []

    @extend_schema(responses=PictureOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the pictures of the guidelines by name."""
        pictures = self.project.pictures.defer("content").order_by("name")
        page = self.paginate_queryset(pictures)
        return self.get_paginated_response(rows_of(PictureOutput, page))

    @extend_schema(request={"multipart/form-data": PictureInput}, responses={201: PictureOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Upload a picture for the guidelines."""
        values = valid_values(PictureInput, request.data)
        file = values["file"]
        picture = add_picture(
            project=self.project,
            name=file.name or "picture",
            # One byte more shows whether a file is too large.
            content=file.read(MAX_BYTES + 1),
            at=timezone.now(),
            actor=caller(request),
        )
        return answer(PictureOutput, picture, status=status.HTTP_201_CREATED)


class PictureView(ProjectMixin):
    """One picture, for every member."""

    @extend_schema(responses={(200, "image/*"): OpenApiResponse(OpenApiTypes.BINARY)})
    def get(self, request: Request, slug: str, name: str) -> HttpResponse:
        """The picture."""
        known = self.project.pictures.filter(name=name)
        facts = known.values_list("pk", "media_type", "source_sha256").first()
        if facts is None:
            raise NotFound("The project has no picture of this name.")
        pk, media_type, digest = facts
        etag = f'"{digest[:32]}"'
        response: HttpResponse
        if request.headers.get("If-None-Match") == etag:
            response = HttpResponseNotModified()
        else:
            content = bytes(GuidelinePicture.objects.values_list("content", flat=True).get(pk=pk))
            response = HttpResponse(content, content_type=media_type)
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        response["Content-Security-Policy"] = POLICY
        response["X-Content-Type-Options"] = "nosniff"
        return response


class LinkCheckView(ProjectMixin):
    """What in a text leads nowhere."""

    roles = LEADS

    @extend_schema(request=MarkdownInput, responses=BrokenLinksOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Pictures and FAQ entries that a text refers to and that are not there."""
        values = valid_values(MarkdownInput, request.data)
        broken = find_broken_links(values["markdown"], project=self.project)
        return answer(BrokenLinksOutput, broken)


class GuidelineChangesView(ProjectMixin):
    """What changed in the guidelines."""

    @extend_schema(responses=GuidelineChangesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What changed since the caller last worked, to be shown before the next question."""
        changes = guideline_changes(project=self.project, user=caller(request))
        return answer(GuidelineChangesOutput, changes)


class GuidelineSeenView(ProjectMixin):
    """The version that somebody has read."""

    @extend_schema(request=GuidelineSeenInput, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Note that the caller has read a version: what they answer is made under it."""
        values = valid_values(GuidelineSeenInput, request.data)
        mark_guideline_seen(
            project=self.project,
            user=caller(request),
            at=timezone.now(),
            **values,
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
