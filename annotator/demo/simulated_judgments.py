"""Finished rounds of judgments for the demo that is annotated already.

Its experts are invented as its annotators are. What they find follows from what the demo says is
right, so that precision, Figure 4 and Figure 6 have something to show.
"""

from collections.abc import Mapping
from datetime import datetime

import numpy as np

from annotator.accounts.models import User
from annotator.accounts.services import ensure_imported_annotator
from annotator.judgments.meeting import decide_consensus, finish_round
from annotator.judgments.models import (
    Consensus,
    JudgedAnswer,
    JudgmentRound,
    RoundExpert,
    Target,
    Verdict,
)
from annotator.judgments.rounds import open_round
from annotator.judgments.variability import request_variability
from annotator.judgments.verdicts import close_seat, save_judgment
from annotator.projects.models import Project, Role
from annotator.projects.services import add_member
from annotator.simulation.natural_questions import KnownAnswer

EXPERTS = 3
SIZE = 40
_RIGHT, _OTHER_WORDS, _ELSEWHERE = (0.85, 0.15), (0.35, 0.45), (0.0, 0.4)
"""P(C), P(C_d): of the right answer, of other words in the right box, of anything else."""

_SAYS_SO_ALONE = 0.8
_NEXT = {
    Verdict.CORRECT: Verdict.DEBATABLE,
    Verdict.DEBATABLE: Verdict.CORRECT,
    Verdict.WRONG: Verdict.DEBATABLE,
}


def simulate_judgments(
    *,
    project: Project,
    known: Mapping[int, KnownAnswer],
    annotations: int,
    seed: int,
    lead: User,
    at: datetime,
) -> None:
    """A finished round of long answers and one of short ones, with their further annotations.

    ``known`` is by the examples' keys. Right answers are mostly C, other words in the right box
    may do, anything else is C_d or W. Each expert alone says what all come to in 80% of the cases.
    """
    users = [_expert(project, number, lead, at) for number in range(1, EXPERTS + 1)]
    # Only who is active can be seated; nobody can sign in with these accounts all the same.
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_active=True)
    seats = list(
        project.memberships.filter(user__in=users).order_by("pk").values_list("pk", flat=True)
    )
    generator = np.random.default_rng(seed)
    for target in (Target.LONG, Target.SHORT):
        round_ = open_round(
            project=project,
            title=f"Simulated: {target.label.lower()}",
            target=target,
            size=SIZE,
            seed=seed,
            experts=seats,
            guidelines="",
            at=at,
            actor=lead,
        )
        _judge(round_, known, generator, at)
        request_variability(round_=round_, annotations=annotations, at=at, actor=lead)
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_active=False)


def _expert(project: Project, number: int, lead: User, at: datetime) -> User:
    user = ensure_imported_annotator(
        username=f"{project.slug}-simulated-expert-{number}",
        display_name=f"Simulated expert {number}",
    )
    add_member(project=project, user=user, role=Role.EXPERT, at=at, actor=lead)
    return user


def _judge(
    round_: JudgmentRound,
    known: Mapping[int, KnownAnswer],
    generator: np.random.Generator,
    at: datetime,
) -> None:
    answers = list(
        round_.answers.select_related("annotation__natural_questions_answer").order_by("number")
    )
    verdicts = {answer: _verdict(answer, known, round_.target, generator) for answer in answers}
    seats = list(RoundExpert.objects.filter(round=round_).select_related("user"))
    for seat in seats:
        for answer, verdict in verdicts.items():
            own = verdict if generator.random() < _SAYS_SO_ALONE else _NEXT[verdict]
            save_judgment(answer=answer, seat=seat, verdict=own, justification="", version=0, at=at)
        close_seat(seat=seat, at=at)
    settled = dict(Consensus.objects.filter(answer__round=round_).values_list("answer", "version"))
    for answer, verdict in verdicts.items():
        if answer.pk not in settled:
            decide_consensus(
                answer=answer,
                verdict=verdict,
                justification="",
                version=0,
                at=at,
                actor=seats[0].user,
            )
    finish_round(round_=round_, at=at, actor=seats[0].user)


def _verdict(
    answer: JudgedAnswer,
    known: Mapping[int, KnownAnswer],
    target: str,
    generator: np.random.Generator,
) -> Verdict:
    said, right = answer.annotation.natural_questions_answer, known[answer.annotation.example_id]
    chances = _RIGHT if said.candidate_index == right.candidate else _ELSEWHERE
    if target == Target.SHORT and chances is _RIGHT:
        spans = [[span.start_token, span.end_token] for span in right.spans]
        stated = [tokens for _, _, *tokens in said.short_answers]
        is_right = (stated, said.yes_no_answer) == (spans, right.yes_no)
        chances = _RIGHT if is_right else _OTHER_WORDS
    correct, debatable = chances
    drawn = generator.random()
    if drawn < correct:
        return Verdict.CORRECT
    return Verdict.DEBATABLE if drawn < correct + debatable else Verdict.WRONG
