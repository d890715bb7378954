"""Errors of the domain: each has a code, and a sentence fit to show the user."""

from collections.abc import Mapping
from typing import Any


class DomainError(Exception):
    """Something that was asked for cannot be done.

    ``code`` is for programs, ``detail`` a sentence for people, ``fields`` maps the names of
    faulty input fields to sentences, ``extra`` is merged into the API's answer.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        fields: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.fields = dict(fields or {})
        self.extra = dict(extra or {})


class InvalidInputError(DomainError):
    """The input itself is wrong; sending it again changes nothing."""


class NotAllowedError(DomainError):
    """The caller may not do this."""


class NotFoundError(DomainError):
    """It doesn't exist, or the caller may not know of it."""


class TooManyAttemptsError(DomainError):
    """Somebody tried too often; trying again helps after ``seconds``."""

    def __init__(self, detail: str, *, seconds: int) -> None:
        super().__init__("too_many_attempts", detail)
        self.seconds = seconds


class ConflictError(DomainError):
    """The input was right once, but the state has moved on."""
