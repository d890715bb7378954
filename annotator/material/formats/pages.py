"""Raw pages with a question each: the JSON lines that ``import_pages`` reads."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.markup.page_error import MAX_PAGE_BYTES
from annotator.material.corpus.packed_source import UNKNOWN_ORIGIN, PageOrigin
from annotator.material.formats.fields import (
    INT64,
    check_question_tokens,
    check_range,
    check_text,
    check_types,
    size_problem,
)
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.page_origin import ORIGIN_KINDS, check_origin, read_origin
from annotator.material.formats.problems import ExampleError, Problem
from annotator.material.formats.recognised import HEAD_BYTES, Wanted, refuse_content

MAX_SPLIT_CHARACTERS = 20

_REQUIRED: dict[str, type] = {"question_text": str, "document_url": str, "document_title": str}
_OPTIONAL: dict[str, type] = {
    "document_html": str,
    "html_file": str,
    "example_id": int,
    "split": str,
    "question_tokens": list,
}
KNOWN_KEYS = frozenset(_REQUIRED) | frozenset(_OPTIONAL) | frozenset(ORIGIN_KINDS)


@dataclass(frozen=True, slots=True)
class RawPage:
    """A question and the page on which it is to be answered, as they were delivered.

    ``document_html`` is the page's bytes, UTF-8. ``example_id`` is None if the line has none.
    """

    question_text: str
    document_url: str
    document_title: str
    document_html: bytes
    example_id: int | None
    split: str
    question_tokens: tuple[str, ...] | None
    origin: PageOrigin = UNKNOWN_ORIGIN


def read_page(value: dict[str, Any], *, folder: Path | None) -> RawPage:
    """One object of the file. ``html_file`` is looked up below ``folder``.

    ``folder`` is None if there is none, as with an upload: then ``html_file`` is refused. Raises
    ``ExampleError`` for missing fields, wrong types, a file outside ``folder``, a missing or
    irregular file, a page above ``MAX_PAGE_BYTES``, bytes that are not UTF-8.
    """
    problems = list(check_fields(value))
    if problems:
        raise ExampleError(problems)
    html, field = _html_of(value, folder)
    if too_large := size_problem(len(html), field):
        raise ExampleError([too_large])
    if not html.strip():
        raise _error("the page is empty", "Give the page's HTML", field)
    return RawPage(
        question_text=value["question_text"],
        document_url=value["document_url"],
        document_title=value["document_title"],
        document_html=html,
        example_id=value.get("example_id"),
        split=value.get("split", ""),
        question_tokens=tuple(value["question_tokens"]) if "question_tokens" in value else None,
        origin=read_origin(value),
    )


def _error(problem: str, fix: str, field: str) -> ExampleError:
    return ExampleError([Problem(problem, fix, field=field)])


def check_fields(value: dict[str, Any]) -> Iterator[Problem]:
    """What is wrong with an object of the file, but for the HTML itself."""
    if not value.keys() >= _REQUIRED.keys() and (other := other_shape(value, wanted="pages")):
        yield other
        return
    given = {key: kind for key, kind in _OPTIONAL.items() if key in value}
    wrong = list(check_types(value, _REQUIRED | given, ""))
    if ("document_html" in value) == ("html_file" in value):
        wrong.append(
            Problem(
                "the page is given twice" if "html_file" in value else "the field is missing",
                "Give either document_html or html_file",
                field="document_html",
            )
        )
    if wrong:
        yield from wrong
        return
    for key in _REQUIRED:
        problem = check_text(value[key], key, required=key == "question_text")
        if problem:
            yield problem
    if "example_id" in value:
        out_of_range = check_range(value["example_id"], INT64, "example_id")
        if out_of_range:
            yield out_of_range
    if len(value.get("split", "")) > MAX_SPLIT_CHARACTERS:
        yield Problem(
            f"the name has more than {MAX_SPLIT_CHARACTERS} characters",
            "Use a short one such as dev",
            field="split",
        )
    elif value.get("split") and (flaw := describe_flaw(value["split"])):
        yield Problem("the name can't be shown", flaw.rstrip("."), field="split")
    yield from check_question_tokens(value.get("question_tokens", []))
    yield from check_origin(value)


def _html_of(value: dict[str, Any], folder: Path | None) -> tuple[bytes, str]:
    """The page's bytes, and the field that they come from."""
    if "document_html" in value:
        return value["document_html"].encode(), "document_html"
    html = _read_file(value["html_file"], folder)
    if foreign := refuse_content(html[:HEAD_BYTES], wanted=Wanted.PAGE):
        raise _error(foreign.problem, foreign.fix, "html_file")
    try:
        html.decode()
    except UnicodeDecodeError as error:
        raise _error(
            f"byte {error.start + 1} of the file ({html[error.start]:#04x}) is not UTF-8",
            "Save the page as UTF-8",
            "html_file",
        ) from error
    return html, "html_file"


def _read_file(name: str, folder: Path | None) -> bytes:
    path = _inside(name, folder)
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            kind = os.fstat(file.fileno())
            html = file.read(MAX_PAGE_BYTES + 1) if stat.S_ISREG(kind.st_mode) else b""
    except OSError as error:
        raise _error(
            f"{name} can't be read ({error.strerror})",
            "Put the file where html_file says, relative to the JSON lines file",
            "html_file",
        ) from error
    if not stat.S_ISREG(kind.st_mode):
        raise _error(
            f"{name} is not a regular file",
            "Name a file with the page's HTML, not a pipe or a device",
            "html_file",
        )
    # The size that the file says, which can be more than was read.
    if too_large := size_problem(max(len(html), kind.st_size), "html_file"):
        raise ExampleError([too_large])
    return html


def _open_at_once(path: str, flags: int) -> int:
    # A pipe that nobody writes to would hold the import for ever.
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOFOLLOW)


def _inside(name: str, folder: Path | None) -> Path:
    if folder is None:
        raise _error(
            "an upload can't refer to other files", "Put the page into document_html", "html_file"
        )
    if not name or "\0" in name:
        raise _error("the name is empty or not text", "Name the page's file", "html_file")
    relative = PurePosixPath(name)
    # Unlike pathlib, it takes links that lead in a circle; opening the file refuses them.
    path = Path(os.path.realpath(folder / name))
    if (
        relative.is_absolute()
        or ".." in relative.parts
        or not path.is_relative_to(folder.resolve())
    ):
        raise _error(
            f"{name[:80]!r} is outside the folder of the JSON lines file",
            "Put the page into that folder or below it",
            "html_file",
        )
    return path
