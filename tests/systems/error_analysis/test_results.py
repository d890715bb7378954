"""Shares of labels and agreement of two labellers, against hand-worked values."""

import numpy as np
import pytest

from annotator.measures.intervals import share_interval
from annotator.systems.error_analysis.results import Labels, label_shares, results_of
from annotator.workspace.projects.models import Role
from tests.factories.clustered import counted_share
from tests.factories.corpus import make_examples, make_member, make_project
from tests.factories.error_analysis import label_all, make_analysis, make_answers

CORRECT, MADE_UP, REPEATED = frozenset({0}), frozenset({1}), frozenset({1, 3})


def test_the_share_of_one_labeller_has_the_interval_of_a_binomial() -> None:
    rows: list[list[Labels]] = [[CORRECT]] * 40 + [[MADE_UP]] * 10
    correct, made_up, *_ = label_shares(rows, 5)
    assert (correct.value, correct.count, correct.total) == (0.8, 40, 50)
    assert (correct.low, correct.high) == pytest.approx(counted_share(40, 50))
    assert (made_up.low, made_up.high) == pytest.approx(counted_share(10, 50))


def test_a_share_of_few_answers_has_no_interval_and_says_why() -> None:
    correct, *_ = label_shares([[CORRECT]] * 9, 5)
    assert (correct.value, correct.low, correct.high) == (1, None, None)
    assert correct.withheld
    assert correct.withheld.reason == "An interval needs 10 answers; there are 9."


def test_an_answer_with_several_labels_counts_for_each() -> None:
    shares = label_shares([[REPEATED], [MADE_UP], [CORRECT], [CORRECT]], 5)
    assert [each.value for each in shares] == [0.5, 0.5, 0, 0.25, 0]


def test_two_labellers_count_half_each_with_the_interval_over_answers() -> None:
    rows: list[list[Labels]] = [
        *[[MADE_UP, MADE_UP]] * 20,
        *[[MADE_UP, CORRECT]] * 5,
        *[[CORRECT, MADE_UP]] * 10,
        *[[CORRECT, CORRECT]] * 15,
    ]
    made_up = label_shares(rows, 5)[1]
    # (2 · 20 + 5 + 10) of 100 labellings.
    assert (made_up.value, made_up.count, made_up.total) == (0.55, 55, 100)
    expected = share_interval(np.array([2] * 20 + [1] * 15 + [0] * 15), np.full(50, 2))
    assert (made_up.low, made_up.high) == (expected.low, expected.high)


@pytest.mark.django_db
def test_answers_about_one_page_are_one_unit() -> None:
    project = make_project()
    make_examples(project, 12)
    analysis = make_analysis(
        make_answers(project, ["right"] * 12),
        [make_member(project, "ada", Role.LEAD).user],
        size=12,
    )
    found = results_of(label_all(analysis, [[[0]]] * 6 + [[[1]]] * 6)).labels[0].share
    assert (found.value, found.low, found.total) == (0.5, None, 12)
    assert found.withheld
    assert found.withheld.reason == ("An interval needs 10 pages; there is 1.")


@pytest.mark.django_db
def test_agreement_is_on_each_label_and_on_all_together() -> None:
    project = make_project()
    make_examples(project, 10)
    people = [make_member(project, name, Role.EXPERT).user for name in ("ada", "bob")]
    analysis = make_analysis(make_answers(project, ["wrong"] * 10), people, size=10)
    # On hallucination: 4 yes-yes, 1 yes-no, 2 no-yes, 3 no-no. Of 10, 7 are the same. By chance
    # 0.5 · 0.6 + 0.5 · 0.4 = 0.5 are, so Cohen's kappa is (0.7 - 0.5) / 0.5 = 0.4.
    rows = [[[1], [1]]] * 3 + [[[1], [1, 3]], [[1], [0]], *[[[0], [1]]] * 2, *[[[0], [0]]] * 3]
    results = results_of(label_all(analysis, rows))
    assert [each.share.value for each in results.labels] == [0.45, 0.55, 0, 0.05, 0]
    hallucination, repetition = (results.labels[place].agreement for place in (1, 2))
    assert hallucination
    assert repetition
    (pair,) = hallucination.pairs
    assert (pair.n, pair.agreement, pair.kappa) == (10, 0.7, pytest.approx(0.4))
    # The one who also saw a repetition did not say the same.
    assert results.same
    assert results.same.observed == pytest.approx(0.6)
    # A label that nobody gave has no chance-corrected agreement.
    assert repetition.observed == 1
    assert repetition.krippendorff_alpha.value is None


@pytest.mark.django_db
def test_one_labeller_agrees_with_nobody() -> None:
    project = make_project()
    make_examples(project, 1)
    ada = make_member(project, "ada", Role.LEAD).user
    results = results_of(label_all(make_analysis(make_answers(project, ["right"]), [ada]), [[[0]]]))
    assert (results.same, results.labels[0].agreement) == (None, None)
    assert results.labels[0].share.value == 1
