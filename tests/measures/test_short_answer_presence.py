"""The official normalisation: awkward strings by hand, and the definition itself as the oracle."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.normalised_text import normalise, normalise_with_origins
from annotator.measures.short_answer_presence import (
    find_short_answer,
    missing_disambiguations,
    string_exact_match,
)
from tests.measures import presence_cases
from tests.measures.presence_cases import TABLE, Case

AWKWARD = st.text(
    st.one_of(st.sampled_from("atheAN .,'’-–_İΣσςé\u0301\u00a0\x1c\x85\ufeff1²\n"), st.characters())
)


def as_the_scorer_defines_it(text: str) -> str:
    """Lower, then punctuation, then articles, then white space: step by step over the whole."""
    lowered = text.lower()
    bare = lowered.translate(dict.fromkeys(map(ord, string.punctuation)))
    return " ".join(re.sub(r"\b(?:a|an|the)\b", " ", bare).split())


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.why)
def test_a_short_answer_is_found_where_it_was_found_by_hand(case: Case) -> None:
    place = find_short_answer(case.text, case.answer)
    assert (None if place is None else case.text[slice(*place)]) == case.found


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.why)
def test_presence_is_that_of_the_scorer(case: Case) -> None:
    wanted = as_the_scorer_defines_it(case.answer) in as_the_scorer_defines_it(case.text)
    present = missing_disambiguations(case.text, [[case.answer]]) == []
    assert present == wanted == (case.found is not None)


@given(text=AWKWARD)
def test_normalising_is_what_the_scorer_defines(text: str) -> None:
    assert normalise(text) == as_the_scorer_defines_it(text)


@given(text=AWKWARD)
def test_every_normalised_character_came_from_where_it_says(text: str) -> None:
    normalised = normalise_with_origins(text)
    assert len(normalised.text) == len(normalised.origins)
    assert list(normalised.origins) == sorted(normalised.origins)
    for character, origin in zip(normalised.text, normalised.origins, strict=True):
        came_from = text[origin].lower()
        assert character in came_from or character == " " or (character, came_from) == ("ς", "σ")


@given(text=AWKWARD, start=st.integers(0, 20), length=st.integers(0, 8))
def test_what_is_found_has_the_short_answer_in_it(text: str, start: int, length: int) -> None:
    answer = text[start : start + length]
    place = find_short_answer(text, answer)
    assert (place is None) == (missing_disambiguations(text, [[answer]]) == [0])
    if place is not None and normalise(answer):
        # An article or a sigma at the rim may read otherwise once it stands alone, so the place
        # is held to its letters only.
        letters = [c for c in normalise(answer) if c.isalnum() and c not in "σς"]
        assert all(letter in text[slice(*place)].lower() for letter in letters)


def test_a_disambiguation_is_present_when_any_one_of_its_short_answers_is() -> None:
    answers = [["four seasons", "4 seasons"], ["winter"], ["the", "spring"]]
    assert missing_disambiguations("The 4 Seasons.", answers) == [1]
    assert string_exact_match("The 4 Seasons.", answers) == pytest.approx(2 / 3)


def test_what_has_no_short_answers_or_disambiguations_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        missing_disambiguations("a cat", [["cat"], []])
    with pytest.raises(UndefinedMeasureError):
        string_exact_match("a cat", [])


def test_the_shared_table_of_cases_says_what_python_says() -> None:
    assert presence_cases.PATH.read_text(encoding="utf-8") == presence_cases.as_json()


def test_the_shared_table_has_sixty_awkward_cases_and_more() -> None:
    assert len({case.why for case in TABLE}) == len(TABLE) >= 60
