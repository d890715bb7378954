"""Finds the API's outputs that are described a second time, beside their serializer."""

import ast
from pathlib import Path

API = Path(__file__).parents[2] / "api"


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
    """Place of each name in a dict that a presenter or a view makes."""
    return [
        f"{path.relative_to(API.parent)}:{key.lineno} {key.value}"
        for folder in ("presenters", "views")
        for path, node in _nodes(folder)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    ]


def _nodes(folder: str) -> list[tuple[Path, ast.AST]]:
    top = API if folder == "api" else API / folder
    return [
        (path, node)
        for path in sorted(top.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
