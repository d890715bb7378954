"""Every table that the platform writes as CSV: the schema, formats and commands name them."""

import csv
import gzip
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.material.corpus.models import Example
from annotator.material.formats.spreadsheets import guard, unguard
from annotator.quality.judgments.models import JudgmentRound
from annotator.workspace.jobs.models import Job, JobProblem
from annotator.workspace.projects.models import Project
from scripts.bootstrap import ROOT
from tests.api.clients import SignedIn
from tests.api.every_caller.test_permissions import CALLS, send
from tests.api.openapi import operation_of
from tests.api.reach import Call
from tests.api.world import World

pytestmark = pytest.mark.django_db

ODD = ("=1+1", "+49 30 1", "-", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1", "-7", "-0.25")
NEGATIVE = -7660771254611710392
WRITER = "annotator/material/formats/csv_lines.py"
OF_THE_PAPER = "annotator/material/formats/comparisons.py"
"""Writes the tab-separated files of the paper's study, which have no byte order mark."""


def _answers_with_csv(call: Call) -> bool:
    responses = operation_of(call.method, call.path).definition.raw["responses"]
    return any("text/csv" in each.get("content", {}) for each in responses.values())


DOWNLOADS = [
    call for call in CALLS if call.method == "get" and call.allowed and _answers_with_csv(call)
]


@pytest.fixture
def odd_world(world: World) -> World:
    """The world with ids below zero, and texts that a spreadsheet would compute."""
    for number, example in enumerate(Example.objects.order_by("pk")):
        Example.objects.filter(pk=example.pk).update(example_id=NEGATIVE + number)
    for job in Job.objects.all():
        JobProblem.objects.bulk_create(
            JobProblem(job=job, file=text, line=3, field=text, problem=text, fix=text)
            for text in ODD
        )
    return world


def rows_of(content: bytes) -> list[list[str]]:
    """The rows of a table, whose bytes must be the ones that the only writer makes of them."""
    text = content.decode()
    assert text.startswith('\ufeff"')
    rows = list(csv.reader(io.StringIO(text[1:], newline="")))
    quoted = ("".join(f',"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in rows)
    assert text == "\ufeff" + "".join(f"{line[1:]}\r\n" for line in quoted)
    assert [[guard(unguard(cell)) for cell in row] for row in rows] == rows
    return rows


def cells_named(rows: list[list[str]], name: str) -> set[str]:
    return {row[rows[0].index(name)] for row in rows[1:]} - {""}


def assert_are_negative(ids: set[str]) -> None:
    assert [each for each in ids if not re.fullmatch("-[0-9]+", each)] == []


@pytest.mark.parametrize("call", DOWNLOADS, ids=lambda call: call.path)
def test_a_download_has_numbers_as_numbers_and_no_formula(
    call: Call, odd_world: World, signed_in: SignedIn
) -> None:
    caller = "lead" if "lead" in call.allowed else call.allowed[0]
    objects = {**odd_world.objects["annotator"], **odd_world.objects[caller]}
    answer = send(signed_in.client(caller), call, objects)
    rows = rows_of(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    if "problems" in call.path:
        assert cells_named(rows, "problem") == {
            *("'=1+1", "'+49 30 1", "'-", "'-2+3", "'@SUM(A1)", "'\t=1", "'\r=1", "'＝1", "''=1"),
            *("-7", "-0.25"),
        }
    if "example_id" in rows[0]:
        assert_are_negative(cells_named(rows, "example_id"))


def _histories(folder: Path) -> Iterator[bytes]:
    call_command("export_history", "project", str(folder / "history.csv"))
    call_command("export_history", "project", str(folder / "history.csv.gz"))
    yield (folder / "history.csv").read_bytes()
    yield gzip.decompress((folder / "history.csv.gz").read_bytes())


def _rounds(folder: Path) -> Iterator[bytes]:
    project = Project.objects.get(slug="project")
    for judged in JudgmentRound.objects.filter(project=project, phase="finished"):
        file = folder / f"{judged.number}.csv"
        call_command("export_judgments", "project", str(judged.number), str(file))
        yield file.read_bytes()


COMMANDS: dict[str, Any] = {"export_history": _histories, "export_judgments": _rounds}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_numbers_as_numbers_and_no_formula(
    name: str, odd_world: World, tmp_path: Path
) -> None:
    for content in COMMANDS[name](tmp_path):
        ids = cells_named(rows_of(content), "example_id")
        assert ids
        assert_are_negative(ids)


def test_every_command_and_format_that_writes_csv_is_among_these() -> None:
    files = (ROOT / "annotator").rglob("management/commands/export_*.py")
    writing = {each.stem for each in files if ".csv" in each.read_text("utf-8")}
    assert writing == set(COMMANDS)
    assert {each.job for each in EXPORT_FORMATS.values() if ".csv" in each.suffix} == {
        "export_history"
    }


def test_one_module_writes_all_tables() -> None:
    python = [each for part in ("annotator", "api") for each in (ROOT / part).rglob("*.py")]
    writing = re.compile(r"csv\.(?:Dict)?[wW]riter|to_csv\(")
    found = {
        each.relative_to(ROOT).as_posix()
        for each in python
        if writing.search(each.read_text("utf-8"))
    }
    assert found == {WRITER, OF_THE_PAPER}
