"""Agreement of annotators with decided answers."""

import pytest

from annotator.measures.intervals.shares import binomial_ends
from annotator.quality.adjudication.agreement import GoldAgreement, agreement_with_gold
from annotator.quality.adjudication.deciding import pick_annotation, withdraw_decision
from annotator.quality.adjudication.groups import counting_annotations
from annotator.workspace.projects.models import Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, annotate_example
from tests.factories.long_form import make_long_form_annotation

pytestmark = pytest.mark.django_db


def test_it_is_the_share_of_decided_examples_with_the_same_answer() -> None:
    """Of twelve decided examples, the first annotator is right in all, the second in nine."""
    project = make_project(overlap=2)
    lead = make_member(project, "lena", Role.LEAD).user
    one, other = make_annotators(project, 2)
    for number, example in enumerate(make_examples(project, 14)):
        picked = annotate_example(example, one, WHOLE)
        annotate_example(example, other, WHOLE if number < 9 else (LONG_ONLY, NULL)[number % 2])
        if number < 13:
            decision = pick_annotation(
                example=example,
                annotation=picked.pk,
                supersedes=None,
                reason="",
                at=AT,
                actor=lead,
            )
        if number == 12:
            withdraw_decision(example=example, supersedes=decision.pk, at=AT, actor=lead)
    found = agreement_with_gold(project, [one.pk, other.pk, lead.pk])
    assert found == {
        one.pk: GoldAgreement(1.0, *binomial_ends(1.0, 12), 12, ""),
        other.pk: GoldAgreement(0.75, *binomial_ends(0.75, 12), 12, ""),
    }
    assert list(agreement_with_gold(project, [other.pk])) == [other.pk]


def test_of_long_form_answers_it_is_their_likeness() -> None:
    project = make_asqa_project(overlap=2)
    lead = make_member(project, "lena", Role.LEAD).user
    one, other = make_annotators(project, 2)
    (example,) = make_ambiguous_examples(project, 1)
    make_long_form_annotation(example, one, text="One two three.")
    make_long_form_annotation(example, other, text="One two four.")
    pick_annotation(
        example=example,
        annotation=counting_annotations(example)[0].pk,
        supersedes=None,
        reason="",
        at=AT,
        actor=lead,
    )
    found = agreement_with_gold(project, [one.pk, other.pk])
    assert (found[one.pk].value, found[other.pk].value) == (1.0, pytest.approx(2 / 3))
    assert found[one.pk].low is None
    assert found[one.pk].reason == "An interval needs 10 examples; there is 1."
