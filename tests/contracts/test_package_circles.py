"""No packages import each other, in functions either."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENTRANCE = {
    "annotator.settings",
    "annotator.wsgi",
    "annotator.celery_program",
    "annotator.scheduler",
}
"""Where Django, gunicorn and Celery begin. They stand beside what everything rests on, but above
the house: nothing imports them."""


def packages_of_modules() -> dict[str, str]:
    """The package of each module: its folder, where the loose files of a folder are a package."""
    found = {}
    for top in ("annotator", "api"):
        for path in (ROOT / top).rglob("*.py"):
            folder = ".".join(path.parent.relative_to(ROOT).parts)
            name = folder if path.stem == "__init__" else f"{folder}.{path.stem}"
            if path.parent.name != "migrations":
                found[name] = "the entrance" if name in ENTRANCE else folder
    return found


def imports_of(name: str, modules: dict[str, str]) -> Iterator[str]:
    """The modules that a module imports anywhere."""
    path = ROOT / name.replace(".", "/")
    is_package = path.is_dir()
    path = path / "__init__.py" if is_package else path.with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = name.split(".")[: -node.level + is_package or None] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            for each in node.names:
                inner = f"{base}.{each.name}"
                yield inner if inner in modules else base


def test_no_packages_import_each_other() -> None:
    modules = packages_of_modules()
    imports: dict[str, set[str]] = defaultdict(set)
    for name, package in modules.items():
        found = {modules[each] for each in imports_of(name, modules) if each in modules}
        imports[package] |= found - {package}
    assert len(imports) > 100
    assert "annotator.measures" in imports["annotator.quality.reports.sections"]
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))
