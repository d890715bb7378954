"""Which annotations are drawn, and how often."""

import hashlib
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import Target
from annotator.quality.judgments.sampling import draw, population_of, population_sha256
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, YES, annotate_example
from tests.factories.late import make_late_annotation

populations = st.lists(st.integers(1, 10**6), min_size=1, max_size=30, unique=True).map(sorted)
seeds = st.integers(0, 2**53 - 1)


@pytest.fixture
def project() -> Project:
    return make_project(overlap=3)


def keys_of(project: Project, target: Target) -> list[int]:
    return list(population_of(project=project, target=target).values_list("pk", flat=True))


@pytest.mark.django_db
def test_the_population_has_the_answers_that_are_not_null(project: Project) -> None:
    (writer,) = make_annotators(project, 1)
    answers = (WHOLE, LONG_ONLY, YES, NULL)
    examples = make_examples(project, 4)
    whole, long_only, yes, _ = (
        annotate_example(example, writer, answer).pk
        for example, answer in zip(examples, answers, strict=True)
    )
    assert keys_of(project, Target.LONG) == [whole, long_only, yes]
    assert keys_of(project, Target.SHORT) == [whole, yes]


@pytest.mark.django_db
def test_of_a_chain_of_revisions_the_newest_is_drawn_from(project: Project) -> None:
    ada, ben = make_annotators(project, 2)
    (example,) = make_examples(project, 1)
    first, second = (annotate_example(example, who, NULL) for who in (ada, ben))
    better, _ = revise_annotation(annotation=first, answer=WHOLE, reason="Seen now", at=AT)
    revise_annotation(annotation=second, answer=NULL, reason="Still none", at=AT)
    assert keys_of(project, Target.LONG) == [better.pk]


@pytest.mark.django_db
def test_what_does_not_count_is_not_drawn_from(project: Project) -> None:
    annotators = make_annotators(project, 4)
    late, hidden, training, other = make_examples(project, 4)
    make_late_annotation(late, *annotators)
    Annotation.objects.filter(is_late=True).get()
    for example in (hidden, training):
        annotate_example(example, annotators[0])
    Example.objects.filter(pk=hidden.pk).update(is_published=False)
    Example.objects.filter(pk=training.pk).update(purpose="exam")
    counted = annotate_example(other, annotators[0])
    elsewhere = make_project("elsewhere")
    make_member(elsewhere, "annotator-0")
    annotate_example(make_examples(elsewhere, 1)[0], annotators[0])
    assert keys_of(project, Target.LONG) == [counted.pk]


@given(populations, st.integers(1, 60), seeds)
def test_the_same_seed_draws_the_same_again(population: list[int], size: int, seed: int) -> None:
    sample = draw(population=population, size=size, seed=seed)
    assert draw(population=tuple(population), size=size, seed=seed) == sample
    assert len(sample.drawn) == size
    assert set(sample.drawn) <= set(population)
    assert sorted(sample.shown) == sorted(set(sample.drawn))
    assert sample.population_size == len(population)


@given(populations, st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_draws_follow_the_mersenne_twister_of_another_library(
    population: list[int], size: int, seed: int
) -> None:
    # Seeded by an array, NumPy's older generator is Python's.
    generator = np.random.RandomState([seed])
    drawn = [population[int(u * len(population))] for u in generator.random_sample(size)]
    sample = draw(population=population, size=size, seed=seed)
    assert list(sample.drawn) == drawn
    keys = np.unique(drawn)
    places = generator.random_sample(len(keys))
    assert list(sample.shown) == keys[np.argsort(places)].tolist()


def test_a_question_is_drawn_as_often_as_it_was_answered() -> None:
    """Of 8 annotations 5 are of one question, 2 of another and 1 of a third."""
    question_of = dict(enumerate(["often"] * 5 + ["twice"] * 2 + ["once"]))
    sample = draw(population=list(question_of), size=8000, seed=2019)
    counts = Counter(question_of[key] for key in sample.drawn)
    for question, share in (("often", 5 / 8), ("twice", 2 / 8), ("once", 1 / 8)):
        assert binomtest(counts[question], 8000, share).pvalue > 0.01


def test_a_draw_does_not_depend_on_the_one_before() -> None:
    """The same key twice in a row is as likely as any other pair: 1 in 4."""
    drawn = draw(population=[1, 2, 3, 4], size=8001, seed=44).drawn
    repeated = sum(first == second for first, second in pairwise(drawn))
    assert binomtest(repeated, 8000, 1 / 4).pvalue > 0.01


def test_different_seeds_draw_differently() -> None:
    population = list(range(1000))
    samples = {draw(population=population, size=20, seed=seed).drawn for seed in range(200)}
    assert len(samples) == 200


def test_nothing_is_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        draw(population=[], size=1, seed=1)


def test_the_population_is_told_by_the_sum_of_its_keys() -> None:
    assert population_sha256([3, 17]) == hashlib.sha256(b"3\n17\n").hexdigest()
    assert population_sha256([31, 7]) != population_sha256([3, 17])


@pytest.mark.django_db
def test_what_adaptive_overlap_asked_for_is_not_drawn_from(project: Project) -> None:
    ada, ben, eve = make_annotators(project, 3)
    contested, usual = make_examples(project, 2)
    kept = [annotate_example(contested, who).pk for who in (ada, ben)]
    annotate_example(contested, eve)
    kept += [annotate_example(usual, who).pk for who in (eve, ada, ben)]
    Example.objects.filter(pk=contested.pk).update(first_overlap=2)
    assert keys_of(project, Target.LONG) == sorted(kept)
