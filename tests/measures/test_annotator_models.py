"""Annotator models against crowd-kit, against hand-worked posteriors and against known truths."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.annotator_models import (
    Decisions,
    estimate_choices,
    fit_dawid_skene,
    fit_mace,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from tests.size import is_long

if is_long():
    # Too heavy to install for every change.
    from crowdkit import aggregation as crowdkit

NEVER = -1e9
"""A tolerance that no change of the likelihood is below."""
pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")


def simulated(units: int = 300, labels: int = 3, seed: int = 7) -> tuple[Decisions, np.ndarray]:
    """Five annotators who know the truth in 95, 85, 75, 65 and 40% of cases, one unit in ten
    missing, and the truth.
    """
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, labels, units)
    abilities = [0.95, 0.85, 0.75, 0.65, 0.4]
    rows = []
    for annotator, ability in enumerate(abilities):
        for unit in range(units):
            if generator.random() < 0.1:
                continue
            knows = generator.random() < ability
            label = truth[unit] if knows else generator.integers(0, labels)
            rows.append((unit, annotator, label))
    columns = np.array(rows, dtype=np.int64).T
    return Decisions(*columns, units, len(abilities), labels), truth


def as_frame(decisions: Decisions) -> pd.DataFrame:
    """crowd-kit's shape. It takes labels for the numbers of their first appearance, so that a
    label has to appear in the order of its number.
    """
    frame = pd.DataFrame(
        {"task": decisions.units, "worker": decisions.annotators, "label": decisions.labels}
    )
    firsts = [frame.index[frame["label"] == label][0] for label in range(decisions.label_count)]
    others = [row for row in frame.index if row not in firsts]
    return frame.loc[firsts + others].reset_index(drop=True)


@pytest.mark.long
def test_dawid_skene_agrees_with_crowd_kit() -> None:
    decisions, _ = simulated(units=60)
    ours = fit_dawid_skene(decisions, iterations=12, tolerance=NEVER)
    theirs = crowdkit.DawidSkene(n_iter=12, tol=NEVER).fit(as_frame(decisions))
    assert ours.iterations == 12
    assert ours.posterior == pytest.approx(
        theirs.probas_.sort_index()[[0, 1, 2]].to_numpy(), abs=1e-9
    )
    # Theirs are after one more step.
    after = fit_dawid_skene(decisions, iterations=13, tolerance=NEVER)
    assert after.prior == pytest.approx(theirs.priors_.loc[[0, 1, 2]].to_numpy(), abs=1e-9)
    for annotator in range(5):
        table = theirs.errors_.loc[annotator].loc[[0, 1, 2], [0, 1, 2]].to_numpy().T
        assert after.confusion[annotator] == pytest.approx(table, abs=1e-8)


@pytest.mark.long
@pytest.mark.parametrize("variational", [True, False])
def test_mace_agrees_with_crowd_kit(variational: bool) -> None:
    decisions, _ = simulated(units=60)
    ours = fit_mace(decisions, seed=1, iterations=60, restarts=1, variational=variational)
    method = "vb" if variational else "em"
    theirs = crowdkit.MACE(n_restarts=1, n_iter=60, method=method).fit(as_frame(decisions))
    assert ours.posterior == pytest.approx(
        theirs.probas_.sort_index()[[0, 1, 2]].to_numpy(), abs=2e-3
    )
    knows = theirs.spamming_[:, 1] / theirs.spamming_.sum(axis=1)
    assert ours.competence == pytest.approx(knows, abs=0.02)


@pytest.mark.long
def test_mace_does_not_mind_the_order_of_labels_and_is_nearer_to_the_truth_than_crowd_kit() -> None:
    """Labels are rare or common, and habits differ. crowd-kit numbers labels in the order in which
    they appear and adds up what annotators say in the order of the labels' names: where the two
    orders differ, each annotator is given the habits of another label.
    """
    generator = np.random.default_rng(5)
    knows, habit = np.array([0.95, 0.9, 0.8, 0.7, 0.6, 0.5]), [0.1, 0.1, 0.3, 0.05, 0.5, 0.9]
    truth = (generator.random(1500) < 0.5).astype(int)
    rows = [
        (unit, who, int(truth[unit] if generator.random() < knows[who] else guess < habit[who]))
        for unit in range(1500)
        for who in range(6)
        for guess in [generator.random()]
    ]
    first = {label: next(row for row in rows if row[1:] == (0, label)) for label in (0, 1)}
    ours, theirs = {}, {}
    for label, row in first.items():
        ordered = sorted(rows, key=lambda each, row=row: each != row)
        decisions = Decisions(*np.array(ordered).T, 1500, 6, 2)
        ours[label] = fit_mace(decisions, seed=1, restarts=3, iterations=60).competence
        frame = pd.DataFrame(ordered, columns=["task", "worker", "label"])
        model = crowdkit.MACE(n_restarts=3, n_iter=60, method="vb", random_state=1).fit(frame)
        theirs[label] = model.spamming_[:, 1] / model.spamming_.sum(axis=1)
    assert ours[0] == pytest.approx(ours[1], abs=1e-6)
    assert ours[0] == pytest.approx(knows, abs=0.08)
    assert ours[0] == pytest.approx(theirs[0], abs=0.02)
    assert np.abs(theirs[1] - knows).max() > np.abs(ours[1] - knows).max() + 0.02


def test_dawid_skene_by_hand() -> None:
    """Two sure annotators agree on units 0 to 3, truth known; one who always says 1 adds nothing:
    the posterior of what only they label is the prior.
    """
    sure = [(unit, who, unit % 2) for unit in range(4) for who in (0, 1)]
    always = [(unit, 2, 1) for unit in range(5)]
    columns = np.array(sure + always, dtype=np.int64).T
    fit = fit_dawid_skene(Decisions(*columns, 5, 3, 2), iterations=500, tolerance=1e-14)
    assert fit.posterior[:4].argmax(axis=1).tolist() == [0, 1, 0, 1]
    assert fit.posterior[4] == pytest.approx(fit.prior, abs=1e-9)
    assert fit.confusion[2] == pytest.approx(np.array([[0, 1], [0, 1]]), abs=1e-9)
    assert fit.ability[:2] == pytest.approx([1, 1], abs=1e-6)


def test_models_find_abilities_that_are_known() -> None:
    decisions, truth = simulated(units=4000)
    # Who does not know guesses right in one of three cases.
    expected = [a + (1 - a) / 3 for a in (0.95, 0.85, 0.75, 0.65, 0.4)]
    fit = fit_dawid_skene(decisions)
    assert fit.ability == pytest.approx(expected, abs=0.03)
    assert np.mean(fit.posterior.argmax(axis=1) == truth) > 0.95
    mace = fit_mace(decisions, seed=3, restarts=1)
    assert mace.competence == pytest.approx([0.95, 0.85, 0.75, 0.65, 0.4], abs=0.05)


def test_a_rare_label_is_no_guess_where_labels_are_not_even() -> None:
    """One in ten is 1, and nobody has a habit of it: taken to be even, competence seems low."""
    generator = np.random.default_rng(4)
    knows = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    truth = generator.random(800) < 0.1
    known = generator.random((800, 5)) < knows
    said = np.where(known, truth[:, None], generator.random((800, 5)) < 0.1)
    units, who = np.repeat(np.arange(800), 5), np.tile(np.arange(5), 800)
    decisions = Decisions(units, who, said.reshape(-1).astype(np.int64), 800, 5, 2)
    errors = [
        np.abs(fit_mace(decisions, seed=1, restarts=3, even=even).competence - knows).max()
        for even in (False, True)
    ]
    assert errors[0] < 0.12 < errors[1]


def choices(*rows: tuple[int, int, int], counts: list[int], annotators: int, **how: float):
    units, who, options = np.array(rows, dtype=np.int64).T
    return estimate_choices(
        units, who, options, np.array(counts), annotator_count=annotators, **how
    )


def test_choices_by_hand() -> None:
    """One step from θ = 0.8, by hand. Four options; two choose option 1, one option 3.

    A guess has probability 0.2 / 4 = 0.05, the right option 0.85 for who is right. Weights: option
    1: 0.85² · 0.05 = 0.036125; option 3: 0.85 · 0.05² = 0.002125; each of the two others:
    0.05³ = 0.000125. Total 0.0385. Option 1: 0.938312, option 3: 0.055195, others: 0.006494.
    """
    found = choices((0, 0, 1), (0, 1, 1), (0, 2, 3), counts=[4], annotators=4, iterations=1)
    assert found.options.tolist() == [1, 3]
    assert found.posterior == pytest.approx([0.036125 / 0.0385, 0.002125 / 0.0385])
    assert found.unchosen == pytest.approx([0.00025 / 0.0385])
    assert found.log_likelihood == pytest.approx(np.log(0.0385 / 4))
    # The next competence: the posterior times 0.8 / 0.85, that a right choice was no lucky guess.
    assert found.competence[0] == pytest.approx(0.036125 / 0.0385 * 0.8 / 0.85)
    assert np.isnan(found.competence[3])


def test_choices_agree_with_mace_whose_habits_are_even() -> None:
    decisions, truth = simulated(units=1500)
    found = estimate_choices(
        decisions.units,
        decisions.annotators,
        decisions.labels,
        np.full(1500, 3),
        annotator_count=5,
    )
    assert found.competence == pytest.approx([0.95, 0.85, 0.75, 0.65, 0.4], abs=0.06)
    best = np.full(1500, -1)
    order = np.argsort(found.posterior)
    best[found.units[order]] = found.options[order]
    assert np.mean(best == truth) > 0.95


@given(st.data())
def test_posteriors_sum_to_one_and_names_do_not_matter(data: st.DataObject) -> None:
    units, who, labels = (data.draw(st.integers(1, most)) for most in (6, 4, 3))
    cells = data.draw(
        st.lists(
            st.tuples(st.integers(0, units - 1), st.integers(0, who - 1)),
            min_size=1,
            unique=True,
        )
    )
    rows = [(*cell, data.draw(st.integers(0, labels - 1))) for cell in cells]
    columns = np.array(rows, dtype=np.int64).T
    fit = fit_dawid_skene(Decisions(*columns, units, who, labels))
    decided = sorted({unit for unit, _, _ in rows})
    assert fit.posterior[decided].sum(axis=1) == pytest.approx(np.ones(len(decided)))
    assert np.isnan(np.delete(fit.posterior, decided, axis=0)).all()
    turned = np.array([(unit, who - 1 - one, label) for unit, one, label in rows[::-1]]).T
    again = fit_dawid_skene(Decisions(*turned, units, who, labels))
    assert again.posterior[decided] == pytest.approx(fit.posterior[decided], abs=1e-6)
    found = estimate_choices(*columns, np.full(units, labels), annotator_count=who)
    sums = np.bincount(found.units, weights=found.posterior, minlength=units) + found.unchosen
    assert sums[decided] == pytest.approx(np.ones(len(decided)))


def test_nothing_decided_is_undefined() -> None:
    none = np.array([], dtype=np.int64)
    with pytest.raises(UndefinedMeasureError, match="nobody has decided"):
        Decisions(none, none, none, 1, 1, 1)
    with pytest.raises(UndefinedMeasureError, match="nobody has chosen"):
        estimate_choices(none, none, none, np.array([2]), annotator_count=1)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([(0, 0, 2)], "number of a label"),
        ([(5, 0, 1)], "number of a unit"),
        ([(0, 0, 1), (0, 0, 0)], "twice"),
    ],
)
def test_decisions_that_cannot_be_are_refused(
    rows: list[tuple[int, int, int]], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        Decisions(*np.array(rows, dtype=np.int64).T, 2, 2, 2)
