"""Hostile markup through cleaning and rendering alone, judged by a parser of another make."""

import pytest
from hypothesis import given

from annotator.material.corpus.markup.cleaning import clean_page
from tests.hostile.attacks import ATTACK_KINDS, ATTACKS
from tests.hostile.dangers import body_of, dangers_in
from tests.hostile.frozen_pages import frozen_as_given, frozen_cleaned, page_around
from tests.material.corpus.markup.tag_soup import tag_soup


def test_there_are_hundreds_of_attacks_and_no_two_alike():
    assert len(ATTACKS) > 600
    assert len(set(ATTACKS.values())) == len(ATTACKS)


def test_most_attacks_are_judged_dangerous_before_they_are_cleaned():
    # The rest mislead (directions, forged numbers) or look like markup to other readers only.
    harmless = [name for name, attack in ATTACKS.items() if not dangers_in(attack.encode() + b"x")]
    assert len(harmless) < len(ATTACKS) / 5


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_nothing_dangerous_is_left_of_an_attack_in_a_cleaned_page(kind):
    left = {
        name: dangers_in(body_of(frozen_cleaned(page_around(attack)).html), is_frozen=True)
        for name, attack in ATTACK_KINDS[kind].items()
    }
    assert left == {name: [] for name in ATTACK_KINDS[kind]}


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_nothing_dangerous_is_left_of_an_attack_in_the_rendering_of_a_page_frozen_as_given(kind):
    left = {
        name: dangers_in(body_of(frozen_as_given(page_around(attack)).rendering))
        for name, attack in ATTACK_KINDS[kind].items()
    }
    assert left == {name: [] for name in ATTACK_KINDS[kind]}


@given(tag_soup)
def test_nothing_dangerous_is_left_of_any_soup(soup):
    frozen = "x" + soup.encode("utf-8", "ignore").decode()
    assert dangers_in(body_of(clean_page(frozen.encode())), is_frozen=True) == []
    assert dangers_in(body_of(frozen_as_given(frozen).rendering)) == []
