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
_KINDS = {"nq", "asqa"}
_ROWS = {
    "natural_questions_answer",
    "long_form_answer",
    "ambiguous_question",
    "disambiguation_count",
    "concern_count",
}
_OF_ONE_ROOM = re.compile(r"(?:annotator|api)\.kinds\.(?:natural_questions|asqa)\b")
_SAY_A_KIND = {"is_nq", "is_asqa", "NQ_KIND", "ASQA_KIND", "NQ_ALONE", "ASQA_ALONE"}
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
    """Place and line of each: the enum's members, its values where something is chosen by them, and
    the forms that do without both: names, classes and rows of one kind, and imports of one room.
    """
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
        if _names_a_kind(node) or _asks_for_what_one_kind_has(node):
            yield node.value.lineno if isinstance(node, ast.keyword) else node.lineno


def _names_a_kind(node: ast.AST) -> bool:
    """Whether something is chosen by a kind's name, or taken from one kind's room."""
    match node:
        case ast.Attribute(value=ast.Name(id="Kind"), attr="NQ" | "ASQA"):
            return True
        case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)):
            return name in _SAY_A_KIND
        case ast.ImportFrom(module=str(module)):
            return bool(_OF_ONE_ROOM.match(module))
    return _chooses_by_value(node)


def _chooses_by_value(node: ast.AST) -> bool:
    match node:
        case ast.keyword(arg=str(name), value=value):
            return name.split("__")[-1] == "kind" and bool(_kinds_in(value))
        case ast.Compare(left=left, comparators=others):
            return any(map(_kinds_in, (left, *others)))
        case ast.Dict(keys=keys):
            return any(key and _kinds_in(key) for key in keys)
        case ast.Tuple() | ast.List() | ast.Set():
            return _kinds_in(node) == _KINDS
    return False


def _asks_for_what_one_kind_has(node: ast.AST) -> bool:
    """Whether an object is asked for a class or a row of one kind."""
    match node:
        case ast.Call(
            func=ast.Name(id="getattr" | "hasattr"), args=[_, ast.Constant(value=str(name)), *_]
        ):
            return name in _ROWS
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
            names = {each.id for each in ast.walk(asked) if isinstance(each, ast.Name)}
            return bool(names & _OF_ONE_KIND)
        case ast.keyword(arg=str(name)):
            return bool(_ASKS_FOR_A_ROW.search(name))
        case ast.Compare(left=ast.Attribute(attr=str(name)), ops=[ast.Is() | ast.IsNot()]):
            return name in _ROWS
    return False


def _kinds_in(node: ast.expr) -> set[str]:
    """The kinds whose values a constant or a collection of constants names."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return {part.value for part in parts if isinstance(part, ast.Constant)} & _KINDS


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
