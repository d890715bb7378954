"""Opening an analysis: the draw of answers and who labels them, written as rows."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.exceptions import InvalidInputError, NotFoundError
from annotator.quality.reviews.opening import (
    AT_ONCE,
    create_review,
    members_named,
    possible_members,
    seat_members,
)
from annotator.quality.reviews.working import lock_review, record
from annotator.systems.error_analysis.kinds import GivenAnswer
from annotator.systems.error_analysis.labels import labels_of
from annotator.systems.error_analysis.models import AnalysedAnswer, ErrorAnalysis
from annotator.systems.error_analysis.sampling import answers_given, draw
from annotator.systems.error_analysis.shown_answers import annotations_beside
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.records.deleted import found_in_bin
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.queries import stewards_of
from annotator.workspace.projects.seeds import flaw_of_seed

LARGEST_SIZE = 1_000
MOST_LABELLERS = 2


def possible_labellers(project: Project, split: str) -> "QuerySet[Membership]":
    """Who can label answers to a split: leads and experts, of the hidden one its stewards."""
    if names_hidden_split(project, [split]):
        return stewards_of(project).filter(user__is_active=True).select_related("user")
    return possible_members(project, (Role.LEAD, Role.EXPERT))


def open_analysis(
    *,
    score: Score,
    size: int,
    seed: int,
    labellers: Sequence[int],
    at: datetime,
    actor: User | None,
) -> ErrorAnalysis:
    """Draw ``size`` of a system's answers and give them to ``labellers``, by their memberships.

    One person labels alone, two independently of each other. Raises ``InvalidInputError`` for a
    size or a seed out of bounds, more answers than the system gave, and labellers who can't be;
    ``NotFoundError`` if a lead has deleted the system meanwhile, or hidden its split from
    ``actor``.
    """
    # A file of answers takes seconds to read, in which a transaction would keep others waiting.
    population = answers_given(score)
    hidden = NotFoundError("not_found", "There is no such system with a score on this split.")
    # One after another, so that two analyses don't take the same number.
    with changing(
        score.system.project_id, at=at, actor=actor, splits=[score.split], refusal=hidden
    ) as change:
        return _open(change, score, population, size=size, seed=seed, labellers=labellers)


def _open(
    change: ProjectChange,
    score: Score,
    population: Sequence[GivenAnswer],
    *,
    size: int,
    seed: int,
    labellers: Sequence[int],
) -> ErrorAnalysis:
    project, at, actor = change.project, change.at, change.actor
    _hold(score)
    seated = _seated(project, score.split, labellers)
    _check(len(population), size, seed)
    analysis = create_review(
        ErrorAnalysis,
        project=project,
        at=at,
        actor=actor,
        score=score,
        system_name=score.system.name,
        split=score.split,
        receipt=score.receipt,
        seed=seed,
        size=size,
        population_size=len(population),
        labels=labels_of(project),
    )
    sample = draw(population, size=size, seed=seed)
    beside = annotations_beside(project, [each.example for each in sample])
    AnalysedAnswer.objects.bulk_create(
        (
            AnalysedAnswer(
                analysis=analysis,
                number=place,
                example_id=each.example,
                answer=each.answer,
                annotations=beside[each.example],
            )
            for place, each in enumerate(sample, start=1)
        ),
        batch_size=AT_ONCE,
    )
    seat_members(analysis, seated)
    record(
        analysis,
        "opened",
        at,
        actor,
        split=score.split,
        size=size,
        seed=seed,
        labellers=len(seated),
    )
    return analysis


@transaction.atomic
def delete_analysis(*, analysis: ErrorAnalysis, at: datetime, actor: User | None) -> None:
    """Put an analysis with its labels into the bin; history keeps that it was there.

    Raises ``NotFoundError`` if somebody has deleted it already.
    """
    analysis = lock_review(ErrorAnalysis, analysis.pk, also_cancelled=True)
    # Who saves a label holds only their own row.
    list(analysis.labellers.select_for_update(no_key=True).order_by("pk"))
    analysis.deleted_at = at
    analysis.save(update_fields=["deleted_at"])
    record(analysis, "deleted", at, actor)


@transaction.atomic
def restore_analysis(*, analysis: ErrorAnalysis, at: datetime, actor: User | None) -> None:
    """Take an analysis out of the bin with its labels; one that isn't there stays as it is.

    Raises ``NotFoundError`` for one that is erased.
    """
    lock_project(analysis.project_id)
    analysis = found_in_bin(ErrorAnalysis, analysis.pk)
    if analysis.deleted_at is not None:
        analysis.deleted_at = None
        analysis.save(update_fields=["deleted_at"])
        record(analysis, "restored", at, actor)


def _hold(score: Score) -> None:
    """Keep the score until the transaction ends. Raises ``NotFoundError`` if it is gone."""
    held = Score.objects.select_for_update(no_key=True, of=("self",)).filter(pk=score.pk)
    if not held.values_list("pk", flat=True):
        raise NotFoundError("not_found", "A lead has deleted this system.")


def _seated(project: Project, split: str, wanted: Sequence[int]) -> list[Membership]:
    """The members, in the order in which they are named."""
    found = members_named(possible_labellers(project, split), wanted)
    if not 1 <= len(wanted) <= MOST_LABELLERS or len(set(wanted)) < len(wanted):
        fix = "Name one person, or two different ones."
    elif found is None:
        fix = "Choose leads or experts of this project, and for a hidden split its stewards."
    else:
        return found
    raise InvalidInputError(
        "invalid_labellers", "These people can't label.", fields={"labellers": fix}
    )


def _check(population: int, size: int, seed: int) -> None:
    fields = {}
    if fix := flaw_of_seed(seed):
        fields["seed"] = fix
    if not population:
        fields["system"] = "Choose a system that answers something: this one gives no answer."
    elif not 1 <= size <= min(population, LARGEST_SIZE):
        most = min(population, LARGEST_SIZE)
        fields["size"] = f"Draw from 1 to {most:,} answers: the system gives {population:,}."
    if fields:
        raise InvalidInputError(
            "invalid_error_analysis", "This sample can't be drawn.", fields=fields
        )
