"""Finds the API's outputs that are described a second time, beside their serializer."""

import ast
from collections.abc import Iterator
from pathlib import Path

API = Path(__file__).parents[2] / "api"
ANSWERS = {"answer", "answer_all", "rows_of", "Response"}


def copies() -> list[str]:
    """Place of each ``SomethingOutput(…).data``: the serializer copies what is already a dict."""
    return [
        f"{path.relative_to(API.parent)}:{node.lineno}"
        for path, node in _nodes("api")
        if isinstance(node, ast.Attribute)
        and node.attr == "data"
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id.endswith("Output")
    ]


def untyped_outputs() -> list[str]:
    """Name of each ``*Output`` that reads any dict, and not the object that it shows."""
    return [
        node.name
        for _, node in _nodes("api")
        if isinstance(node, ast.ClassDef)
        and node.name.endswith("Output")
        and any(ast.unparse(base) == "serializers.Serializer[Any]" for base in node.bases)
    ]


def presented_names() -> list[str]:
    """Place of each name in a dict that a presenter makes, or a view answers with.

    A view's other dicts, such as a context, an event or the parts of a form, name no field.
    """
    presented = [(path, node) for path, node in _nodes("presenters") if isinstance(node, ast.Dict)]
    return [
        f"{path.relative_to(API.parent)}:{key.lineno} {key.value}"
        for path, made in [*presented, *_answered()]
        for key in made.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    ]


def _answered() -> Iterator[tuple[Path, ast.Dict]]:
    for path, function in _nodes("views"):
        if not isinstance(function, ast.FunctionDef):
            continue
        given = {
            node.targets[0].id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ANSWERS:
                for thing in call.args:
                    value = given.get(thing.id) if isinstance(thing, ast.Name) else thing
                    if isinstance(value, ast.Dict):
                        yield path, value


def _nodes(folder: str) -> list[tuple[Path, ast.AST]]:
    top = API if folder == "api" else API / folder
    return [
        (path, node)
        for path in sorted(top.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
