"""A format of an export."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A format of an export.

    ``job`` is the kind of job that writes it, with the parameters ``fixed`` and those of
    ``options`` that were chosen. ``suffix`` follows the project's slug in the file's name. A
    format with a ``title`` is offered in the browser, without the options in ``unasked``.
    """

    job: str
    suffix: str
    options: tuple[str, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    description: str = ""
    unasked: tuple[str, ...] = ()

    def filename(self, slug: str) -> str:
        """The name of a download."""
        return f"{slug}{self.suffix}"
