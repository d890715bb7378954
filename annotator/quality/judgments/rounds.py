"""Opening a round: drawing answers and seating experts."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.quality.judgments.models import (
    JudgedAnswer,
    JudgmentRound,
    Phase,
    RoundExpert,
    Target,
)
from annotator.quality.judgments.queries import addable_experts
from annotator.quality.judgments.sampling import Sample, draw, population_of
from annotator.quality.reviews.opening import (
    AT_ONCE,
    create_review,
    members_named,
    possible_members,
    seat_members,
)
from annotator.quality.reviews.working import lock_review, record
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.seeds import flaw_of_seed

RECOMMENDED_EXPERTS = 4
"""As many as judged in the paper (section 4.2)."""

LARGEST_SIZE = 10_000
MOST_EXPERTS = 50
LONGEST_TITLE = 200


@transaction.atomic
def open_round(
    *,
    project: Project,
    title: str,
    target: str,
    size: int,
    seed: int,
    experts: Sequence[int],
    guidelines: str,
    at: datetime,
    actor: User | None,
) -> JudgmentRound:
    """Draw ``size`` annotations with ``seed`` and give them to ``experts``, by their memberships.

    ``target`` is a ``Target``. Experts get their numbers in the order in which they are named.
    Experts may judge their own annotations: in a small project nobody else could, and the question
    is whether the answer is right. No expert learns whose it is.

    Raises ``InvalidInputError`` for a project of another kind than NQ, without a title, for a size
    or a seed out of bounds, for no expert or somebody who is not an active expert of the project,
    and if the project has no such answer yet.
    """
    # One after another, so that two rounds don't take the same number.
    project = lock_project(project)
    _check(project, title, target, size, seed)
    seated = _experts(project, experts)
    keys = list(population_of(project=project, target=target).values_list("pk", flat=True))
    if not keys:
        raise InvalidInputError(
            "nothing_to_draw",
            f"Nobody has given a {Target(target).value} answer in this project yet.",
            fields={"target": "Choose the other kind of answer, or wait for annotations."},
        )
    sample = draw(population=keys, size=size, seed=seed)
    round_ = create_review(
        JudgmentRound,
        project=project,
        at=at,
        actor=actor,
        title=title.strip(),
        target=target,
        size=size,
        seed=seed,
        population_size=sample.population_size,
        population_sha256=sample.population_sha256,
        drawn=list(sample.drawn),
        guidelines=guidelines,
    )
    _write_answers(round_, sample)
    seat_members(round_, seated)
    details: dict[str, Any] = {"target": target, "size": size, "answers": len(sample.shown)}
    record(round_, "opened", at, actor, **details, experts=len(seated))
    return round_


@transaction.atomic
def add_expert(
    *, round_: JudgmentRound, membership: int, at: datetime, actor: User | None
) -> RoundExpert:
    """Seat another expert, by their membership, in a round whose experts still vote alone.

    So a round goes on whose only expert has left the project: the other one is removed then. Raises
    ``ConflictError`` with code ``meeting_begun`` once everybody has closed phase 1, and
    ``InvalidInputError`` for somebody who is not an active expert of the project or is seated, and
    if the round is full.
    """
    round_ = lock_review(JudgmentRound, round_.pk)
    if round_.phase != Phase.INDEPENDENT:
        raise ConflictError(
            "meeting_begun", "The meeting has begun. Open a new round to have others judge."
        )
    member = addable_experts(round_).filter(pk=membership).first()
    if member is None:
        raise InvalidInputError(
            "unknown_expert",
            "This is not an active expert of the project who is missing in the round.",
            fields={"expert": "Load the list of experts again, and choose from it."},
        )
    if round_.experts.count() >= MOST_EXPERTS:
        raise InvalidInputError(
            "too_many_experts",
            f"A round has at most {MOST_EXPERTS} experts.",
            fields={"expert": "Remove an expert who has not closed first."},
        )
    seat: RoundExpert
    [seat] = seat_members(round_, [member])
    record(round_, "added_expert", at, actor, expert=seat.number)
    return seat


def _write_answers(round_: JudgmentRound, sample: Sample) -> None:
    draws = Counter(sample.drawn)
    JudgedAnswer.objects.bulk_create(
        (
            JudgedAnswer(round=round_, number=number, annotation_id=key, draws=draws[key])
            for number, key in enumerate(sample.shown)
        ),
        batch_size=AT_ONCE,
    )


def _check(project: Project, title: str, target: str, size: int, seed: int) -> None:
    fields = {}
    if not can(project.kind, Ability.JUDGMENTS):
        raise InvalidInputError(
            "wrong_kind",
            "Verdicts are about long and short answers, which only projects of Natural Questions"
            " have. Compare long-form answers in a comparison study.",
        )
    if not 1 <= len(title.strip()) <= LONGEST_TITLE:
        fields["title"] = f"Give the round a name of up to {LONGEST_TITLE} letters."
    elif fix := describe_flaw(title):
        fields["title"] = fix
    if target not in Target.values:
        fields["target"] = "Choose long or short."
    if not 1 <= size <= LARGEST_SIZE:
        fields["size"] = f"Draw from 1 to {LARGEST_SIZE:,} answers."
    if fix := flaw_of_seed(seed):
        fields["seed"] = fix
    if fields:
        raise InvalidInputError("invalid_round", " ".join(fields.values()), fields=fields)


def _experts(project: Project, wanted: Sequence[int]) -> list[Membership]:
    """The members, in the order in which they are named."""
    if not 1 <= len(set(wanted)) <= MOST_EXPERTS:
        raise InvalidInputError(
            "no_experts" if not wanted else "too_many_experts",
            "A round needs experts.",
            fields={
                "experts": f"Name from 1 to {MOST_EXPERTS} experts;"
                f" {RECOMMENDED_EXPERTS} is what the paper had."
            },
        )
    found = members_named(possible_members(project), wanted)
    if found is None:
        raise InvalidInputError(
            "unknown_expert",
            "Some of them are not active experts of this project.",
            fields={"experts": "Load the list of experts again, and choose from it."},
        )
    return found
