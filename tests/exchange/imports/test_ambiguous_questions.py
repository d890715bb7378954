import re
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.models import Annotation, KnowledgePiece
from annotator.collecting.assignments.models import Slot
from annotator.material.corpus.models import Disambiguation, Example, Page, VisitedPage
from annotator.material.corpus.queries import html_of
from annotator.material.corpus.renderings import rendering_of
from annotator.measures.support import SupportDocument, coverage
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.models import Split
from tests.exchange.imports.ambiguous_files import (
    NOTHING_AMBIGUOUS,
    ambigqa_question,
    ambiguous_contents,
    ambiguous_rows,
    asqa_example,
    multiple,
    page_line,
    write_json,
)
from tests.exchange.imports.bad_ambiguous_files import BAD_FILES
from tests.exchange.imports.import_jobs import imported_ids, problems_of, run_import, write_lines
from tests.factories.asqa import make_asqa_project

pytestmark = pytest.mark.django_db


def test_a_question_of_ambignq_keeps_key_disambiguations_and_visited_pages(
    tmp_path: Path,
) -> None:
    project = make_asqa_project(overlap=2)
    path = write_json(tmp_path / "a.json", [ambigqa_question("-7", titles=["Bell, the", "Tower"])])
    job = run_import(project, path, kind="import_ambigqa", split="dev")
    example = Example.objects.select_related("question", "ambiguous_question").get()
    assert (job.state, job.message) == (JobState.SUCCEEDED, "Imported 1 example.")
    assert (example.example_id, example.ambiguous_question.key, example.split) == (-7, "-7", "dev")
    assert (example.question.text, example.page) == ("when was the bell cast (-7)", None)
    assert list(example.disambiguations.values_list("number", "question", "short_answers")) == [
        (0, "when was bell 0 cast", ["1800"]),
        (1, "when was bell 1 cast", ["1801"]),
    ]
    visited = VisitedPage.objects.order_by("number")
    assert list(visited.values_list("number", "title", "url", "page")) == [
        (0, "Bell, the", "https://en.wikipedia.org/wiki/Bell%2C%20the", None),
        (1, "Tower", "https://en.wikipedia.org/wiki/Tower", None),
    ]
    assert list(Slot.objects.values_list("state", flat=True)) == ["free", "free"]


def test_questions_that_are_left_out_are_counted_by_reason(tmp_path: Path) -> None:
    project = make_asqa_project()
    values = [
        ambigqa_question("1", 0),
        ambigqa_question("2", 1),
        ambigqa_question("3", 7),
        ambigqa_question("4", 6),
        ambigqa_question("5", 0),
        # One of its annotators found seven, the other three: the three are taken.
        ambigqa_question("6", annotations=[multiple(7), multiple(3)]),
    ]
    job = run_import(project, write_json(tmp_path / "a.json", values), kind="import_ambigqa")
    assert job.message == (
        "Imported 2 examples. Left out 4 questions: not ambiguous to any annotator (2), "
        "fewer than 2 disambiguations (1), more than 6 disambiguations (1)."
    )
    assert (job.done, job.total, imported_ids(project)) == (6, 6, [4, 6])
    assert Disambiguation.objects.filter(example__example_id=6).count() == 3


def test_pages_are_frozen_once_and_matched_by_title(tmp_path: Path) -> None:
    project = make_asqa_project()
    values = [
        ambigqa_question("1", titles=["Plumb_bob", "Tower"]),
        ambigqa_question("2", titles=["Plumb bob"]),
        ambigqa_question("3", 0, titles=["Only of one that is left out"]),
    ]
    pages = write_lines(
        tmp_path / "pages.jsonl.gz",
        [
            page_line("Nobody's"),
            page_line(),
            page_line("Tower", "<p>A tower is tall.</p>"),
            page_line("Only of one that is left out"),
        ],
    )
    path = write_json(tmp_path / "a.json", values)
    job = run_import(project, path, kind="import_ambigqa", pages=str(pages))
    assert job.message == (
        "Imported 2 examples. Left out 1 question: not ambiguous to any annotator (1). "
        "Left out 2 pages that no question visited."
    )
    assert sorted(Page.objects.values_list("title", flat=True)) == ["Plumb bob", "Tower"]
    assert list(VisitedPage.objects.order_by("pk").values_list("title", "url", "page__title")) == [
        ("Plumb_bob", "https://en.example.org/wiki/Plumb_bob", "Plumb bob"),
        ("Tower", "https://en.example.org/wiki/Tower", "Tower"),
        ("Plumb bob", "https://en.example.org/wiki/Plumb_bob", "Plumb bob"),
    ]


def test_a_page_of_only_text_is_frozen_for_reading(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "p.jsonl", [page_line(html="Only words, no paragraph.")])
    path = write_json(tmp_path / "a.json", [ambigqa_question()])
    job = run_import(make_asqa_project(), path, kind="import_ambigqa", pages=str(pages))
    page = Page.objects.get()
    assert (job.state, page.candidate_count) == (JobState.SUCCEEDED, 0)
    assert b"Only words, no paragraph." in html_of(page)
    assert rendering_of(page)


def test_an_example_of_asqa_comes_with_contexts_and_without_its_answers(tmp_path: Path) -> None:
    value = asqa_example()
    value["qa_pairs"][0]["context"] = "The first bell was cast in 1800."
    value["qa_pairs"][1]["context"] = "No context provided"
    project = make_asqa_project()
    path = write_json(tmp_path / "a.json", {"train": {}, "dev": {"k-1": value}})
    job = run_import(project, path, kind="import_asqa", split="dev")
    example = Example.objects.get()
    assert (job.message, example.split) == ("Imported 1 example.", "dev")
    assert list(
        example.disambiguations.order_by("number").values_list(
            "context", "has_context_field", "page_title"
        )
    ) == [("The first bell was cast in 1800.", True, None), ("", True, "Bell")]
    assert not Annotation.objects.exists()


def test_problems_are_placed_as_the_file_spells_the_split(tmp_path: Path) -> None:
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example(1)}})
    job = run_import(make_asqa_project(), path, kind="import_asqa", split="Dev")
    assert problems_of(job) == [(None, "dev.5.qa_pairs", "there is 1 disambiguation.")]


def test_answers_of_asqa_fill_a_slot_each_and_keep_what_is_null(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=1)
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example()}})
    job = run_import(project, path, kind="import_asqa", split="dev", annotations=True)
    assert job.message == "Imported 1 example with 2 annotations."
    annotations = Annotation.objects.order_by("pk").select_related("long_form_answer")
    assert [(each.annotator.username, each.source) for each in annotations] == [
        ("asqa-imported-1", "imported"),
        ("asqa-imported-2", "imported"),
    ]
    assert list(Slot.objects.order_by("number").values_list("state", flat=True)) == ["filled"] * 2
    assert list(
        KnowledgePiece.objects.filter(annotation=annotations[0])
        .order_by("number")
        .values_list("content", "page_title", "page")
    ) == [("The first bell broke.", "Bell", None), (None, None, None)]


def test_words_and_coverage_of_imported_answers_are_known(tmp_path: Path) -> None:
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example(annotations=1)}})
    run_import(make_asqa_project(), path, kind="import_asqa", split="dev", annotations=True)
    answer = Annotation.objects.get().long_form_answer
    # "Bell 0 was cast in 1800, bell 1 in 1801. (0)" has eleven words, all of them tokens; "0"
    # stands there twice and once in the support, everything else at most as often as there.
    assert (answer.word_count, answer.missing, answer.concern) == (11, [], "")
    document = SupportDocument(
        (
            "when was bell 0 cast 1800 in 1800",
            "when was bell 1 cast 1801 in 1801",
        ),
        ("The first bell broke.",),
    )
    assert answer.coverage == coverage(answer.text, document) == 10 / 11


def test_pages_can_come_with_asqa_and_its_own_addresses_stay(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "p.jsonl", [page_line("Bell")])
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example()}})
    run_import(make_asqa_project(), path, kind="import_asqa", split="dev", pages=str(pages))
    visit = VisitedPage.objects.select_related("page").get()
    assert visit.page is not None
    assert (visit.url, visit.page.url) == (
        "https://en.wikipedia.org/wiki/Bell",
        "https://en.example.org/wiki/Bell",
    )


def test_each_example_gets_the_overlap_of_its_split(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=1)
    Split.objects.create(project=project, name="dev", turn=0, overlap=3)
    value = {"dev": {"1": asqa_example()}, "train": {"2": asqa_example()}}
    path = write_json(tmp_path / "a.json", value)
    for split in ("dev", "train"):
        run_import(project, path, kind="import_asqa", split=split)
    assert dict(Example.objects.values_list("split", "overlap")) == {"dev": 3, "train": 1}


@pytest.mark.parametrize("annotations", [True, False])
def test_the_same_examples_again_are_skipped_and_counted(
    tmp_path: Path, *, annotations: bool
) -> None:
    project = make_asqa_project()
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example(), "six": asqa_example()}})
    pages = write_lines(tmp_path / "p.jsonl", [page_line("Bell")])
    options: dict[str, Any] = {
        "kind": "import_asqa",
        "split": "dev",
        "annotations": annotations,
        "pages": str(pages),
    }
    run_import(project, path, **options)
    before = ambiguous_contents(project), ambiguous_rows()
    again = run_import(project, path, **options)
    assert again.message == "Imported 0 examples. Skipped 2 that already existed."
    assert (ambiguous_contents(project), ambiguous_rows()) == before


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("there_already", [True, False])
def test_another_question_with_the_same_key_is_refused(
    tmp_path: Path, on_error: str, *, there_already: bool
) -> None:
    project = make_asqa_project()
    values = [ambigqa_question("5", 3), ambigqa_question("6")]
    if there_already:
        first = write_json(tmp_path / "first.json", [ambigqa_question("5")])
        run_import(project, first, kind="import_ambigqa")
    else:
        values.insert(0, ambigqa_question("5"))
    path = write_json(tmp_path / "a.json", values)
    job = run_import(project, path, kind="import_ambigqa", on_error=on_error)
    assert problems_of(job) == [(None, "5.id", "5 belongs to an example with different content.")]
    stopped_with = [5] if there_already else []
    assert imported_ids(project) == ([5, 6] if on_error == "skip" else stopped_with)
    assert job.state == (JobState.SUCCEEDED if on_error == "skip" else JobState.FAILED)


def test_unknown_fields_are_ignored_and_counted(tmp_path: Path) -> None:
    value = asqa_example() | {"sample_id": 3}
    path = write_json(tmp_path / "a.json", {"dev": {"5": value, "6": value}})
    job = run_import(make_asqa_project(), path, kind="import_asqa", split="dev")
    assert job.message == "Imported 2 examples. Ignored unknown fields: sample_id (2)."


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("import_ambigqa", [ambigqa_question(**{"a\0": 2})]),
        ("import_asqa", {"dev": {"5": asqa_example(annotations=0, **{"a\0": 2})}}),
    ],
)
def test_an_unknown_field_may_have_a_name_that_no_database_stores(
    tmp_path: Path, kind: str, value: Any
) -> None:
    path = write_json(tmp_path / "a.json", value)
    job = run_import(make_asqa_project(), path, kind=kind, split="dev")
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        "Imported 1 example. Ignored unknown fields: a? (1).",
    )


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_visited_page_that_is_missing_is_named_and_its_question_not_half_imported(
    tmp_path: Path, on_error: str
) -> None:
    values = [
        ambigqa_question("1"),
        ambigqa_question("2", titles=["Plumb bob", "Tower"]),
        ambigqa_question("3"),
    ]
    pages = write_lines(tmp_path / "pages.jsonl", [page_line()])
    project = make_asqa_project()
    path = write_json(tmp_path / "a.json", values)
    job = run_import(project, path, kind="import_ambigqa", pages=str(pages), on_error=on_error)
    assert problems_of(job) == [
        (None, "2.viewed_doc_titles[1]", "pages.jsonl has no page titled Tower.")
    ]
    if on_error == "stop":
        assert (job.state, ambiguous_rows()) == (JobState.FAILED, NOTHING_AMBIGUOUS)
    else:
        assert imported_ids(project) == [1, 3]
        assert not VisitedPage.objects.filter(page=None).exists()


BAD_PAGES: dict[str, tuple[Any, str, str]] = {
    "cut off": (b'{"title": "Tower', "title", "the JSON isn't complete on this line"),
    "no page": ({"title": "Tower", "url": ""}, "document_html", "the field is missing"),
    "wrong type": (page_line() | {"title": 3}, "title", "3 is not a string"),
    "empty": (page_line("Tower", " "), "document_html", "the page is empty"),
    "no text": (page_line("Tower", "<p></p>"), "document_html", "the page"),
    "twice": (page_line(html="<p>Another.</p>"), "title", "line 1 has another page titled"),
}


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("name", BAD_PAGES)
def test_a_bad_line_of_the_pages_is_named_with_its_own_file(
    tmp_path: Path, name: str, on_error: str
) -> None:
    line, field, problem = BAD_PAGES[name]
    pages = write_lines(tmp_path / "pages.jsonl", [page_line(), line])
    values = [ambigqa_question("1"), ambigqa_question("2", titles=["Tower"])]
    values = values[:1] if name == "twice" else values
    project = make_asqa_project()
    path = write_json(tmp_path / "a.json", values)
    job = run_import(project, path, kind="import_ambigqa", pages=str(pages), on_error=on_error)
    first = job.problems.all()[0]
    assert (first.file, first.line, first.field) == ("pages.jsonl", 2, field)
    assert problem in first.problem
    if on_error == "stop":
        assert (job.state, ambiguous_rows()) == (JobState.FAILED, NOTHING_AMBIGUOUS)
    else:
        assert imported_ids(project) == [1]


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize(
    ("kind", "bad"),
    [(kind, bad) for kind, _, bad in BAD_FILES],
    ids=[f"{kind}-{name}" for kind, name, _ in BAD_FILES],
)
def test_what_is_wrong_with_a_file_is_named_and_nothing_is_half_imported(
    tmp_path: Path, kind: str, bad: tuple[Any, str, str], on_error: str
) -> None:
    value, field, problem = bad
    path = write_json(tmp_path / "a.json", value)
    job = run_import(
        make_asqa_project(), path, kind=kind, split="dev", annotations=True, on_error=on_error
    )
    ((_, found_field, found),) = problems_of(job)[:1]
    assert (job.state, found_field) == (JobState.FAILED, field)
    assert problem in found
    assert job.problems.all()[0].file == "a.json"
    what = "question" if kind == "import_ambigqa" else "example"
    if on_error == "stop":
        assert re.fullmatch(r"Stopped at a\.json(:[12])?\. Nothing was imported\.", job.message)
    else:
        assert job.message == f"No {what} could be imported; the problems are listed."
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


@pytest.mark.parametrize("kind", ["import_ambigqa", "import_asqa"])
def test_bad_questions_are_left_out_where_that_is_asked_for(tmp_path: Path, kind: str) -> None:
    ambigqa = [ambigqa_question("1"), ambigqa_question("2", question=""), ambigqa_question("3")]
    asqa = {"dev": {"1": asqa_example(), "2": asqa_example(7), "3": asqa_example()}}
    path = write_json(tmp_path / "a.json", ambigqa if kind == "import_ambigqa" else asqa)
    project = make_asqa_project()
    job = run_import(project, path, kind=kind, split="dev", on_error="skip")
    what = "question" if kind == "import_ambigqa" else "example"
    assert job.message == f"Imported 2 examples. Refused 1 {what}; the problems are listed."
    assert imported_ids(project) == [1, 3]


def test_a_project_of_another_kind_takes_no_ambiguous_questions(tmp_path: Path) -> None:
    path = write_json(tmp_path / "a.json", [ambigqa_question()])
    job = run_import(make_asqa_project("other"), path, kind="import_nq")
    assert job.message == "other is a project of kind asqa, not nq."
