"""What a project calls its splits."""

import unicodedata

import pytest

from annotator.collecting.assignments.overlaps import change_split_overlap
from annotator.collecting.assignments.splitting import draw_splits
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.split_names import SplitNames, flaw_of_new_split
from annotator.material.corpus.split_rule import Part
from annotator.workspace.projects.models import Split
from tests.factories.corpus import AT, make_examples, make_project


@pytest.mark.parametrize("name", ["Café", "CAFÉ", unicodedata.normalize("NFD", "café"), "ｃafé"])
def test_another_spelling_of_a_split_is_told_how_the_project_writes_it(name: str) -> None:
    sentence = "Write café, as the project does, or choose another name."
    assert SplitNames(["dev", "café"]).flaw_of(name) == sentence


@pytest.mark.parametrize("name", ["test", "Test", "tests"])
def test_a_split_is_fine_as_the_project_writes_it_and_where_it_is_new(name: str) -> None:
    # A project may have had two spellings for long.
    assert SplitNames(["test", "Test"]).flaw_of(name) == ""


@pytest.mark.django_db
def test_all_splits_that_a_project_knows_count() -> None:
    project = make_project()
    for number, example in enumerate(make_examples(project, 4)):
        purpose = (Purpose.MAIN, Purpose.HIDDEN, Purpose.EXAM, Purpose.MAIN)[number]
        split = ("dev", "secret", "exam", "arriving")[number]
        Example.objects.filter(pk=example.pk).update(
            purpose=purpose, split=split, is_published=True
        )
    draw_splits(project=project, seed=1, parts=[Part("drawn", share=1.0)], at=AT, actor=None)
    change_split_overlap(project=project, split="asked often", overlap=5, at=AT, actor=None)
    Example.objects.filter(split="arriving").update(is_published=False)
    known = ("dev", "secret", "exam", "arriving", "drawn", "asked often")
    assert [flaw_of_new_split(project, name.title()) for name in known] == [
        f"Write {name}, as the project does, or choose another name." for name in known
    ]
    assert [flaw_of_new_split(project, name) for name in (*known, "Other", "")] == [""] * 8


@pytest.mark.django_db
def test_settings_under_another_spelling_do_not_make_it_right() -> None:
    project = make_project()
    make_examples(project, 1)
    Example.objects.update(split="test")
    for name in ("Test", "Dev", "dev"):
        Split.objects.create(project=project, name=name, overlap=5)
    fix = "Write {}, as the project does, or choose another name."
    assert {name: flaw_of_new_split(project, name) for name in ("test", "Test", "Dev", "dev")} == {
        "test": "",
        "Test": fix.format("test"),
        "Dev": "",
        "dev": fix.format("Dev"),
    }
