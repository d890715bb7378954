"""Serving a page's rendering, or one passage of it, under its own policy."""

import gzip
import hashlib
from collections.abc import Callable, Sequence

from django.http import HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

from annotator.corpus.markup.excerpts import EXCERPT_VERSION, Excerpts
from annotator.corpus.markup.rendering import FRAME_POLICY, RENDERING_VERSION
from annotator.corpus.markup.spans import TokenSpan
from annotator.corpus.models import Page
from annotator.corpus.renderings import rendering_of
from annotator.corpus.storage import pack_rendering

# Only for the browser of a person who may read it, and only while they are signed in: see ``Vary``.
IMMUTABLE = "private, max-age=31536000, immutable"


def page_response(request: Request, page: Page) -> HttpResponse:
    """The rendering of ``page`` with the frame's Content-Security-Policy.

    Anyone who asked for the version that it has, as ``versioned`` addresses do, need not ask again.
    """
    version = _version_of(page)
    response = _framed(request, version, lambda: rendering_of(page))
    if request.query_params.get("v") == version:
        response["Cache-Control"] = IMMUTABLE
    return response


def versioned(page: Page, address: str) -> str:
    """The ``address`` of a page's rendering with its version: its content never changes."""
    return f"{address}?v={_version_of(page)}"


def _version_of(page: Page) -> str:
    return f"{page.fingerprint[:32]}-{RENDERING_VERSION}"


def passage_response(
    request: Request,
    page: Page,
    *,
    candidate_index: int,
    tokens: TokenSpan,
    answers: Sequence[TokenSpan],
) -> HttpResponse:
    """One candidate of ``page`` alone as it looked there, with ``answers`` marked, served like a
    page.

    ``tokens`` are the candidate's.
    """
    what = f"{candidate_index} {tokens} {list(answers)}"
    mark = hashlib.sha256(what.encode()).hexdigest()[:16]
    version = f"{page.fingerprint[:32]}-{EXCERPT_VERSION}-{mark}"

    def packed() -> bytes:
        excerpts = Excerpts(gzip.decompress(rendering_of(page)))
        return pack_rendering(excerpts.document(candidate_index, tokens=tokens, answers=answers))

    return _framed(request, version, packed)


def _framed(request: Request, version: str, packed: Callable[[], bytes]) -> HttpResponse:
    """The document, compressed by ``packed``, unless the caller has this ``version`` already."""
    etag = f'"{version}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = _body(request, packed())
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
