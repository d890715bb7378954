"""Rounds of judgments for the annotated demo: finished ones, and one to judge in.

Its experts are invented, like its annotators. Their verdicts follow from the answers that the demo
calls right, so that precision, Figure 4 and Figure 6 have something to show.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np

from annotator.quality.judgments.meeting import decide_consensus, finish_round
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    JudgmentRound,
    RoundExpert,
    Target,
    Verdict,
)
from annotator.quality.judgments.rounds import open_round
from annotator.quality.judgments.variability import request_variability
from annotator.quality.judgments.verdicts import close_seat, save_judgment
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import ensure_imported_annotator
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import add_member

EXPERTS = 3
SIZE = 40
OPEN_SIZE = 10
_RIGHT, _OTHER_WORDS, _ELSEWHERE = (0.85, 0.15), (0.35, 0.45), (0.0, 0.4)
"""P(C), P(C_d): of the right answer, of other words in the right box, of anything else."""

_SAYS_SO_ALONE = 0.8
_REASONS = {
    Verdict.CORRECT: "On a second look the passage says it beyond a reasonable doubt.",
    Verdict.DEBATABLE: "It goes a long way to an answer, but an objection to it is reasonable.",
    Verdict.WRONG: "On a second look nothing in the passage shows it convincingly.",
}
"""Why a simulated meeting comes to a verdict that not everybody had."""

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
    people: Sequence[User],
    at: datetime,
) -> None:
    """A finished round of long answers and one of short ones, with their further annotations, and
    one of long answers in which ``people``, the demo's experts, have still to judge.

    ``known`` is by the examples' keys. Right answers are mostly C, other words in the right box
    may do, anything else is C_d or W. Each expert alone says what all come to in 80% of the cases.
    """
    users = [_expert(project, number) for number in range(1, EXPERTS + 1)]
    seats = [_seat(project, user, lead, at) for user in users]
    # Only active members can be seated; still, nobody can sign in with these accounts.
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_active=True)
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
        _meet(round_, _vote(round_, users, known, generator, at), at)
        request_variability(round_=round_, annotations=annotations, at=at, actor=lead)
    to_judge = open_round(
        project=project,
        title="To be judged: long answers",
        target=Target.LONG,
        size=OPEN_SIZE,
        seed=seed + 1,
        experts=[*seats, *(_seat(project, person, lead, at) for person in people)],
        guidelines="",
        at=at,
        actor=lead,
    )
    # The invented ones have closed: the meeting begins when the others have.
    _vote(to_judge, users, known, generator, at)
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_active=False)


def _expert(project: Project, number: int) -> User:
    return ensure_imported_annotator(
        username=f"{project.slug}-simulated-expert-{number}",
        display_name=f"Simulated expert {number}",
    )


def _seat(project: Project, user: User, lead: User, at: datetime) -> int:
    """The key of the user's new membership as an expert."""
    return add_member(project=project, user=user, role=Role.EXPERT, at=at, actor=lead).pk


def _vote(
    round_: JudgmentRound,
    users: Sequence[User],
    known: Mapping[int, KnownAnswer],
    generator: np.random.Generator,
    at: datetime,
) -> dict[JudgedAnswer, Verdict]:
    """Let these experts of a round judge and close; the verdict that each answer deserves."""
    answers = list(
        round_.answers.select_related("annotation__natural_questions_answer").order_by("number")
    )
    verdicts = {answer: _verdict(answer, known, round_.target, generator) for answer in answers}
    seats = RoundExpert.objects.filter(round=round_, user__in=users).select_related("user")
    for seat in seats.order_by("number"):
        for answer, verdict in verdicts.items():
            own = verdict if generator.random() < _SAYS_SO_ALONE else _NEXT[verdict]
            save_judgment(answer=answer, seat=seat, verdict=own, justification="", version=0, at=at)
        close_seat(seat=seat, at=at)
    return verdicts


def _meet(round_: JudgmentRound, verdicts: Mapping[JudgedAnswer, Verdict], at: datetime) -> None:
    """Give each answer the consensus that it deserves, and finish the round."""
    first = round_.experts.select_related("user").order_by("number")[0].user
    settled = dict(Consensus.objects.filter(answer__round=round_).values_list("answer", "version"))
    for answer, verdict in verdicts.items():
        if answer.pk not in settled:
            decide_consensus(
                answer=answer,
                verdict=verdict,
                justification=_REASONS[verdict],
                version=0,
                at=at,
                actor=first,
            )
    finish_round(round_=round_, at=at, actor=first)


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
