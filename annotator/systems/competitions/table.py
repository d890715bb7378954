"""The table of a phase, as everybody may see it."""

from dataclasses import dataclass, field
from datetime import datetime

from annotator.systems.competitions.final import (
    Standings,
    deciding_half,
    may_be_shown,
    shown_half,
    standings_of,
)
from annotator.systems.competitions.models import Competition, Phase, Submission, Team
from annotator.systems.competitions.shown import Figures, per_cent, shown_figures
from annotator.systems.evaluation.models import Half, Score
from annotator.systems.evaluation.scoring.kinds import scores_of

NOT_YET = "The results of this phase are not published yet."
NOTHING = "No phase has begun yet."


@dataclass(frozen=True, slots=True)
class Row:
    """A team's system, or a baseline, with its figures; baselines have no rank and no team."""

    system: str
    figures: Figures
    at: datetime
    team: Team | None = None
    baseline: str = ""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a phase, the best first. ``missing`` says why there are none."""

    phase: Phase | None
    is_final: bool = False
    half: Half | None = None
    metrics: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    missing: str = ""


def table_of(competition: Competition, phase: Phase | None) -> Table:
    """The table of a phase: once its results are published, each team's submission that counts with
    the figures that decide; before that, where the rules show scores to everybody, each team's best
    so far. Baselines of the split stand between the teams.
    """
    if phase is None:
        return Table(None, missing=NOTHING)
    is_final = phase.results_published_at is not None
    if not may_be_shown(phase, to_team=False):
        return Table(phase, missing=NOT_YET)
    half = deciding_half(phase) if is_final else shown_half(phase)
    standings = standings_of(phase)
    figures = standings.final() if is_final else standings.shown()
    chosen = standings.counting().values() if is_final else _best(standings, figures)
    rows = [
        Row(each.name, figures[each.pk], each.submitted_at, team=each.team)
        for each in chosen
        if each.pk in figures and each.system is not None and each.system.is_published
    ]
    rows += _baselines(competition, half)
    shown = {name for row in rows for name in row.figures.metrics}
    metrics = tuple(name for name in scores_of(competition.project.kind).METRICS if name in shown)
    return Table(phase, is_final, half, metrics, _ranked(rows, phase, standings.kind))


def _best(standings: Standings, figures: dict[int, Figures]) -> list[Submission]:
    """The best submission of each team by what is shown."""
    best = []
    for own in standings.by_team().values():
        known = [each for each in own if each.pk in figures]
        if known:
            best.append(
                max(
                    known,
                    key=lambda each: figures[each.pk].metrics.get(
                        standings.phase.metric, float("-inf")
                    ),
                )
            )
    return best


def _baselines(competition: Competition, half: Half | None) -> list[Row]:
    scores = (
        Score.objects.filter(
            system__project=competition.project_id,
            system__is_published=True,
            split=competition.split,
        )
        .exclude(system__baseline="")
        .select_related("system")
        .defer("replicates")
        .prefetch_related("halves")
        .order_by("pk")
    )
    kind = competition.project.kind
    return [
        Row(score.system.name, figures, score.scored_at, baseline=score.system.baseline)
        for score in scores
        if (figures := shown_figures(score, kind, half))
    ]


def _ranked(rows: list[Row], phase: Phase, kind: str) -> list[Row]:
    """The best first, teams of the same figure with the same rank; of equal ones the earlier
    first. Rows without the figure come last.
    """

    def value(row: Row) -> float:
        found = per_cent(kind, row.figures.metrics, phase.metric)
        return float("-inf") if found is None else found

    ordered = sorted(rows, key=lambda row: (-value(row), row.at))
    teams = [row for row in ordered if row.team is not None]
    ranks = {id(row): 1 + sum(value(other) > value(row) for other in teams) for row in teams}
    return [
        Row(row.system, row.figures, row.at, row.team, row.baseline, ranks.get(id(row)))
        for row in ordered
    ]
