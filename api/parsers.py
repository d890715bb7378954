"""Reading the bodies of requests: once a view asks for one, so after it is known who calls."""

from collections.abc import Mapping
from typing import IO, Any

from django.core.files.uploadhandler import MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http.multipartparser import MultiPartParser as FormReader
from django.http.multipartparser import MultiPartParserError
from rest_framework import parsers
from rest_framework.exceptions import ParseError

from api.bodies import WholeBody, announced_length, refuse_too_large


class JSONParser(parsers.JSONParser):
    """JSON, of which callers who are not signed in send a little only."""

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
        ``ParseError`` for what is not a form; what was written by then is gone.
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
