"""The untrained baselines on worked examples, in both formats, and what they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Source
from annotator.material.corpus.models import Example
from annotator.material.formats.candidate_boxes import Box
from annotator.measures.answer_match import Answer, Span
from annotator.systems.evaluation.baselines.baselines import Choice, most_frequent
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.shared_data import shared_path

TOKENS = ["<Table>", "a", "b", "</Table>", "<P>", "c", "d", "</P>", "<P>", "e", "f", "</P>"]
TABLE, FIRST, SECOND = (0, 4), (4, 8), (8, 12)


def span(tokens: tuple[int, int] | None) -> dict[str, int]:
    start, end = tokens or (-1, -1)
    return {"start_token": start, "end_token": end}


def example(
    number: int,
    *long_answers: tuple[int, int] | None,
    question: str = "who made it",
    page: str = "Plumb_bob",
) -> dict[str, Any]:
    return {
        "example_id": number,
        "question_text": question,
        "document_url": f"https://en.wikipedia.org/w/index.php?title={page}&oldid={number}",
        "document_text": " ".join(TOKENS),
        "long_answer_candidates": [
            span(each) | {"top_level": True} for each in (TABLE, FIRST, SECOND)
        ],
        "annotations": [
            {"long_answer": span(each), "short_answers": [], "yes_no_answer": "NONE"}
            for each in long_answers
        ],
    }


def write(path: Path, *examples: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(each) + "\n" for each in examples), encoding="utf-8")
    return str(path)


def run(folder: Path, name: str, gold: str, train: str | None = None) -> list[Any]:
    """The first and last token of each predicted long answer, -1 for none, and its score."""
    output = folder / "predictions.json"
    call_command(
        "run_baseline", name, gold=[gold], train=[train] if train else None, output=str(output)
    )
    return [
        (each["long_answer"]["start_token"], each["long_answer_score"])
        for each in json.loads(output.read_bytes())["predictions"]
    ]


def test_the_first_paragraph_is_chosen_and_not_the_table_before_it(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", example(1, None))
    assert run(tmp_path, "first-paragraph", gold) == [(4, 1.0)]


def test_the_most_frequent_answer_of_the_page_is_copied(tmp_path: Path) -> None:
    train = write(
        tmp_path / "train.jsonl",
        example(11, SECOND, SECOND, TABLE, None),
        example(12, None, None, FIRST, page="Level"),
    )
    gold = write(
        tmp_path / "gold.jsonl",
        example(1),
        example(2, page="Level"),
        example(3, page="Unknown"),
    )
    # Two of four on the first page; on the second no answer has two of three.
    assert run(tmp_path, "most-frequent", gold, train) == [(8, 0.5), (-1, 0.0), (-1, 0.0)]


def test_the_answer_to_the_closest_question_of_the_page_is_copied(tmp_path: Path) -> None:
    train = write(
        tmp_path / "train.jsonl",
        example(11, TABLE, question="where is the plumb bob"),
        example(12, SECOND, question="who made the first one"),
        example(13, FIRST, question="who made the first level", page="Level"),
    )
    gold = write(
        tmp_path / "gold.jsonl",
        example(1, question="who made the first one"),
        example(2, question="nothing alike"),
    )
    (close, score), far = run(tmp_path, "closest-question", gold, train)
    assert (close, score, far) == (8, pytest.approx(1), (-1, 0.0))


def test_of_answers_that_are_as_frequent_the_earlier_box_is_chosen() -> None:
    boxes = [Box(Span(None, each), "p", top_level=True) for each in (FIRST, SECOND)]
    answers = [Answer(Span(None, SECOND)), Answer(Span(None, FIRST)), Answer(None)]
    assert most_frequent(answers, boxes) == Choice(boxes[0], 1 / 3)


def test_an_answer_that_is_no_box_of_the_page_counts_as_none() -> None:
    boxes = [Box(Span(None, FIRST), "p", top_level=True)]
    answers = [Answer(Span(None, (99, 120)))] * 2 + [Answer(Span(None, FIRST))]
    assert most_frequent(answers, boxes) == Choice(None, 0.0)


def test_predictions_take_the_place_of_older_ones_at_once(tmp_path: Path) -> None:
    # A reader that has the old file open goes on with it.
    older, opened = tmp_path / "predictions.json", tmp_path / "opened.json"
    older.write_text("older", encoding="utf-8")
    opened.hardlink_to(older)
    gold = write(tmp_path / "gold.jsonl", example(1, None))
    assert run(tmp_path, "first-paragraph", gold) == [(4, 1.0)]
    assert opened.read_text(encoding="utf-8") == "older"
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "gold.jsonl", "opened.json", "predictions.json",
    ]  # fmt: skip


def test_an_output_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write(tmp_path / "gold.jsonl", example(1, None))
    output = tmp_path / "missing" / "predictions.json"
    with pytest.raises(SystemExit):
        call_command("run_baseline", "first-paragraph", gold=[gold], output=str(output))
    assert capsys.readouterr().err == (
        f"{output}: It can't be written (No such file or directory). Check the path.\n"
    )


def make_split_project(source: Source = Source.HUMAN) -> Project:
    """Two training questions, one with an answer, and one to answer, all on one page."""
    project = make_project("nq", overlap=3)
    answers = [[LONG, LONG, NULL], [NULL, NULL, NULL], [NULL]]
    firsts = annotate_at_once(project, answers, source=source)
    train = [annotation.example_id for annotation in firsts[:2]]
    Example.objects.filter(project=project).update(split="dev")
    Example.objects.filter(pk__in=train).update(split="train")
    return project


@pytest.mark.django_db
def test_simulated_annotations_count_where_a_project_has_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    slug = make_split_project(Source.SIMULATED).slug
    call_command("compare_baselines", project=slug, split=["train"], json=True)
    table = json.loads(capsys.readouterr().out.splitlines()[-1])
    first = table["rows"][0]
    assert (first["who"], first["metrics"]["long-best-threshold-recall"]) == ("first-paragraph", 1)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["first-paragraph", "most-frequent", "closest-question"])
def test_a_project_gives_the_predictions_of_its_export(tmp_path: Path, name: str) -> None:
    slug = make_split_project().slug
    files = {split: tmp_path / f"{split}.jsonl" for split in ("train", "dev")}
    for split, path in files.items():
        call_command("export_nq", slug, str(path), splits=[split])
    output = tmp_path / "of_project.json"
    trains = name != "first-paragraph"
    train = {"train_project": slug, "train_split": ["train"]} if trains else {}
    call_command("run_baseline", name, project=slug, split=["dev"], **train, output=str(output))
    found = [
        (each["long_answer"]["start_token"], each["long_answer_score"])
        for each in json.loads(output.read_bytes())["predictions"]
    ]
    assert found == run(tmp_path, name, str(files["dev"]), str(files["train"]) if trains else None)
    assert len(found) == 1


def test_the_table_has_all_baselines_and_people_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train = write(tmp_path / "train.jsonl", example(11, SECOND, SECOND))
    gold = write(
        tmp_path / "gold.jsonl",
        example(1, FIRST, FIRST, FIRST, None, None),
        example(2, SECOND, SECOND, None, None, None, page="Level"),
        example(3, None, None, None, None, SECOND),
    )
    call_command("compare_baselines", gold=[gold], train=[train], json=True)
    *lines, last = capsys.readouterr().out.splitlines()
    table = json.loads(last)
    found = {
        row["who"]: [
            row["metrics"][f"long-best-threshold-{name}"] for name in ("precision", "recall", "f1")
        ]
        for row in table["rows"]
    }
    # The first paragraph is right once in three; two of the three examples are answerable. The
    # page of the training question has the first and the third example, and its answer is wrong.
    assert found["first-paragraph"] == pytest.approx([1 / 3, 1 / 2, 2 / 5])
    assert found["most-frequent"] == found["closest-question"] == [0, 0, 0]
    assert [row["who"] for row in table["rows"]][3:] == ["one_against_others"]
    assert [each["who"] for each in table["missing"]] == ["single_annotator", "super_annotator"]
    assert lines[1].split() == [
        *("First", "paragraph", "33.3%", "50.0%", "40.0%", "–", "–", "–", "3"),
    ]


def test_the_table_prints_on_real_examples(capsys: pytest.CaptureFixture[str]) -> None:
    gold = str(shared_path("nq/nq_dev_sample.jsonl.gz"))
    call_command("compare_baselines", gold=[gold], json=True)
    table = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [(row["who"], row["examples"]) for row in table["rows"]] == [
        ("first-paragraph", 5),
        ("one_against_others", 5),
    ]
    assert [each["who"] for each in table["missing"]] == [
        "most-frequent", "closest-question", "single_annotator", "super_annotator",
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, "--gold: Name either files with --gold or a project with --project."),
        ({"gold": ["x"], "split": ["dev"]}, "--split: Only projects have splits; leave it out."),
        (
            {"project": "nq", "split": ["test"]},
            "split: The project has no split named test. It has train, dev.",
        ),
        ({"project": "asqa"}, "--project: asqa is a project of kind asqa; these are for nq."),
    ],
)
def test_a_project_that_does_not_fit_is_named(
    capsys: pytest.CaptureFixture[str], options: dict[str, Any], problem: str
) -> None:
    make_split_project()
    make_asqa_project()
    with pytest.raises(SystemExit):
        call_command("run_baseline", "first-paragraph", **options, output="never.json")
    assert capsys.readouterr().err.strip() == problem


@pytest.mark.parametrize(
    ("name", "train", "problem"),
    [
        ("most-frequent", None, "--train: most-frequent copies answers from training examples"),
        ("first-paragraph", ["x"], "--train: first-paragraph takes no training examples"),
    ],
)
def test_training_examples_go_with_the_baselines_that_copy(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    train: list[str] | None,
    problem: str,
) -> None:
    gold = write(tmp_path / "gold.jsonl", example(1))
    with pytest.raises(SystemExit):
        call_command("run_baseline", name, gold=[gold], train=train, output="never.json")
    assert capsys.readouterr().err.startswith(problem)
