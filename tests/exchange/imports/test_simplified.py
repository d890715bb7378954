from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.material.corpus.models import Example, Page
from annotator.material.formats.natural_questions import read_example, to_simplified
from annotator.workspace.jobs.models import JobState
from tests.exchange.imports.import_jobs import imported_ids, problems_of, run_import, write_lines
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example
from tests.shared_data import shared_path

pytestmark = pytest.mark.django_db

UNKNOWN = "rebuilt from the simplified format: {} original HTML and byte offsets are not known."


def simplified(example_id: int = 7, title: str = "Plumb line") -> dict[str, Any]:
    return to_simplified(read_example(small_example(example_id, title)))


def exported(slug: str, path: Path, *options: str) -> list[dict[str, Any]]:
    call_command("export_nq", slug, str(path), *options)
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def test_simplified_lines_come_back_as_the_same_objects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = [simplified(1), simplified(2, "Bob"), simplified(3)]
    project = make_project("easy", overlap=5)
    job = run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        "Imported 3 examples with 15 annotations. 3 examples have pages " + UNKNOWN.format("their"),
    )
    assert exported("easy", tmp_path / "out.jsonl", "--simplified") == values
    assert "rebuilt" not in capsys.readouterr().out
    originals = exported("easy", tmp_path / "original.jsonl")
    assert UNKNOWN.format("their") in capsys.readouterr().out
    assert [to_simplified(read_example(value)) for value in originals] == values
    assert {Page.objects.count(), Page.objects.get(examples__example_id=1).title} == {
        1,
        "Plumb line",
    }
    assert Example.objects.get(example_id=1).question.tokens is None


def test_both_forms_may_stand_in_one_file(tmp_path: Path) -> None:
    project = make_project()
    path = write_lines(tmp_path / "mixed.jsonl", [small_example(1), simplified(2)])
    job = run_import(project, path)
    assert imported_ids(project) == [1, 2]
    assert job.message == "Imported 2 examples. 1 example has a page " + UNKNOWN.format("its")


def test_the_original_export_of_a_rebuilt_page_can_be_imported_and_says_what_it_is(
    tmp_path: Path,
) -> None:
    make_project("easy")
    write_lines(tmp_path / "in.jsonl", [simplified(2)])
    call_command("import_nq", "easy", str(tmp_path / "in.jsonl"), "--annotations")
    [value] = exported("easy", tmp_path / "original.jsonl")
    other = make_project("other")
    job = run_import(other, tmp_path / "original.jsonl", annotations=True)
    assert job.message.endswith("1 example has a page " + UNKNOWN.format("its"))
    assert Page.objects.count() == 1
    assert exported("other", tmp_path / "again.jsonl") == [value]


def test_a_wrong_simplified_line_is_named_and_changes_nothing(tmp_path: Path) -> None:
    project = make_project()
    bad = simplified(2) | {"document_text": "too short"}
    job = run_import(project, write_lines(tmp_path / "in.jsonl", [simplified(1), bad]))
    assert job.state == JobState.FAILED
    assert problems_of(job)[0] == (
        2,
        "long_answer_candidates[0].end_token",
        "11 is not after 0 and inside the page's 2 tokens.",
    )
    assert Example.objects.count() == 0


def test_real_files_survive_the_way_through_both_formats(tmp_path: Path) -> None:
    make_project("real")
    path = shared_path("nq/nq_simplified_sample.jsonl")
    call_command("import_nq", "real", str(path), "--annotations")
    assert exported("real", tmp_path / "out.jsonl", "--simplified") == [
        orjson.loads(path.read_bytes())
    ]
    make_project("first")
    make_project("second")
    call_command(
        "import_nq", "first", str(shared_path("nq/nq_dev_sample.jsonl.gz")), "--annotations"
    )
    values = exported("first", tmp_path / "first.jsonl", "--simplified")
    call_command("import_nq", "second", str(tmp_path / "first.jsonl"), "--annotations")
    assert exported("second", tmp_path / "second.jsonl", "--simplified") == values
    assert len(values) == 5
