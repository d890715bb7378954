"""What people read, code included, has none of the phrases that make a native reader stop."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STOPS = re.compile(
    r"\b[Ww]ho(?:m)?ever\b|\bfor who\b|\b[Aa]s of `|\bbelongs? into\b|\bthat which\b|\blikewise\b"
    r"|\bheld against\b|\bof whom\b|\bwithout end\b|\bshall\b|\bbr(?:ings?|ought) along\b"
    r"|\bstands? twice\b|(?<!`)\banew\b"
    # The field writes "judgment", and so does the interface.
    r"|\b[Jj]udgements?\b"
    # "X is no Y" for "X is not a Y"; "there is no Y" and "is no longer" are fine.
    r"|(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more than\b)[a-z]"
)


def _documents() -> Iterator[tuple[str, str]]:
    shipped = ROOT.glob("annotator/**/*.md")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *shipped]:
        if path.name != "CHANGELOG.md":
            yield from (
                (str(path.relative_to(ROOT)), line) for line in path.read_text().split("\n")
            )


_PYTHON_COMMENT = re.compile(r"^(?: *|.*  )# (.*)$", re.MULTILINE)


def _server() -> Iterator[tuple[str, str]]:
    """Sentences, docstrings and comments, each line break a space."""
    for folder in ("annotator", "api"):
        for path in (ROOT / folder).rglob("*.py"):
            source, name = path.read_text(), path.relative_to(ROOT)
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield f"{name}:{node.lineno}", " ".join(node.value.split())
            yield str(name), " ".join(_PYTHON_COMMENT.findall(source))


_SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def _interface() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "frontend" / "src").rglob("*.ts*"):
        if ".test." not in path.name and "schema" not in path.name:
            text = " ".join(_SCRIPT_COMMENT.sub("", path.read_text()).split())
            yield str(path.relative_to(ROOT)), text


def test_documents_server_and_interface_speak_plain_english() -> None:
    read = [*_documents(), *_server(), *_interface()]
    found = [
        f"{place}: …{text[max(0, stop.start() - 40) : stop.end() + 30]}…"
        for place, text in read
        for stop in STOPS.finditer(text)
    ]
    assert len(read) > 1000
    assert found == []
