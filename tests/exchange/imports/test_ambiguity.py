"""Keys, disambiguations and visited pages of ASQA's examples."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.imports.ambiguity import add_ambiguity, example_id_of
from annotator.material.corpus.models import Example
from tests.factories.asqa import (
    DISAMBIGUATIONS,
    make_ambiguous_examples,
    make_asqa_project,
)


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_key_that_is_a_number_of_64_bits_stands_for_itself(number: int) -> None:
    assert example_id_of(str(number)) == number


@pytest.mark.parametrize("key", ["007", "+7", "9223372036854775808", "-0", "a-key", "７"])
def test_any_other_key_gets_a_positive_number_of_its_own(key: str) -> None:
    number = example_id_of(key)
    assert 0 <= number < 2**63
    assert number == example_id_of(key)
    assert number not in {7, 0, example_id_of(f"{key}.")}


@pytest.mark.django_db
def test_disambiguations_and_visits_keep_their_order() -> None:
    (example,) = make_ambiguous_examples(make_asqa_project(), 1)
    stored = example.disambiguations.order_by("number")
    assert [each.question for each in stored] == [each.question for each in DISAMBIGUATIONS]
    assert [(each.context, each.has_context_field, each.page_title) for each in stored] == [
        ("Masons use it to build walls upright.", True, "Plumb bob"),
        ("", True, None),
    ]
    assert [visit.title for visit in example.visited_pages.all()] == ["Plumb bob"]


@pytest.mark.django_db
def test_the_database_refuses_a_seventh_disambiguation() -> None:
    (example,) = make_ambiguous_examples(make_asqa_project(), 1)
    Example.objects.get(pk=example.pk).disambiguations.all().delete()
    example.ambiguous_question.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        add_ambiguity(example=example, key="k", disambiguations=[DISAMBIGUATIONS[0]] * 7, visits=[])
    assert example.disambiguations.count() == 0
