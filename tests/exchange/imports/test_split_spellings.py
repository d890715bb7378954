"""A split keeps one spelling: another one would be a second split, which everybody sees."""

import unicodedata
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.exchange.intake.page_finding import IMPORT_FOUND
from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project, Role
from tests.exchange.imports.ambiguous_files import ambigqa_question, asqa_example, write_json
from tests.exchange.imports.import_jobs import problems_of, run_import, write_lines
from tests.exchange.imports.test_pages import page_line
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.intake import make_query
from tests.factories.jobs import make_job, run_here
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db
FIX = "Write {}, as the project does, or choose another name."
DIFFERENT = "the project spells this split differently."
FILES: dict[str, tuple[str, Any]] = {
    "import_nq": ("a.jsonl", [small_example(901)]),
    "import_pages": ("a.jsonl", [page_line()]),
    "import_ambigqa": ("a.json", [ambigqa_question("901")]),
    "import_asqa": ("a.json", {"Test": {"901": asqa_example()}}),
}
every_format = pytest.mark.parametrize("kind", FILES)


def write_file(kind: str, folder: Path) -> Path:
    name, content = FILES[kind]
    if name.endswith(".json"):
        return write_json(folder / name, content)
    return write_lines(folder / name, content)


def project_for(kind: str) -> Project:
    """A project of the format's kind whose only example is in the hidden split ``test``."""
    asks_ambiguous = kind in ("import_ambigqa", "import_asqa")
    project = make_asqa_project() if asks_ambiguous else make_project()
    make_examples(project, 1)
    Example.objects.update(split="test", purpose=Purpose.HIDDEN)
    Project.objects.update(hidden_split="test", hidden_since=AT)
    return project


def lookups(queries: CaptureQueriesContext) -> int:
    """How often the splits of all examples were read."""
    return sum(each["sql"].startswith("SELECT DISTINCT") for each in queries)


def lines_of(splits: Sequence[str]) -> list[dict[str, Any]]:
    """A line of each split, with ids from 901 on."""
    return [
        page_line(f"who uses it ({number})", example_id=number, split=split)
        for number, split in enumerate(splits, start=901)
    ]


@every_format
def test_a_command_refuses_another_spelling_before_anything_starts(
    kind: str, tmp_path: Path
) -> None:
    project, err = project_for(kind), StringIO()
    path = write_file(kind, tmp_path)
    with pytest.raises(SystemExit):
        call_command(kind, project.slug, str(path), "--split", "Test", stderr=err)
    assert err.getvalue() == f"split: {FIX.format('test')}\n"
    assert not Job.objects.exists()


def test_asqa_is_imported_as_the_refusal_says(tmp_path: Path) -> None:
    project, err = make_asqa_project(), StringIO()
    make_examples(project, 1)
    Example.objects.update(split="Dev")
    path = str(write_json(tmp_path / "a.json", {"train": {}, "dev": {"901": asqa_example()}}))
    with pytest.raises(SystemExit):
        call_command("import_asqa", project.slug, path, "--split", "dev", stderr=err)
    assert err.getvalue() == f"split: {FIX.format('Dev')}\n"
    call_command("import_asqa", project.slug, path, "--split", "Dev")
    assert Example.objects.get(example_id=901).split == "Dev"


@every_format
def test_an_import_whose_split_another_one_spelt_differently_since_is_refused(
    kind: str, tmp_path: Path
) -> None:
    job = run_import(project_for(kind), write_file(kind, tmp_path), kind=kind, split="Test")
    ((_, field, problem),) = problems_of(job)
    assert (job.state, field, problem) == (JobState.FAILED, "split", DIFFERENT)
    assert Example.objects.get().split == "test"


def test_lines_with_another_spelling_are_listed_and_the_others_imported(tmp_path: Path) -> None:
    project = project_for("import_pages")
    names = ["Test", "ｔｅｓｔ", "café", unicodedata.normalize("NFD", "café"), "test", "Test", ""]
    path = write_lines(tmp_path / "a.jsonl", lines_of(names))
    job = run_import(project, path, kind="import_pages", on_error="skip")
    assert list(job.problems.order_by("line").values_list("line", "field", "problem", "fix")) == [
        (line, "split", DIFFERENT, FIX.format(name))
        for line, name in ((1, "test"), (2, "test"), (4, "café"), (6, "test"))
    ]
    imported = Example.objects.filter(example_id__gt=900).order_by("position")
    assert list(imported.values_list("example_id", "split", "purpose")) == [
        (903, "café", Purpose.MAIN),
        (905, "test", Purpose.HIDDEN),
        (907, "", Purpose.MAIN),
    ]


@pytest.mark.usefixtures("batches_of_two")
@pytest.mark.parametrize(
    ("splits", "times"),
    [
        (("", "", "", ""), 0),
        (("dev", "", "dev", "dev", "dev", "dev"), 1),
        (("dev", "dev", "dev", "train", "dev", "train"), 2),
    ],
)
def test_splits_are_looked_up_where_one_comes_up_for_the_first_time(
    splits: tuple[str, ...], times: int, tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "a.jsonl", lines_of(splits))
    with CaptureQueriesContext(connection) as queries:
        run_import(make_project(), path, kind="import_pages")
    assert lookups(queries) == times


@pytest.mark.usefixtures("batches_of_two")
def test_a_refused_spelling_is_looked_up_once_too(tmp_path: Path) -> None:
    splits = ("Test", "", "Test", "Test", "Test", "dev", "dev", "Test")
    path = write_lines(tmp_path / "a.jsonl", lines_of(splits))
    project = project_for("import_pages")
    with CaptureQueriesContext(connection) as queries:
        job = run_import(project, path, kind="import_pages", on_error="skip")
    assert lookups(queries) == 2
    assert list(job.problems.order_by("line").values_list("line", "field", "problem", "fix")) == [
        (line, "split", DIFFERENT, FIX.format("test")) for line in (1, 3, 4, 5, 8)
    ]


@pytest.mark.usefixtures("batches_of_two")
def test_lines_that_only_stewards_may_import_are_not_looked_up(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", lines_of(["test", "", "test", "test", ""]))
    project = project_for("import_pages")
    lead = make_member(project, "lena", Role.LEAD).user
    parameters = {"paths": [str(path)], "on_error": "skip"}
    job = make_job("import_pages", parameters, project=project, created_by=lead)
    with CaptureQueriesContext(connection) as queries:
        run_here(job)
    assert lookups(queries) == 0
    assert sorted(problems_of(job)) == [
        (line, "split", "only stewards may import into the hidden split.") for line in (1, 3, 4)
    ]


@pytest.mark.usefixtures("batches_of_two")
def test_a_refused_spelling_stays_refused_until_the_import_ends(tmp_path: Path) -> None:
    project = make_project()
    make_examples(project, 1)
    Example.objects.update(split="dev")

    def respell(job: Job) -> None:
        if job.done == 2:
            Example.objects.filter(example_id__lt=900).update(split="Dev")

    path = write_lines(tmp_path / "a.jsonl", lines_of(["Dev", "", "Dev", "dev", "DEV", ""]))
    job = run_import(project, path, kind="import_pages", on_error="skip", observer=respell)
    assert list(job.problems.order_by("line").values_list("line", "problem", "fix")) == [
        (1, DIFFERENT, FIX.format("dev")),
        (3, DIFFERENT, FIX.format("dev")),
        (4, DIFFERENT, FIX.format("Dev")),
        (5, DIFFERENT, FIX.format("Dev")),
    ]


def test_a_spelling_that_is_refused_for_something_else_refuses_no_other(tmp_path: Path) -> None:
    project = make_project()
    make_query(project, text="who uses it (902)")
    path = write_lines(tmp_path / "a.jsonl", lines_of(["Dev", "dev"]))
    job = run_import(project, path, kind=IMPORT_FOUND, on_error="skip", draw=None)
    assert problems_of(job) == [(1, "question_text", "the query is no longer kept.")]
    assert list(Example.objects.values_list("example_id", "split")) == [(902, "dev")]


@pytest.mark.usefixtures("batches_of_two")
def test_a_spelling_that_another_import_brings_meanwhile_counts(tmp_path: Path) -> None:
    project = make_project()
    make_examples(project, 1)

    def bring(job: Job) -> None:
        if job.done == 2:
            Example.objects.filter(example_id__lt=900).update(split="test")

    path = write_lines(tmp_path / "a.jsonl", lines_of(["dev", "dev", "Test"]))
    job = run_import(project, path, kind="import_pages", observer=bring)
    assert problems_of(job) == [(3, "split", DIFFERENT)]
