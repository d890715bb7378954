"""A project's gallery: publishing it and taking it back, for leads; its files, for everybody."""

import mimetypes
import re
from pathlib import Path
from urllib.parse import quote

from csp.constants import HEADER
from django.conf import settings
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    HttpResponsePermanentRedirect,
)
from django.utils import timezone
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.material.corpus.markup.rendering import FRAME_POLICY
from annotator.publishing.gallery.publishing import (
    published_gallery,
    request_gallery,
    take_gallery_down,
)
from annotator.workspace.jobs.job_folders import published_folder
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.gallery import GalleryInput, GalleryOutput
from api.serializers.jobs import JobCreatedOutput

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""As in the gallery's own document, for other servers."""
FRAME = "frame.html"
INDEX = "index.html"
# A lead may take it back at any time.
CACHING = "public, no-cache"
_FILE = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*", re.ASCII)
_MISSING = (
    '<!doctype html><html lang="en"><title>No gallery</title>'
    "<h1>No gallery</h1><p>There is no gallery here, or it was taken back.</p></html>"
)


class GalleryView(ProjectMixin):
    """The gallery of a project, for leads."""

    roles = LEADS
    # It is read from what there is, as exports are.
    works_archived = True

    @extend_schema(responses=GalleryOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Whether this site shows a gallery of the project, and of what."""
        return answer(GalleryOutput, self.project)

    @extend_schema(request=GalleryInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue the job that writes a gallery and shows it to everybody, in place of an earlier
        one.
        """
        job = request_gallery(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **valid_values(GalleryInput, request.data),
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Take the gallery back: nobody sees it any more, and its files are deleted."""
        take_gallery_down(project=self.project, at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


@require_safe
def gallery_file(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """A file of the gallery of the project called ``slug``, for everybody."""
    gallery = published_gallery(slug)
    name = name or INDEX
    if gallery is None or not _FILE.fullmatch(name):
        return _missing()
    path = published_folder(gallery.made_by) / name
    try:
        return _response(request, path, name)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return _missing()


@require_safe
def gallery_folder(request: HttpRequest) -> HttpResponseBase:
    """The same with a slash, to which the gallery's own addresses are relative."""
    return HttpResponsePermanentRedirect(f"{request.path}/")


def _missing() -> HttpResponse:
    response = HttpResponse(_MISSING, status=404)
    response["Cache-Control"] = "no-store"
    return response


def _response(request: HttpRequest, path: Path, name: str) -> HttpResponseBase:
    facts = path.stat()
    if path.is_dir():
        raise IsADirectoryError(path)
    etag = f'"{facts.st_mtime_ns:x}-{facts.st_size:x}"'
    response: HttpResponseBase
    if settings.BEHIND_NGINX:
        response = HttpResponse()
        place = path.relative_to(settings.RESULT_DIR)
        response["X-Accel-Redirect"] = f"/-/results/{quote(str(place))}"
    elif request.headers.get("If-None-Match") == etag:
        response = HttpResponseNotModified()
    else:
        response = FileResponse(path.open("rb"))
    if not settings.BEHIND_NGINX:
        response["ETag"] = etag
    response["Content-Type"] = _type_of(name)
    response["Cache-Control"] = CACHING
    response[HEADER] = FRAME_POLICY if name == FRAME else POLICY
    return response


def _type_of(name: str) -> str:
    if name.endswith(".gz"):
        return "application/gzip"
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = guessed.startswith("text/") or guessed.endswith(("json", "javascript"))
    return f"{guessed}; charset=utf-8" if is_text else guessed
