"""The agreement sample: which examples are in it, and that they get every annotation."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.collecting.assignments.overlaps import change_overlap, raise_overlap
from annotator.material.corpus.models import Example
from annotator.quality.reports.adaptive import set_adaptation
from annotator.quality.reports.adaptive_plan import Adaptation
from annotator.quality.reports.agreement_sample import AgreementSample, sample_of
from annotator.quality.reports.compute import read_examples
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.quality.reports.test_adaptive_overlap import adapt, compute, overlaps

BOTH = Given(0, ((0, 2),))
SHARES = st.floats(0, 1)


@given(st.integers(0, 2**31), SHARES, SHARES, st.lists(st.integers(0, 2**63), max_size=30))
def test_a_larger_sample_keeps_the_examples_of_a_smaller_one(
    seed: int, one: float, other: float, examples: list[int]
) -> None:
    small, large = (AgreementSample(share, seed, AT) for share in sorted((one, other)))
    assert not (small.has(examples) & ~large.has(examples)).any()
    # The others have no part in it.
    assert large.has(examples).tolist() == [large.has([each])[0] for each in examples]
    assert AgreementSample(1, seed, AT).has(examples).all()


def test_a_tenth_is_about_a_tenth_and_another_seed_draws_others() -> None:
    keys = range(20_000)
    one, other = (AgreementSample(0.1, seed, AT).has(keys) for seed in (1, 2))
    # Four standard deviations of a binomial are 170.
    assert abs(one.sum() - 2000) < 170
    assert abs((one & other).sum() - 200) < 60


def firsts(project: Project) -> list[int | None]:
    examples = Example.objects.filter(project=project).order_by("pk")
    return list(examples.values_list("first_overlap", flat=True))


@pytest.mark.django_db
def test_all_of_the_sample_get_the_cap_settled_or_not_or_not_begun() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[BOTH, BOTH], [LONG, NULL]])
    make_examples(project, 1)
    adapt(project, sample=1)
    job = compute(project)
    assert job is not None
    assert job.message == "Requested more annotations of 3 examples; 1 example settled."
    assert (overlaps(project), firsts(project)) == ([5, 5, 5], [2, 2, 2])
    reasons = {each.details["reason"] for each in Event.objects.filter(subject="example")}
    assert reasons == {"In the agreement sample: 5 annotations in any case."}
    assert compute(project) is not None
    assert Event.objects.filter(subject="example", verb="changed").count() == 3


@pytest.mark.django_db
def test_the_first_number_stays_until_a_lead_asks_for_more() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[BOTH, BOTH], [LONG, NULL]])
    adapt(project)
    compute(project)
    assert (overlaps(project), firsts(project)) == ([2, 3], [None, 2])
    _, example = Example.objects.order_by("pk")
    raise_overlap(project=project, examples=[example.pk], to=4, at=AT, actor=None, is_adaptive=True)
    assert (overlaps(project), firsts(project)) == ([2, 4], [None, 2])
    change_overlap(project=project, overlap=3, at=AT, actor=None)
    assert (overlaps(project), firsts(project)) == ([3, 4], [None, 3])
    raise_overlap(project=project, examples=[example.pk], to=6, at=AT, actor=None)
    assert (overlaps(project), firsts(project)) == ([3, 6], [None, 6])


@pytest.mark.django_db
def test_the_seed_is_kept_and_a_larger_share_begins_again() -> None:
    project = make_project(overlap=2)
    assert sample_of(project) is None
    project = adapt(project, sample=0.5)
    kept = sample_of(project)
    assert kept == AgreementSample(0.5, project.seed, AT)
    later = AT + timedelta(days=1)

    def share(value: float) -> AgreementSample | None:
        chosen = Adaptation(5, sample_share=value)
        return sample_of(set_adaptation(project=project, adaptation=chosen, at=later, actor=None))

    Project.objects.update(seed=99)
    assert share(0.2) == AgreementSample(0.2, kept.seed, AT)
    assert share(0.4) == AgreementSample(0.4, kept.seed, later)
    assert share(0) is None
    # What the sample has is in the report's columns too.
    make_examples(project, 3)
    assert share(1) is not None
    project.refresh_from_db()
    assert read_examples(project).sampled.all()
