"""How much a request may carry, without Django storing any of it.

Forms with files are read by `api.requests.parsers.MultiPartParser` alone, which a view calls once
it knows the sender. Django would read them earlier, when it looks for the token against forgery in
the form, before the caller is known.
"""

from collections.abc import Callable, Mapping
from io import BufferedIOBase
from typing import IO, TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponseBase, JsonResponse, QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework import exceptions, status

from api.requests.error_bodies import error_body

if TYPE_CHECKING:
    # REST framework reads its parsers, which are built on this, before its views.
    from rest_framework.request import Request
    from rest_framework.views import APIView

ANONYMOUS_BYTES = 64_000
"""The limit for callers who are not signed in: a name, a password, an invitation's form."""

SENDING = frozenset({"POST", "PUT", "PATCH"})
"""The methods that carry more than that: no other one's handler reads its body."""

FORM_BYTES = 2**20
"""What a form may carry around its files."""


class TooLarge(exceptions.APIException):
    """More than a request may carry."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, limit: int) -> None:
        most = _in_words(limit)
        super().__init__(f"This is more than {most}, the most that one request may carry.")


class LengthRequired(exceptions.APIException):
    """A body of unknown length, from somebody who is not signed in, for a view that takes less than
    others, or where the largest body would not fit on the disk.
    """

    status_code = status.HTTP_411_LENGTH_REQUIRED
    default_code = "length_required"
    default_detail = "Say with Content-Length how long the request's body is."


class BrokenOff(exceptions.ParseError):
    """The body ended before its announced length."""

    default_code = "broken_off"
    default_detail = "The upload ended too early. Send it again."


def _in_words(limit: int) -> str:
    return f"{limit // 2**20} MiB" if limit >= 2**20 else f"{limit // 1000} kB"


def largest_body(request: "Request", view: "APIView") -> int:
    """How many bytes the caller may send to the view: all that it takes of files together, its
    ``most_file_bytes``, or else ``MAX_UPLOAD_BYTES``.
    """
    if not request.user.is_authenticated or request.method not in SENDING:
        return ANONYMOUS_BYTES
    if getattr(view, "takes_files", False):
        most = int(settings.MAX_UPLOAD_BYTES)
        return min(most, getattr(view, "most_file_bytes", most)) + FORM_BYTES
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def refuse_too_large(length: int, request: "Request", view: "APIView") -> None:
    """Raise ``TooLarge`` if ``length`` bytes are more than the caller may send to the view."""
    limit = largest_body(request, view)
    if length > limit:
        raise TooLarge(limit)


def announced_length(meta: Mapping[str, Any]) -> int:
    """The length of a request's body, in bytes; 0 if the header makes no sense, and then Django
    reads none.
    """
    length = str(meta.get("CONTENT_LENGTH") or "")
    return int(length) if length.isdecimal() else 0


class WholeBody(BufferedIOBase):
    """The stream of a body, which notices when it ends before its ``length`` in bytes."""

    def __init__(self, stream: IO[bytes], length: int) -> None:
        super().__init__()
        self._stream = stream
        self._left = length

    def read(self, size: int | None = -1, /) -> bytes:
        """Some bytes, none at the end. Raises ``BrokenOff`` if that comes too soon."""
        block = self._stream.read(-1 if size is None else size)
        self._left -= len(block)
        if not block and size != 0 and self._left > 0:
            raise BrokenOff
        return block


class NoFiles(FileUploadHandler):
    """For Django's own reading of forms: a form with files counts as empty and is not read."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: Mapping[str, str],  # noqa: N803
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> tuple[QueryDict, MultiValueDict[str, Any]]:
        """No fields and no files."""
        return QueryDict(), MultiValueDict()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Never called, as nothing is read."""
        raise NotImplementedError

    def file_complete(self, file_size: int) -> None:
        """Never called, as nothing is read."""
        raise NotImplementedError


def keep_bodies_small(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: outside the API, where signing in is, nobody sends more than a small form."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_api = request.path.startswith("/api/v1/")
        if is_api or announced_length(request.META) <= ANONYMOUS_BYTES:
            return get_response(request)
        return too_large(ANONYMOUS_BYTES)

    return middleware


def too_large(limit: int) -> JsonResponse:
    """The refusal of a body above ``limit`` bytes, outside the API's views."""
    error = TooLarge(limit)
    return JsonResponse(error_body(error.default_code, str(error.detail)), status=error.status_code)
