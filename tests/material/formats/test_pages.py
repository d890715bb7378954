import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.packed_source import PageOrigin
from annotator.material.formats.pages import RawPage, read_page
from annotator.material.formats.problems import ExampleError, Problem
from annotator.material.formats.visited_pages import read_visited_page

LINE = {
    "question_text": "who hung the bell",
    "document_url": "https://example.org/bell",
    "document_title": "Bell",
    "document_html": "<p>Ada hung the bell.</p>",
}


def refusals(value: dict[str, Any], folder: Path | None = None) -> list[Problem]:
    with pytest.raises(ExampleError) as caught:
        read_page(value, folder=folder)
    return list(caught.value.problems)


def from_file(name: str) -> dict[str, Any]:
    return {key: value for key, value in LINE.items() if key != "document_html"} | {
        "html_file": name
    }


def test_read_page_gives_what_the_line_says() -> None:
    line = LINE | {"example_id": -5, "split": "dev", "question_tokens": ["who", "hung"]}
    assert read_page(line, folder=None) == RawPage(
        question_text="who hung the bell",
        document_url="https://example.org/bell",
        document_title="Bell",
        document_html=b"<p>Ada hung the bell.</p>",
        example_id=-5,
        split="dev",
        question_tokens=("who", "hung"),
    )


def test_read_page_leaves_open_what_the_line_leaves_open() -> None:
    page = read_page(LINE, folder=None)
    assert (page.example_id, page.split, page.question_tokens) == (None, "", None)


def test_read_page_finds_the_file_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "bell.html").write_text("<p>Glocke ü</p>", encoding="utf-8")
    page = read_page(from_file("html/bell.html"), folder=tmp_path)
    assert page.document_html == "<p>Glocke ü</p>".encode()


@pytest.mark.parametrize("name", ["../secret.html", "/etc/passwd", "a/../../secret.html", "link"])
def test_read_page_refuses_a_file_outside_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.html").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret.html")
    assert refusals(from_file(name), folder) == [
        Problem(
            f"{name!r} is outside the folder of the JSON lines file",
            "Put the page into that folder or below it",
            field="html_file",
        )
    ]


def test_read_page_refuses_files_where_there_is_no_folder() -> None:
    assert refusals(from_file("bell.html")) == [
        Problem(
            "an upload can't refer to other files",
            "Put the page into document_html",
            field="html_file",
        )
    ]


def test_read_page_names_a_missing_file(tmp_path: Path) -> None:
    assert refusals(from_file("bell.html"), tmp_path) == [
        Problem(
            "bell.html can't be read (No such file or directory)",
            "Put the file where html_file says, relative to the JSON lines file",
            field="html_file",
        )
    ]


def test_read_page_refuses_a_pipe_instead_of_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "page.html")
    problem = Problem(
        "page.html is not a regular file",
        "Name a file with the page's HTML, not a pipe or a device",
        field="html_file",
    )
    assert refusals(from_file("page.html"), tmp_path) == [problem]


def test_read_page_refuses_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "page.html").symlink_to("page.html")
    (problem,) = refusals(from_file("page.html"), tmp_path)
    assert problem.problem == "page.html can't be read (Too many levels of symbolic links)"


def test_read_page_refuses_a_link_to_a_device(tmp_path: Path) -> None:
    (tmp_path / "page.html").symlink_to("/dev/zero")
    (problem,) = refusals(from_file("page.html"), tmp_path)
    assert problem.problem == "'page.html' is outside the folder of the JSON lines file"


def test_read_page_follows_a_link_to_a_file_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "bell.html").write_bytes(b"<p>Bell")
    (tmp_path / "page.html").symlink_to("bell.html")
    assert read_page(from_file("page.html"), folder=tmp_path).document_html == b"<p>Bell"


def test_read_page_names_the_byte_that_is_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "bell.html").write_bytes(b"<p>caf\xe9</p>")
    assert refusals(from_file("bell.html"), tmp_path) == [
        Problem(
            "byte 7 of the file (0xe9) is not UTF-8", "Save the page as UTF-8", field="html_file"
        )
    ]


def test_read_page_refuses_a_page_above_the_limit(tmp_path: Path) -> None:
    (tmp_path / "bell.html").write_bytes(b"x" * 20_000_001)
    problem = Problem(
        "the page has 20,000,001 bytes; the limit is 20,000,000",
        "Leave this page out or shorten it",
        field="html_file",
    )
    assert refusals(from_file("bell.html"), tmp_path) == [problem]
    inline = LINE | {"document_html": "x" * 20_000_001}
    assert [p.field for p in refusals(inline)] == ["document_html"]


def test_read_visited_page_refuses_a_page_above_the_limit() -> None:
    with pytest.raises(ExampleError) as caught:
        read_visited_page({"title": "Bell", "url": "", "document_html": "x" * 20_000_001})
    (problem,) = caught.value.problems
    assert (problem.field, problem.fix) == ("document_html", "Leave this page out or shorten it")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question_text": ""}, "question_text"),
        ({"question_text": None}, "question_text"),
        ({"document_title": "a\0"}, "document_title"),
        ({"document_html": "  "}, "document_html"),
        ({"html_file": "a.html"}, "document_html"),
        ({"example_id": True}, "example_id"),
        ({"example_id": 2**63}, "example_id"),
        ({"split": "x" * 21}, "split"),
        ({"question_tokens": ["who", 3]}, "question_tokens[1]"),
    ],
)
def test_read_page_names_the_field_that_is_wrong(change: dict[str, Any], field: str) -> None:
    assert [problem.field for problem in refusals(LINE | change)] == [field]


def test_read_page_asks_for_the_page() -> None:
    line = {key: value for key, value in LINE.items() if key != "document_html"}
    assert refusals(line) == [
        Problem(
            "the field is missing", "Give either document_html or html_file", field="document_html"
        )
    ]


VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.none())


@given(st.dictionaries(st.sampled_from([*LINE, "html_file", "example_id", "split"]), VALUES))
def test_read_page_raises_nothing_but_example_errors(
    tmp_path_factory: pytest.TempPathFactory, value: dict[str, Any]
) -> None:
    try:
        page = read_page(LINE | value, folder=tmp_path_factory.getbasetemp())
    except ExampleError:
        return
    assert page.question_text


def test_where_a_page_came_from_is_read_and_checked() -> None:
    known = {"revision": 7, "timestamp": "2026-01-31T12:00:00+02:00", "licence": "CC BY-SA 4.0"}
    origin = read_page(LINE | known, folder=None).origin
    assert origin == PageOrigin(7, datetime(2026, 1, 31, 10, tzinfo=UTC), "CC BY-SA 4.0")
    assert read_page(LINE, folder=None).origin == PageOrigin()
    for wrong, field in (
        ({"revision": 0}, "revision"),
        ({"revision": "7"}, "revision"),
        ({"timestamp": "yesterday"}, "timestamp"),
        ({"timestamp": "0001-01-01T00:00:00+01:00"}, "timestamp"),
        ({"timestamp": "9999-12-31T23:59:59-05:00"}, "timestamp"),
        ({"licence": "a\0"}, "licence"),
    ):
        assert [problem.field for problem in refusals(LINE | wrong)] == [field]
