"""The files of a kind of task, as its room gives them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from annotator.exchange.exports.export_format import ExportFormat
from annotator.workspace.projects.kinds import ROOMS, part_of


class Files(Protocol):
    """The part ``files`` of a room: the formats that projects of the kind can import, each with
    the options that only some have, and ``split`` where it is required; the exports of ``ANSWERS``
    and of ``QUESTIONS`` alone, by name; and of ``squad`` the options that not all kinds have, those
    that say nothing without ``reader``, and what the file has.
    """

    @property
    def IMPORTS(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def ANSWERS(self) -> Mapping[str, ExportFormat]: ...
    @property
    def QUESTIONS(self) -> Mapping[str, ExportFormat]: ...
    @property
    def SQUAD_OPTIONS(self) -> Sequence[str]: ...
    @property
    def SQUAD_UNASKED(self) -> Sequence[str]: ...
    @property
    def SQUAD_DESCRIPTION(self) -> str: ...


def files_of(kind: str) -> Files:
    """The files of a kind."""
    found: Files = part_of(kind, "files")
    return found


def kinds_with(name: str) -> list[str]:
    """The kinds whose files have a format or an option; none if it belongs to all kinds."""
    return [
        str(kind)
        for kind in ROOMS
        for files in [files_of(kind)]
        if name in {*files.IMPORTS, *files.ANSWERS, *files.QUESTIONS, *files.SQUAD_OPTIONS}
    ]
