"""From self-study to acceptance, step by step."""

from datetime import timedelta
from typing import Any

import pytest

from annotator.collecting.annotations.imported import ImportedAnnotation, add_imported_annotations
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.natural_questions import check_natural_questions_for_example
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.training.answers import (
    open_reference,
    save_training_draft,
    submit_training_answer,
    take_reference,
)
from annotator.collecting.training.attempts import start_step
from annotator.collecting.training.decisions import decide_exam, mark_session, waive_training
from annotator.collecting.training.grading import (
    GivenGrade,
    current_grades,
    finish_grading,
    grade_answer,
    grade_automatically,
    read_feedback,
)
from annotator.collecting.training.models import Attempt, Decision, Step
from annotator.collecting.training.pool import choose_training_examples, give_back_example
from annotator.collecting.training.settings import (
    current_instructions,
    require_training,
    write_short_instructions,
)
from annotator.collecting.training.standing import Standing, standing_of
from annotator.exceptions import ConflictError, DomainError, InvalidInputError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import change_member
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.late import BAD
from tests.factories.training import (
    LONG_FORM,
    answer_all,
    finish_exam,
    finish_graded_exam,
    finish_self_study,
    give_reference,
    grade_all,
    make_trainer,
    make_training_examples,
    train_first,
)

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(hours=1)


@pytest.fixture
def project() -> Project:
    return train_first(make_asqa_project())


@pytest.fixture
def lead(project: Project) -> User:
    return make_trainer(project)


@pytest.fixture
def trainee(project: Project, lead: User) -> Membership:
    return make_member(project, "trainee")


def standing(membership: Membership) -> Standing:
    return standing_of(Membership.objects.get(pk=membership.pk))


def code_of(refused: "pytest.ExceptionInfo[Any]") -> str:
    assert isinstance(refused.value, DomainError)
    return refused.value.code


def test_the_whole_way_opens_the_queue(project: Project, lead: User, trainee: Membership) -> None:
    way = [standing(trainee).state]
    finish_self_study(trainee)
    way.append(standing(trainee).state)
    mark_session(membership=trainee, attended=True, notes="Well read", at=AT, actor=lead)
    way.append(standing(trainee).state)
    exam = answer_all(trainee)
    way.append(standing(trainee).state)
    grade_all(exam, lead)
    finish_grading(membership=trainee, at=AT, actor=lead)
    way.append(standing(trainee).state)
    with pytest.raises(NotAllowedError) as refused:
        claim_assignment(project=project, annotator=trainee.user, at=AT)
    assert code_of(refused) == "training_first"
    decide_exam(membership=trainee, verdict="accepted", note="Good", at=LATER, actor=lead)
    way.append(standing(trainee).state)
    assert way == ["self_study", "in_person", "exam", "grading", "decision", "qualified"]
    assert standing(trainee).since == LATER
    # Nothing is left but training's examples, so nobody gets one.
    assert claim_assignment(project=project, annotator=trainee.user, at=AT) is None


def test_who_has_to_do_the_next_thing_and_since_when(lead: User, trainee: Membership) -> None:
    assert (standing(trainee).waits_for, standing(trainee).since) == ("annotator", AT)
    study = finish_self_study(trainee)
    assert (standing(trainee).waits_for, standing(trainee).since) == ("lead", study.finished_at)
    mark_session(membership=trainee, attended=False, notes="Ill", at=AT, actor=lead)
    assert standing(trainee).state == "in_person"
    mark_session(membership=trainee, attended=True, notes="", at=LATER, actor=lead)
    assert (standing(trainee).waits_for, standing(trainee).since) == ("annotator", LATER)


def test_a_step_begins_once_and_has_the_numbers_of_questions_of_the_paper(
    trainee: Membership, lead: User
) -> None:
    attempt = start_step(membership=trainee, at=AT)
    assert start_step(membership=trainee, at=LATER) == attempt
    assert attempt.answers.count() == 3
    exam = finish_exam(trainee, lead)
    assert exam.answers.count() == 5


def test_a_step_without_enough_questions_says_what_is_missing(project: Project) -> None:
    lead = make_member(project, "lead", Role.LEAD).user
    make_training_examples(project, Step.SELF_STUDY, lead, count=2)
    with pytest.raises(ConflictError) as refused:
        start_step(membership=make_member(project, "trainee"), at=AT)
    assert code_of(refused) == "training_not_ready"
    assert "choose 1 more for the self-study" in refused.value.detail


def test_a_step_without_enough_questions_waits_for_the_lead(project: Project) -> None:
    lead = make_member(project, "lead", Role.LEAD).user
    trainee = make_member(project, "trainee")
    make_training_examples(project, Step.SELF_STUDY, lead, count=2)
    before = standing(trainee)
    assert (before.state, before.waits_for, before.questions_missing) == ("self_study", "lead", 1)
    make_training_examples(project, Step.SELF_STUDY, lead, count=1)
    assert (standing(trainee).waits_for, standing(trainee).questions_missing) == ("annotator", 0)
    finish_self_study(trainee)
    mark_session(membership=trainee, attended=True, notes="", at=AT, actor=lead)
    after = standing(trainee)
    assert (after.state, after.waits_for, after.questions_missing) == ("exam", "lead", 5)


@pytest.mark.parametrize(
    ("self_study", "exam", "says"),
    [
        (0, 0, "3 more for the self-study and 5 more for the exam"),
        (3, 4, "choose 1 more for the exam"),
    ],
)
def test_training_that_nobody_can_pass_is_not_required(
    self_study: int, exam: int, says: str
) -> None:
    project = make_asqa_project()
    lead = make_member(project, "lead", Role.LEAD).user
    for step, count in ((Step.SELF_STUDY, self_study), (Step.EXAM, exam)):
        if count:
            make_training_examples(project, step, lead, count)
    with pytest.raises(ConflictError, match=says) as refused:
        require_training(project=project, required=True, at=AT, actor=lead)
    assert code_of(refused) == "training_not_ready"
    project.refresh_from_db()
    assert not project.requires_training
    if self_study:
        make_training_examples(project, Step.EXAM, lead, 1)
        assert require_training(project=project, required=True, at=AT, actor=lead).requires_training


def test_a_question_that_the_required_training_needs_stays_in_it(
    project: Project, lead: User
) -> None:
    example = project.examples.filter(purpose=Step.EXAM)[0]
    with pytest.raises(ConflictError) as refused:
        give_back_example(example=example, at=AT, actor=lead)
    assert code_of(refused) == "training_needs_it"
    make_training_examples(project, Step.EXAM, lead, 1)
    assert give_back_example(example=example, at=AT, actor=lead).purpose == "main"


def test_nobody_takes_a_step_before_its_turn(lead: User, trainee: Membership) -> None:
    with pytest.raises(ConflictError) as early:
        mark_session(membership=trainee, attended=True, notes="", at=AT, actor=lead)
    assert code_of(early) == "not_finished"
    finish_self_study(trainee)
    with pytest.raises(ConflictError) as waiting:
        start_step(membership=trainee, at=AT)
    assert code_of(waiting) == "not_your_turn"
    with pytest.raises(ConflictError) as undecided:
        decide_exam(membership=trainee, verdict="accepted", note="", at=AT, actor=lead)
    assert code_of(undecided) == "not_graded"


def test_another_try_has_new_questions_as_far_as_there_are_more(
    project: Project, lead: User, trainee: Membership
) -> None:
    make_training_examples(project, Step.EXAM, lead, count=2)
    first = finish_graded_exam(trainee, lead)
    decide_exam(membership=trainee, verdict="another_try", note="Sources", at=LATER, actor=lead)
    assert (standing(trainee).state, standing(trainee).since) == ("exam", LATER)
    second = start_step(membership=trainee, at=LATER)
    had = list(first.answers.order_by("number").values_list("example", flat=True))
    got = list(second.answers.order_by("number").values_list("example", flat=True))
    assert second.number == 2
    assert not set(got[:2]) & set(had)
    assert got[2:] == had[:3]


def test_an_exam_counts_as_graded_once_every_criterion_is(lead: User, trainee: Membership) -> None:
    exam = finish_exam(trainee, lead)
    grade_all(exam, lead)
    lacking = exam.answers.get(number=3)
    lacking.grades.get(criterion="fluency").delete()
    with pytest.raises(ConflictError) as refused:
        finish_grading(membership=trainee, at=AT, actor=lead)
    assert code_of(refused) == "grades_missing"
    assert "question 4 lacks" in refused.value.detail
    grade_answer(
        answer=lacking, grades=[GivenGrade("fluency", "partly", "Long")], at=AT, actor=lead
    )
    finish_grading(membership=trainee, at=AT, actor=lead)
    assert standing(trainee).state == "decision"


def test_a_later_grade_takes_the_place_of_an_earlier_one_and_both_stay(
    lead: User, trainee: Membership
) -> None:
    answer = finish_exam(trainee, lead).answers.get(number=0)
    for level in ("partly", "partly", "met"):
        grade_answer(answer=answer, grades=[GivenGrade("fluency", level)], at=AT, actor=lead)
    assert current_grades(answer)["fluency"].level == "met"
    assert list(answer.grades.order_by("pk").values_list("level", flat=True)) == ["partly", "met"]


def test_a_criterion_of_the_other_kind_is_refused(lead: User, trainee: Membership) -> None:
    answer = finish_exam(trainee, lead).answers.get(number=0)
    with pytest.raises(InvalidInputError) as refused:
        grade_answer(answer=answer, grades=[GivenGrade("long_answer", "met")], at=AT, actor=lead)
    assert code_of(refused) == "unknown_criterion"


def test_grades_stand_once_the_exam_is_decided(lead: User, trainee: Membership) -> None:
    exam = finish_graded_exam(trainee, lead)
    decide_exam(membership=trainee, verdict="another_try", note="", at=AT, actor=lead)
    answer = exam.answers.get(number=0)
    with pytest.raises(ConflictError) as refused:
        grade_answer(answer=answer, grades=[GivenGrade("fluency", "met")], at=AT, actor=lead)
    assert code_of(refused) == "no_exam_to_grade"


def test_reading_the_feedback_is_noted_once(lead: User, trainee: Membership) -> None:
    exam = finish_graded_exam(trainee, lead)
    read_feedback(membership=trainee, at=AT)
    read_feedback(membership=trainee, at=LATER)
    exam.refresh_from_db()
    assert exam.read_at == AT


def test_a_waiver_qualifies_with_a_note_alone(
    project: Project, lead: User, trainee: Membership
) -> None:
    def waive(note: str) -> int:
        members = [trainee.pk]
        return len(
            waive_training(project=project, members=members, note=note, at=LATER, actor=lead)
        )

    with pytest.raises(InvalidInputError) as refused:
        waive(" ")
    assert code_of(refused) == "note_needed"
    assert waive("Wrote the instructions") == 1
    assert waive("Again") == 0
    trainee.refresh_from_db()
    assert trainee.qualified_at == LATER
    event = Event.objects.get(verb="decided_training")
    assert (event.actor, event.details["verdict"]) == (lead, "waived")


def test_whoever_is_at_work_is_not_locked_out_by_switching_training_on() -> None:
    project = make_project()
    make_examples(project, 4)
    lead = make_trainer(project)
    at_work, newcomer, gone = (make_member(project, name) for name in ("ada", "ben", "chen"))
    for member in (at_work, gone):
        begun = claim_assignment(project=project, annotator=member.user, at=AT)
        assert begun is not None
        submit_annotation(assignment=begun, answer=BAD, at=AT)
    change_member(membership=gone, is_active=False, at=AT, actor=lead)
    project = require_training(project=project, required=True, at=LATER, actor=lead)
    assert claim_assignment(project=project, annotator=at_work.user, at=LATER)
    assert standing(at_work).since == LATER
    assert [standing(member).state for member in (newcomer, gone)] == ["self_study"] * 2
    decision = Decision.objects.get()
    assert (decision.membership, decision.verdict, decision.decided_by, decision.note) == (
        at_work,
        "here_before",
        lead,
        "Had begun to work here before training was required.",
    )
    assert Event.objects.get(verb="decided_training").details["verdict"] == "here_before"
    require_training(project=project, required=True, at=LATER, actor=lead)
    assert Decision.objects.count() == 1


def test_whom_a_lead_sent_to_another_try_is_not_accepted_by_switching_off_and_on(
    project: Project, lead: User, trainee: Membership
) -> None:
    make_ambiguous_examples(project, 1)
    finish_graded_exam(trainee, lead)
    decide_exam(membership=trainee, verdict="another_try", note="", at=AT, actor=lead)
    project = require_training(project=project, required=False, at=AT, actor=lead)
    assert claim_assignment(project=project, annotator=trainee.user, at=AT)
    require_training(project=project, required=True, at=LATER, actor=lead)
    assert standing(trainee).state == "exam"


def test_a_draft_is_kept_with_its_version(trainee: Membership) -> None:
    answer = start_step(membership=trainee, at=AT).answers.get(number=0)
    saved = save_training_draft(answer=answer, version=0, draft={"concern": "x"}, at=AT)
    assert (saved.version, saved.draft) == (1, {"concern": "x"})
    with pytest.raises(ConflictError) as refused:
        save_training_draft(answer=answer, version=0, draft={}, at=AT)
    assert code_of(refused) == "stale_draft"


def test_the_same_key_again_gives_the_same_answer(trainee: Membership) -> None:
    answer = start_step(membership=trainee, at=AT).answers.get(number=0)
    asked: dict[str, Any] = {
        "answer": answer,
        "content": LONG_FORM,
        "author": trainee.user,
        "active_seconds": {"writing": 12.5},
    }
    first, new = submit_training_answer(**asked, at=AT, idempotency_key="k")
    again, anew = submit_training_answer(**asked, at=LATER, idempotency_key="k")
    assert (new, anew, again.submitted_at, first.seconds) == (True, False, AT, 12.5)
    with pytest.raises(ConflictError) as refused:
        submit_training_answer(**asked, at=LATER, idempotency_key="other")
    assert code_of(refused) == "already_submitted"


def test_a_missing_short_answer_has_to_be_confirmed_in_training_too(trainee: Membership) -> None:
    answer = start_step(membership=trainee, at=AT).answers.get(number=0)
    content = {**LONG_FORM, "long_form_answer": "Masons do."}
    with pytest.raises(InvalidInputError) as refused:
        submit_training_answer(answer=answer, content=content, author=trainee.user, at=AT)
    assert code_of(refused) == "missing_short_answers"
    assert [row["disambiguation"] for row in refused.value.extra["missing"]] == [1]
    confirmed = {**content, "acknowledged_missing": [0, 1]}
    submitted, _ = submit_training_answer(
        answer=answer, content=confirmed, author=trainee.user, at=AT
    )
    assert submitted.shown is not None
    assert [row["disambiguation"] for row in submitted.shown["missing"]] == [1]
    assert submitted.shown["word_count"] == 2


def test_a_reference_can_be_submitted_again(project: Project, lead: User) -> None:
    [example] = make_training_examples(project, Step.EXAM, lead, count=1)
    give_reference(example, lead, {**LONG_FORM, "concern": "Odd"})
    reference = open_reference(example=example, author=lead, at=AT)
    assert reference.answer is not None
    assert reference.answer["concern"] == "Odd"


def test_short_instructions_are_versioned(project: Project, lead: User) -> None:
    for text in ("Read", "Read", "Read twice"):
        write_short_instructions(project=project, markdown=text, at=AT, actor=lead)
    current = current_instructions(project)
    assert current is not None
    assert (current.version, current.markdown) == (2, "Read twice")


def nq_exam(lead_answers: dict[str, Any]) -> tuple[Membership, User, Attempt]:
    project = make_project()
    lead = make_trainer(project)
    for answer in project.examples.filter(purpose="exam"):
        give_reference(answer, lead, lead_answers)
    trainee = make_member(project, "trainee")
    return trainee, lead, finish_exam(trainee, lead)


def test_an_nq_exam_is_graded_against_the_references_and_the_lead_has_the_last_word() -> None:
    gold = {**BAD, "question_quality": "good", "long_answer": {"candidate_index": 0}}
    trainee, lead, exam = nq_exam(gold)
    first = exam.answers.get(number=0)
    grade_answer(
        answer=first, grades=[GivenGrade("long_answer", "partly", "Debatable")], at=AT, actor=lead
    )
    made = grade_automatically(membership=trainee, at=AT, actor=lead)
    assert len(made) == 14
    assert {
        name: (grade.level, grade.automatic) for name, grade in current_grades(first).items()
    } == {
        "question_quality": ("not_met", True),
        "long_answer": ("partly", False),
        "short_answers": ("met", True),
    }
    assert grade_automatically(membership=trainee, at=AT, actor=lead) == []
    assert standing(trainee).state == "grading"
    finish_grading(membership=trainee, at=AT, actor=lead)
    decide_exam(membership=trainee, verdict="accepted", note="", at=AT, actor=lead)
    assert standing(trainee).state == "qualified"


def test_long_form_answers_are_graded_by_people_alone(lead: User, trainee: Membership) -> None:
    finish_exam(trainee, lead)
    with pytest.raises(ConflictError) as refused:
        grade_automatically(membership=trainee, at=AT, actor=lead)
    assert code_of(refused) == "not_comparable"


def test_the_reference_can_be_taken_from_an_annotation_of_the_same_question_alone() -> None:
    project = make_project()
    lead = make_member(project, "lead", Role.LEAD).user
    first, second = make_examples(project, 2)
    gold = {**BAD, "question_quality": "good", "long_answer": {"candidate_index": 1}}
    for example in (first, second):
        member = make_member(project, f"file {example.pk}")
        checked = check_natural_questions_for_example(example, gold)
        slot = example.slots.get(number=0)
        arrived = [ImportedAnnotation(slot, member.user, example.pk, checked)]
        add_imported_annotations(arrived=arrived, at=AT)
    keys = [first.pk, second.pk]
    chosen, _ = choose_training_examples(
        project=project, examples=keys, step=Step.EXAM, at=AT, actor=lead
    )
    annotation = Annotation.objects.get(example=chosen)
    reference = take_reference(example=chosen, annotation=annotation, author=lead, at=AT)
    assert reference.answer == gold
    with pytest.raises(ConflictError) as refused:
        take_reference(example=second, annotation=annotation, author=lead, at=AT)
    assert code_of(refused) == "other_example"
