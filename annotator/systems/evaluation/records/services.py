"""Changes to a leaderboard: scoring, publishing and deleting systems."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.foundation.names.naming import describe_flaw, spelling_among
from annotator.material.corpus.storage import Packed
from annotator.measures.answer_match import Span
from annotator.systems.evaluation.gold.answer_groups import AnswerGroup
from annotator.systems.evaluation.models import (
    Gold,
    HalfScore,
    Leaderboard,
    Part,
    Score,
    ScoredExample,
    ScoredFile,
    System,
)
from annotator.systems.evaluation.records.deleted import found_in_bin, refuse_taken
from annotator.systems.evaluation.records.receipts import receipt_fields, receipt_of
from annotator.systems.evaluation.records.replicates import packed_replicates
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.systems.evaluation.scoring.people import merged_people
from annotator.systems.evaluation.scoring.score import code_version
from annotator.systems.evaluation.scoring.scored import Scored
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import role_of

MAX_SYSTEMS = 500
"""A leaderboard is one page."""

AT_ONCE = 500


class KeptFile(NamedTuple):
    """An uploaded file: its name and its bytes, packed."""

    name: str
    packed: Packed


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of a scored upload. ``people`` are as in ``Gold``, ``groups`` by example id; the
    gold was read at ``read_at``, or just now. ``is_trained``: a training here made the system.
    ``is_withheld`` as in ``System``.
    """

    name: str
    notes: str
    split: str
    gold: Packed
    people: Mapping[str, Any]
    files: Mapping[Part, KeptFile]
    parameters: Mapping[str, Any]
    scored: Scored
    groups: Mapping[int, AnswerGroup] = field(default_factory=dict)
    is_simulated: bool = False
    baseline: str = ""
    is_trained: bool = False
    is_withheld: bool = False
    read_at: datetime | None = None


def check_free(
    *,
    project: Project,
    name: str,
    split: str,
    actor: User | None = None,
    baseline: str = "",
    is_trained: bool = False,
) -> None:
    """Raise ``ConflictError`` if a system of this name is scored on the split already, if there is
    one whose name only differs in how it is written, if the project has no room for another, if
    somebody else's system has the name and ``actor`` is not a lead, if a baseline (``baseline``)
    would share its name with another system, or if a training (``is_trained``) would put its model
    behind a system that is there; ``InvalidInputError`` if a new system's name can't be seen.
    """
    systems = System.objects.filter(project=project)
    names = list(systems.order_by("name").values_list("name", flat=True))
    known = spelling_among(names, name)
    if not known:
        _check_new(name, len(names))
        return
    if is_trained:
        raise ConflictError(
            "name_taken",
            f"There is a system called {known} already, and a training makes a new one.",
            fields={"name": "Give the new system another name, or delete the old one."},
        )
    scores = Score.objects.filter(system__project=project, system__name=known)
    is_lead = actor is None or role_of(user=actor, project=project) == Role.LEAD
    if not is_lead and scores.exclude(uploaded_by=actor).exists():
        raise ConflictError(
            "name_taken",
            f"Somebody else's system is called {known}.",
            fields={"name": "Give yours another name."},
        )
    if systems.filter(name=known).exclude(baseline=baseline).exists():
        raise ConflictError(
            "name_taken",
            f"{known} is already {'another system' if baseline else 'a baseline'}.",
            fields={"name": "Give yours another name."},
        )
    if scores.filter(split=split).exists():
        raise ConflictError(
            "already_scored",
            f"{known} has a score on {split} already.",
            fields={"name": "Give the system another name, or delete the old one."},
        )
    if known != name:
        raise ConflictError(
            "name_taken",
            f"There is a system called {known} already.",
            fields={"name": f"Write {known} if it is the same system, or choose another name."},
        )


def _check_new(name: str, systems: int) -> None:
    """Raise what is wrong with another system of this name, where there are ``systems`` so far."""
    if flaw := describe_flaw(name):
        raise InvalidInputError("bad_name", "This name can't be shown.", fields={"name": flaw})
    _check_room(systems)


def _check_room(systems: int) -> None:
    if systems >= MAX_SYSTEMS:
        raise ConflictError("too_many", f"A project has room for {MAX_SYSTEMS} systems.")


def keep_score(
    *,
    project: Project,
    entry: Entry,
    at: datetime,
    actor: User | None,
    asked_at: datetime | None = None,
) -> Score:
    """Store a score with all that it came from; the system is new, or one with other splits.

    Notes replace those of the system, unless they are empty. Raises what ``check_free`` raises, and
    ``NotAllowedError`` for a split that was hidden from ``actor`` since the score was ``asked_at``.
    """
    with changing(
        project, at=at, actor=actor, splits=[entry.split], asked_at=asked_at or at
    ) as change:
        return _keep_score(change, entry)


def _keep_score(change: ProjectChange, entry: Entry) -> Score:
    project, at, actor = change.project, change.at, change.actor
    check_free(
        project=project,
        name=entry.name,
        split=entry.split,
        actor=actor,
        baseline=entry.baseline,
        is_trained=entry.is_trained,
    )
    system, is_first = System.objects.get_or_create(
        project=project,
        name=entry.name,
        defaults={
            "notes": entry.notes,
            "created_at": at,
            "baseline": entry.baseline,
            "is_withheld": entry.is_withheld,
        },
    )
    if entry.notes and not is_first:
        system.notes = entry.notes
        system.save(update_fields=["notes"])
    score = store_score(
        system=system, gold=_kept_gold(project, entry, at), entry=entry, at=at, actor=actor
    )
    details = {"name": system.name, "split": entry.split, "receipt": score.receipt}
    change.record("scored", "system", system.pk, **details)
    give_scores(project=project, at=at, actor=actor)
    return score


def _kept_gold(project: Project, entry: Entry, at: datetime) -> Gold:
    read_at = entry.read_at or at
    gold, is_new = Gold.objects.get_or_create(
        project=project,
        split=entry.split,
        sha256=entry.gold.sha256,
        defaults={
            "read_at": read_at,
            "content": entry.gold.content,
            "people": entry.people,
            "is_simulated": entry.is_simulated,
        },
    )
    if not is_new:
        # Another threshold, or answers without context, give further rows.
        gold.people = merged_people(gold.people, entry.people)
        # Whatever came in until now has changed nothing of it.
        gold.read_at = max(gold.read_at, read_at)
        gold.save(update_fields=["people", "read_at"])
    return gold


def store_score(
    *,
    system: System,
    gold: Gold,
    entry: Entry,
    at: datetime,
    actor: User | None,
    staged_by: UUID | None = None,
) -> Score:
    """A system's score with its files and results, and its receipt; ``staged_by`` as in ``Score``.
    Called in the transaction of a service that records it.
    """
    score = Score(
        system=system,
        split=entry.split,
        gold=gold,
        examples=entry.scored.examples,
        unannotated=entry.scored.unannotated,
        metrics=entry.scored.metrics,
        intervals=entry.scored.intervals,
        replicates=packed_replicates(entry.scored.replicates),
        references=entry.scored.references,
        on_all=entry.scored.on_all,
        parameters=dict(entry.parameters),
        code_sha256=code_version(),
        scored_at=at,
        uploaded_by=actor,
        staged_by=staged_by,
    )
    halves = [
        HalfScore(half=half, examples=each.examples, metrics=each.metrics, intervals=each.intervals)
        for half, each in entry.scored.halves.items()
    ]
    shas = {str(part): file.packed.sha256 for part, file in entry.files.items()}
    project = system.project
    is_hidden = names_hidden_split(project, [entry.split])
    fields = receipt_fields(score, shas, halves)
    score.receipt = receipt_of(fields, project if is_hidden else None)
    score.save()
    for each in halves:
        each.score = score
    HalfScore.objects.bulk_create(halves)
    for part, file in entry.files.items():
        ScoredFile.objects.create(score=score, part=part, name=file.name, **file.packed._asdict())
    ScoredExample.objects.bulk_create(_scored_examples(score, entry), batch_size=AT_ONCE)
    return score


def _scored_examples(score: Score, entry: Entry) -> Iterator[ScoredExample]:
    for each in entry.scored.results:
        group = entry.groups.get(each.example_id)
        if group is None:
            # Its annotations went after the gold was read.
            continue
        yield ScoredExample(
            score=score,
            example_id=group.pk,
            long_result=each.long_result,
            short_result=each.short_result,
            answer_type=group.answer_type,
            is_first=group.is_first,
            mu=group.mu,
            is_yes_no=group.is_yes_no,
            prediction={
                "long": offsets_of(each.answer.long_answer),
                "short": [offsets_of(span) for span in each.answer.short_answers],
                "yes_no": each.answer.yes_no_answer,
            },
        )


def offsets_of(span: Span | None) -> list[int | None] | None:
    """A span as ``ScoredExample.prediction`` has it."""
    if span is None:
        return None
    return [*(span.in_bytes or (None, None)), *(span.in_tokens or (None, None))]


def change_system(
    *, system: System, at: datetime, actor: User | None, is_published: bool
) -> System:
    """Show a system on the published leaderboard, or hide it.

    Raises ``NotFoundError`` if somebody has deleted it.
    """
    with changing(system.project_id, at=at, actor=actor) as change:
        system = _found(system)
        if system.is_published != is_published:
            system.is_published = is_published
            system.save(update_fields=["is_published"])
            told = {"name": system.name, "is_published": is_published}
            change.record("changed", "system", system.pk, **told)
    return system


def delete_system(*, system: System, at: datetime, actor: User | None) -> None:
    """Put a system with its scores and files into the bin; history keeps its name and receipts.

    Raises ``NotFoundError`` if somebody has deleted it already.
    """
    with changing(system.project_id, at=at, actor=actor) as change:
        system = _found(system)
        scores = Score.ever.filter(system=system)
        receipts = list(scores.order_by("pk").values_list("receipt", flat=True))
        system.deleted_at = at
        system.save(update_fields=["deleted_at"])
        change.record("deleted", "system", system.pk, name=system.name, receipts=receipts)


def restore_system(*, system: System, at: datetime, actor: User | None) -> None:
    """Take a system out of the bin with its scores; one that isn't there stays as it is.

    Raises ``ConflictError`` where another system has its name by now, or where there is no room
    left, and ``NotFoundError`` for one that is erased.
    """
    with changing(system.project_id, at=at, actor=actor) as change:
        system = found_in_bin(System, system.pk)
        if system.deleted_at is None:
            return
        beside = System.objects.filter(project=system.project_id)
        names = list(beside.values_list("name", flat=True))
        refuse_taken(names, system.name)
        _check_room(len(names))
        system.deleted_at = None
        system.save(update_fields=["deleted_at"])
        change.record("restored", "system", system.pk, name=system.name)


def erase_system(system: System) -> None:
    """Delete a system in the bin with all that is of it, and the gold that nothing else needs."""
    golds = set(Score.ever.filter(system=system).values_list("gold_id", flat=True))
    system.delete()
    Gold.objects.filter(pk__in=golds, scores=None).delete()


def _found(system: System) -> System:
    """The system as it is now. While its project is locked, nobody else adds or deletes scores."""
    found = System.objects.filter(pk=system.pk).first()
    if found is None:
        raise NotFoundError("not_found", "A lead has deleted this system.")
    return found


@transaction.atomic
def publish_leaderboard(
    *, project: Project, is_published: bool, at: datetime, actor: User | None
) -> Leaderboard:
    """Let everybody read a project's leaderboard, without an account, or nobody outside again."""
    board, _ = Leaderboard.objects.select_for_update().get_or_create(project=project)
    if (board.published_at is not None) == is_published:
        return board
    board.published_at = at if is_published else None
    board.published_by = actor if is_published else None
    board.save(update_fields=["published_at", "published_by"])
    record_event(
        at=at,
        actor=actor,
        verb="published" if is_published else "unpublished",
        subject="leaderboard",
        subject_id=project.pk,
        project_id=project.pk,
    )
    return board
