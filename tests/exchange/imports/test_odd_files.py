"""What every import has to read or refuse, whatever its format: by commands and by upload."""

import gzip
import json
import os
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.exchange.imports.ambiguous_files import ambigqa_question, asqa_example, page_line
from tests.exchange.imports.import_jobs import imported_ids
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_member, make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

PAGE = {
    "example_id": 5,
    "question_text": "who was first",
    "document_url": "https://example.org/p",
    "document_title": "P",
    "document_html": "<p>Ann Baker was the first of them.</p>",
}
NQ: Any = orjson.dumps(small_example(5))
FILES: dict[str, bytes] = {
    "import_nq": NQ + b"\n",
    "import_pages": orjson.dumps(PAGE) + b"\n",
    "import_ambigqa": orjson.dumps([ambigqa_question("5")]),
    "import_asqa": orjson.dumps({"dev": {"5": asqa_example()}}),
}
COMMANDS = sorted(FILES)


@pytest.fixture
def project(command: str) -> Project:
    """A project of the kind that the command is for."""
    is_asqa = command in {"import_ambigqa", "import_asqa"}
    return make_asqa_project("p") if is_asqa else make_project("p")


def run(command: str, path: Path, data: bytes, *more: str) -> str:
    """Standard error of the import of a file with this content; empty where it succeeded."""
    path.write_bytes(data)
    return import_of(command, path, *more)


def import_of(command: str, path: Path, *more: str) -> str:
    """The same of a file that is there."""
    err = StringIO()
    options = ["--split", "dev"] if command == "import_asqa" else []
    # It exits with 1 where it refuses; others test that.
    with suppress(SystemExit):
        call_command(command, "p", str(path), *options, *more, stdout=StringIO(), stderr=err)
    return err.getvalue().replace(f"{path.parent}/", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_gzip_is_read_whatever_the_name_is(command: str, project: Project, tmp_path: Path) -> None:
    assert run(command, tmp_path / "file", gzip.compress(FILES[command])) == ""
    assert imported_ids(project) == [5]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_truncated_gzip_imports_nothing(command: str, project: Project, tmp_path: Path) -> None:
    said = run(command, tmp_path / "file", gzip.compress(FILES[command])[:-9])
    assert "the gzip file is truncated. Transfer it again; `gzip -t` must accept it." in said
    assert imported_ids(project) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_utf_16_imports_nothing(command: str, project: Project, tmp_path: Path) -> None:
    said = run(command, tmp_path / "file", FILES[command].decode().encode("utf-16-le"))
    assert "this is a UTF-16 file. Save the file as UTF-8." in said
    assert imported_ids(project) == []


REPEATED = {
    "import_nq": (
        b'"document_url":', b'"document_url":"a","document_url":',
        "file:1: document_url: the key 'document_url' appears twice in one object of example_id 5.",
    ),
    "import_pages": (
        b'"document_url":', b'"document_url":"Q","document_url":',
        "file:1: document_url: the key 'document_url' appears twice in one object of example_id 5.",
    ),
    "import_ambigqa": (
        b'"annotations":', b'"annotations":[],\n"annotations":',
        "file:2: [0].annotations: the key 'annotations' appears twice in one object of id 5.",
    ),
    "import_asqa": (
        b'{"dev":{', b'{"dev":{"5":{},\n',
        "file:2: dev.5: the key '5' appears twice in one object.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_key_that_stands_twice_imports_nothing(
    command: str, on_error: str, project: Project, tmp_path: Path
) -> None:
    once, twice, problem = REPEATED[command]
    data = FILES[command].replace(once, twice, 1)
    said = run(command, tmp_path / "file", data, "--on-error", on_error)
    assert f"{problem} Keep one of the two, or rename one.\n" in said
    assert imported_ids(project) == []


@pytest.mark.parametrize("command", ["import_nq", "import_pages"])
def test_joined_files_are_read_past_their_byte_order_marks(
    command: str, project: Project, tmp_path: Path
) -> None:
    marked = b"\xef\xbb\xbf" + FILES[command]
    assert run(command, tmp_path / "file", marked + marked.replace(b'":5,', b'":6,', 1)) == ""
    assert imported_ids(project) == [5, 6]


@pytest.mark.parametrize("command", ["import_pages", "import_nq"])
def test_a_number_beyond_64_bits_is_shown_as_it_stands(
    command: str, project: Project, tmp_path: Path
) -> None:
    data = FILES[command].replace(b'"example_id":5', b'"example_id":18446744073709551621')
    assert run(command, tmp_path / "file", data).startswith(
        "file:1: example_id: 18446744073709551621 is out of range."
    )
    assert imported_ids(project) == []


@pytest.mark.parametrize("command", ["import_ambigqa"])
def test_a_line_of_visited_pages_that_has_a_key_twice_is_refused(
    command: str, project: Project, tmp_path: Path
) -> None:
    pages = tmp_path / "pages.jsonl.gz"
    line = orjson.dumps(page_line()).replace(b'"url":', b'"url":"","url":', 1)
    pages.write_bytes(gzip.compress(line))
    said = run(command, tmp_path / "file", FILES[command], "--pages", str(pages))
    assert "pages.jsonl.gz:1: url: the key 'url' appears twice in one object of title " in said
    assert imported_ids(project) == []


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of each whole number in a JSON value."""
    children: Any = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    found = [each for key, child in children for each in numbers_in(child, (*path, key))]
    return [path, *found] if type(value) is int else found


@pytest.mark.parametrize("command", ["import_nq"])
@pytest.mark.parametrize("number", [2**64 + 5, -(2**63) - 1, 1.5])
def test_no_number_anywhere_in_an_example_is_more_than_a_problem(
    command: str, number: float, project: Project, tmp_path: Path
) -> None:
    # The page is stored, so that the lines below take the shortest way.
    assert run(command, tmp_path / "file", FILES[command]) == ""
    lines = []
    for path in numbers_in(small_example(5)):
        changed: Any = small_example(5)
        holder = changed
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = number
        lines.append(json.dumps(changed).encode())
    said = run(command, tmp_path / "b", b"\n".join(lines), "--on-error", "skip", "--annotations")
    reported = {line.split(":")[1] for line in said.splitlines() if line.startswith("b:")}
    assert {int(line) for line in reported} == {*range(1, len(lines) + 1)}
    assert imported_ids(project) == [5]


def test_an_upload_of_asqa_may_be_compressed(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.UPLOAD_DIR = tmp_path
    project = make_asqa_project("p")
    client.force_login(make_member(project, "ada", Role.LEAD).user)
    file = SimpleUploadedFile("asqa.json.gz", gzip.compress(FILES["import_asqa"]))
    answer = client.post(
        "/api/v1/projects/p/imports/", {"file": file, "format": "asqa", "split": "dev"}
    )
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    assert imported_ids(project) == [5]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_is_refused_before_anybody_waits_for_it(
    command: str, project: Project, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert import_of(command, tmp_path / "pipe") == (
        "pipe: This is not a file. Save what it delivers to a file, and give that.\n"
    )
    assert not Job.objects.exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "why"),
    [("a" * 300, "File name too long"), ("circle", "Too many levels of symbolic links")],
)
def test_a_path_that_can_not_be_asked_about_is_refused(
    command: str, project: Project, tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "circle").symlink_to("circle")
    path = tmp_path / name
    assert (
        import_of(command, path)
        == f"{name[:255]}: the file can't be read ({why}). Check its path.\n"
    )
    assert imported_ids(project) == []
