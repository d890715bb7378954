"""Private names of other people's packages, all of which docs/decisions/private-names.md knows."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from scripts.bootstrap import ROOT

RECORD = ROOT / "docs" / "decisions" / "private-names.md"
FOLDERS = ("annotator", "api", "scripts", "deploy")
OUR_PACKAGES = {"annotator", "api", "scripts", "tests"}
DOCUMENTED = {
    # Django's reference describes them.
    *("_meta", "_state", "_base_manager", "_default_manager"),
    # Named tuples and `os` of the standard library.
    *("_asdict", "_replace", "_make", "_fields", "_exit"),
}
WITHOUT_UNDERSCORE = {
    "django.db.models.query.get_related_populators",
    "django.utils.functional.empty",
    "csp.middleware.CheckableLazyObject",
}
"""What no documentation names either."""
KINDS = (
    *(ast.Import, ast.ImportFrom, ast.Attribute),
    *(ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign),
)


@cache
def nodes() -> list[ast.AST]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return [
        node
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, KINDS)
    ]


def is_private(name: str) -> bool:
    return name == "internal" or (name.startswith("_") and not name.startswith("__"))


def imported_names() -> Iterator[str]:
    for node in nodes():
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def private_imports() -> set[str]:
    return {
        name
        for name in imported_names()
        if name.partition(".")[0] not in OUR_PACKAGES
        if name in WITHOUT_UNDERSCORE or any(map(is_private, name.split(".")))
    }


def is_ours(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"self", "cls"}


def own_names() -> Iterator[str]:
    """What our code itself defines, apart from types given to what others define."""
    for node in nodes():
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store(), value=value) if is_ours(value):
                yield name


def private_attributes() -> set[str]:
    """What is read or written of others' objects, and whose own version a class of ours calls."""
    ours = set(own_names())
    return {
        node.attr
        for node in nodes()
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and is_private(node.attr)
        and node.attr not in DOCUMENTED
        and (node.attr not in ours or ast.unparse(node.value) == "super()")
    }


def test_every_private_name_is_on_record_and_nothing_else() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", RECORD.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(rows) == sorted(private_imports() | private_attributes())
