"""Pages searched for the questions of AmbigNQ's light file, which names none."""

from pathlib import Path
from typing import Any

import pytest

from annotator.material.corpus.models import VisitedPage
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.kinds import Kind
from tests.exchange.imports.ambiguous_files import ambigqa_question, write_json
from tests.exchange.imports.import_jobs import run_import
from tests.exchange.imports.wiki_server import Wiki, page
from tests.factories.corpus import make_project

pytestmark = pytest.mark.django_db

PLUMB_BOB = page("Plumb bob", "<p>A weight on a line .</p>")


def _light(key: str, question: str) -> dict[str, Any]:
    value = ambigqa_question(key, question=question)
    del value["viewed_doc_titles"]
    return value


def _found(*titles: str) -> dict[str, Any]:
    return {"pages": [{"key": title.replace(" ", "_")} for title in titles]}


def test_a_light_file_gets_the_pages_that_a_search_finds(wiki: Wiki, tmp_path: Path) -> None:
    wiki.answers |= {
        "?who made it": _found("Plumb bob", "Spirit level"),
        "?what is it": _found(),
        "Plumb_bob": PLUMB_BOB,
        "Spirit_level": page("Spirit level", "<p>A bubble in a tube .</p>"),
        "Named": page("Named", "<p>A page that a question names .</p>"),
    }
    values = [
        _light("5", "who made it"),
        _light("6", "what is it"),
        ambigqa_question("7", question="whose is it", titles=["Named"]),
    ]
    path = write_json(tmp_path / "light.json", values)
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_ambigqa", fetch=True, search=True)
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        (
            "Imported 3 examples. A search found pages for 1 question that named none."
            " It found none for 1. Fetched 3 pages."
        ),
    )
    visits = VisitedPage.objects.order_by("example__position", "pk")
    assert [(each.title, each.page is not None) for each in visits] == [
        ("Plumb bob", True),
        ("Spirit level", True),
        ("Named", True),
    ]
    assert not wiki.asked["?whose is it"]


def test_the_next_import_takes_over_what_a_failed_one_had_found(wiki: Wiki, tmp_path: Path) -> None:
    wiki.answers |= {
        "?who made it": _found("Plumb bob"),
        "?what is it": [(503, {"Retry-After": "100000"}, b"")],
        "Plumb_bob": PLUMB_BOB,
    }
    values = [_light("5", "who made it"), _light("6", "what is it")]
    path = write_json(tmp_path / "light.json", values)
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_ambigqa", fetch=True, search=True)
    assert job.state == JobState.FAILED
    assert "what was fetched is kept until then" in job.message
    wiki.answers["?what is it"] = _found("Plumb bob")
    job = run_import(project, path, kind="import_ambigqa", fetch=True, search=True)
    assert job.state == JobState.SUCCEEDED
    assert "found pages for 2 questions" in job.message
    assert wiki.asked["?who made it"] == 1


def test_a_question_that_the_wiki_refuses_is_listed(wiki: Wiki, tmp_path: Path) -> None:
    wiki.answers |= {
        "?who made it": _found("Plumb bob"),
        "?what is it": [(400, {}, b"{}")],
        "Plumb_bob": PLUMB_BOB,
    }
    values = [_light("6", "what is it"), _light("5", "who made it")]
    path = write_json(tmp_path / "light.json", values)
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_ambigqa", fetch=True, search=True)
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        (
            "Imported 2 examples. A search found pages for 1 question that named none."
            " It found none for 1. Fetched 1 page."
        ),
    )
    (listed,) = job.problems.all()
    assert (listed.field, listed.fix) == ("what is it", "It is imported without pages.")
