"""The project's Markdown files, and what can be read out of them and of the sources."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# Methods of a mapping, and those of ``annotator.configuration.Variables``.
READERS = {"get", "getenv", "pop", "setdefault"} | {
    *("text", "number", "flag", "choice", "names", "address", "issuer", "site", "folder", "rate"),
}
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]+")


def documents() -> list[Path]:
    """Every Markdown file of the root and of docs/."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def links(document: Path) -> Iterator[str]:
    """Where the links and pictures of a document lead, code blocks left out."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    yield from LINK.findall(text)


def relative_links(document: Path) -> Iterator[tuple[str, Path, str]]:
    """Each link into the project: as written, the file it means, the heading it means."""
    for link in links(document):
        if not re.match(r"[a-z]+:", link):
            path, _, anchor = link.partition("#")
            yield link, (document.parent / path).resolve() if path else document, anchor


def anchors(document: Path) -> set[str]:
    """The names under which a document's headings can be linked."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


def variables_read_by(source: Path) -> set[str]:
    """Names of environment variables that a Python file reads, judged by how it is written.

    Found are ``env.text("X")``, ``os.environ["X"]``, ``environment.get("X")`` and
    ``read(environment, "X", …)``.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and reads_environment(node.func):
            found |= {text for text in map(constant_text, node.args[:1]) if text}
        elif isinstance(node, ast.Call) and any(is_environment(arg) for arg in node.args[:1]):
            found |= {text for text in map(constant_text, node.args[1:2]) if text}
        elif is_read(node) and is_environment(node.value):
            found.add(constant_text(node.slice))
    return {name for name in found if VARIABLE.fullmatch(name)}


def reads_environment(function: ast.expr) -> bool:
    """Whether a call of `function` reads a variable: ``env.flag``, ``os.environ.get``."""
    if isinstance(function, ast.Name):
        return function.id == "getenv"
    return (
        isinstance(function, ast.Attribute)
        and function.attr in READERS
        and is_environment(function.value)
    )


def is_read(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """Whether an entry is looked up here, not written."""
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)


def is_environment(node: ast.expr) -> bool:
    """Whether an expression is the environment by its name."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in {"env", "environ", "environment"}


def constant_text(node: ast.expr) -> str:
    """The text of a string constant, empty for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
