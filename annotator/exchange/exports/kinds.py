"""The files of a kind of task, as its room gives them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from annotator.exchange.exports.export_format import ExportFormat
from annotator.workspace.projects.kinds import part_of


class Files(Protocol):
    """The part ``files`` of a room: the names of the formats that projects of the kind can
    import, and the exports of ``ANSWERS`` and of ``QUESTIONS`` alone, by name.
    """

    @property
    def IMPORTS(self) -> Sequence[str]: ...  # noqa: N802 - a constant of a module
    @property
    def ANSWERS(self) -> Mapping[str, ExportFormat]: ...  # noqa: N802
    @property
    def QUESTIONS(self) -> Mapping[str, ExportFormat]: ...  # noqa: N802


def files_of(kind: str) -> Files:
    """The files of a kind."""
    found: Files = part_of(kind, "files")
    return found
