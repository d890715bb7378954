"""Reading the bodies of requests, when a view asks for one, so after the caller is known."""

from collections.abc import Mapping
from typing import IO, Any

from django.core.files.uploadhandler import MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http.multipartparser import MultiPartParser as FormReader
from django.http.multipartparser import MultiPartParserError
from rest_framework import parsers
from rest_framework.exceptions import ParseError

from api.requests.bodies import WholeBody, announced_length, refuse_too_large


class JSONParser(parsers.JSONParser):
    """JSON, with a small limit for callers who are not signed in."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The body's object. Raises ``TooLarge`` and ``ParseError``."""
        context = parser_context or {}
        request = context["request"]
        refuse_too_large(announced_length(request.META), request, context["view"])
        return super().parse(stream, media_type, parser_context)


class MultiPartParser(parsers.MultiPartParser):
    """A form with files, which go into ``FILE_UPLOAD_TEMP_DIR`` until the view has taken them."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> "parsers.DataAndFiles[Any, Any]":
        """The form's fields and files.

        Raises ``TooLarge`` before anything is read, ``BrokenOff`` where the sender hangs up, and
        ``ParseError`` for a body that is not a form; anything written by then is deleted.
        """
        context = parser_context or {}
        request = context["request"]
        length = announced_length(request.META)
        refuse_too_large(length, request, context["view"])
        meta = {**request.META, "CONTENT_TYPE": media_type}
        handlers = [MemoryFileUploadHandler(request), TemporaryFileUploadHandler(request)]
        try:
            form = FormReader(meta, WholeBody(stream, length), handlers, context.get("encoding"))
            return parsers.DataAndFiles(*form.parse())
        except MultiPartParserError as error:
            raise ParseError(f"Multipart form parse error - {error}") from error
