"""Sending a file so that a download that broke off can go on where it stopped (RFC 9110, 14)."""

import os
import re
from collections.abc import Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, http_date, parse_http_date_safe
from rest_framework import status
from rest_framework.request import Request

BLOCK_BYTES = 2**18
# Compression on the way would change the bytes that the ranges count.
CACHING = "private, no-cache, no-transform"
# No file has a byte number with more digits, and Python reads only some thousands of digits.
_ONE_RANGE = re.compile(r"bytes=\s*(\d{0,20})\s*-\s*(\d{0,20})\s*", re.IGNORECASE)


class FilePart:
    """The bytes of an open file from ``start`` on, ``length`` of them, in blocks."""

    def __init__(self, file: BufferedReader, start: int, length: int) -> None:
        self._file = file
        self._left = length
        file.seek(start)

    def __iter__(self) -> Iterator[bytes]:
        while self._left and (block := self._file.read(min(BLOCK_BYTES, self._left))):
            self._left -= len(block)
            yield block

    def close(self) -> None:
        """Called by Django at the end, and when the other side hangs up."""
        self._file.close()


def file_response(request: Request, path: Path, *, name: str) -> HttpResponseBase:
    """The file at ``path`` as a download called ``name``: all of it, or the requested range.

    Answers 206 to a range, 416 to one beyond the end, and only headers to ``HEAD``. It ignores
    several ranges at once, and a range whose ``If-Range`` names another version of the file. Raises
    ``OSError`` if there is no such file.
    """
    if settings.BEHIND_NGINX:
        return _handed_to_nginx(path, name)
    file = path.open("rb")
    facts = os.fstat(file.fileno())
    size, changed = facts.st_size, int(facts.st_mtime)
    etag = f'"{facts.st_mtime_ns:x}-{size:x}"'
    wanted = _asked_range(request, size, etag, changed)
    response: HttpResponseBase
    if wanted is None:
        response = _empty(status.HTTP_416_REQUESTED_RANGE_NOT_SATISFIABLE)
        response["Content-Range"] = f"bytes */{size}"
    else:
        response = _part_response(request, file, wanted, size)
        response["Content-Length"] = str(len(wanted))
        # Without this type, gzip files would be decoded by the browser on the way.
        response["Content-Type"] = "application/octet-stream"
        name_download(response, name)
    if not response.streaming:
        file.close()
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Last-Modified"] = http_date(changed)
    response["Cache-Control"] = CACHING
    answer = get_conditional_response(request, etag, changed, response)  # type: ignore[arg-type]
    if answer is not response:
        # Not response.close(): that would end the request for Django.
        file.close()
    return answer or response


def name_download(response: HttpResponseBase, name: str) -> None:
    """Let the browser save ``response`` as a file called ``name``."""
    header = content_disposition_header(as_attachment=True, filename=name)
    response["Content-Disposition"] = header or "attachment"


def csv_download(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    """The ``lines`` of a table as a file called ``name``."""
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    name_download(response, name)
    return response


def _handed_to_nginx(path: Path, name: str) -> HttpResponse:
    """The answer by which nginx sends a file of ``RESULT_DIR``, or the range that was asked for."""
    path.stat()
    response = HttpResponse(content_type="application/octet-stream")
    response["X-Accel-Redirect"] = f"/-/results/{quote(str(path.relative_to(settings.RESULT_DIR)))}"
    name_download(response, name)
    response["Cache-Control"] = CACHING
    return response


def _empty(code: int) -> HttpResponse:
    return HttpResponse(status=code)


def _part_response(
    request: Request, file: BufferedReader, wanted: range, size: int
) -> HttpResponseBase:
    is_part = len(wanted) < size
    code = status.HTTP_206_PARTIAL_CONTENT if is_part else status.HTTP_200_OK
    if request.method == "HEAD":
        return _empty(status.HTTP_200_OK)
    response = StreamingHttpResponse(FilePart(file, wanted.start, len(wanted)), status=code)
    if is_part:
        response["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{size}"
    return response


def _asked_range(request: Request, size: int, etag: str, changed: int) -> range | None:
    """The bytes to send; None if the requested ones don't exist."""
    everything = range(size)
    asked = _ONE_RANGE.fullmatch(request.headers.get("Range", ""))
    if not asked or request.method != "GET" or not _is_this_version(request, etag, changed):
        return everything
    first, last = asked.groups()
    if first:
        start, stop = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < start:
            return everything
    elif last:
        start, stop = max(0, size - int(last)), size
    else:
        return everything
    return range(start, stop) if start < stop else None


def _is_this_version(request: Request, etag: str, changed: int) -> bool:
    """Whether the other side's part is of the current file."""
    known = request.headers.get("If-Range", "")
    return known in ("", etag) or parse_http_date_safe(known) == changed
