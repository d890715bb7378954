"""Each kind of task is a room, and each field of its answers is declared once."""

from collections import Counter

import pytest

from annotator.collecting.annotations.kinds import answers_of
from annotator.workspace.projects.kinds import ROOMS, Kind, has_part, part_of
from tests.contracts.kind_branches import (
    branches_in_python,
    branches_in_the_browser,
    guesses_in_the_browser,
)


def test_nothing_on_the_server_branches_on_the_kind_outside_the_rooms() -> None:
    assert branches_in_python() == []


def test_nothing_in_the_browser_branches_on_the_kind_outside_the_rooms() -> None:
    assert branches_in_the_browser() == []


def test_nothing_in_the_browser_guesses_the_kind_outside_the_rooms() -> None:
    assert guesses_in_the_browser() == []


def test_every_kind_has_a_room() -> None:
    assert set(ROOMS) == set(Kind)
    assert not has_part(Kind.NQ, "a_part_that_nobody_has")
    with pytest.raises(LookupError):
        part_of("another", "answers")


@pytest.mark.parametrize("kind", Kind)
def test_each_column_of_an_answer_belongs_to_one_field(kind: str) -> None:
    answers = answers_of(kind)
    declared = [name for each in answers.FIELDS for name in (*each.columns, *each.derived)]
    seconds = [f"seconds_{stage}" for stage in answers.STAGES]
    columns = [each.attname for each in answers.MODEL._meta.concrete_fields]
    assert Counter([*declared, *seconds, "annotation_id"]) == Counter(columns)
