"""Previews of query logs that somebody is about to upload: nothing is kept."""

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from annotator.exceptions import InvalidInputError
from annotator.material.formats.query_preview import QueryPreview, preview_queries

MAX_PREVIEW_BYTES = 2**20


def preview_upload(*, upload: "UploadedFile[Any]", is_part: bool) -> QueryPreview:
    """How an import would read the log that begins with ``upload``.

    Raises ``InvalidInputError`` above ``MAX_PREVIEW_BYTES``.
    """
    if (upload.size or 0) > MAX_PREVIEW_BYTES:
        detail = f"A preview reads up to {MAX_PREVIEW_BYTES:,} bytes."
        fields = {"file": "Send the beginning of the file, with is_part."}
        raise InvalidInputError("file_too_large", detail, fields=fields)
    with NamedTemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as file:
        for chunk in upload.chunks():
            file.write(chunk)
        file.flush()
        return preview_queries(Path(file.name), name=upload.name or "file", is_part=is_part)
