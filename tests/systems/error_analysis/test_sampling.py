"""The draw of a sample of answers, by hand."""

import pytest

from annotator.systems.error_analysis.sampling import GivenAnswer, answers_given, draw
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_examples, make_project
from tests.factories.error_analysis import PREDICTION, make_answers, make_long_form_score
from tests.factories.systems import make_score, make_scored_example

POPULATION = [GivenAnswer(number, {}) for number in range(5)]


def test_the_answers_with_the_least_random_numbers_are_drawn() -> None:
    # Random(1) gives 0.134, 0.847, 0.764, 0.255, 0.495.
    assert [each.example for each in draw(POPULATION, size=3, seed=1)] == [0, 3, 4]


def test_no_answer_is_drawn_twice() -> None:
    assert sorted(draw(POPULATION, size=5, seed=9)) == POPULATION


def test_more_answers_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="6 can't be drawn from 5"):
        draw(POPULATION, size=6, seed=1)


@pytest.mark.django_db
def test_only_predictions_that_count_at_the_threshold_are_answers() -> None:
    project = make_project()
    examples = make_examples(project, 5)
    score = make_answers(project, ["right", "missed", "wrong", "nothing", "needless"])
    answered = [examples[0].pk, examples[2].pk, examples[4].pk]
    assert answers_given(score) == [GivenAnswer(key, PREDICTION) for key in answered]


@pytest.mark.django_db
def test_a_part_below_its_threshold_is_no_answer() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    given = {"long": [0, 9, 0, 3], "short": [[2, 4, 1, 2]], "yes_no": "NONE"}
    score = make_score(project)
    make_scored_example(
        score, example, long_result="missed", short_result="wrong", prediction=given
    )
    assert answers_given(score) == [GivenAnswer(example.pk, {**given, "long": None})]


@pytest.mark.django_db
def test_empty_long_form_answers_are_none() -> None:
    project = make_asqa_project()
    first, second = make_ambiguous_examples(project, 2)
    answers = {str(first.example_id): "It depends.", str(second.example_id): "  "}
    score = make_long_form_score(project, [first, second], answers, split="dev")
    assert answers_given(score) == [GivenAnswer(first.pk, {"text": "It depends."})]
