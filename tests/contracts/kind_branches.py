"""Finds where code branches on the kind of task outside the kinds' rooms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("annotator/kinds/", "annotator/workspace/projects/kinds.py", "api/kinds/")

_OF_ONE_KIND = {
    "CheckedAnswer",
    "CheckedLongForm",
    "LongFormAnswer",
    "LongFormColumns",
    "NaturalQuestionsAnswer",
    "NaturalQuestionsColumns",
}
_ROWS = {"natural_questions_answer", "long_form_answer", "disambiguation_count"}
_ASKS_FOR_A_ROW = re.compile(
    r"(?:natural_questions_answer|long_form_answer|ambiguous_question)__isnull$"
)
_IN_THE_BROWSER = re.compile(r"""(?:[!=]==\s*|case\s+|kind: )"(?:nq|asqa)"|\b(?:nq|asqa): """)


def branches_in_python() -> list[str]:
    """Place and line of each: the enum's members, and the forms that do without it."""
    files = sorted(path for top in ("annotator", "api") for path in (ROOT / top).rglob("*.py"))
    return [
        f"{name}:{number}"
        for path in files
        if not (name := str(path.relative_to(ROOT))).startswith(ROOMS)
        and "/migrations/" not in name
        for number in sorted(set(_lines(ast.parse(path.read_text("utf-8")))))
    ]


def _lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="Kind"), attr="NQ" | "ASQA"):
                yield node.lineno
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr"),
                args=[_, ast.Constant(value=str(name)), *_],
            ) if name in _ROWS:
                yield node.lineno
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
                names = {each.id for each in ast.walk(asked) if isinstance(each, ast.Name)}
                if names & _OF_ONE_KIND:
                    yield node.lineno
            case ast.keyword(arg=str(name)) if _ASKS_FOR_A_ROW.search(name):
                yield node.lineno


def branches_in_the_browser() -> list[str]:
    """Place and line of each comparison with a kind's name, and of each table by kind."""
    source = ROOT / "frontend" / "src"
    files = sorted(path for path in source.rglob("*.ts*") if ".test." not in path.name)
    return [
        f"{name}:{number}"
        for path in files
        if not (name := str(path.relative_to(ROOT))).endswith("schema.d.ts")
        and "/test/" not in name
        and "/kinds/" not in name
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if _IN_THE_BROWSER.search(line)
    ]
