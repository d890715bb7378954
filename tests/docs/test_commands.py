"""Commands that documents name exist."""

import re
import shlex

from django.core.management import CommandError, get_commands, load_command_class

from tests.docs.command_reference import PAGE, reference
from tests.docs.documents import ROOT, documents


def test_named_management_commands_exist() -> None:
    named = {
        name
        for document in documents()
        for name in re.findall(r"manage\.py ([a-z_]+)", document.read_text(encoding="utf-8"))
    }
    assert sorted(named - set(get_commands()) - {"help"}) == []


def test_the_list_of_commands_is_what_their_help_says() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == reference(), "run python -m tests.docs.command_reference"


def test_named_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    # In running text "make" is a verb, so only code counts.
    named = {
        name
        for document in documents()
        for name in re.findall(
            r"(?:`|^|^[A-Z_]+=\S+ )make ([a-z0-9-]+)",
            document.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
    assert (sorted(named - targets), "run" in named, "test" in named) == ([], True, True)


def test_the_default_list_of_make_names_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    explained = set(re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE))
    assert phony is not None
    assert set(phony[1].split()) == explained


def test_shown_command_lines_are_accepted_by_their_commands() -> None:
    lines = {
        line
        for document in documents()
        for line in re.findall(
            r"(?:^|`)python manage\.py ([^`\n]+)",
            document.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
    refused = {}
    for line in lines:
        name, *arguments = shlex.split(line)
        command = load_command_class(get_commands()[name], name)
        try:
            command.create_parser("manage.py", name).parse_args(arguments)
        except CommandError as error:
            refused[line] = str(error)
    assert (refused, len(lines) > 5) == ({}, True)
