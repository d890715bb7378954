"""The Compose file, read and filled in as Compose would do it."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from scripts.bootstrap import ROOT

COMPOSE_FILE = ROOT / "docker-compose.yml"
VARIABLE = re.compile(r"\$\{(?P<name>[A-Z_]+)(?::(?P<kind>[-?])(?P<text>[^}]*))?\}")


class UnsetVariableError(Exception):
    """A variable that has to be set is not."""


def read_services(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The services by name, with variables and merge keys resolved."""
    services: dict[str, dict[str, Any]] = read_file(environment)["services"]
    return services


def read_file(environment: Mapping[str, str]) -> dict[str, Any]:
    """The whole file, with variables and merge keys resolved."""
    text = VARIABLE.sub(lambda match: value_of(match, environment), COMPOSE_FILE.read_text("utf-8"))
    content: dict[str, Any] = yaml.safe_load(text)
    return content


def value_of(match: re.Match[str], environment: Mapping[str, str]) -> str:
    """What Compose puts in the place of ``${NAME}``, ``${NAME:-default}``, ``${NAME:?message}``."""
    name, kind, text = match["name"], match["kind"], match["text"] or ""
    value = environment.get(name, "")
    if value or not kind:
        return value
    if kind == "?":
        raise UnsetVariableError(f"{name}: {text}")
    return text


def read_example() -> dict[str, str]:
    """The variables of deploy/example.env, the empty ones filled in."""
    text = (ROOT / "deploy" / "example.env").read_text("utf-8")
    pairs = (line.partition("=") for line in text.splitlines() if line and line[0] != "#")
    return {name: value or "x" * 48 for name, _, value in pairs}
