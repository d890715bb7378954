"""Regular expressions that mean the same in every Python that we support."""

import ast
import re
from collections.abc import Iterator

import pytest

from scripts.bootstrap import ROOT

FOLDERS = ("annotator", "api", "scripts")
ATOMIC = "(?>"
END = r"\)(?:[*+?]|\{\d*,?\d*\})\+"
# A backslash with what follows, a set of characters, and the brackets of groups.
PIECE = re.compile(rf"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?>)?|{END}|\)", re.DOTALL)


def possessive_groups(pattern: str) -> Iterator[str]:
    """How each group begins that gives nothing back once it has matched."""
    opened = []
    for piece in PIECE.findall(pattern):
        if piece.startswith("("):
            opened.append(piece)
        elif piece.startswith(")") and opened:
            begun = opened.pop()
            if piece != ")":
                yield begun


def literals() -> Iterator[tuple[str, str]]:
    """Each text of the modules in which such a group may be, with its place."""
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if re.search(END, source) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                text = node.value
                text = text.decode("latin-1") if isinstance(text, bytes) else text
                yield f"{path.relative_to(ROOT)}:{node.lineno}", text


@pytest.mark.parametrize(
    ("pattern", "begun"),
    [
        (r"(?:ab?c)?+", ["("]),
        (r"(?>ab?c)?+", [ATOMIC]),
        (r"((?>a)*+b){2}+", [ATOMIC, "("]),
        (r"[)*+]\)*+(?:a)*[^]()*+]b++(a)*", []),
    ],
)
def test_possessive_groups_are_found(pattern: str, begun: list[str]) -> None:
    assert list(possessive_groups(pattern)) == begun


def test_what_is_repeated_possessively_is_atomic_itself() -> None:
    # Before 3.11.5, Python takes too much for any other such group, so that a title ended too late.
    # Debian 12 has 3.11.2.
    groups = [(place, begun) for place, text in literals() for begun in possessive_groups(text)]
    assert [place for place, begun in groups if begun != ATOMIC] == []
    assert len(groups) >= 8
