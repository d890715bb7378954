"""The queue of disagreements: which examples, and in which order."""

import pytest

from annotator.material.corpus.models import Example, Purpose
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.quality.adjudication.groups import counting_annotations
from annotator.quality.adjudication.queue import count_undecided, decided_keys, disagreements_of
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, annotate_example
from tests.factories.long_form import make_long_form_annotation
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db

GIVEN = (
    (WHOLE, WHOLE, WHOLE),
    (WHOLE, WHOLE, LONG_ONLY),
    (NULL, WHOLE, LONG_ONLY),
    (NULL, NULL, NULL),
    (WHOLE, NULL, WHOLE),
)


@pytest.fixture
def project() -> Project:
    return make_project(overlap=3)


@pytest.fixture
def examples(project: Project) -> list[Example]:
    annotators = make_annotators(project, 3)
    made = make_examples(project, len(GIVEN))
    for example, answers in zip(made, GIVEN, strict=True):
        for annotator, answer in zip(annotators, answers, strict=True):
            annotate_example(example, annotator, answer)
    return made


def decide(example: Example) -> None:
    lead = make_member(example.project, "lena", Role.LEAD).user
    annotation = counting_annotations(example)[0].pk
    pick_annotation(
        example=example, annotation=annotation, supersedes=None, reason="", at=AT, actor=lead
    )


def test_before_the_first_statistics_nobody_knows(
    project: Project, examples: list[Example]
) -> None:
    found = disagreements_of(project)
    assert (found.computed_at, found.agreement, count_undecided(project)) == (None, {}, None)


def test_the_least_agreement_comes_first_and_agreement_not_at_all(
    project: Project, examples: list[Example]
) -> None:
    """Of three pairs, one agrees: on each of the third and last examples' decisions but yes or no,
    where all do, and on the second example's short answer alone. Means are over five decisions.
    """
    make_report(project)
    found = disagreements_of(project)
    second, third, last = examples[1].pk, examples[2].pk, examples[4].pk
    assert list(found.agreement) == [third, last, second]
    assert list(found.agreement.values()) == pytest.approx([7 / 15, 7 / 15, 13 / 15])
    assert [found.next_after(key) for key in (third, last, second)] == [last, second, third]
    assert found.next_after(examples[0].pk) == third


def test_a_decided_example_is_not_open_any_more(project: Project, examples: list[Example]) -> None:
    make_report(project)
    assert count_undecided(project) == 3
    decide(examples[2])
    found = disagreements_of(project)
    assert found.undecided == [examples[4].pk, examples[1].pk]
    assert (count_undecided(project), decided_keys(project)) == (2, [examples[2].pk])
    assert found.next_after(examples[1].pk) == examples[4].pk


def test_examples_that_were_hidden_since_the_statistics_are_not_in_it(
    project: Project, examples: list[Example]
) -> None:
    make_report(project)
    decide(examples[2])
    Example.objects.filter(pk__in=[examples[2].pk, examples[4].pk]).update(purpose=Purpose.HIDDEN)
    assert list(disagreements_of(project).agreement) == [examples[1].pk]
    assert decided_keys(project) == []
    steward = make_member(project, "stella", Role.LEAD)
    Membership.objects.filter(pk=steward.pk).update(is_steward=True)
    assert decided_keys(project, steward.user) == [examples[2].pk]


def test_long_form_answers_come_in_the_order_of_their_likeness() -> None:
    project = make_asqa_project(overlap=2)
    annotators = make_annotators(project, 2)
    texts = (("One two three.", "One two four."), ("A text.", "A text."), ("Red.", "Blue."))
    made = make_ambiguous_examples(project, len(texts))
    for example, own in zip(made, texts, strict=True):
        for annotator, text in zip(annotators, own, strict=True):
            make_long_form_annotation(example, annotator, text=text)
    make_report(project)
    found = disagreements_of(project)
    assert list(found.agreement) == [made[2].pk, made[0].pk]
    assert list(found.agreement.values()) == pytest.approx([0, 2 / 3])
