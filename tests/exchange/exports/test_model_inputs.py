"""The strings of appendix B by hand, from a file and from a project."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exchange.exports.model_inputs import random_passages
from annotator.material.formats.asqa import AsqaExample, Disambiguation
from annotator.material.formats.asqa.model_inputs import Passage
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_project

EXAMPLE = {
    "ambiguous_question": "Who ruled France in 1830?",
    "qa_pairs": [
        {
            "question": "Who ruled until August?",
            "short_answers": ["Charles X", "Charles the Tenth"],
            "wikipage": "Charles X",
            "context": "Charles X ruled until 2 August.",
        },
        {
            "question": "Who ruled from August?",
            "short_answers": ["Louis Philippe"],
            "wikipage": None,
            "context": "No context provided",
        },
    ],
    "wikipages": [],
    "annotations": [
        {"long_answer": "Short.", "knowledge": [{"content": "Unused.", "wikipage": "Nowhere"}]},
        {
            "long_answer": "Charles X, then Louis Philippe.",
            "knowledge": [
                {"content": "It was July.", "wikipage": "July"},
                {"content": "Paris rose.", "wikipage": None},
            ],
        },
    ],
}
ORACLE = (
    "Who ruled France in 1830? answers: Charles X | Louis Philippe disambiguations: Who ruled "
    "until August? | Who ruled from August? context1: info: Charles X ruled until 2 August. "
    "wikipage: Charles X context2: info: It was July. wikipage: July | info: Paris rose. wikipage: "
)


def asqa_file(folder: Path) -> str:
    path = folder / "asqa.json"
    path.write_text(json.dumps({"dev": {"7": EXAMPLE}}), encoding="utf-8")
    return str(path)


def rows(folder: Path, *arguments: str, **options: Any) -> list[dict[str, Any]]:
    output = folder / "inputs.jsonl"
    call_command("export_model_inputs", *arguments, output=str(output), **options)
    return [json.loads(line) for line in output.read_bytes().splitlines()]


def test_the_oracle_reads_the_longest_answers_knowledge_and_is_held_against_the_other(
    tmp_path: Path,
) -> None:
    assert rows(tmp_path, asqa=asqa_file(tmp_path), split=["dev"], form="oracle") == [
        {
            "key": "7",
            "input": ORACLE,
            "target": "Charles X, then Louis Philippe.",
            "references": ["Short."],
        }
    ]


def test_open_book_inputs_have_as_many_retrieved_passages_as_asked_for(tmp_path: Path) -> None:
    retrieved = tmp_path / "retrieved.json"
    found = [{"text": f"Passage {number}.", "title": f"Page {number}"} for number in range(3)]
    retrieved.write_text(json.dumps({"7": found, "8": "ignored"}), encoding="utf-8")
    (row,) = rows(
        tmp_path,
        asqa=asqa_file(tmp_path),
        split=["dev"],
        form="open-book",
        retrieved=str(retrieved),
        passages=2,
    )
    assert row["input"] == (
        "Who ruled France in 1830? context: info: Passage 0. wikipage: Page 0 | info: Passage 1. "
        "wikipage: Page 1"
    )
    assert row["references"] == ["Short.", "Charles X, then Louis Philippe."]


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        ({"7": []}, "7: the question has 0 passages. Give 5 or ask for fewer with --passages."),
        ({}, "7: the question has no list of passages. Give 5 or ask for fewer with --passages."),
        ({"7": [{"text": "T"}] * 5}, "7[0].title: the field is missing."),
        ([], "a list is not an object. Write an object of keys and lists of passages."),
    ],
)
def test_retrieved_passages_that_do_not_fit_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], found: Any, problem: str
) -> None:
    retrieved = tmp_path / "retrieved.json"
    retrieved.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(SystemExit):
        rows(
            tmp_path,
            asqa=asqa_file(tmp_path),
            split=["dev"],
            form="open-book",
            retrieved=str(retrieved),
        )
    assert capsys.readouterr().err.startswith(f"retrieved.json: {problem}")
    assert not (tmp_path / "inputs.jsonl").exists()


def example_with(*contexts: str) -> AsqaExample:
    readings = tuple(Disambiguation("Which?", ("This",), each, "Page") for each in contexts)
    return AsqaExample("What?", readings, (), ())


def test_random_passages_are_of_other_questions_and_the_same_for_a_seed() -> None:
    pool = {"1": example_with("a", "b"), "2": example_with("b", "c", "d"), "3": example_with("e")}
    drawn = random_passages(pool, pool, count=2, seed=4)
    assert drawn == random_passages(pool, dict(pool), count=2, seed=4)
    own = {key: {each.context for each in example.disambiguations} for key, example in pool.items()}
    for key, passages in drawn.items():
        assert len(set(passages)) == 2
        assert not {each.text for each in passages} & own[key]
    assert len({str(random_passages(pool, pool, count=2, seed=seed)) for seed in range(9)}) > 1
    with pytest.raises(ValueError, match="3 passages of other questions, 4 wanted"):
        random_passages({"2": pool["2"]}, {"1": example_with("a", "f", "g", "b")}, count=4, seed=0)
    with pytest.raises(ValueError, match="1 passage of other questions, 2 wanted"):
        random_passages({"9": example_with("z")}, {"1": example_with("a")}, count=2, seed=0)
    assert random_passages({"9": example_with("z")}, {"1": example_with("a")}, count=1, seed=0) == {
        "9": [Passage("a", "Page")]
    }


@pytest.mark.django_db
def test_a_project_gives_the_inputs_of_its_export(tmp_path: Path) -> None:
    project = make_asqa_project()
    make_ambiguous_examples(project, 2)
    exported = tmp_path / "asqa.json"
    call_command("export_asqa", project.slug, str(exported))
    (split,) = json.loads(exported.read_bytes())
    of_file = rows(tmp_path, asqa=str(exported), split=[split], form="oracle")
    assert len(of_file) == 2
    assert rows(tmp_path, project.slug, form="oracle") == of_file


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"form": "oracle"}, "slug: Name either a project or a file with --asqa."),
        ({"form": "oracle", "asqa": "x"}, "--split: Name the one split of the file."),
        (
            {"form": "oracle", "asqa": "x", "split": ["dev"], "random_from": "dev"},
            "--random-from: The oracle reads the annotators' own passages; leave it out.",
        ),
        (
            {"form": "open-book", "asqa": "x", "split": ["dev"]},
            "--retrieved: Give either --retrieved or --random-from.",
        ),
        (
            {"form": "oracle", "slug": "nq"},
            "slug: nq is a project of kind nq; these inputs are for asqa.",
        ),
    ],
)
def test_what_does_not_go_together_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: dict[str, Any], problem: str
) -> None:
    if options.get("slug"):
        make_project(slug="nq")
    with pytest.raises(SystemExit):
        rows(tmp_path, **options)
    assert capsys.readouterr().err.strip() == problem
