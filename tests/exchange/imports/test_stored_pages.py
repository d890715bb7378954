"""Pages that are stored before an import begins: neither verified nor packed again."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.imports import example_packing, natural_questions
from annotator.exchange.imports.example_packing import ExamplePacking
from annotator.exchange.imports.packed_question import PackedQuestion
from annotator.material.corpus.models import Page
from annotator.material.corpus.packed_page import NO_PAGES, StoredPages, document_digest
from annotator.material.corpus.queries import html_of, stored_pages
from annotator.material.formats.problems import ExampleError, Problem
from annotator.workspace.jobs.models import JobState
from tests.exchange.imports.import_jobs import contents, rows_left, run_import, write_lines
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example
from tests.size import examples, sized

LINE = small_example()


def pages_of(*lines: dict[str, Any]) -> StoredPages:
    """What an import knows where the pages of these lines are stored."""
    pages = [ExamplePacking(with_annotations=True)(line, None).page for line in lines]
    return StoredPages(
        frozenset(document_digest(page.sha256, page.title, page.url) for page in pages),
        frozenset(bytes.fromhex(page.fingerprint) for page in pages),
    )


STORED = pages_of(LINE)


def outcome(line: dict[str, Any], stored: StoredPages) -> PackedQuestion | tuple[Problem, ...]:
    """What comes of a line, without the page's content."""
    try:
        packed = ExamplePacking(with_annotations=True, stored=stored)(deepcopy(line), None)
    except ExampleError as error:
        return tuple(error.problems)
    bare = replace(packed.page, html=b"", tokens=b"", candidates=b"", source=None)
    return replace(packed, page=bare)


def test_a_stored_page_is_known_and_says_the_same() -> None:
    known = ExamplePacking(with_annotations=True, stored=STORED)(LINE, None)
    assert not known.page.has_content
    assert ExamplePacking(with_annotations=True)(LINE, None).page.has_content
    assert outcome(LINE, STORED) == outcome(LINE, NO_PAGES)


def test_a_stored_page_is_not_verified_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError

    for name in (
        "annotator.material.formats.natural_questions.reader.read_tokens",
        f"{example_packing.__name__}.check_nesting",
        f"{example_packing.__name__}.pack_page",
    ):
        monkeypatch.setattr(name, refuse)
    assert not ExamplePacking(with_annotations=True, stored=STORED)(LINE, None).page.has_content


@pytest.mark.parametrize(
    "changes",
    [
        {"document_title": "Another title"},
        {"document_url": "https://example.org/"},
        {"document_html": LINE["document_html"] + " "},
        {"document_tokens": LINE["document_tokens"][:-1]},
        {"long_answer_candidates": LINE["long_answer_candidates"][:-1]},
    ],
)
def test_a_page_that_differs_in_anything_is_packed_with_its_content(
    changes: dict[str, Any],
) -> None:
    line = {**LINE, "annotations": [], **changes}
    assert outcome(line, STORED) == outcome(line, NO_PAGES)
    if "document_tokens" not in changes:
        assert ExamplePacking(with_annotations=True, stored=STORED)(line, None).page.has_content


ODD = [None, True, False, 0, 1, -1, 7, 2**63, 2**70, 1.0, "", "a", [], {}, "<P>", "</p>"]
FIELDS = [
    ("document_tokens", ("token", "start_byte", "end_byte", "html_token")),
    (
        "long_answer_candidates",
        ("start_byte", "end_byte", "start_token", "end_token", "top_level"),
    ),
]


@st.composite
def spoiled_lines(draw: st.DrawFn) -> dict[str, Any]:
    """The line with another value in one or two places, or without it."""
    line = deepcopy(LINE)
    for _ in range(draw(st.integers(1, 2))):
        name, fields = draw(st.sampled_from(FIELDS))
        row = draw(st.integers(0, len(line[name]) - 1))
        field = draw(st.sampled_from(fields))
        if not isinstance(line[name][row], dict):
            continue
        kind = draw(st.sampled_from(["value", "missing", "row", "whole"]))
        if kind == "value":
            line[name][row][field] = draw(st.sampled_from(ODD))
        elif kind == "missing":
            line[name][row].pop(field, None)
        elif kind == "row":
            line[name][row] = draw(st.sampled_from(ODD))
        else:
            key = draw(st.sampled_from(["document_html", "document_title", "document_url", name]))
            line[key] = draw(st.sampled_from(ODD))
            if key == name:
                break
    return line


@given(spoiled_lines())
@examples(20, 2000)
def test_whatever_a_line_says_the_outcome_is_that_of_a_page_that_nobody_knows(
    line: dict[str, Any],
) -> None:
    assert outcome(line, STORED) == outcome(line, NO_PAGES)


@given(spoiled_lines())
@examples(15, 500)
def test_a_wrong_page_is_refused_even_where_its_document_is_stored_often(
    line: dict[str, Any],
) -> None:
    stored = replace(STORED, fingerprints=frozenset([b"\0" * 32]))
    assert outcome(line, stored) == outcome(line, NO_PAGES)


@pytest.mark.django_db
@pytest.mark.parametrize("processes", sized([1], [1, 2]))
def test_an_import_of_stored_pages_leaves_what_the_first_one_left(
    tmp_path: Path, settings: Any, processes: int
) -> None:
    settings.IMPORT_PROCESSES = processes
    lines = [small_example(number, f"Page {number % 3}") for number in range(12)]
    path = write_lines(tmp_path / "lines.jsonl", lines)
    first, second = make_project("first"), make_project("second")
    run_import(first, path, annotations=True)
    pages = rows_left()["Page"]
    known = stored_pages(100)
    assert (len(known.documents), len(known.fingerprints)) == (3, 3)
    job = run_import(second, path, annotations=True)
    assert job.state == JobState.SUCCEEDED
    assert rows_left()["Page"] == pages == 3
    ours, theirs = contents(second), contents(first)
    assert [row[:9] for row in ours] == [row[:9] for row in theirs]
    # All but the annotators' names, which are the projects' own.
    assert [[(a[0], *a[2:]) for a in row[9]] for row in ours] == [
        [(a[0], *a[2:]) for a in row[9]] for row in theirs
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("processes", sized([2], [1, 2]))
def test_a_page_that_is_gone_when_it_is_to_be_written_is_written_anew(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    settings.IMPORT_PROCESSES = processes
    lines = [small_example(number, f"Page {number}") for number in range(9)]
    # Every second one is there no more.
    run_import(make_project("first"), write_lines(tmp_path / "half.jsonl", lines[::2]))
    monkeypatch.setattr(natural_questions, "stored_pages", lambda _: pages_of(*lines))
    project = make_project("second")
    job = run_import(project, write_lines(tmp_path / "all.jsonl", lines), annotations=True)
    assert job.state == JobState.SUCCEEDED, job.message
    assert [html_of(page) for page in Page.objects.order_by("title")] == [
        line["document_html"].encode() for line in lines
    ]
    whole = make_project("whole")
    monkeypatch.setattr(natural_questions, "stored_pages", lambda _: NO_PAGES)
    run_import(whole, tmp_path / "all.jsonl", annotations=True)
    assert [row[:9] for row in contents(project)] == [row[:9] for row in contents(whole)]


def test_columns_of_a_known_page_are_those_that_verifying_gives() -> None:
    from annotator.material.formats.natural_questions import read_example
    from annotator.material.formats.natural_questions.unverified import (
        unverified_candidates,
        unverified_columns,
    )

    read = read_example(LINE)
    assert unverified_columns(LINE["document_tokens"]) == read.document_tokens
    assert unverified_candidates(LINE["long_answer_candidates"]) == read.long_answer_candidates
