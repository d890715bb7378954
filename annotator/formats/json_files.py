"""Files that are one JSON value: read whole, within a limit, with errors that name the line."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from annotator.formats.fields import describe
from annotator.formats.problems import FormatError, Problem

MAX_FILE_BYTES = 512 * 2**20


def read_json(path: Path, *, name: str = "", max_bytes: int = MAX_FILE_BYTES) -> Any:
    """The value in the file at ``path``, UTF-8; ``name`` is how problems call the file.

    Raises ``FormatError`` for a file above ``max_bytes``, one that is no UTF-8, JSON that is cut
    off or wrong, with the line and what stands there, and an object that has a key twice.
    """
    name = name or path.name
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= max_bytes else b""
    except OSError as error:
        problem = f"the file can't be read ({error.strerror})"
        raise _error(problem, "Check its path", name, None) from error
    if size > max_bytes:
        problem = f"the file has {size:,} bytes; the limit is {max_bytes:,}"
        raise _error(problem, "Split it, one part for each split of the data", name, None)
    return parse_json(data, name=name)


def parse_json(data: bytes, *, name: str) -> Any:
    """The value in a file's bytes; raises what ``read_json`` raises but for the file's size."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"byte {error.start + 1} of the file ({data[error.start]:#04x}) is no UTF-8"
        raise _error(problem, "Save the file as UTF-8", name, line) from error
    repeated: list[str] = []
    try:
        value = json.loads(text, object_pairs_hook=partial(_object, repeated))
    except json.JSONDecodeError as error:
        raise _unreadable(text, error, name) from error
    except RecursionError as error:
        raise _error("the JSON is nested too deeply", "Flatten it", name, None) from error
    except ValueError as error:
        problem = "the JSON has a number of thousands of digits"
        raise _error(problem, "Write it as a string or shorten it", name, None) from error
    if repeated:
        raise _repeated(text, repeated[0], name)
    return value


def _unreadable(text: str, error: json.JSONDecodeError, name: str) -> FormatError:
    if not text[error.pos :].strip():
        problem, fix = "the JSON ends too early", "Get the whole file: it seems to be cut off"
    elif error.msg == "Extra data":
        problem = f"something follows the JSON at character {error.colno}"
        fix = "Put everything into one value; JSON lines are for import_nq and import_pages"
    else:
        problem = f"no valid JSON at character {error.colno} ({error.msg})"
        fix = "Mend what stands there, or write the file anew with a JSON library"
    return _error(problem, fix, name, error.lineno)


def _object(repeated: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON allows a key twice, and parsers keep the last: one of two examples would be lost."""
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                repeated.append(key)
            seen.add(key)
    return value


def _repeated(text: str, key: str, name: str) -> FormatError:
    places = [found.start() for found in re.finditer(re.escape(json.dumps(key)) + r"\s*:", text)]
    # Other objects may have the key as well; then the line can't be told.
    line = text.count("\n", 0, places[1]) + 1 if len(places) == 2 else None  # noqa: PLR2004 - twice
    problem = Problem(
        f"the key {describe(key)} stands twice in one object",
        "Keep one of the two, or give one another key",
        field=key,
        file=name,
        line=line,
    )
    return FormatError([problem])


def _error(problem: str, fix: str, file: str, line: int | None) -> FormatError:
    return FormatError([Problem(problem, fix, file=file, line=line)])
