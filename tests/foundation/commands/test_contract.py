"""The command lines that scripts outside of this project have."""

import pytest
from django.core.management import get_commands, load_command_class

LINES = [
    "create_project dev --kind nq --title Dev --overlap 5",
    "create_project dev --kind nq --title Dev --overlap 5 --lease-minutes 30 --guidelines x.md",
    "create_user ada --password secret",
    "create_user ada --password secret --project dev --role annotator",
    "create_user ada --password secret --project dev --role expert",
    "create_user ada --password secret --project dev --role lead",
    "import_nq dev a.jsonl b.jsonl.gz",
    "import_nq dev a.jsonl --annotations",
    "import_pages dev a.jsonl b.jsonl",
    "inspect_page page.html",
    "export_nq dev out.jsonl.gz",
    "export_nq dev out.jsonl --simplified",
    "import_ambigqa dev a.json",
    "import_ambigqa dev a.json --pages pages.jsonl",
    "import_asqa dev a.json --split dev",
    "import_asqa dev a.json --split dev --annotations",
    "export_asqa dev out.json",
    "export_squad dev out.json",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("more", ["", " --json"])
def test_a_command_line_of_the_contract_is_understood(line: str, more: str) -> None:
    name, *arguments = f"{line}{more}".split()
    app = get_commands()[name]
    assert isinstance(app, str)
    parser = load_command_class(app, name).create_parser("manage.py", name)
    assert parser.parse_args(arguments)
