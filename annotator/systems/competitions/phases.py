"""Phases: a steward's rules, which stay as they are once a team has submitted."""

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.splits import main_examples
from annotator.systems.competitions.final import show_final_systems, withhold_systems
from annotator.systems.competitions.models import Competition, Phase, PhaseState
from annotator.systems.competitions.opening import lock_competition, record
from annotator.systems.evaluation.leaderboard.hidden_scores import shown_metrics
from annotator.systems.evaluation.models import Half, Halves
from annotator.systems.evaluation.scoring.halves import half_of, new_halves_seed
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

RULES = (
    *("name", "starts_at", "ends_at", "uploads_per_week", "uploads_total", "refused_per_week"),
    *("metric", "non_null_annotations", "shown_to", "has_halves", "ladder_step"),
)

MOST_PHASES = 50


def deciding_metrics(competition: Competition) -> tuple[str, ...]:
    """The figures that can decide the order, those that the split shows; the first
    if nobody chooses. A site without an extractor has none that an extractor takes.
    """
    project = competition.project
    shown = shown_metrics(project, competition.split, sees_hidden=False)
    return tuple(name for name in scores_of(project.kind).RANKING if name in shown)


@transaction.atomic
def add_phase(*, competition: Competition, at: datetime, actor: User | None, **rules: Any) -> Phase:
    """A new phase, with the next number.

    Raises ``InvalidInputError`` for dates that overlap with another phase's, or end before they
    begin, and for a figure that can't decide; ``ConflictError`` if the split is too small for
    halves.
    """
    competition = lock_competition(competition)
    others = list(competition.phases.order_by("number"))
    if len(others) >= MOST_PHASES:
        raise ConflictError("too_many", f"A competition has at most {MOST_PHASES} phases.")
    number = others[-1].number + 1 if others else 1
    rules.setdefault("metric", deciding_metrics(competition)[0])
    phase = Phase(competition=competition, number=number, **rules)
    _check(phase, competition, others)
    phase.save()
    rules = _told(phase, RULES)
    record(competition, "created", at=at, actor=actor, **_about(phase), rules=rules)
    return phase


@transaction.atomic
def change_phase(*, phase: Phase, at: datetime, actor: User | None, **rules: Any) -> Phase:
    """Change some rules of a phase.

    Once a team has submitted, only the name changes, and the end moves to a later time. Raises
    ``ConflictError`` for anything else then, and what ``add_phase`` raises.
    """
    competition, phase = _lock(phase)
    changed = [name for name, value in rules.items() if getattr(phase, name) != value]
    if not changed:
        return phase
    if phase.submissions.exists():
        _check_fixed(phase, changed, rules, at)
    before, metric = _told(phase, changed), phase.metric
    for name in changed:
        setattr(phase, name, rules[name])
    others = competition.phases.exclude(pk=phase.pk)
    _check(phase, competition, others, kept_metric=metric)
    phase.save(update_fields=changed)
    told = {**_about(phase), "before": before, "after": _told(phase, changed)}
    record(competition, "changed", at=at, actor=actor, **told)
    return phase


@transaction.atomic
def delete_phase(*, phase: Phase, at: datetime, actor: User | None) -> None:
    """Delete a phase in which nobody has submitted; raises ``ConflictError`` for another one."""
    competition, phase = _lock(phase)
    if phase.submissions.exists():
        raise ConflictError("phase_used", "Teams have submitted in this phase: it stays.")
    record(competition, "deleted", at=at, actor=actor, **_about(phase), name=phase.name)
    phase.delete()


@transaction.atomic
def publish_results(*, phase: Phase, is_published: bool, at: datetime, actor: User | None) -> Phase:
    """Show a phase's final table to everybody who sees the page, or nobody again.

    A phase without an end is ended by it. Raises ``ConflictError`` while teams can submit until a
    later end.
    """
    competition, phase = _lock(phase)
    if (phase.results_published_at is not None) == is_published:
        return phase
    if is_published and phase.state(at=at) != PhaseState.ENDED:
        if phase.ends_at is not None or phase.state(at=at) == PhaseState.UPCOMING:
            raise ConflictError(
                "phase_open",
                "Teams can still submit. Publish the results when the phase has ended.",
            )
        phase.ends_at = at
    phase.results_published_at = at if is_published else None
    phase.save(update_fields=["results_published_at", "ends_at"])
    (show_final_systems if is_published else withhold_systems)(phase)
    verb = "published" if is_published else "unpublished"
    record(competition, verb, at=at, actor=actor, **_about(phase))
    return phase


def _lock(phase: Phase) -> tuple[Competition, Phase]:
    competition = lock_competition(phase.competition)
    found = Phase.objects.filter(pk=phase.pk).first()
    if found is None:
        raise NotFoundError("not_found", "A steward has deleted this phase.")
    return competition, found


def _check_fixed(phase: Phase, changed: list[str], rules: dict[str, Any], at: datetime) -> None:
    fixed = {name for name in changed if name != "name"}
    if fixed == {"ends_at"} and _is_later(rules["ends_at"], phase, at):
        fixed = set()
    if fixed:
        raise ConflictError(
            "rules_fixed",
            "Teams have submitted in this phase, so its rules stay as they are. Only its name"
            " changes, and its end moves to a later time. Add a new phase for new rules.",
            fields=dict.fromkeys(sorted(fixed), "Leave it as it is, or add a phase."),
        )


def _is_later(end: datetime | None, phase: Phase, at: datetime) -> bool:
    """Whether a new end takes nothing away from teams: of a phase without one, any in the future.

    Once the results are out, nothing reopens the phase.
    """
    if phase.results_published_at is not None:
        return False
    return end is None or end > (phase.ends_at or at)


def _check(phase: Phase, competition: Competition, others: Any, *, kept_metric: str = "") -> None:
    problems = {}
    if flaw := describe_flaw(phase.name):
        problems["name"] = flaw
    allowed = deciding_metrics(competition)
    # A phase keeps its figure where the site's extractor is gone.
    if phase.metric not in (*allowed, kept_metric):
        problems["metric"] = f"Choose one of {', '.join(allowed)}."
    if phase.starts_at and phase.ends_at and phase.ends_at <= phase.starts_at:
        problems["ends_at"] = "A phase ends after its start."
    clash = next((each for each in others if _overlap(phase, each)), None)
    if clash is not None:
        problems["starts_at"] = f"Phases don't overlap: choose other dates than {clash.name}'s."
    if problems:
        raise InvalidInputError("invalid_phase", "This phase can't be kept.", fields=problems)
    if phase.has_halves:
        draw_halves(competition)


def _overlap(one: Phase, other: Phase) -> bool:
    """Whether there is a moment at which both are open: an end is not part of its phase."""
    return _begins_before_end(one, other) and _begins_before_end(other, one)


def _begins_before_end(one: Phase, other: Phase) -> bool:
    return one.starts_at is None or other.ends_at is None or one.starts_at < other.ends_at


def draw_halves(competition: Competition) -> Halves:
    """The halves of the competition's split, drawn if there are none yet.

    Raises ``ConflictError`` if one half would be empty.
    """
    project, split = competition.project, competition.split
    found = Halves.objects.filter(project=project, split=split).first()
    if found is not None:
        return found
    seed = new_halves_seed()
    if not all(half_sizes(project, split, seed=seed).values()):
        raise ConflictError(
            "too_few",
            f"{split} has too few questions for two halves.",
            fields={"has_halves": "Leave it out."},
        )
    return Halves.objects.create(project=project, split=split, seed=seed)


def half_sizes(project: Project, split: str, *, seed: str) -> dict[Half, int]:
    """How many examples of a split each half has."""
    key = scores_of(project.kind).EXAMPLE_KEY
    keys = main_examples(project, [split]).order_by().values_list(key, flat=True)
    halves = [half_of(str(each), seed=seed) for each in keys]
    return {half: halves.count(half) for half in Half}


def _told(phase: Phase, names: Any) -> dict[str, Any]:
    values = {name: getattr(phase, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
    }


def _about(phase: Phase) -> dict[str, Any]:
    return {"subject": "phase", "subject_id": phase.pk, "number": phase.number}
