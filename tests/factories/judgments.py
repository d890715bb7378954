"""Rounds of judgments for tests: annotations that can be judged, experts, votes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.material.corpus.models import Example
from annotator.quality.judgments.meeting import decide_consensus, finish_round
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    Phase,
    RoundExpert,
    Target,
)
from annotator.quality.judgments.sampling import population_sha256
from annotator.quality.judgments.verdicts import close_seat, save_judgment
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.late import BAD, make_assignment

WHOLE: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": {"candidate_index": 0},
    "short_answers": [{"start_token": 15, "end_token": 16}],
    "yes_no_answer": "NONE",
}
"""A long answer and a short one, a word of it, on the page of ``make_page``."""

LONG_ONLY: dict[str, Any] = {**WHOLE, "short_answers": []}
YES: dict[str, Any] = {**LONG_ONLY, "yes_no_answer": "YES"}
NULL = BAD
"""No answer at all."""


def annotate_example(
    example: Example, annotator: User, answer: dict[str, Any] = WHOLE
) -> Annotation:
    """Somebody's annotation of this very example, which has a free slot."""
    assignment = make_assignment(example, annotator)
    annotation, _ = submit_annotation(assignment=assignment, answer=answer, at=AT)
    return annotation


def make_annotations(
    project: Project, count: int, answer: dict[str, Any] = WHOLE
) -> list[Annotation]:
    """``count`` new examples with one annotation each, all by the member ``writer``."""
    writer = make_member_once(project, "writer").user
    return [annotate_example(example, writer, answer) for example in make_examples(project, count)]


def make_member_once(project: Project, name: str, role: Role = Role.ANNOTATOR) -> Membership:
    found = project.memberships.filter(user__username=name).first()
    return found or make_member(project, name, role)


def make_experts(project: Project, count: int) -> list[Membership]:
    """Members ``expert-1`` and so on."""
    names = [f"expert-{number}" for number in range(1, count + 1)]
    return [make_member_once(project, name, Role.EXPERT) for name in names]


def make_round(
    project: Project | None = None,
    *,
    answers: int = 2,
    experts: int = 2,
    target: Target = Target.LONG,
    draws: Sequence[int] | None = None,
    annotations: Sequence[Annotation] | None = None,
    guidelines: str = "",
) -> JudgmentRound:
    """An open round over ``annotations``, by default of ``answers`` new examples.

    Answer 0 is of the first annotation and so on; each was drawn once, or ``draws`` times. The
    experts are ``expert-1`` and so on. Rows are as ``open_round`` writes them but for the sample,
    which is the test's.
    """
    project = project or make_project(overlap=2)
    chosen = list(annotations or make_annotations(project, answers))
    times = list(draws or [1] * len(chosen))
    drawn = [row.pk for row, count in zip(chosen, times, strict=True) for _ in range(count)]
    round_ = JudgmentRound.objects.create(
        project=project,
        number=project.judgment_rounds.count() + 1,
        title="First round",
        target=target,
        size=len(drawn),
        seed=7,
        population_size=len(chosen),
        population_sha256=population_sha256(sorted(row.pk for row in chosen)),
        drawn=drawn,
        guidelines=guidelines,
        opened_at=AT,
    )
    for number, (annotation, count) in enumerate(zip(chosen, times, strict=True)):
        JudgedAnswer.objects.create(round=round_, number=number, annotation=annotation, draws=count)
    for number, member in enumerate(make_experts(project, experts), start=1):
        RoundExpert.objects.create(round=round_, user=member.user, number=number)
    return round_


def seats_of(round_: JudgmentRound) -> list[RoundExpert]:
    """The round's seats in order, as they are now."""
    return list(round_.experts.select_related("user").order_by("number"))


def answers_of(round_: JudgmentRound) -> list[JudgedAnswer]:
    """The round's answers in the experts' order, as they are now."""
    return list(round_.answers.select_related("round").order_by("number"))


def vote(
    answer: JudgedAnswer,
    seat: RoundExpert,
    verdict: str | None,
    justification: str = "",
    at: datetime = AT,
) -> Judgment:
    """An expert's verdict on an answer, over the one that they gave before."""
    earlier = Judgment.objects.filter(answer=answer, expert=seat).first()
    return save_judgment(
        answer=answer,
        seat=seat,
        verdict=verdict,
        justification=justification,
        version=earlier.version if earlier else 0,
        at=at,
    )


def vote_all(round_: JudgmentRound, verdicts: Iterable[Sequence[str]]) -> None:
    """Everybody's verdicts: a row for each answer, in it one for each expert."""
    seats = seats_of(round_)
    for answer, row in zip(answers_of(round_), verdicts, strict=True):
        for seat, verdict in zip(seats, row, strict=True):
            vote(answer, seat, verdict, f"{verdict} of {seat.number} on {answer.number}")


def close_all(round_: JudgmentRound, at: datetime = AT) -> JudgmentRound:
    """Let every expert close phase 1; the round as it is then."""
    for seat in seats_of(round_):
        close_seat(seat=seat, at=at)
    round_.refresh_from_db()
    return round_


def meet(
    round_: JudgmentRound, verdicts: Iterable[Sequence[str]], at: datetime = AT
) -> JudgmentRound:
    """Bring a new round to its consensus phase with these first votes (as ``vote_all``)."""
    vote_all(round_, verdicts)
    return close_all(round_, at)


def agree_on(
    answer: JudgedAnswer,
    verdict: str,
    justification: str = "Talked over.",
    *,
    actor: User | None = None,
    at: datetime = AT,
) -> Consensus:
    """A consensus, by the first expert unless somebody else is named."""
    earlier = Consensus.objects.filter(answer=answer).first()
    return decide_consensus(
        answer=answer,
        verdict=verdict,
        justification=justification,
        version=earlier.version if earlier else 0,
        at=at,
        actor=actor or seats_of(answer.round)[0].user,
    )


def finish(
    round_: JudgmentRound, consensus: Sequence[str] | None = None, at: datetime = AT
) -> JudgmentRound:
    """Finish a round; ``consensus`` has a verdict for each answer, else open ones become C."""
    for number, answer in enumerate(answers_of(round_)):
        decided = Consensus.objects.filter(answer=answer).first()
        wanted = consensus[number] if consensus else "C"
        if decided is None or (consensus and decided.verdict != wanted):
            agree_on(answer, wanted, at=at)
    finish_round(round_=round_, at=at, actor=seats_of(round_)[0].user)
    round_.refresh_from_db()
    if round_.phase != Phase.FINISHED:
        raise AssertionError("the round is not finished")
    return round_
