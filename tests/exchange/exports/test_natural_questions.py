import gzip
import hashlib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import hypothesis
import orjson
import pytest
from hypothesis import strategies as st

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.exchange.exports.annotation_limit import Limit, Submission
from annotator.material.corpus.markup.words import split_words
from annotator.material.corpus.models import Example
from annotator.material.formats.natural_questions import (
    OriginalAnnotation,
    read_example,
    to_simplified,
)
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project
from tests.factories.jobs import make_job, run_here
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

NO_LONG_ANSWER = {
    "candidate_index": -1, "start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1,
}  # fmt: skip


def run_export(project: Project, output: Path | None = None, **parameters: object) -> Job:
    return run_here(
        make_job(
            "export_nq", parameters | ({"output": str(output)} if output else {}), project=project
        )
    )


def objects(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    return [orjson.loads(line) for line in lines]


def answer(example: int, **changes: object) -> dict[str, Any]:
    return {
        "question_quality": "good",
        "long_answer": {"candidate_index": example},
        "short_answers": [],
        "yes_no_answer": "NONE",
    } | changes


def claim(project: Project, annotator: Any) -> Assignment:
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    return assignment


@pytest.fixture
def values() -> list[dict[str, Any]]:
    """Out of order, one of them without annotations, two on the same page."""
    unlabelled = small_example(3) | {"annotations": []}
    return [small_example(9), unlabelled, small_example(-(2**63), "Spirit level")]


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_what_was_imported_with_its_annotations_is_exported_as_the_same_objects(
    tmp_path: Path, values: list[dict[str, Any]], name: str
) -> None:
    project = make_project(overlap=5)
    run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    job = run_export(project, tmp_path / name)
    assert (job.state, job.message, job.done, job.total) == (
        JobState.SUCCEEDED,
        "Exported 3 examples.",
        3,
        3,
    )
    assert objects(tmp_path / name) == values


def test_short_answers_keep_the_order_of_the_file(tmp_path: Path) -> None:
    value = small_example()
    value["annotations"][4]["short_answers"].reverse()
    project = make_project()
    run_import(project, write_lines(tmp_path / "in.jsonl", [value]), annotations=True)
    run_export(project, tmp_path / "out.jsonl")
    assert objects(tmp_path / "out.jsonl") == [value]


def test_the_simplified_export_is_the_simplified_form_of_the_same_examples(
    tmp_path: Path, values: list[dict[str, Any]]
) -> None:
    project = make_project(overlap=5)
    run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    run_export(project, tmp_path / "out.jsonl.gz", simplified=True)
    assert objects(tmp_path / "out.jsonl.gz") == [to_simplified(read_example(v)) for v in values]


def test_two_exports_are_equal_to_the_byte(tmp_path: Path, values: list[dict[str, Any]]) -> None:
    project = make_project(overlap=5)
    run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    run_export(project, tmp_path / "one.jsonl.gz")
    run_export(project, tmp_path / "two.jsonl.gz")
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()


def test_an_export_without_an_output_becomes_the_jobs_result(tmp_path: Path, settings: Any) -> None:
    settings.RESULT_DIR = tmp_path
    project = make_project("dev")
    make_examples(project, 2)
    full, simplified = run_export(project), run_export(project, simplified=True)
    assert (full.result_name, simplified.result_name) == (
        "dev-nq.jsonl.gz",
        "dev-nq-simplified.jsonl.gz",
    )
    assert len(objects(tmp_path / full.result_path)) == 2
    assert "document_text" in objects(tmp_path / simplified.result_path)[0]


def test_an_export_is_its_owner_s_alone(tmp_path: Path, settings: Any) -> None:
    settings.RESULT_DIR = tmp_path / "results"
    project = make_project()
    make_examples(project, 1)
    result = settings.RESULT_DIR / run_export(project).result_path
    run_export(project, tmp_path / "out.jsonl.gz")
    assert [path.stat().st_mode & 0o777 for path in (result, tmp_path / "out.jsonl.gz")] == [
        *(0o600, 0o600),
    ]


def test_annotations_are_exported_in_the_order_of_their_slots(tmp_path: Path) -> None:
    project = make_project(overlap=3)
    (example,) = make_examples(project, 1)
    first, second, third = (claim(project, user) for user in make_annotators(project, 3))
    for assignment, given in (
        (third, BAD),
        (first, answer(0, yes_no_answer="YES")),
        (second, answer(2, short_answers=[{"start_token": 36, "end_token": 37}])),
    ):
        submit_annotation(assignment=assignment, answer=given, at=AT)
    run_export(project, tmp_path / "out.jsonl")
    (exported,) = objects(tmp_path / "out.jsonl")
    ids = dict(Annotation.objects.values_list("assignment", "annotation_id"))
    boxes = exported["long_answer_candidates"]
    span = ("start_byte", "end_byte", "start_token", "end_token")
    token = exported["document_tokens"][36]
    assert exported["annotations"] == [
        {
            "annotation_id": int(ids[first.pk]),
            "long_answer": {key: boxes[0][key] for key in span} | {"candidate_index": 0},
            "short_answers": [],
            "yes_no_answer": "YES",
        },
        {
            "annotation_id": int(ids[second.pk]),
            "long_answer": {key: boxes[2][key] for key in span} | {"candidate_index": 2},
            "short_answers": [
                {
                    "start_byte": token["start_byte"],
                    "end_byte": token["end_byte"],
                    "start_token": 36,
                    "end_token": 37,
                }
            ],
            "yes_no_answer": "NONE",
        },
        {
            "annotation_id": int(ids[third.pk]),
            "long_answer": NO_LONG_ANSWER,
            "short_answers": [],
            "yes_no_answer": "NONE",
        },
    ]
    assert read_example(exported).example_id == example.example_id


def test_a_question_without_tokens_is_exported_with_its_words(tmp_path: Path) -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    run_export(project, tmp_path / "out.jsonl")
    words = [word for _, _, word in split_words(example.question.text)]
    assert objects(tmp_path / "out.jsonl")[0]["question_tokens"] == words


def test_late_annotations_stay_out(tmp_path: Path) -> None:
    project = make_project(overlap=1)
    make_examples(project, 1)
    on_time, late = make_annotators(project, 2)
    early = claim(project, late)
    Assignment.objects.filter(pk=early.pk).update(lease_expires_at=AT)
    submit_annotation(assignment=claim(project, on_time), answer=answer(1), at=AT)
    submit_annotation(assignment=early, answer=BAD, at=AT)
    assert sorted(Annotation.objects.values_list("is_late", flat=True)) == [False, True]
    run_export(project, tmp_path / "out.jsonl")
    (exported,) = objects(tmp_path / "out.jsonl")
    assert [a["long_answer"]["candidate_index"] for a in exported["annotations"]] == [1]


def test_examples_without_annotations_can_be_left_out(tmp_path: Path) -> None:
    project = make_project(overlap=1)
    make_examples(project, 3)
    (annotator,) = make_annotators(project, 1)
    submit_annotation(assignment=claim(project, annotator), answer=BAD, at=AT)
    everything = run_export(project, tmp_path / "all.jsonl")
    annotated = run_export(project, tmp_path / "some.jsonl", annotated_only=True)
    assert (everything.message, annotated.message) == (
        "Exported 3 examples.",
        "Exported 1 example.",
    )
    assert [len(value["annotations"]) for value in objects(tmp_path / "some.jsonl")] == [1]


def test_simulated_annotations_stay_out_unless_they_are_asked_for(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    make_examples(project, 3)
    (annotator,) = make_annotators(project, 1)
    submit_annotation(assignment=claim(project, annotator), answer=BAD, at=AT)
    wish = Wish(annotators=2, seed=1, until="2026-03-04")
    assert simulate(project=project, wish=wish, at=AT, actor=None) == 5
    job = run_export(project, tmp_path / "out.jsonl")
    assert job.message == "Exported 3 examples. Left out 5 simulated annotations."
    assert [len(value["annotations"]) for value in objects(tmp_path / "out.jsonl")] == [1, 0, 0]
    run_export(project, tmp_path / "some.jsonl", annotated_only=True)
    assert len(objects(tmp_path / "some.jsonl")) == 1
    job = run_export(project, tmp_path / "all.jsonl", simulated=True)
    assert job.message == "Exported 3 examples. Simulated annotations are among them."
    assert [len(value["annotations"]) for value in objects(tmp_path / "all.jsonl")] == [2, 2, 2]


def test_simulated_annotations_are_counted_in_the_chosen_splits_alone(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    make_examples(project, 3)
    wish = Wish(annotators=2, seed=1, until="2026-03-04")
    assert simulate(project=project, wish=wish, at=AT, actor=None) == 6
    Example.objects.filter(position=1).update(split="dev")
    run_import(project, write_lines(tmp_path / "in.jsonl", [small_example(9)]), split="test")

    def message(split: str, *, simulated: bool = False) -> str:
        job = run_export(project, tmp_path / "x.jsonl", splits=[split], simulated=simulated)
        return job.message

    assert message("dev") == "Exported 1 example. Left out 2 simulated annotations."
    assert message("test") == "Exported 1 example."
    assert message("test", simulated=True) == "Exported 1 example."


def test_an_export_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    job = run_export(make_project(), tmp_path / "nowhere" / "out.jsonl")
    assert (job.state, job.message) == (
        JobState.FAILED,
        f"{tmp_path}/nowhere/out.jsonl: the file can't be written (No such file or directory).",
    )


def test_an_export_of_many_examples_asks_the_database_little(
    tmp_path: Path, django_assert_max_num_queries: Any
) -> None:
    project = make_project()
    make_examples(project, 120)
    with django_assert_max_num_queries(40):
        run_export(project, tmp_path / "out.jsonl")


def numbered(example_id: int, annotation_ids: list[int]) -> dict[str, Any]:
    """An example whose annotations have these ids, all of them without an answer."""
    value = small_example(example_id)
    (first, *_) = value["annotations"]
    value["annotations"] = [first | {"annotation_id": each} for each in annotation_ids]
    return value


def ids(path: Path) -> dict[int, list[int]]:
    return {
        value["example_id"]: [each["annotation_id"] for each in value["annotations"]]
        for value in objects(path)
    }


def test_an_export_can_be_limited_to_splits(tmp_path: Path) -> None:
    project = make_project()
    for number, split in ((1, "dev"), (2, ""), (3, "test")):
        source = write_lines(tmp_path / "in.jsonl", [small_example(number)])
        run_import(project, source, split=split)
    run_export(project, tmp_path / "dev.jsonl", splits=["dev"])
    run_export(project, tmp_path / "both.jsonl", splits=["test", "all"])
    job = run_export(project, tmp_path / "none.jsonl", splits=["train"])
    assert list(ids(tmp_path / "dev.jsonl")) == [1]
    assert list(ids(tmp_path / "both.jsonl")) == [2, 3]
    assert (job.state, job.message) == (
        JobState.FAILED,
        "The project has no split named train. It has dev, all, test.",
    )


def test_an_export_takes_the_annotations_that_were_submitted_first(tmp_path: Path) -> None:
    project = make_project(overlap=5)
    values = [numbered(1, [11, 12, 13, 14, 15]), numbered(2, [21])]
    run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    late = Annotation.objects.get(annotation_id="12")
    Assignment.objects.filter(pk=late.assignment_id).update(submitted_at=AT + timedelta(days=1))
    job = run_export(project, tmp_path / "out.jsonl", annotations_per_example=3)
    assert ids(tmp_path / "out.jsonl") == {1: [11, 13, 14], 2: [21]}
    assert job.message == "Exported 2 examples. 1 of them has fewer than 3 annotations."
    make_examples(project, 1)
    job = run_export(project, tmp_path / "one.jsonl", annotations_per_example=1)
    assert job.message == "Exported 3 examples. 1 of them has fewer than 1 annotation."


@hypothesis.given(st.integers(1, 6), st.integers(0, 2**53 - 1), st.integers(0, 8))
def test_a_draw_is_the_same_for_the_same_seed_and_keeps_the_order(
    count: int, seed: int, given_number: int
) -> None:
    annotation = OriginalAnnotation(0, None, (), "NONE")
    given_ones = [
        Submission(7, (AT, number), replace(annotation, annotation_id=number))
        for number in range(given_number)
    ]
    chosen = Limit(count, seed).choose(given_ones)
    assert chosen == Limit(count, seed).choose(given_ones)
    assert len(chosen) == min(count, given_number)
    numbers = [each.annotation.annotation_id for each in chosen]
    assert numbers == sorted(set(numbers))


def test_sources_come_beside_the_official_keys(tmp_path: Path) -> None:
    raw = "<h1>Bob</h1><p class=x>A &quot;bob&quot; hangs.</p><!-- no -->"
    line = {
        "question_text": "what hangs",
        "document_url": "https://en.wikipedia.org/w/index.php?title=Bob&oldid=7",
        "document_title": "Bob",
        "document_html": raw,
        "revision": 7,
        "timestamp": "2026-01-31T10:00:00Z",
        "licence": "CC BY-SA 4.0",
    }
    project = make_project()
    run_import(project, write_lines(tmp_path / "a.jsonl", [line]), kind="import_pages")
    make_examples(project, 1)
    plain, origin, offsets = (tmp_path / f"{name}.jsonl" for name in ("plain", "origin", "offsets"))
    run_export(project, plain)
    assert run_export(project, origin, page_sources=True).message == (
        "Exported 2 examples. 1 example has a page without a source: it was imported before "
        "sources were kept, or rebuilt."
    )
    message = run_export(project, offsets, source_offsets=True).message
    assert message.endswith("1 token has no place in the source: their offsets there are -1.")
    bare = {
        "sha256": hashlib.sha256(raw.encode()).hexdigest(),
        "byte_count": len(raw),
        "revision": 7,
        "timestamp": "2026-01-31T10:00:00Z",
        "licence": "CC BY-SA 4.0",
    }
    found = objects(origin)
    assert [each.pop("document_source") for each in found] == [bare, None]
    assert found == objects(plain)
    found = objects(offsets)
    full, none = (each.pop("document_source") for each in found)
    assert (none, found) == (None, objects(plain))
    tokens = [token["token"] for token in found[0]["document_tokens"]]
    spans = zip(full["token_start_bytes"], full["token_end_bytes"], strict=True)
    written = [raw[start:end] if start >= 0 else None for start, end in spans]
    assert list(zip(tokens, written, strict=True)) == [
        ("Bob", None),
        ("<H1>", "<h1>"),
        ("Bob", "Bob"),
        ("</H1>", "</h1>"),
        ("<P>", "<p class=x>"),
        ("A", "A"),
        ("``", "&quot;"),
        ("bob", "bob"),
        ("''", "&quot;"),
        ("hangs", "hangs"),
        (".", "."),
        ("</P>", "</p>"),
    ]
    start, end = full["candidate_start_bytes"][0], full["candidate_end_bytes"][0]
    assert raw[start:end] == "<p class=x>A &quot;bob&quot; hangs.</p>"


def test_a_token_without_a_place_counts_once_however_many_examples_have_its_page(
    tmp_path: Path,
) -> None:
    pages = {name: f"<h1>{name}</h1><p>{name} hangs.</p><!-- no -->" for name in ("Bob", "Al")}
    lines = [
        {
            "question_text": f"what hangs {number}",
            "document_url": f"https://en.wikipedia.org/w/index.php?title={name}&oldid=7",
            "document_title": name,
            "document_html": pages[name],
        }
        for number, name in enumerate(["Bob", "Bob", "Al", "Bob"])
    ]
    project = make_project()
    run_import(project, write_lines(tmp_path / "a.jsonl", lines), kind="import_pages")
    assert run_export(project, tmp_path / "b.jsonl", source_offsets=True).message == (
        "Exported 4 examples. 2 tokens have no place in the source: their offsets there are -1."
    )
