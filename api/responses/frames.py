"""Serving a page's rendering, or one passage of it, under its own policy."""

import gzip
import hashlib
from base64 import b64encode
from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

from annotator.material.corpus.markup.excerpts import EXCERPT_VERSION, Excerpts
from annotator.material.corpus.markup.rendering import FRAME_POLICY, RENDERING_VERSION
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Page
from annotator.material.corpus.renderings import rendering_of
from annotator.material.corpus.storage import pack_rendering

# Only for the browser of a person who may read it, and only while they are signed in: see ``Vary``.
IMMUTABLE = "private, max-age=31536000, immutable"

# The attribute tells it from an answer that went wrong.
_EMPTY = b"<!DOCTYPE html><html data-empty><head><title>Page</title></head><body></body></html>"
_EMPTY_ADDRESS = f"/api/frame/?v={hashlib.sha256(_EMPTY + FRAME_POLICY.encode()).hexdigest()[:16]}"


def page_response(request: Request, page: Page) -> HttpResponse:
    """The rendering of ``page`` with the frame's Content-Security-Policy.

    Anyone who asked for the version that it has, as ``versioned`` addresses do, need not ask again.
    """
    version = _version_of(page)
    response = _framed(request, version, lambda: rendering_of(page))
    if request.query_params.get("v") == version:
        response["Cache-Control"] = IMMUTABLE
    return response


def empty_frame(_request: HttpRequest) -> HttpResponse:
    """A document without content under the frame's Content-Security-Policy, for everybody.

    A rendering that comes in an answer, see ``carried``, is put into one: anything else that a
    script fills has the application's policy.
    """
    response = HttpResponse(_EMPTY, content_type="text/html; charset=utf-8")
    response["Cache-Control"] = IMMUTABLE
    response["Content-Security-Policy"] = FRAME_POLICY
    return response


def carried(page: Page) -> dict[str, str]:
    """The rendering of ``page`` as part of another answer, with the address of the empty frame
    that it is for. A change of the policy changes that address.
    """
    return {"frame_url": _EMPTY_ADDRESS, "gzip": b64encode(rendering_of(page)).decode()}


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
