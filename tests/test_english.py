"""What people read has none of the phrases that make a native reader stop."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STOPS = re.compile(
    r"\b[Ww]ho(?:m)?ever\b|\bfor who\b|\bas of `|\bbelongs? into\b|\bthat which\b|\blikewise\b"
    # "X is no Y" for "X is not a Y"; "there is no Y" and "is no longer" are fine.
    r"|(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more than\b)[a-z]"
)


def _documents() -> Iterator[tuple[str, str]]:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        if path.name != "CHANGELOG.md":
            yield from (
                (str(path.relative_to(ROOT)), line) for line in path.read_text().split("\n")
            )


def _docstrings(tree: ast.AST) -> set[int]:
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _server_sentences() -> Iterator[tuple[str, str]]:
    for folder in ("annotator", "api"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text())
            silent = _docstrings(tree)
            for node in ast.walk(tree):
                if not isinstance(node, ast.Constant) or id(node) in silent:
                    continue
                if isinstance(node.value, str):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def _interface() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "frontend" / "src").rglob("*.ts*"):
        if ".test." not in path.name and "schema" not in path.name:
            text = " ".join(_COMMENT.sub("", path.read_text()).split())
            yield str(path.relative_to(ROOT)), text


def test_documents_server_and_interface_speak_plain_english() -> None:
    read = [*_documents(), *_server_sentences(), *_interface()]
    found = [
        f"{place}: …{text[max(0, stop.start() - 40) : stop.end() + 30]}…"
        for place, text in read
        for stop in STOPS.finditer(text)
    ]
    assert len(read) > 1000
    assert found == []
