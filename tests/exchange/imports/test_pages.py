import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.exchange.imports.page_packing import derive_example_id
from annotator.exchange.imports.queries import examples_with_clauses
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import candidates_of, html_of, tokens_of
from annotator.workspace.jobs.models import JobState
from tests.exchange.imports.import_jobs import (
    NOTHING,
    imported_ids,
    problems_of,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.corpus import HTML, make_project

pytestmark = pytest.mark.django_db


def page_line(question: str = "what is a plumb bob", **changes: object) -> dict[str, Any]:
    return {
        "question_text": question,
        "document_url": "https://example.org/plumb-bob",
        "document_title": "Plumb bob",
        "document_html": HTML.decode(),
    } | changes


def test_a_raw_page_gets_tokens_and_candidates(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "pages.jsonl", [page_line(example_id=5, split="train")])
    job = run_import(make_project(), path, kind="import_pages")
    example = Example.objects.select_related("page").get()
    page = example.page
    assert page is not None
    assert (job.state, job.message) == (JobState.SUCCEEDED, "Imported 1 example.")
    assert (example.example_id, example.split) == (5, "train")
    html, tokens = html_of(page), tokens_of(page)
    assert [html[c.start_byte : c.end_byte].split(b">")[0] for c in candidates_of(page)] == [
        b"<P", b"<TABLE", b"<TR", b"<TR", b"<UL", b"<LI", b"<LI",
    ]  # fmt: skip
    assert [token.token for token in tokens[:3]] == ["Plumb", "bob", "<H1>"]


def test_questions_about_one_page_share_it_and_get_ids_that_never_change(tmp_path: Path) -> None:
    project = make_project()
    lines = [page_line("what is it"), page_line("who uses it"), page_line("what is it")]
    job = run_import(project, write_lines(tmp_path / "a.jsonl", lines), kind="import_pages")
    sha256 = Page.objects.get().sha256
    assert imported_ids(project) == [
        derive_example_id(question=question, page_sha256=sha256)
        for question in ("what is it", "who uses it")
    ]
    assert job.message == "Imported 2 examples. Skipped 1 that already existed."


def test_pages_are_read_from_files_beside_the_lines(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "bob.html").write_bytes(HTML)
    line = page_line()
    del line["document_html"]
    path = write_lines(tmp_path / "a.jsonl", [line | {"html_file": "html/bob.html"}])
    assert run_import(make_project(), path, kind="import_pages").state == JobState.SUCCEEDED


def test_what_a_line_says_of_the_file_beside_it_is_kept_with_the_page(tmp_path: Path) -> None:
    # As zimdump leaves an article: no suffix, and its revision in the last line alone.
    (tmp_path / "Plumb_bob").write_bytes(HTML)
    (tmp_path / "Bob").write_text(
        '<html><head><meta http-equiv="refresh" content="0;url=Plumb_bob">'
    )
    line = page_line(
        html_file="Plumb_bob", revision=12, timestamp="2026-01-31T12:00:00Z", licence="A"
    )
    del line["document_html"]
    unknown = page_line("what is it", html_file="Plumb_bob", document_title="Bob")
    redirect = page_line("who is bob", html_file="Bob")
    del unknown["document_html"], redirect["document_html"]
    path = write_lines(tmp_path / "a.jsonl", [line, unknown, redirect])
    project = make_project()
    job = run_import(project, path, kind="import_pages", on_error="skip")
    [(number, field, problem)] = problems_of(job)
    assert (number, field) == (3, "html_file")
    assert problem.startswith("the page has no text")
    found = (
        Example.objects.filter(project=project)
        .order_by("position")
        .values_list("page__title", "page__source__revision", "page__source__licence")
    )
    assert list(found) == [("Plumb bob", 12, "A"), ("Bob", None, "")]


def test_an_upload_may_not_name_files(tmp_path: Path, settings: Any) -> None:
    settings.UPLOAD_DIR = tmp_path
    line = page_line()
    del line["document_html"]
    path = write_lines(tmp_path / "a.jsonl", [line | {"html_file": "a.jsonl"}])
    job = run_import(make_project(), path, kind="import_pages")
    assert problems_of(job) == [(1, "html_file", "an upload can't refer to other files.")]


BAD_PAGES: dict[str, tuple[Callable[[], str], str]] = {
    "no text": (lambda: "<p><img src='x.png'></p><script>text()</script>", "the page has no text"),
    "no candidates": (
        lambda: "<div>Words, but in no box that counts.</div>",
        "the page has no paragraph, table or list that could be a long answer.",
    ),
    "100,000 nested tags": (lambda: "<div>" * 100_000 + "deep", "the page nests"),
    "too large": (lambda: "<p>" + "word " * 5_000_000, "the page has 25,000,003 bytes"),
}


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("name", BAD_PAGES)
def test_a_bad_page_is_named_and_the_rest_handled_as_asked(
    tmp_path: Path, name: str, on_error: str
) -> None:
    html, problem = BAD_PAGES[name]
    lines = [page_line("one"), page_line("two", document_html=html()), page_line("three")]
    path = write_lines(tmp_path / "a.jsonl", lines)
    job = run_import(make_project(), path, kind="import_pages", on_error=on_error)
    ((line, field, found),) = problems_of(job)
    assert (line, field) == (2, "document_html")
    assert found.startswith(problem)
    if on_error == "stop":
        assert (job.state, rows_left()) == (JobState.FAILED, NOTHING)
    else:
        asked = Example.objects.order_by("position").values_list("question__text", flat=True)
        assert (job.state, list(asked)) == (JobState.SUCCEEDED, ["one", "three"])


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-05:00"])
def test_a_time_that_utc_does_not_have_is_named(tmp_path: Path, time: str, on_error: str) -> None:
    path = write_lines(tmp_path / "a.jsonl", [page_line("one"), page_line("two", timestamp=time)])
    job = run_import(make_project(), path, kind="import_pages", on_error=on_error)
    ((line, field, problem),) = problems_of(job)
    assert (line, field) == (2, "timestamp")
    assert problem.startswith(f"{time!r} is not a time")
    assert job.state == (JobState.FAILED if on_error == "stop" else JobState.SUCCEEDED)
    assert Example.objects.count() == (0 if on_error == "stop" else 1)


def test_a_page_that_was_frozen_is_frozen_alike_when_it_comes_again(tmp_path: Path) -> None:
    run_import(
        make_project(), write_lines(tmp_path / "a.jsonl", [page_line()]), kind="import_pages"
    )
    page = Page.objects.get()
    again = page_line(document_html=html_of(page).decode())
    run_import(
        make_project("other"), write_lines(tmp_path / "b.jsonl", [again]), kind="import_pages"
    )
    assert [example.page for example in Example.objects.select_related("page")] == [page, page]


def test_an_import_says_that_tokens_are_clauses_and_the_project_can_tell(tmp_path: Path) -> None:
    project = make_project()
    lines = [
        page_line("明治維新はいつ始まったか", document_html=CLAUSES),
        page_line("what is a plumb bob"),
    ]
    job = run_import(project, write_lines(tmp_path / "a.jsonl", lines), kind="import_pages")
    assert job.message == (
        "Imported 2 examples. 1 example has a page in a script without spaces between words: a"
        " token is a whole clause there, so short answers such as a year inside a sentence can’t"
        " be marked."
    )
    assert examples_with_clauses(project) == 1
    assert examples_with_clauses(make_project("other")) == 0


CLAUSES = (
    "<html><body><p>明治維新は1868年に始まった日本の近代化の過程である。</p>"
    "<p>天皇を中心とする新政府が成立した。五箇条の御誓文が公布された。武士の身分が廃止された。"
    "廃藩置県が行われた。学制が定められた。</p></body></html>"
)


def write_table(path: Path, *rows: str) -> Path:
    path.write_text("\n".join(rows) + "\n", "utf-8-sig")
    return path


def test_a_table_with_a_header_is_imported_like_lines(tmp_path: Path) -> None:
    html = HTML.decode().replace('"', '""')
    path = write_table(
        tmp_path / "pages.csv",
        "Question,Title,URL,ID,HTML,Split",
        f'"what is a plumb bob, and why",Plumb bob,,5,"{html}",dev',
        f',,,,"{html}",',
    )
    job = run_import(make_project(), path, kind="import_pages", on_error="skip")
    example = Example.objects.select_related("page", "question").get()
    assert example.page is not None
    assert (example.question.text, example.split) == ("what is a plumb bob, and why", "dev")
    assert (example.page.title, example.page.url) == ("Plumb bob", "")
    assert (job.state, imported_ids(example.project)) == (JobState.SUCCEEDED, [5])


def test_a_problem_of_a_table_names_the_line_of_its_row(tmp_path: Path) -> None:
    path = write_table(
        tmp_path / "pages.csv",
        "question,title",
        '"what is a plumb',
        'bob",Plumb bob',
        "when,Level",
    )
    job = run_import(make_project(), path, kind="import_pages")
    assert set(job.problems.values_list("line", flat=True)) == {3, 4}


@pytest.mark.parametrize("header", ["question", "query,count", "title,url"])
def test_a_table_without_the_columns_is_refused(tmp_path: Path, header: str) -> None:
    path = write_table(tmp_path / "pages.csv", header, "x,y")
    job = run_import(make_project(), path, kind="import_pages")
    assert (job.state, job.message) == (
        JobState.FAILED,
        (
            "pages.csv lacks a column. Name the columns in its first line: question, and title or"
            " url of the page. For questions alone, import the file as a query log."
        ),
    )


def test_tables_of_the_same_name_in_two_folders_are_two_files(tmp_path: Path) -> None:
    html = HTML.decode().replace('"', '""')
    paths = []
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        row = f'question {number},Plumb bob,{number},"{html}"'
        path = tmp_path / str(number) / "pages.csv"
        paths.append(write_table(path, "question,title,id,html", row))
    job = run_import(project := make_project(), *paths, kind="import_pages")
    assert (job.message, imported_ids(project)) == ("Imported 2 examples.", [1, 2])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (gzip.compress(b"question,title\n" + b"a,b\n" * 2**23), "unpacks to more than 200 times"),
        (gzip.compress(b"question,title\na,b\n")[:-9], "the gzip file is truncated"),
        (b"%PDF-1.7\n", "this is a PDF"),
        ("question,title\nwho is Zoë,b\n".encode("latin-1"), "Save it as CSV in UTF-8."),
    ],
    ids=["bomb", "truncated", "another kind", "Latin-1"],
)
def test_a_table_that_is_no_csv_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "pages.csv"
    path.write_bytes(content)
    job = run_import(make_project(), path, kind="import_pages")
    assert (job.state, job.message.split(":")[0].split(" ")[0]) == (JobState.FAILED, "pages.csv")
    assert problem in job.message
