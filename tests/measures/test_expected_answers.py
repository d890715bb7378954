"""What others' answers make of an annotation, by hand."""

import numpy as np
import pytest

from annotator.measures.expected_answers import ANYWHERE, BAD, FOUND, NONE, chances_of


def test_answers_are_as_likely_as_others_give_them() -> None:
    """Of 200 examples, each of five finds the same place in the first hundred, and nothing in the
    second; one finds another place in the first example.
    """
    example = np.repeat(np.arange(200), 5)
    outcome = np.where(example < 100, FOUND, NONE)
    long = np.where(outcome == FOUND, 7, 0)
    long[4] = 8
    chances = chances_of(outcome, example, long, np.zeros(1000, dtype=np.int64))
    assert chances.usual[5:].min() > 0.95
    assert chances.usual[4] < 0.02
    # Half find something; of thirty places four others have taken one.
    assert chances.random[4] == pytest.approx(0.5 * (1 - ANYWHERE))
    assert chances.random[0] == pytest.approx(0.5 * ANYWHERE * 0.25)
    assert chances.random[500] == 0.5
    assert (chances.none[0], chances.none[999], chances.bad[999]) == (0, 1, 0)


def test_without_others_an_annotation_tells_nothing() -> None:
    outcome = np.array([BAD, NONE, FOUND, FOUND])
    numbers = np.arange(4)
    chances = chances_of(outcome, numbers, numbers, numbers)
    for habit in (chances.random, chances.none, chances.bad):
        assert habit.tolist() == chances.usual.tolist()


def test_chances_of_an_example_add_up_to_one() -> None:
    """Whoever is left out: bad, none, the place that others found, and another."""
    example = np.repeat(np.arange(60), 4)
    said = np.array([BAD, NONE, FOUND, FOUND] * 30 + [NONE, FOUND, FOUND, FOUND] * 30)
    long = np.where(said == FOUND, 3, 0)
    total = 0.0
    for outcome, place in ((BAD, 0), (NONE, 0), (FOUND, 3), (FOUND, 9)):
        outcomes, places = said.copy(), long.copy()
        outcomes[-4], places[-4] = outcome, place
        nothing = np.zeros(240, dtype=np.int64)
        total += chances_of(outcomes, example, places, nothing).usual[-4]
    # One annotation in 240 changes the fitted parameters a little.
    assert total == pytest.approx(1, abs=0.03)
