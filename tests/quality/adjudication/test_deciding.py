"""Deciding on answers: picked or written, superseded, taken back, and never changed."""

import pytest
from django.db import IntegrityError, transaction

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.deciding import (
    newest_decision,
    pick_annotation,
    withdraw_decision,
    write_answer,
)
from annotator.quality.adjudication.groups import counting_annotations, groups_of
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, YES, annotate_example
from tests.factories.long_form import make_long_form_annotation

pytestmark = pytest.mark.django_db


@pytest.fixture
def example() -> Example:
    """Answered by three: two say the same."""
    project = make_project(overlap=3)
    (made,) = make_examples(project, 1)
    for annotator, answer in zip(
        make_annotators(project, 3), (LONG_ONLY, WHOLE, WHOLE), strict=True
    ):
        annotate_example(made, annotator, answer)
    return made


@pytest.fixture
def lead(example: Example) -> User:
    return make_member(example.project, "lena", Role.LEAD).user


def pick(
    example: Example, annotation: Annotation, lead: User, supersedes: int | None = None
) -> Adjudication:
    return pick_annotation(
        example=example,
        annotation=annotation.pk,
        supersedes=supersedes,
        reason=" The box has the year. ",
        at=AT,
        actor=lead,
    )


def test_annotations_with_the_same_answer_are_a_group_the_largest_first(example: Example) -> None:
    found = groups_of("nq", counting_annotations(example))
    names = [[each.annotator.username for each in group.annotations] for group in found]
    assert names == [["annotator-1", "annotator-2"], ["annotator-0"]]


def test_a_picked_answer_is_kept_with_who_when_and_why(example: Example, lead: User) -> None:
    picked = counting_annotations(example)[1]
    decision = pick(example, picked, lead)
    assert decision.answer is not None
    assert decision.answer["long_answer"]["candidate_index"] == 0
    assert [span["text"] for span in decision.answer["short_answers"]] == ["a"]
    assert "word_jumps" not in decision.answer
    assert (decision.picked, decision.decided_by, decision.decided_at) == (picked, lead, AT)
    assert decision.reason == "The box has the year."
    event = Event.objects.get(subject="adjudication")
    assert (event.verb, event.actor, event.example_id) == ("decided", lead, example.pk)
    assert event.details == {"annotation": picked.pk, "reason": "The box has the year."}


def test_a_later_decision_supersedes_and_withdrawing_leaves_none(
    example: Example, lead: User
) -> None:
    first, second, _ = counting_annotations(example)
    one = pick(example, first, lead)
    other = pick(example, second, lead, supersedes=one.pk)
    assert list(Adjudication.objects.standing()) == [other]
    gone = withdraw_decision(example=example, supersedes=other.pk, at=AT, actor=lead)
    assert newest_decision(example) == gone
    assert not Adjudication.objects.standing().exists()
    assert Adjudication.objects.count() == 3
    assert Event.objects.filter(subject="adjudication", verb="withdrew").count() == 1
    again = pick(example, first, lead, supersedes=gone.pk)
    assert list(Adjudication.objects.standing()) == [again]


def test_of_two_leads_who_decide_at_once_the_second_is_told(example: Example, lead: User) -> None:
    first, second, _ = counting_annotations(example)
    pick(example, first, lead)
    with pytest.raises(ConflictError) as refused:
        pick(example, second, lead)
    assert refused.value.code == "stale_decision"
    with pytest.raises(ConflictError) as refused:
        withdraw_decision(example=example, supersedes=0, at=AT, actor=lead)
    assert refused.value.code == "stale_decision"


def test_only_a_current_annotation_of_the_example_can_be_picked(
    example: Example, lead: User
) -> None:
    before = counting_annotations(example)[0]
    reopen_annotation(annotation=before, reason="x", at=AT, actor=lead)
    revise_annotation(annotation=before, answer=NULL, reason="x", at=AT)
    with pytest.raises(ConflictError) as refused:
        pick(example, before, lead)
    assert refused.value.code == "stale_annotation"


def test_a_written_answer_passes_the_checks_of_a_submission(example: Example, lead: User) -> None:
    decision = write_answer(
        example=example, answer=YES, supersedes=None, reason="All missed it.", at=AT, actor=lead
    )
    assert decision.picked is None
    assert decision.answer is not None
    assert decision.answer["yes_no_answer"] == "YES"
    with pytest.raises(InvalidInputError):
        write_answer(
            example=example,
            answer={**YES, "long_answer": None},
            supersedes=decision.pk,
            reason="x",
            at=AT,
            actor=lead,
        )
    with pytest.raises(InvalidInputError) as refused:
        write_answer(
            example=example, answer=YES, supersedes=decision.pk, reason=" ", at=AT, actor=lead
        )
    assert refused.value.code == "reason_needed"


def test_a_long_form_answer_is_picked_with_its_knowledge(lead: User) -> None:
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    one, other = make_annotators(project, 2)
    make_long_form_annotation(example, one, text="Another text.")
    picked = make_long_form_annotation(example, other, knowledge=["A plumb bob is a weight."])
    assert len(groups_of("asqa", counting_annotations(example))) == 2
    decision = pick(example, picked, lead)
    assert decision.answer is not None
    assert decision.answer["long_form_answer"] == COMPLETE
    assert [each["content"] for each in decision.answer["knowledge"]] == [
        "A plumb bob is a weight."
    ]


def test_the_database_keeps_a_decision_and_lets_its_reason_be_emptied(
    example: Example, lead: User
) -> None:
    decision = pick(example, counting_annotations(example)[0], lead)
    own = Adjudication.objects.filter(pk=decision.pk)
    for change in ({"answer": None}, {"picked": None}, {"reason": "Another."}):
        with pytest.raises(IntegrityError), transaction.atomic():
            own.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        own.delete()
    own.update(reason="")
