"""What the section *agreement* says with annotator models: crowd-kit, and loops, as oracles."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import digamma

from annotator.material.corpus.models import Example
from annotator.quality.reports.context import Parameters
from annotator.quality.reports.figures import Table
from annotator.quality.reports.sections.agreement import compute, example_columns, inputs
from tests.factories.corpus import make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.factories.report_columns import Row, make_columns, make_context
from tests.size import is_long

if is_long():
    # Too heavy to install for every change.
    from crowdkit import aggregation as crowdkit

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
CANDIDATES, COUNT = 12, 240
NEVER = -1e9
"""A tolerance that no change of the likelihood is below."""


def rows_of(examples: int = COUNT, annotators: int = 4, seed: int = 11) -> list[Row]:
    """The truth is bad, none or a candidate; annotators know it more or less often, else guess."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(-2, 3, examples)
    rows = []
    for example in range(examples):
        for who in range(annotators):
            knows = generator.random() < 0.95 - 0.12 * who
            said = int(truth[example] if knows else generator.integers(-2, 6))
            if said == -2:
                rows.append(Row(example, who, quality="bad"))
            elif said == -1:
                rows.append(Row(example, who))
            else:
                rows.append(Row(example, who, candidate=said, tag="P"))
    return rows


ROWS = rows_of()
INPUTS = {"examples": list(range(COUNT)), "candidates": [CANDIDATES] * COUNT}
# Two further examples that one annotator alone answered say nothing, and get no posterior.
CONTEXT = make_context(
    make_columns([*ROWS, Row(900, 0, quality="bad"), Row(901, 1)]), inputs=INPUTS
)
SECTION, COLUMNS = compute(CONTEXT), example_columns(CONTEXT)
LABELS = {"bad": lambda row: row.quality == "bad", "null": lambda row: row.candidate is None}


def abilities() -> dict[str, list[float]]:
    table = next(each for each in SECTION.tables if each.name == "abilities")
    heads = [column.name for column in table.columns]
    return dict(zip(heads, map(list, zip(*table.rows, strict=True)), strict=True))


def frame(label: str) -> pd.DataFrame:
    said = [(row.example, row.annotator, int(LABELS[label](row))) for row in ROWS]
    # crowd-kit numbers labels in the order in which they appear.
    first = next(each for each in said if each[1:] == (0, 0))
    said.sort(key=lambda each: each != first)
    return pd.DataFrame(said, columns=["task", "worker", "label"])


@pytest.mark.parametrize(
    ("label", "ability"), [("bad", "dawid_skene_quality"), ("null", "dawid_skene_null")]
)
@pytest.mark.long
def test_abilities_are_those_of_crowd_kit(label: str, ability: str) -> None:
    theirs = crowdkit.DawidSkene(n_iter=40, tol=NEVER).fit(frame(label))
    prior = theirs.priors_
    correct = [
        sum(prior[truth] * theirs.errors_.loc[(who, truth), truth] for truth in (0, 1))
        for who in range(4)
    ]
    assert abilities()[ability] == pytest.approx(correct, abs=2e-3)


@pytest.mark.parametrize(("label", "ability"), [("bad", "mace_quality"), ("null", "mace_null")])
def test_competences_are_those_of_going_through_truths_and_guesses(
    label: str, ability: str
) -> None:
    """Variational Bayes with the labels' shares estimated, one step after the other."""
    said = np.array([int(LABELS[label](row)) for row in ROWS]).reshape(COUNT, 4)
    knows, guesses, habit = np.full(4, 0.6), np.full(4, 0.4), np.full((4, 2), 0.5)
    shares = np.full(2, 0.5)
    for _ in range(60):
        # Of each annotation, whether the truth is ``true``: known, or said without knowing.
        known, guessed = np.zeros((2, COUNT, 4)), np.zeros((2, COUNT, 4))
        for true in (0, 1):
            known[true] = (said == true) * knows
            guessed[true] = guesses * habit[np.arange(4), said]
        weights = shares * (known + guessed).prod(axis=2).T
        posterior = (weights / weights.sum(axis=1, keepdims=True)).T[:, :, None]
        knew = (posterior * known / (known + guessed)).sum(axis=0)
        counts = np.stack([((said == each) * (1 - knew)).sum(axis=0) for each in (0, 1)], axis=1)
        both = np.stack([knew.sum(axis=0) + 0.5, COUNT - knew.sum(axis=0) + 0.5])
        knows, guesses = np.exp(digamma(both) - digamma(COUNT + 1))
        counts += 1
        habit = np.exp(digamma(counts) - digamma(counts.sum(axis=1, keepdims=True)))
        shares = (posterior.sum(axis=(1, 2)) + 1) / (COUNT + 2)
    assert abilities()[ability] == pytest.approx(both[0] / (COUNT + 1), abs=0.005)


def test_candidates_are_told_from_guesses_among_all_of_the_page() -> None:
    """The same model by loops over every option of every page, chosen or not."""
    options = CANDIDATES + 1
    said = np.array([0 if row.candidate is None else row.candidate + 1 for row in ROWS])
    said = said.reshape(COUNT, 4)
    knows = np.full(4, 0.8)
    for _ in range(500):
        likelihoods = np.ones((COUNT, options))
        for example, row in enumerate(said):
            for who, option in enumerate(row):
                likelihoods[example] *= (1 - knows[who]) / options
                likelihoods[example, option] *= 1 + knows[who] * options / (1 - knows[who])
        posterior = likelihoods / likelihoods.sum(axis=1, keepdims=True)
        right = knows / (knows + (1 - knows) / options)
        chosen = np.take_along_axis(posterior, said, axis=1)
        knows = (chosen * right).mean(axis=0)
    assert abilities()["choices_long"] == pytest.approx(knows, abs=1e-3)


def test_models_wait_for_forty_examples_of_two_annotators() -> None:
    few = compute(make_context(make_columns([row for row in ROWS if row.example < 39])))
    missing = all_abilities(few).missing
    assert (missing.have, missing.need) == (39, 40)
    enough = compute(make_context(make_columns([row for row in ROWS if row.example < 40])))
    assert all_abilities(enough).missing is None


def test_where_few_say_the_rarer_answer_only_mace_has_no_competence() -> None:
    """One example in 40 is bad for all: 6 of everybody's 240."""
    rows = [
        Row(example, who, quality="bad" if example % 40 == 0 else "good")
        for example in range(COUNT)
        for who in range(3)
    ]
    table = all_abilities(compute(make_context(make_columns(rows), inputs=INPUTS)))
    heads = [column.name for column in table.columns]
    shown = [dict(zip(heads, row, strict=True)) for row in table.rows]
    assert [each["mace_quality"] for each in shown] == [None] * 3
    assert [each["dawid_skene_quality"] for each in shown] == pytest.approx([1, 1, 1])


def test_somebody_with_few_examples_has_no_ability_yet() -> None:
    rows = [row for row in ROWS if row.annotator != 3 or row.example < 39]
    table = all_abilities(compute(make_context(make_columns(rows), inputs=INPUTS)))
    assert [row[:2] for row in table.rows] == [["0", COUNT], ["1", COUNT], ["2", COUNT]]


def test_annotators_of_a_file_help_the_models_and_are_not_judged() -> None:
    rows = [Row(**(vars(row) | {"source": "imported"})) for row in ROWS if row.annotator < 2]
    rows += [row for row in ROWS if row.annotator >= 2]
    section = compute(make_context(make_columns(rows), inputs=INPUTS))
    assert [row[0] for row in all_abilities(section).rows] == ["2", "3"]


def all_abilities(section) -> Table:
    return next(each for each in section.tables if each.name == "abilities")


@pytest.mark.django_db
def test_candidates_are_counted_of_pages_that_several_annotate() -> None:
    project = make_project(overlap=3)
    first, second = annotate_at_once(project, [[LONG, NULL, LONG], [NULL, NULL]])
    other = make_project(slug="other", overlap=1)
    annotate_at_once(other, [[LONG]])
    found = inputs(project, Parameters(as_of="2026-01-01"))
    examples = Example.objects.filter(pk__in=[first.example_id, second.example_id]).order_by("pk")
    assert found == {
        "examples": [example.pk for example in examples],
        "candidates": [example.page.candidate_count for example in examples],
    }
    assert inputs(other, Parameters(as_of="2026-01-01")) == {"examples": [], "candidates": []}
