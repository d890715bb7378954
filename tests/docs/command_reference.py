"""Write `docs/commands.md`, all commands as their own help describes them.

`python -m tests.docs.command_reference` writes it; a test compares it with the commands.
"""

import argparse
import os

import django
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from scripts.bootstrap import ROOT

PAGE = ROOT / "docs" / "commands.md"
_START = """\
# Commands

For people who work in a terminal: every command with its options, as its own `--help` has them. \
`python -m tests.docs.command_reference` writes this page.

Type `python manage.py` before a command, or `plumbline` with the [package](package.md). Most \
also have `--json`, which prints one JSON object as the last line. `SLUG` is a project's short \
name, in brackets where the command works without one. A command exits with 0 on \
success and with 1 on bad input, after one line for each problem: file, line, field and fix.
"""
# What the page's start says of an argument.
_UNDERSTOOD = {None, "the project's short name"}


def reference() -> str:
    """The page's Markdown, the commands in the order of their names."""
    ours = sorted(name for name, app in get_commands().items() if app.startswith("annotator."))
    return "\n".join([_START, *(_section(name) for name in ours)])


def _section(name: str) -> str:
    command = load_command_class(get_commands()[name], name)
    parser = command.create_parser("manage.py", name)
    common = {action.dest for action in BaseCommand().create_parser("", "")._actions}
    actions = [each for each in parser._actions if each.dest not in {*common, "json"}]
    positional = [_with_values(each) for each in actions if not each.option_strings]
    told = [each for each in actions if each.option_strings or each.help not in _UNDERSTOOD]
    lines = [f"- {_explained(each, parser.prog)}" for each in told]
    return "\n".join(
        [f"## {name}", "", f"`{' '.join([name, *positional])}`", "", command.help, ""]
        + ([*lines, ""] if lines else [])
    )


def _explained(action: argparse.Action, program: str) -> str:
    """An argument and what its help says about it."""
    names = " or ".join(f"`{each}`" for each in _spellings(action))
    needed = ", required" if action.option_strings and action.required else ""
    values = {**vars(action), "prog": program}
    return f"{names}{needed}: {action.help % values}" if action.help else f"{names}{needed}"


def _spellings(action: argparse.Action) -> list[str]:
    value = _with_values(action)
    return [f"{name} {value}".strip() for name in action.option_strings] or [value]


def _with_values(action: argparse.Action) -> str:
    """What to write for an argument's value: `SLUG`, `stop|skip`, `PATH…`; "" for a switch."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    choices = "|".join(str(each) for each in action.choices or [] if each)
    value = action.metavar or choices or action.dest.upper()
    optional = not action.option_strings and action.nargs in {"?", "*"}
    value += "…" if action.nargs in {"+", "*"} else ""
    return f"[{value}]" if optional else value


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    PAGE.write_text(reference(), encoding="utf-8")
