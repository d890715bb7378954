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
_IN_THE_BROWSER = re.compile(
    r"""(?:[!=]==\s*|case\s+|kind: |kind=)"(?:nq|asqa)"|\b(?:nq|asqa): |\bKINDS\.(?:nq|asqa)\b"""
)
_GUESSED_IN_THE_BROWSER = re.compile(
    r"""\bis(?:Asqa|Nq|LongForm)\b|"(?:long_form_answer|short_answers|writing)" in |"""
    r"""["'`]@/kinds/(?:asqa|natural-questions)/"""
)


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
    return _found_in_the_browser(_IN_THE_BROWSER)


def guesses_in_the_browser() -> list[str]:
    """Place and line of what knows a kind without naming it: by its fields, or by its room."""
    return _found_in_the_browser(_GUESSED_IN_THE_BROWSER)


def _found_in_the_browser(asked: re.Pattern[str]) -> list[str]:
    """Outside the rooms, the tests with what only they use, and generated types."""
    source = ROOT / "frontend" / "src"
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(source.rglob("*.ts*"))
        if ".test." not in path.name
        and path.name not in ("testing.ts", "schema.d.ts")
        and path.relative_to(source).parts[0] not in ("test", "kinds")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if asked.search(line)
    ]
