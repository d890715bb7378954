"""Each shape of an answer is declared once, and read from the object that it shows."""

from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers

from api.responses.answers import answer_all
from api.serializers.output import Output, reads
from tests.contracts.described_shapes import copies, presented_names, untyped_outputs

MOST_COPIES = 0
MOST_UNTYPED = 0
MOST_PRESENTED_NAMES = 80
"""Whenever there are fewer, lower these; nothing may raise them. Of the names, 58 are an
assignment's, whose dict goes out as it is: see docs/decisions/output-shapes.md. With the others a
view puts an answer together from several things that are one nowhere else.
"""


def test_copies_into_a_serializer_become_fewer() -> None:
    found = copies()
    assert len(found) == MOST_COPIES, "\n".join(found)


def test_outputs_that_read_any_dict_become_fewer() -> None:
    found = untyped_outputs()
    assert len(found) == MOST_UNTYPED, "\n".join(found)


def test_names_that_presenters_and_views_give_become_fewer() -> None:
    found = presented_names()
    assert len(found) == MOST_PRESENTED_NAMES, "\n".join(found)


class PersonOutput(Output[Any]):
    name = serializers.CharField()
    page = serializers.CharField(source="team.page", allow_blank=True)
    size = serializers.IntegerField(source="team.size", allow_null=True)

    @reads(serializers.CharField())
    def greeting(self, person: Any) -> str:
        return f"{self.context['word']} {person.name}"


def test_a_shape_reads_its_object_and_what_the_context_adds() -> None:
    alone = SimpleNamespace(name="Ada", team=None)
    together = SimpleNamespace(name="Bo", team={"page": "/bo", "size": 2})
    assert answer_all(PersonOutput, [alone, together], word="Hi").data == [
        {"name": "Ada", "page": "", "size": None, "greeting": "Hi Ada"},
        {"name": "Bo", "page": "/bo", "size": 2, "greeting": "Hi Bo"},
    ]


def test_a_nullable_field_that_the_object_lacks_is_an_error() -> None:
    lacking = SimpleNamespace(name="Ada", team=SimpleNamespace(page=""))
    with pytest.raises(AttributeError, match="size"):
        _ = PersonOutput(lacking, context={"word": "Hi"}).data
