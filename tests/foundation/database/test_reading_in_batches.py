"""Rows whose keys are read a few at a time."""

import pytest
from pytest_django import DjangoAssertNumQueries

from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.models import Example
from tests.factories.corpus import make_examples, make_project

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("at_once", [2, 3, 5, 10_000])
def test_each_key_comes_once_and_in_order(at_once: int) -> None:
    keys = [example.pk for example in make_examples(make_project(), 5)]
    # Now the last one is the first.
    Example.objects.filter(pk=keys[-1]).update(position=0)
    rows = Example.objects.all()
    batches = list(keys_in_batches(rows, size=2, by="position", at_once=at_once))
    assert [key for batch in batches for key in batch] == [keys[-1], *keys[:-1]]
    assert {len(batch) for batch in batches} <= {1, 2}


def test_keys_are_read_in_blocks(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    make_examples(make_project(), 5)
    with django_assert_num_queries(2):
        assert len(list(keys_in_batches(Example.objects.all(), size=1, at_once=4))) == 5


def test_of_no_rows_there_is_no_batch() -> None:
    assert list(keys_in_batches(Example.objects.all(), size=2)) == []
