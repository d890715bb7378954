"""Looking for names, mail addresses and network addresses in what was written."""

import gzip
import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.parquet import SUFFIX
from annotator.publishing.releases.prose import NAMING
from annotator.running.personal_data.name_search import pattern_of
from annotator.workspace.accounts.models import User

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBERS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\w)")
_HEXADECIMAL = re.compile(r"(?<![\w:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){3,7}(?![\w:]|\.\w)")
SUBJECT = ("data/", "sources/pages.jsonl")
"""Not searched: questions and pages name the people they are about. Texts of annotators are in
``annotations/`` too. Parquet files have the rows of the JSON files beside them.
"""


class Leak(NamedTuple):
    """A text that may tell who somebody is: the file, its line, and what it is."""

    file: str
    line: int
    text: str
    what: str


def find_leaks(contents: Contents, folder: Path, *, allowed: Iterable[str] = ()) -> list[Leak]:
    """What was found in the files of ``folder``, but for what the lead wrote on purpose and what
    ``allowed`` names.
    """
    fine = {each.casefold() for each in allowed}
    prose = "\n".join(contents.card.prose[name] for name in NAMING).casefold()
    names = pattern_of(sorted(_names(contents), key=lambda name: (-len(name), name)))
    found = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder).as_posix()
        if name.startswith(SUBJECT) or path.suffix == SUFFIX:
            continue
        for number, line in enumerate(_lines(path), 1):
            for text, what in _in_line(line, names):
                if text.casefold() not in fine and text.casefold() not in prose:
                    found.append(Leak(name, number, text, what))
    return found


def _names(contents: Contents) -> set[str]:
    """Names of the project's people; accounts of imports and simulations are left out."""
    people = User.objects.filter(memberships__project=contents.project, imported=False)
    rows = people.filter(erased_at__isnull=True).values_list("username", "display_name", "email")
    return {name for row in rows for name in row} - {""}


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for line in file:
            yield line.decode("utf-8", "replace")


def _in_line(line: str, names: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for each in _MAIL.finditer(line):
        yield each[0], "a mail address"
    for pattern in (_NUMBERS, _HEXADECIMAL):
        for each in pattern.finditer(line):
            if _is_address(each[0]):
                yield each[0], "a network address"
    for each in names.finditer(line):
        yield each[0], "a name"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
