"""The body of every error."""

from collections.abc import Mapping
from typing import Any


def error_body(
    code: str, detail: str, fields: Mapping[str, str] | None = None, **extra: Any
) -> dict[str, Any]:
    """As ``ErrorOutput`` describes it; ``extra`` is what a conflict shows besides."""
    return {"code": code, "detail": detail, "fields": fields or {}, **extra}
