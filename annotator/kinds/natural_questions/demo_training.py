"""A demo of training: somebody has passed, somebody is in the exam, and one exam waits for grades.

The training's references are what the demo calls right. The exam that passed has one long answer
that the reference doesn't have.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from annotator.collecting.training.answers import open_reference, submit_training_answer
from annotator.collecting.training.attempts import start_step
from annotator.collecting.training.decisions import decide_exam, mark_session
from annotator.collecting.training.grading import (
    finish_grading,
    grade_automatically,
    read_feedback,
)
from annotator.collecting.training.models import Step, Verdict
from annotator.collecting.training.pool import choose_training_examples
from annotator.collecting.training.settings import require_training, write_short_instructions
from annotator.collecting.training.steps import QUESTIONS
from annotator.material.corpus.models import Example
from annotator.running.demo.catalogue import short_instructions
from annotator.running.demo.truth import ResolvedTruth
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project

SPARE = 2
"""Questions of the exam beyond those of one try."""

TRAINING_QUESTIONS = sum(QUESTIONS.values()) + SPARE

_DAY = timedelta(days=1)
_NONE: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}

Answers = Mapping[int, Mapping[str, Any]]


def answer_of(truth: ResolvedTruth) -> dict[str, Any]:
    """The answer that somebody who is right submits."""
    chosen = truth.candidate_index
    spans = truth.short_answers
    return {
        "question_quality": str(truth.question_quality),
        "long_answer": None if chosen is None else {"candidate_index": chosen},
        "short_answers": [
            {"start_token": each.start_token, "end_token": each.end_token} for each in spans
        ],
        "yes_no_answer": str(truth.yes_no_answer),
    }


def train(
    *,
    project: Project,
    examples: Sequence[Example],
    right: Answers,
    lead: User,
    people: Sequence[User],
    at: datetime,
) -> None:
    """Prepare the training with the first ``examples``; ``right`` are their answers by key. Of the
    three ``people`` the first has passed, the second has begun the exam, and the third's waits.
    """
    began = at - 14 * _DAY
    _prepare(project, examples, right, lead, began)
    project.refresh_from_db()
    require_training(project=project, required=True, at=began, actor=lead)
    members = [Membership.objects.get(project=project, user=user) for user in people]
    for number, member in enumerate(members):
        start = began + (number + 1) * _DAY
        _answer(member, right, at=start)
        session = start + 2 * _DAY
        note = "We talked about boxes that only mention the subject."
        mark_session(membership=member, attended=True, notes=note, at=session, actor=lead)
    passed, in_exam, waiting = members
    _answer(passed, right, at=began + 4 * _DAY, wrong_at=3)
    _answer(in_exam, right, at=at - _DAY, number=2)
    _answer(waiting, right, at=at - 2 * _DAY, wrong_at=1)
    _accept(passed, lead, at=began + 5 * _DAY)


def _prepare(
    project: Project, examples: Sequence[Example], right: Answers, lead: User, at: datetime
) -> None:
    text = short_instructions(project.kind)
    write_short_instructions(project=project, markdown=text, at=at, actor=lead)
    study = QUESTIONS[Step.SELF_STUDY]
    exam = examples[study:TRAINING_QUESTIONS]
    for step, chosen in ((Step.SELF_STUDY, examples[:study]), (Step.EXAM, exam)):
        keys = [example.pk for example in chosen]
        for example in choose_training_examples(
            project=project, examples=keys, step=step, at=at, actor=lead
        ):
            reference = open_reference(example=example, author=lead, at=at)
            submit_training_answer(answer=reference, content=right[example.pk], author=lead, at=at)


def _answer(
    member: Membership,
    right: Answers,
    *,
    at: datetime,
    number: int | None = None,
    wrong_at: int | None = None,
) -> None:
    """Answer the first ``number`` questions of the member's next step; None: all of them."""
    attempt = start_step(membership=member, at=at)
    for answer in attempt.answers.order_by("number")[:number]:
        submit_training_answer(
            answer=answer,
            content=_NONE if answer.number == wrong_at else right[answer.example_id],
            author=member.user,
            at=at + (answer.number + 1) * timedelta(minutes=3),
            active_seconds={"long_answer": 95.0 + 20 * answer.number},
        )


def _accept(member: Membership, lead: User, *, at: datetime) -> None:
    grade_automatically(membership=member, at=at, actor=lead)
    finish_grading(membership=member, at=at, actor=lead)
    read_feedback(membership=member, at=at + timedelta(hours=2))
    decide_exam(
        membership=member,
        verdict=Verdict.ACCEPTED,
        note="One box missed, the others are right: welcome.",
        at=at + timedelta(hours=3),
        actor=lead,
    )
