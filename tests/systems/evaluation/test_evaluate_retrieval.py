"""``evaluate_retrieval``: its files, its encoders, and what it says."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from annotator.material.formats.squad.files import AskedQuestion, read_squad
from annotator.systems.evaluation.retrieval import benchmark
from annotator.systems.evaluation.retrieval.benchmark import build_benchmark
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.shared_data import shared_path
from tests.systems.evaluation.letters import BY_LETTERS, ByLetters


def run(capsys: pytest.CaptureFixture[str], squad: Path | None, **options: Any) -> dict[str, Any]:
    arguments = {"squad": str(squad)} if squad else {}
    call_command("evaluate_retrieval", **arguments, **options, json=True)
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def squad_file(folder: Path, context: str, *asked: tuple[str, str]) -> Path:
    questions = [
        {
            "id": str(number),
            "question": question,
            "answers": [{"text": answer, "answer_start": context.index(answer)}] if answer else [],
        }
        for number, (question, answer) in enumerate(asked)
    ]
    path = folder / "squad.json"
    value = {"data": [{"title": "T", "paragraphs": [{"context": context, "qas": questions}]}]}
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_bm25_finds_the_sentence_with_the_questions_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = "A plumb bob hangs from a line. Masons trust gravity. Glass bends light."
    squad = squad_file(tmp_path, context, ("What bends light?", "Glass"), ("Unanswerable?", ""))
    first = {"mrr": 1.0, "r@1": 1.0, "r@5": 1.0, "r@10": 1.0}
    found = run(capsys, squad, encoder="bm25")
    assert (found["sentence"], found["document"]) == (first, first)
    assert (found["index_size"], found["questions"], found["paragraphs"]) == (3, 1, 1)
    assert found["intervals"]["sentence"]["mrr"] is None


def test_bm25_on_a_real_article_is_far_better_than_chance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(capsys, real_articles(tmp_path), encoder="bm25")
    assert found["sentence"]["r@10"] > 10 * 10 / found["index_size"]


def test_an_encoder_of_ones_own_is_loaded_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = squad_file(tmp_path, "One came. Two came.", ("o to?", "One"))
    found = run(capsys, squad, encoder=BY_LETTERS)
    assert (found["index_size"], found["questions"]) == (2, 1)


def real_articles(folder: Path) -> Path:
    """A file of one article with 106 answered questions: enough for intervals."""
    articles = json.loads(shared_path("squad/squad_v2_dev_part.json").read_bytes())
    articles["data"] = articles["data"][4:5]
    path = folder / "one.json"
    path.write_text(json.dumps(articles), encoding="utf-8")
    return path


def test_two_encoders_are_compared_on_the_same_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = real_articles(tmp_path)
    found = run(capsys, squad, encoder=BY_LETTERS, compare="bm25")
    assert (found["encoder"], found["compared"]["encoder"]) == (BY_LETTERS, "bm25")
    for kind in ("sentence", "document"):
        for name, value in found["difference"][kind].items():
            less = found["compared"][kind][name] - found[kind][name]
            assert value == pytest.approx(less)
            low, high = found["difference"]["intervals"][kind][name]
            assert 0 < low < value < high


def test_vectors_in_files_rank_as_their_encoder_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = real_articles(tmp_path)
    expected = run(capsys, squad, encoder=BY_LETTERS)
    run(capsys, squad, list=str(tmp_path))
    questions = [json.loads(line) for line in (tmp_path / "questions.jsonl").open()]
    answers = [json.loads(line) for line in (tmp_path / "answers.jsonl").open()]
    encoder = ByLetters()
    files = [tmp_path / "questions.npy", tmp_path / "answers.npy"]
    np.save(files[0], encoder.encode_questions([each["question"] for each in questions]))
    np.save(
        files[1], encoder.encode_answers([(each["sentence"], each["context"]) for each in answers])
    )
    found = run(capsys, squad, vectors=list(map(str, files)))
    assert [found[kind] for kind in ("sentence", "document")] == [
        expected[kind] for kind in ("sentence", "document")
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "can't be read (No such file or directory). Check its path."),
        (b"[[1, 2]]", "is not an array of numbers in .npy format. Save it with numpy.save."),
        (
            np.zeros((3, 2)),
            (
                "has the shape (3, 2). Give a row for each of the 1 questions, in the order of "
                "questions.jsonl."
            ),
        ),
    ],
)
def test_vectors_that_do_not_fit_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: Any, problem: str
) -> None:
    squad = squad_file(tmp_path, "One came.", ("who?", "One"))
    path = tmp_path / "vectors.npy"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        np.save(path, content)
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), vectors=[str(path)] * 2)
    assert capsys.readouterr().err.strip() == f"--vectors: vectors.npy {problem}"


def test_vectors_from_a_pipe_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    squad = squad_file(tmp_path, "One came.", ("who?", "One"))
    source, sink = os.pipe()
    os.close(sink)
    pipe = f"/dev/fd/{source}"
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), vectors=[pipe] * 2)
    os.close(source)
    assert capsys.readouterr().err == (
        f"{pipe}: This is not a file. Save what it delivers to a file, and give that.\n"
    )


def test_details_begin_with_what_every_encoder_misses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "details.jsonl"
    squad = real_articles(tmp_path)
    found = run(capsys, squad, encoder=BY_LETTERS, compare="bm25", details=str(path))
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert len(rows) == found["questions"]
    best = [min(each["sentence_rank"] for each in row["encoders"].values()) for row in rows]
    assert best == sorted(best, reverse=True)
    assert found["missed_by_all"] == sum(rank > 10 for rank in best) > 0
    for row in rows:
        for each in row["encoders"].values():
            places = [place for place, one in enumerate(each["first"], 1) if one["right"]]
            assert len(each["first"]) == 10
            assert {one["sentence"] for one in each["first"] if one["right"]} <= set(row["right"])
            # With ties, the place may be better or worse than the mean of their ranks.
            assert bool(places) or each["sentence_rank"] > 5


class Killed(ByLetters):
    """Is killed at the question that ``at`` says; counts the answers that it encodes."""

    at = 3
    answers = 0
    asked = 0

    def encode_questions(self, questions: list[str]) -> np.ndarray:
        Killed.asked += 1
        if Killed.asked == Killed.at:
            raise KeyboardInterrupt
        return super().encode_questions(questions)

    def encode_answers(self, answers: list[tuple[str, str]]) -> np.ndarray:
        Killed.answers += len(answers)
        return super().encode_answers(answers)


def test_a_run_that_was_killed_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    squad, name = real_articles(tmp_path), "tests.systems.evaluation.test_evaluate_retrieval:Killed"
    expected = run(capsys, squad, encoder=BY_LETTERS)
    monkeypatch.setattr(benchmark, "BLOCK", 10)
    with pytest.raises(KeyboardInterrupt):
        run(capsys, squad, encoder=name, keep=str(tmp_path / "kept"))
    found = run(capsys, squad, encoder=name, keep=str(tmp_path / "kept"))
    assert found["sentence"] == expected["sentence"]
    # The answers once; of the blocks of questions the third one twice.
    assert Killed.answers == found["index_size"]
    assert Killed.asked == -(-found["questions"] // 10) + 1


@pytest.mark.django_db
def test_a_project_is_evaluated_as_its_export_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_asqa_project()
    make_ambiguous_examples(project, 2)
    path = tmp_path / "out.json"
    call_command("export_squad", project.slug, str(path))
    capsys.readouterr()
    of_file = run(capsys, path, encoder="bm25")
    call_command("evaluate_retrieval", project.slug, encoder="bm25", json=True)
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["questions"] > 0
    assert {name: value for name, value in found.items() if name != "seconds"} == {
        name: value for name, value in of_file.items() if name != "seconds"
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, "slug: Name either a project or a file with --squad."),
        ({"squad": "x", "split": ["dev"]}, "--split: Only projects have splits; leave it out."),
        ({"squad": "x"}, "--encoder: Name an encoder: bm25, minilm or MODULE:CLASS."),
        (
            {"slug": "asqa", "split": ["no"], "encoder": "bm25"},
            "--split: The project has no split named no. It has no examples yet.",
        ),
        (
            {"slug": "asqa", "encoder": "bm25"},
            "slug: The project has no question with an answer yet.",
        ),
    ],
)
def test_what_does_not_go_together_is_said(
    capsys: pytest.CaptureFixture[str], options: dict[str, Any], problem: str
) -> None:
    slug = make_asqa_project().slug
    given = {**options, "slug": slug} if "slug" in options else options
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", **given)
    assert capsys.readouterr().err.strip() == problem


@pytest.mark.parametrize(
    ("encoder", "problem"),
    [
        ("magic", "--encoder: There is no encoder magic. Give bm25, minilm or MODULE:CLASS."),
        (".x:Y", "--encoder: There is no encoder .x:Y. Give bm25, minilm or MODULE:CLASS."),
        (
            "datetime:date",
            (
                "--encoder: date can't be made (function missing required argument 'year' "
                "(pos 1)). Give a class that needs no arguments."
            ),
        ),
        (
            "json:Nothing",
            "--encoder: json has no class Nothing. Check its name.",
        ),
        (
            "collections:Counter",
            (
                "--encoder: Counter has no method encode_questions. Add it; docs/retrieval.md has "
                "one."
            ),
        ),
    ],
)
def test_what_is_no_encoder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], encoder: str, problem: str
) -> None:
    squad = squad_file(tmp_path, "One came.", ("who?", "One"))
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), encoder=encoder)
    assert capsys.readouterr().err.strip() == problem


def changed_file(folder: Path, **changes: Any) -> Path:
    """A file of one question, with changes to its answer or, of ``id``, to the question."""
    path = squad_file(folder, "One came. Two came.", ("who?", "Two"))
    value = json.loads(path.read_text(encoding="utf-8"))
    [asked] = value["data"][0]["paragraphs"][0]["qas"]
    asked |= {"id": changes.pop("id", "0")}
    asked["answers"][0] |= changes
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_file_of_reqas_converter_is_read_by_the_places_of_its_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Its ids are numbers, and it miscounts some places, here by two characters.
    squad = changed_file(tmp_path, id=-7, answer_start=12)
    call_command("evaluate_retrieval", squad=str(squad), list=str(tmp_path), json=True)
    first, remark, last = capsys.readouterr().out.splitlines()
    assert first == "2 sentences of 1 paragraphs, 1 questions"
    assert remark == "1 answer has other words at its place in the file; only the place counts."
    assert json.loads(last)["questions"] == 1
    [found] = read_squad(squad)[0].questions
    assert found == AskedQuestion(-7, "who?", (12,), misplaced=1)
    assert build_benchmark(read_squad(squad)).right == ((1,),)


def test_answers_that_are_where_they_say_need_no_remark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("evaluate_retrieval", squad=str(changed_file(tmp_path)), list=str(tmp_path))
    assert capsys.readouterr().out.splitlines() == ["2 sentences of 1 paragraphs, 1 questions"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"answer_start": start},
            (
                f"answers[0].answer_start: there is no character {start} in the context. Give the "
                "character where the answer begins, counted from 0."
            ),
        )
        for start in (-1, 19)
    ]
    + [
        ({"id": None}, "id: null is not a string. Write a string."),
        ({"id": True}, "id: true is not a string. Write a string."),
    ],
)
def test_what_can_not_be_read_is_named_by_its_place(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, Any],
    problem: str,
) -> None:
    squad = changed_file(tmp_path, **changes)
    with pytest.raises(SystemExit):
        call_command("evaluate_retrieval", squad=str(squad), encoder="bm25")
    place = "squad.json: data[0].paragraphs[0].qas[0]"
    assert capsys.readouterr().err.strip() == f"{place}.{problem}"
