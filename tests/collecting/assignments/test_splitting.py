from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.collecting.assignments.overlaps import change_split_overlap
from annotator.collecting.assignments.splitting import Preview, draw_splits, preview_draw
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, SplitDraw, SplitQuestion
from annotator.material.corpus.split_rule import Part, part_by_share, question_key
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import cancel_job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.jobs import run_here
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

HALVES = [Part("dev", share=0.5), Part("test", share=0.5)]
QUESTIONS = ("who wrote Hamlet", "Hamlet: who wrote?", "WHO WROTE HAMLET")


def make_asked(texts: list[str], **options: Any) -> Project:
    """A project whose examples ask these questions."""
    project = make_project(**options)
    for example, text in zip(make_examples(project, len(texts)), texts, strict=True):
        example.question.text = text
        example.question.save()
    return project


def draw(project: Project, parts: list[Part], seed: int = 7) -> Job:
    """A draw that has ended."""
    _, job = draw_splits(project=project, seed=seed, parts=parts, at=AT, actor=None, queue=False)
    run_here(job)
    assert job.state == JobState.SUCCEEDED, job.message
    return job


def splits_of(project: Project) -> list[str]:
    """The examples' splits in their order."""
    found = Example.objects.filter(project=project).order_by("position")
    return list(found.values_list("split", flat=True))


def test_a_draw_gives_what_its_preview_said_and_stays_on_record() -> None:
    project = make_asked([f"question {number}" for number in range(30)])
    parts = [Part("test", number=7), *HALVES[:1], Part("train", share=0.5)]
    preview = preview_draw(project=project, seed=7, parts=parts)
    assert draw(project, parts).message == "Drew 30 examples."
    assert preview == Preview(dict(Counter(splits_of(project))), 0, is_exact=True)
    assert preview.examples["test"] == 7
    event = Event.objects.get(verb="drew", project_id=project.pk)
    assert event.details == {
        "seed": 7,
        "parts": [
            {"name": "test", "number": 7},
            {"name": "dev", "share": 0.5},
            {"name": "train", "share": 0.5},
        ],
    }


def test_near_duplicates_go_to_the_same_part_and_a_files_own_split_is_kept() -> None:
    project = make_asked([*QUESTIONS, "where is Elsinore", "Elsinore is WHERE"])
    Example.objects.filter(project=project, question__text="where is Elsinore").update(split="own")
    draw(project, HALVES)
    *hamlet, first, second = splits_of(project)
    assert len(set(hamlet)) == 1
    assert (first, second) == ("own", "own")


def test_later_imports_are_drawn_by_the_same_rule(tmp_path: Path) -> None:
    project = make_asked(["who wrote hamlet"])
    draw(project, [Part("first", number=1), *HALVES])
    texts = ["Hamlet, who wrote?", *(f"later question {number}" for number in range(6))]
    lines = [
        {**small_example(), "example_id": 900 + number, "question_text": text}
        for number, text in enumerate(texts)
    ]
    job = run_import(project, write_lines(tmp_path / "a.jsonl", lines[:4]))
    assert job.state == JobState.SUCCEEDED, [str(each) for each in job.problems.all()]
    run_import(project, write_lines(tmp_path / "b.jsonl", lines[4:]))
    expected = [part_by_share(question_key(text), seed=7, parts=HALVES) for text in texts[1:]]
    assert splits_of(project) == ["first", "first", *expected]
    run_import(
        project,
        write_lines(tmp_path / "c.jsonl", [{**lines[1], "example_id": 990}]),
        split="named",
    )
    assert splits_of(project)[-1] == "named"


def test_a_project_without_a_draw_keeps_nothing_of_its_questions(tmp_path: Path) -> None:
    project = make_project()
    run_import(project, write_lines(tmp_path / "a.jsonl", [small_example()]))
    assert splits_of(project) == [""]
    assert not SplitQuestion.objects.exists()


def test_a_project_is_drawn_once() -> None:
    project = make_asked(["a", "b"])
    draw(project, HALVES)
    with pytest.raises(ConflictError, match=r"were drawn on 20\d\d-"):
        draw(project, HALVES, seed=8)
    with pytest.raises(ConflictError):
        preview_draw(project=project, seed=7, parts=HALVES)


def test_a_draw_that_was_stopped_goes_on_with_the_same_parts() -> None:
    project = make_asked(["a", "b", "c"])
    _, job = draw_splits(project=project, seed=7, parts=HALVES, at=AT, actor=None, queue=False)
    cancel_job(job=job, at=AT)
    assert splits_of(project) == ["", "", ""]
    with pytest.raises(ConflictError):
        draw(project, HALVES, seed=8)
    draw(project, HALVES)
    assert splits_of(project) == [
        part_by_share(question_key(text), seed=7, parts=HALVES) for text in "abc"
    ]


def test_drawn_examples_need_as_many_annotations_as_their_split_says() -> None:
    project = make_asked(["a", "b", "c"], overlap=1)
    change_split_overlap(project=project, split="test", overlap=3, at=AT, actor=None)
    draw(project, [Part("test", number=2), Part("train", share=1.0)])
    found = Example.objects.filter(project=project)
    assert sorted(found.values_list("split", "overlap")) == [("test", 3), ("test", 3), ("train", 1)]
    assert [each.slots.count() for each in found.filter(split="test")] == [3, 3]


@pytest.mark.parametrize("name", ["test", "Test"])
def test_nothing_that_was_seen_is_drawn_into_the_hidden_split(name: str) -> None:
    project = make_project()
    make_examples(project, 2)
    Project.objects.filter(pk=project.pk).update(hidden_split="test", hidden_since=AT)
    with pytest.raises(InvalidInputError) as refused:
        draw(project, [Part(name, number=1), Part("train", share=1.0)])
    assert refused.value.fields == {"parts": "Choose a name other than test."}
    assert not SplitDraw.objects.exists()


@pytest.mark.parametrize("name", ["test", "Test", "Dev"])
def test_a_preview_refuses_the_names_that_the_draw_refuses(name: str) -> None:
    project = make_project()
    make_examples(project, 2)
    Example.objects.filter(project=project, position=1).update(split="dev")
    Project.objects.filter(pk=project.pk).update(hidden_split="test", hidden_since=AT)
    project.refresh_from_db()
    parts = [Part(name, number=1), Part("train", share=1.0)]
    with pytest.raises(InvalidInputError) as drawn:
        draw(project, parts)
    with pytest.raises(InvalidInputError) as previewed:
        preview_draw(project=project, seed=7, parts=parts)
    assert (previewed.value.code, previewed.value.detail, previewed.value.fields) == (
        drawn.value.code,
        drawn.value.detail,
        drawn.value.fields,
    )


def test_a_part_that_the_project_spells_differently_is_not_drawn() -> None:
    project = make_project()
    make_examples(project, 2)
    Example.objects.filter(project=project, position=1).update(split="dev")
    with pytest.raises(InvalidInputError) as refused:
        draw(project, [Part("Dev", share=0.5), Part("train", share=0.5)])
    assert refused.value.fields == {
        "parts": "Write dev, as the project does, or choose another name."
    }
    assert not SplitDraw.objects.exists()


@pytest.mark.parametrize(
    ("parts", "fix"),
    [
        ([], "Name 1 to 100 parts."),
        ([Part("a", share=0.5)], "The shares must add up to 1. They add up to 0.5."),
        ([Part("a", share=1.0, number=3)], "Give a a share or a number."),
        ([Part("a", number=0)], "Give a at least 1 example."),
        ([Part("a", share=0.5), Part("A", share=0.5)], "Name each part once."),
        ([Part("", share=1.0)], "Give each part a name of up to 20 characters."),
        ([Part("a" * 21, share=1.0)], "Give each part a name of up to 20 characters."),
        ([Part("a", number=9)], "Ask for fewer."),
        (
            [Part("all", share=1.0)],
            "Choose a name other than all: exports use it for examples without a split.",
        ),
    ],
)
def test_parts_that_cannot_be_drawn_are_refused(parts: list[Part], fix: str) -> None:
    project = make_asked(["a"])
    with pytest.raises(InvalidInputError) as caught:
        draw(project, parts)
    assert caught.value.fields == {"parts": fix}
    assert not Event.objects.filter(verb="drew").exists()


@pytest.mark.parametrize("seed", [-1, 2**31, 2**70])
def test_a_seed_that_no_column_takes_is_refused(seed: int) -> None:
    with pytest.raises(InvalidInputError) as caught:
        draw(make_asked(["a"]), [Part("a", share=1.0)], seed=seed)
    assert caught.value.fields == {"seed": "Give a whole number from 0 to 2,147,483,647."}


def test_a_draw_waits_for_an_import_that_is_under_way() -> None:
    project = make_asked(["a"])
    Example.objects.filter(project=project).update(is_published=False)
    with pytest.raises(ConflictError, match="An import is under way"):
        draw(project, HALVES)


def test_the_command_previews_and_draws(capsys: pytest.CaptureFixture[str]) -> None:
    project = make_asked(["a", "b", "c"])
    parts = ["--part", "test=2", "--part", "train=100%"]
    call_command("draw_splits", project.slug, "--seed", "7", *parts, "--preview")
    assert capsys.readouterr().out == "test: 2; train: 1.\n"
    call_command("draw_splits", project.slug, "--seed", "7", *parts)
    assert Counter(splits_of(project)) == {"test": 2, "train": 1}
