import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import candidates_of, html_of, tokens_of
from annotator.material.formats.natural_questions import read_example
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import JobState
from tests.exchange.imports.import_jobs import (
    NOTHING,
    contents,
    imported_ids,
    problems_of,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import build_example, small_example
from tests.size import sized

pytestmark = pytest.mark.django_db


def test_an_imported_example_keeps_every_offset_of_its_file(tmp_path: Path) -> None:
    project = make_project()
    value = small_example()
    job = run_import(project, write_lines(tmp_path / "one.jsonl", [value]))
    example = Example.objects.select_related("question", "page").get(project=project)
    read = read_example(value)
    assert (job.state, job.message) == (JobState.SUCCEEDED, "Imported 1 example.")
    assert example.page is not None
    assert html_of(example.page) == value["document_html"].encode()
    assert tuple(tokens_of(example.page)) == read.document_tokens
    assert tuple(candidates_of(example.page)) == read.long_answer_candidates
    assert example.question.tokens == value["question_tokens"]
    assert (example.page.title, example.page.url) == (
        value["document_title"],
        value["document_url"],
    )
    assert Annotation.objects.count() == 0


def test_imported_examples_go_into_the_queue_in_the_order_of_the_file(tmp_path: Path) -> None:
    project = make_project(overlap=3)
    path = write_lines(tmp_path / "three.jsonl.gz", [small_example(n) for n in (9, -4, 2)])
    run_import(project, path, split="dev")
    assert imported_ids(project) == [9, -4, 2]
    assert set(Example.objects.values_list("split", flat=True)) == {"dev"}
    assert list(Slot.objects.order_by("rank", "number").values_list("number", "state")) == [
        (number, SlotState.FREE) for _ in range(3) for number in range(3)
    ]


def test_a_page_of_several_questions_is_stored_once(tmp_path: Path) -> None:
    project = make_project()
    lines = [small_example(number) for number in range(45)]
    run_import(project, write_lines(tmp_path / "many.jsonl", lines))
    assert (Example.objects.count(), Page.objects.count()) == (45, 1)


def test_each_position_of_the_annotations_becomes_an_annotator_of_its_own(tmp_path: Path) -> None:
    project = make_project("dev")
    path = write_lines(tmp_path / "two.jsonl", [small_example(1), small_example(2, "Bob")])
    job = run_import(project, path, annotations=True)
    assert job.message == "Imported 2 examples with 10 annotations."
    names = [f"dev-imported-{number}" for number in range(1, 6)]
    assert list(
        Annotation.objects.order_by("pk").values_list("annotator__username", flat=True)
    ) == [
        *names,
        *names,
    ]
    assert not User.objects.filter(is_active=True).exists()
    first = Annotation.objects.order_by("pk").select_related("natural_questions_answer")[0]
    answer = first.natural_questions_answer
    assert first.annotation_id == str(2**64 - 5)
    assert (answer.question_quality, answer.candidate_index, answer.yes_no_answer) == (
        None,
        2,
        "NONE",
    )
    assert answer.short_answer_texts == ["3 metres"]


def test_annotations_fill_slots_beyond_the_overlap_and_leave_the_others_free(
    tmp_path: Path,
) -> None:
    path = write_lines(tmp_path / "one.jsonl", [small_example()])
    run_import(make_project("few", overlap=2), path, annotations=True)
    run_import(make_project("many", overlap=7), path, annotations=True)
    states = {
        slug: list(
            Slot.objects.filter(project__slug=slug)
            .order_by("number")
            .values_list("state", flat=True)
        )
        for slug in ("few", "many")
    }
    assert states == {"few": ["filled"] * 5, "many": ["filled"] * 5 + ["free"] * 2}


def test_the_same_example_again_is_skipped_and_counted(tmp_path: Path) -> None:
    project = make_project()
    path = write_lines(tmp_path / "one.jsonl", [small_example(), small_example()])
    first = run_import(project, path, annotations=True)
    before = contents(project)
    again = run_import(project, path, annotations=True)
    assert first.message == (
        "Imported 1 example with 5 annotations. Skipped 1 that already existed."
    )
    assert again.message == "Imported 0 examples. Skipped 2 that already existed."
    assert contents(project) == before


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("there_already", [True, False])
def test_another_example_with_the_same_id_is_refused(
    tmp_path: Path, on_error: str, there_already: object
) -> None:
    project = make_project()
    first, other = small_example(5), small_example(5, "Another title")
    lines = [small_example(4), other, small_example(6)]
    if there_already:
        run_import(project, write_lines(tmp_path / "first.jsonl", [first]))
    else:
        lines.insert(0, first)
    job = run_import(project, write_lines(tmp_path / "more.jsonl", lines), on_error=on_error)
    line = 2 if there_already else 3
    assert problems_of(job) == [
        (line, "example_id", "5 belongs to an example with different content.")
    ]
    stopped_with = [5] if there_already else []
    assert imported_ids(project) == ([5, 4, 6] if on_error == "skip" else stopped_with)
    assert job.state == (JobState.SUCCEEDED if on_error == "skip" else JobState.FAILED)


def test_the_same_example_with_other_annotations_is_refused(tmp_path: Path) -> None:
    project = make_project()
    value = small_example()
    run_import(project, write_lines(tmp_path / "a.jsonl", [value]), annotations=True)
    value["annotations"].pop()
    job = run_import(project, write_lines(tmp_path / "b.jsonl", [value]), annotations=True)
    assert problems_of(job) == [
        (1, "example_id", "7 belongs to an example with different content.")
    ]


def test_unknown_fields_are_ignored_and_counted(tmp_path: Path) -> None:
    lines = [small_example(number) | {"colour": "red"} for number in range(3)]
    lines[0]["note"] = 1
    job = run_import(make_project(), write_lines(tmp_path / "a.jsonl", lines))
    assert job.message == "Imported 3 examples. Ignored unknown fields: colour (3), note (1)."


def test_several_files_are_one_import(tmp_path: Path) -> None:
    project = make_project()
    paths = [
        write_lines(tmp_path / "a.jsonl", [small_example(1)]),
        write_lines(tmp_path / "b.jsonl", [b"{}", small_example(2)]),
    ]
    stopped = run_import(project, *paths)
    assert (stopped.message, rows_left()) == (
        "Stopped at b.jsonl:1. Nothing was imported.",
        NOTHING,
    )
    run_import(project, *paths, on_error="skip")
    assert imported_ids(project) == [1, 2]


def test_annotations_must_be_there_when_they_are_asked_for(tmp_path: Path) -> None:
    unlabelled = {key: v for key, v in small_example().items() if key != "annotations"}
    path = write_lines(tmp_path / "a.jsonl", [unlabelled])
    job = run_import(make_project(), path, annotations=True)
    assert problems_of(job) == [(1, "annotations", "the field is missing.")]


def test_a_project_of_another_kind_takes_no_natural_questions(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [small_example()])
    job = run_import(make_project(kind="asqa"), path)
    assert (job.state, job.message) == (
        JobState.FAILED,
        "project is a project of kind asqa, not nq.",
    )


GOOD = small_example(1)


def with_change(key: str, value: object) -> dict[str, Any]:
    return small_example(2) | {key: value}


def cut_off_json() -> bytes:
    data = orjson.dumps(small_example(2))
    return data[: data.index(b"<HTML>")]


def deep_page() -> dict[str, Any]:
    return build_example([("P", ["Down", "here", "."])], example_id=2, before="<DIV>" * 100_000)


def moved_token() -> dict[str, Any]:
    value = small_example(2)
    value["document_tokens"][3]["end_byte"] = 10**7
    return value


BAD_LINES: dict[str, tuple[Callable[[], dict[str, Any] | bytes], str, str]] = {
    "cut off JSON": (
        cut_off_json,
        "document_html",
        "the JSON isn't complete on this line: it ends within a text.",
    ),
    "no UTF-8": (
        lambda: orjson.dumps(small_example(2)).replace("über".encode(), b"\xfcber"),
        "document_html",
        "of the line (0xfc) is not UTF-8.",
    ),
    "wrong type": (
        lambda: with_change("question_text", 3),
        "question_text",
        "3 is not a string.",
    ),
    "offset outside": (
        moved_token,
        "document_tokens[3].end_byte",
        "byte 10000000 is not after 53 and inside the",
    ),
    "no text": (
        lambda: with_change("document_tokens", []),
        "document_tokens",
        "the page has no tokens.",
    ),
    "no candidates": (
        lambda: with_change("long_answer_candidates", []),
        "long_answer_candidates",
        "the page has no long answer candidates.",
    ),
    "100,000 nested tags": (deep_page, "document_html", "the page nests"),
}


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_named_and_the_rest_handled_as_asked(
    tmp_path: Path, name: str, on_error: str
) -> None:
    project = make_project()
    bad, field, problem = BAD_LINES[name]
    path = write_lines(tmp_path / "a.jsonl.gz", [GOOD, bad(), small_example(3)])
    job = run_import(project, path, annotations=True, on_error=on_error)
    ((line, found_field, found),) = problems_of(job)
    assert (line, found_field) == (2, field)
    assert problem in found
    if on_error == "stop":
        assert (job.state, job.message) == (
            JobState.FAILED,
            "Stopped at a.jsonl.gz:2. Nothing was imported.",
        )
        assert rows_left() == NOTHING
    else:
        assert job.state == JobState.SUCCEEDED
        assert imported_ids(project) == [1, 3]


def cut_off_gzip(path: Path) -> None:
    noise = {"question_text": os.urandom(50_000).hex()}
    packed = gzip.compress(b"\n".join(orjson.dumps(v) for v in (GOOD, small_example(2), noise)))
    path.write_bytes(packed[:-20_000])


def bomb(path: Path) -> None:
    with gzip.open(path, "wb") as file:
        for value in (GOOD, small_example(2)):
            file.write(orjson.dumps(value) + b"\n")
        for _ in range(sized(20, 100)):
            file.write(b" " * 2**20)


@pytest.mark.parametrize(
    ("write", "problem"),
    [
        (cut_off_gzip, "the gzip file is truncated."),
        (bomb, "the gzip file unpacks to more than 200 times its size."),
    ],
)
@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_file_that_breaks_off_is_named_and_its_whole_lines_handled_as_asked(
    tmp_path: Path, write: Callable[[Path], None], problem: str, on_error: str
) -> None:
    project = make_project()
    path = tmp_path / "a.jsonl.gz"
    write(path)
    job = run_import(project, path, on_error=on_error)
    assert problems_of(job) == [(3, "", problem)]
    assert imported_ids(project) == ([1, 2] if on_error == "skip" else [])
    assert job.state == (JobState.SUCCEEDED if on_error == "skip" else JobState.FAILED)


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_page_beyond_the_limit_is_refused(tmp_path: Path, on_error: str) -> None:
    project = make_project()
    path = tmp_path / "a.jsonl"
    megabytes = sized(65, 200)
    with path.open("wb") as file:
        file.write(orjson.dumps(GOOD) + b'\n{"document_html": "')
        for _ in range(megabytes):
            file.write(b"x" * 2**20)
        file.write(b'"}\n' + orjson.dumps(small_example(3)))
    job = run_import(project, path, on_error=on_error)
    length = megabytes * 2**20 + len('{"document_html": ""}')
    assert problems_of(job) == [
        (2, "document_html", f"the line has {length:,} bytes; the limit is 67,108,864.")
    ]
    assert imported_ids(project) == ([1, 3] if on_error == "skip" else [])


def test_a_file_without_lines_is_refused(tmp_path: Path) -> None:
    job = run_import(make_project(), write_lines(tmp_path / "a.jsonl", [b"", b" "]))
    assert problems_of(job) == [(None, "", "the file has no lines.")]
    assert job.message == "Stopped at a.jsonl. Nothing was imported."


def test_an_import_of_bad_lines_alone_fails_even_when_they_may_be_skipped(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [b"{}", b"[]"])
    job = run_import(make_project(), path, on_error="skip")
    assert (job.state, job.message) == (
        JobState.FAILED,
        "No line could be imported; the problems are listed.",
    )
    assert {line for line, _, _ in problems_of(job)} == {1, 2}
