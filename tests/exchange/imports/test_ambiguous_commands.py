"""``import_ambigqa`` and ``import_asqa`` in the terminal."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.workspace.projects.models import Project
from tests.exchange.imports.ambiguous_files import (
    NOTHING_AMBIGUOUS,
    ambigqa_question,
    ambiguous_rows,
    asqa_example,
    page_line,
    write_json,
)
from tests.exchange.imports.bad_ambiguous_files import ONE_OF_EACH_KIND
from tests.exchange.imports.import_jobs import imported_ids, write_lines
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_project

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def project() -> Project:
    return make_asqa_project()


def test_what_was_left_out_is_said_in_a_sentence_and_in_json(
    project: Project, tmp_path: Path
) -> None:
    values = [ambigqa_question("1"), ambigqa_question("2", 0), ambigqa_question("3", 7)]
    path = write_json(tmp_path / "a.json", values)
    pages = write_lines(tmp_path / "p.jsonl", [page_line(), page_line("Other")])
    code, out, err = run(
        "import_ambigqa", "asqa", str(path), "--pages", str(pages), "--split", "dev", "--json"
    )
    sentence, last = out.splitlines()
    assert (code, err, sentence) == (
        0,
        "",
        (
            "Imported 1 example. Left out 2 questions: not ambiguous to any annotator (1), "
            "more than 6 disambiguations (1). Left out 1 page that no question visited."
        ),
    )
    report = json.loads(last)
    assert {name: report[name] for name in ("imported", "left_out", "unvisited_pages")} == {
        "imported": 1,
        "left_out": {"unambiguous": 1, "too_few": 0, "too_many": 1},
        "unvisited_pages": 1,
    }
    assert imported_ids(project) == [1]


@pytest.mark.parametrize(
    ("kind", "bad"),
    [(kind, bad) for kind, _, bad in ONE_OF_EACH_KIND],
    ids=[f"{kind}-{name}" for kind, name, _ in ONE_OF_EACH_KIND],
)
def test_a_bad_file_ends_with_1_and_a_line_for_each_problem(
    project: Project, tmp_path: Path, kind: str, bad: tuple[Any, str, str]
) -> None:
    value, field, problem = bad
    path = write_json(tmp_path / "a.json", value)
    more = ("--annotations",) if kind == "import_asqa" else ()
    code, _, err = run(kind, project.slug, str(path), "--split", "dev", *more)
    line = err.splitlines()[0]
    assert code == 1
    assert line.startswith(str(path))
    assert problem in line
    assert field in line
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


def test_a_missing_page_is_named_with_key_field_and_title(project: Project, tmp_path: Path) -> None:
    path = write_json(tmp_path / "a.json", [ambigqa_question("5", titles=["Tower"])])
    pages = write_lines(tmp_path / "p.jsonl", [page_line()])
    code, _, err = run("import_ambigqa", project.slug, str(path), "--pages", str(pages))
    assert (code, err.splitlines()) == (
        1,
        [
            (
                f"{path}: 5.viewed_doc_titles[0]: {pages} has no page titled Tower. "
                "Add its line to that file, or import without pages."
            )
        ],
    )
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


@pytest.mark.parametrize("missing", ["file", "pages"])
def test_a_file_that_is_not_there_is_named(project: Project, tmp_path: Path, missing: str) -> None:
    path, pages = tmp_path / "a.json", tmp_path / "p.jsonl"
    if missing == "pages":
        write_json(path, [ambigqa_question()])
    code, _, err = run("import_ambigqa", project.slug, str(path), "--pages", str(pages))
    gone = path if missing == "file" else pages
    assert (code, err.splitlines()[0]) == (
        1,
        f"{gone}: the file can't be read (No such file or directory). Check its path.",
    )


@pytest.mark.parametrize("kind", ["import_ambigqa", "import_asqa"])
def test_a_project_of_the_other_kind_is_refused(tmp_path: Path, kind: str) -> None:
    make_project("nq")
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example()}})
    code, _, err = run(kind, "nq", str(path), "--split", "dev")
    assert (code, err) == (
        1,
        f"slug: nq is a project of kind nq. {kind} is for kind asqa.\n",
    )


def test_natural_questions_are_refused_by_a_project_of_asqa(
    project: Project, tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "a.jsonl", [{}])
    code, _, err = run("import_nq", project.slug, str(path))
    assert (code, err) == (
        1,
        "slug: asqa is a project of kind asqa. import_nq is for kind nq.\n",
    )


def test_a_long_name_of_a_split_is_refused(project: Project, tmp_path: Path) -> None:
    path = write_json(tmp_path / "a.json", [ambigqa_question()])
    code, _, err = run("import_ambigqa", project.slug, str(path), "--split", "s" * 21)
    assert (code, err) == (1, "split: Give a name of up to 20 characters.\n")
