"""Files that are one JSON value: read whole, within a limit, with errors that name the line."""

from pathlib import Path
from typing import Any

from annotator.material.formats.json_text import BrokenJsonError, parse_json
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import Wanted
from annotator.material.formats.unpacking import MAX_FILE_BYTES, read_unpacked

SYSTEM_BYTES = 128 * 2**20
"""The limit for what a system wrote about a split, unpacked. The values in memory take eight times
as much. Natural Questions' development set takes 4 MB, ASQA's with 100 passages each 60 MB.
"""


def read_json(path: Path, *, name: str = "", max_bytes: int = MAX_FILE_BYTES) -> Any:
    """The value in the file at ``path``, plain or gzip; ``name`` is how problems call the file.

    Raises ``FormatError`` for a file above ``max_bytes``, unpacked, for one that is something else
    than JSON, and for what ``parse_file`` refuses.
    """
    name = name or path.name
    try:
        with path.open("rb") as file:
            data = read_unpacked(file, name=name, wanted=Wanted.VALUE, max_bytes=max_bytes)
    except OSError as error:
        problem = f"the file can't be read ({error.strerror})"
        raise FormatError([Problem(problem, "Check its path", file=name)]) from error
    return parse_file(data, name=name)


def parse_file(data: bytes, *, name: str) -> Any:
    """The value in a file's bytes. Raises ``FormatError`` with the line of what is wrong."""
    try:
        return parse_json(data, may_be_truncated=True)
    except BrokenJsonError as error:
        problem = _shape_of_lines(data) or error.problem
        raise FormatError([problem.at(file=name, line=problem.line)]) from error


def _shape_of_lines(data: bytes) -> Problem | None:
    """What JSON lines are that were given for one value, by the first of them."""
    first, end, rest = data.strip().partition(b"\n")
    if not end or not rest.lstrip().startswith(b"{"):
        return None
    try:
        return other_shape(parse_json(first, may_be_truncated=False), wanted="one value")
    except BrokenJsonError:
        return None
