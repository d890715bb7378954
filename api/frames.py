"""Serving a page's rendering: under a policy of its own, as it is stored."""

import gzip

from django.http import HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

from annotator.corpus.markup.rendering import FRAME_POLICY
from annotator.corpus.models import Page, PageContent
from annotator.corpus.services import refresh_rendering


def page_response(request: Request, page: Page) -> HttpResponse:
    """The rendering of ``page`` with the frame's Content-Security-Policy."""
    content = PageContent.objects.select_related("page").defer("html", "tokens", "candidates")
    current = refresh_rendering(content=content.get(pk=page.pk))
    etag = f'"{page.fingerprint[:32]}-{current.rendering_version}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = _body(request, bytes(current.rendering))
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Content-Security-Policy"] = FRAME_POLICY
    response["X-Content-Type-Options"] = "nosniff"
    response["Vary"] = "Accept-Encoding, Cookie"
    return response


def _body(request: Request, packed: bytes) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(packed), content_type="text/html; charset=utf-8")
    response = HttpResponse(packed, content_type="text/html; charset=utf-8")
    response["Content-Encoding"] = "gzip"
    return response
