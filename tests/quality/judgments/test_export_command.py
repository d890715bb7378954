"""``export_judgments``: the same bytes as the download, in a file or on standard output."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgmentRound
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.judgments import answers_of, make_member_once, make_round, meet

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged() -> JudgmentRound:
    return meet(make_round(), [["C", "W"], ["C_d", "C_d"]])


def downloaded(judged: JudgmentRound, form: str) -> bytes:
    client = APIClient()
    client.force_authenticate(make_member_once(judged.project, "lead", Role.LEAD).user)
    address = f"/api/v1/judgment-rounds/{judged.pk}/export/?as={form}"
    return b"".join(client.get(address).streaming_content)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_the_file_is_the_download_to_the_byte(
    judged: JudgmentRound, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"round.{form}"
    call_command("export_judgments", "project", "1", str(file), "--json")
    assert file.read_bytes() == downloaded(judged, form)
    assert capsys.readouterr().out.splitlines() == [
        f"2 answers in {file}",
        f'{{"answers":2,"output":"{file}"}}',
    ]
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_standard_output_has_the_round_and_nothing_else(
    judged: JudgmentRound, form: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call_command("export_judgments", "project", "1", "-", "--as", form)
    out, err = capfdbinary.readouterr()
    assert (out, err) == (downloaded(judged, form), b"")


def test_the_format_that_is_named_goes_before_the_names_end(
    judged: JudgmentRound, tmp_path: Path
) -> None:
    file = tmp_path / "round.txt"
    call_command("export_judgments", "project", "1", str(file), "--as", "csv")
    assert file.read_bytes() == downloaded(judged, "csv")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (("9", "x.csv"), "number: project has no judgment round 9. It has 1, 2."),
        (
            ("2", "x.csv"),
            "number: The experts are still judging alone. Wait until all have closed.",
        ),
        (("1", "x.txt"), "x.txt: output: Use a name that ends in .csv or .jsonl, or give --as."),
        (("1", "-"), "-: output: Use a name that ends in .csv or .jsonl, or give --as."),
        (
            ("1", "-", "--as", "csv", "--json"),
            "json: Standard output carries the round itself, so name a file.",
        ),
        (
            ("1", "/gone/x.csv"),
            "/gone/x.csv: It can't be written (No such file or directory). Check the path.",
        ),
    ],
)
def test_what_is_wrong_is_said_and_ends_with_1(
    judged: JudgmentRound, line: tuple[str, ...], problem: str, capsys: Any
) -> None:
    make_round(judged.project)
    with pytest.raises(SystemExit) as end:
        call_command("export_judgments", "project", *line)
    assert end.value.code == 1
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", problem)


def test_a_round_can_be_limited_to_splits(
    judged: JudgmentRound, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = answers_of(judged)
    for answer, split in ((first, "dev"), (second, "test")):
        Example.objects.filter(pk=answer.annotation.example_id).update(split=split)
    file = tmp_path / "round.jsonl"
    call_command("export_judgments", "project", "1", str(file), "--split", "test")
    [line] = map(orjson.loads, file.read_bytes().splitlines())
    assert (line["number"], line["round"]["size"]) == (second.number, 2)
    assert capsys.readouterr().out == f"1 answer in {file}\n"
    assert file.read_bytes() == downloaded(judged, "jsonl&split=test")
    both = downloaded(judged, "csv&split=test&split=dev")
    assert both == downloaded(judged, "csv")


def test_a_split_that_the_project_lacks_is_refused(
    judged: JudgmentRound, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call_command("export_judgments", "project", "1", str(tmp_path / "f.csv"), "--split", "no")
    sentence = "The project has no split named no. It has all."
    assert capsys.readouterr().err == f"split: {sentence}\n"
    assert not list(tmp_path.iterdir())
    client = client_of(make_member_once(judged.project, "lead", Role.LEAD).user)
    answer = client.get(f"/api/v1/judgment-rounds/{judged.pk}/export/?split=no")
    assert (answer.status_code, answer.json()["fields"]) == (400, {"split": sentence})
