"""A competition as the API shows it."""

from datetime import datetime
from typing import Any

from annotator.systems.competitions.final import may_be_shown, standings_of
from annotator.systems.competitions.limits import standing_of
from annotator.systems.competitions.models import (
    Competition,
    Phase,
    PublishedFile,
    Submission,
    Team,
)
from annotator.systems.competitions.outcomes import outcome_of
from annotator.systems.competitions.phases import deciding_metrics
from annotator.systems.competitions.queries import (
    Viewer,
    files_for,
    open_phase,
    phases_of,
    split_sizes,
    submissions_of,
    submitting_teams,
)
from annotator.systems.competitions.shown import Figures
from annotator.systems.competitions.table import Row, Table
from annotator.systems.evaluation.leaderboard.hidden_scores import shown_score
from annotator.systems.evaluation.leaderboard.queries import is_made_here
from annotator.systems.evaluation.models import Half, Score
from api.presenters.leaderboard import present_receipt

RULES = (
    *("number", "name", "starts_at", "ends_at", "uploads_per_week", "uploads_total"),
    *("refused_per_week", "metric", "non_null_annotations", "shown_to", "has_halves"),
    *("ladder_step", "results_published_at"),
)
TEXTS = ("summary", "task", "rules", "how_to_submit", "licence", "contact")
LINKS = ("paper_url", "code_url", "model_url", "model_parameters")

NOT_SHOWN = "Scores of this phase are shown when its results are published."
NOT_BETTER = "It does not beat your best score by more than this phase's step."
NO_HALVES = "It has no score on this half yet. A steward can have all systems scored again."


def present_competition(
    competition: Competition, viewer: Viewer, *, at: datetime
) -> dict[str, Any]:
    """The page for somebody who may read it."""
    project = competition.project
    return {
        "project": project.slug,
        "title": project.title,
        "kind": project.kind,
        "split": competition.split,
        "page_published_at": competition.page_published_at,
        **{name: getattr(competition, name) for name in TEXTS},
        "splits": split_sizes(competition),
        "phases": [present_phase(each, at=at) for each in phases_of(competition)],
        "metrics": deciding_metrics(competition),
        "files": [present_file(project.slug, each) for each in files_for(competition, viewer)],
        "teams": submitting_teams(competition),
        "viewer": {
            "is_steward": viewer.is_steward,
            "may_take_part": viewer.may_take_part,
            "team": viewer.team.pk if viewer.team else None,
        },
    }


def present_phase(phase: Phase, *, at: datetime) -> dict[str, Any]:
    """A phase of ``phases_of``, or another one."""
    known = vars(phase).get("is_fixed")
    is_fixed = phase.submissions.exists() if known is None else known
    rules = {name: getattr(phase, name) for name in RULES}
    return {**rules, "state": phase.state(at=at), "is_fixed": is_fixed}


def present_file(slug: str, file: PublishedFile) -> dict[str, Any]:
    """A file for download."""
    names = ("id", "split", "format", "audience", "name", "size", "sha256", "published_at")
    url = f"/api/v1/projects/{slug}/competition/files/{file.pk}/"
    return {**{name: getattr(file, name) for name in names}, "url": url}


def present_table(competition: Competition, table: Table) -> dict[str, Any]:
    """A phase's table."""
    phase = table.phase
    return {
        "project": competition.project.slug,
        "phase": phase.number if phase else None,
        "name": phase.name if phase else "",
        "is_final": table.is_final,
        "half": table.half,
        "metric": phase.metric if phase else "",
        "metrics": table.metrics,
        "rows": [present_row(row) for row in table.rows],
        "missing": table.missing,
    }


def present_row(row: Row) -> dict[str, Any]:
    """A row of a table."""
    team = row.team
    return {
        "rank": row.rank,
        "team": team.name if team else "",
        "system": row.system,
        "baseline": row.baseline,
        "submitted_at": row.at,
        "examples": row.figures.examples,
        "metrics": row.figures.metrics,
        "intervals": row.figures.intervals,
        "paper_url": team.paper_url if team else "",
        "code_url": team.code_url if team else "",
        "model_url": team.model_url if team else "",
        "model_parameters": team.model_parameters if team else None,
    }


def present_open_phase(
    competition: Competition, team: Team | None, *, at: datetime
) -> dict[str, Any] | None:
    """The phase that takes submissions now, and what a team has left in it."""
    phase = open_phase(competition, at=at)
    if phase is None:
        return None
    names = ("number", "name", "ends_at", "non_null_annotations", "metric", "shown_to")
    standing = standing_of(team, phase, at=at)
    return {
        **{name: getattr(phase, name) for name in (*names, "has_halves", "ladder_step")},
        "per_week": phase.uploads_per_week,
        "left": standing.left,
        "total": phase.uploads_total,
        "total_left": standing.total_left,
        "refused_per_week": phase.refused_per_week,
        "refused_left": standing.refused_left,
        "next_at": standing.next_at,
    }


def present_submissions(team: Team) -> list[dict[str, Any]]:
    """The team's submissions, the newest first, with what it may see of them."""
    submissions = list(submissions_of(team))
    rows: dict[int, dict[str, Any]] = {}
    for phase in {each.phase for each in submissions}:
        rows |= _of_phase(phase, team, [each for each in submissions if each.phase == phase])
    return [rows[each.pk] for each in submissions]


def present_team_submissions(
    competition: Competition, submissions: list[Submission]
) -> list[dict[str, Any]]:
    """Submissions of all teams for stewards, in the order in which they come."""
    rows: dict[int, dict[str, Any]] = {}
    for phase in {each.phase for each in submissions}:
        phase.competition = competition
        own = [each for each in submissions if each.phase_id == phase.pk]
        # Which one counts depends on all of its team's, and on no other team's.
        standings = standings_of(phase, teams={each.team for each in own})
        counting = {each.pk for each in standings.counting().values()}
        for each in own:
            rows[each.pk] = {
                "id": each.pk,
                "phase": phase.number,
                "team": each.team.name,
                "name": each.name,
                "submitted_at": each.submitted_at,
                "submitted_by": str(each.submitted_by) if each.submitted_by else None,
                "outcome": outcome_of(each),
                "system": each.system_id,
                "is_final": each.is_final,
                "counts": each.pk in counting,
                "metric": phase.metric,
                **{
                    name: figures.metrics.get(phase.metric) if figures else None
                    for name, half in HALVES_BY_NAME.items()
                    for figures in [standings.figures(each, half)]
                },
            }
    return [rows[each.pk] for each in submissions]


HALVES_BY_NAME = {"whole": None, "public": Half.PUBLIC, "private": Half.PRIVATE}


def _of_phase(phase: Phase, team: Team, submissions: list[Submission]) -> dict[int, dict[str, Any]]:
    phase.competition = team.competition
    standings = standings_of(phase, teams=[team])
    is_final = phase.results_published_at is not None
    figures = standings.shown() if may_be_shown(phase, to_team=True) else {}
    if is_final:
        figures |= standings.final()
    # Which one is the best is for those who may see scores.
    counting = {each.pk for each in standings.counting().values() if each.is_final or figures}
    found = {}
    for each in submissions:
        score = standings.scores.get(each.system_id or 0)
        shown = figures.get(each.pk)
        withheld = "" if shown or not score else _why(phase, score)
        found[each.pk] = _present(each, score, shown) | {
            "withheld": withheld,
            "counts": each.pk in counting,
        }
    return found


def _why(phase: Phase, score: Score) -> str:
    if not may_be_shown(phase, to_team=True):
        return NOT_SHOWN
    has_half = any(each.half == Half.PUBLIC for each in score.halves.all())
    return NOT_BETTER if has_half or not phase.has_halves else NO_HALVES


def _present(submission: Submission, score: Score | None, shown: Figures | None) -> dict[str, Any]:
    system, user = submission.system, submission.submitted_by
    return {
        "id": submission.pk,
        "phase": submission.phase.number,
        "name": submission.name,
        "notes": system.notes if system else "",
        "submitted_at": submission.submitted_at,
        "submitted_by": str(user) if user else None,
        "outcome": outcome_of(submission),
        "job": submission.job,
        "scored_at": score.scored_at if score else None,
        "examples": shown.examples if shown else None,
        "half": shown.half if shown else None,
        "metrics": shown.metrics if shown else None,
        "intervals": shown.intervals if shown else None,
        "is_final": submission.is_final,
        "receipt": _receipt(submission, score) if score else None,
        "files": present_own_files(submission, score) if score else [],
    }


def _receipt(submission: Submission, score: Score) -> dict[str, Any]:
    project = submission.phase.competition.project
    return present_receipt(shown_score(score, project, sees_hidden=False))


def present_own_files(submission: Submission, score: Score) -> list[dict[str, Any]]:
    """The files that the team uploaded for a score.

    What this site's extractor found is left out: its sha256 would tell how many disambiguations the
    hidden questions have.
    """
    slug = submission.phase.competition.project.slug
    folder = f"/api/v1/projects/{slug}/submissions/{submission.pk}/files"
    return [
        {
            "part": file.part,
            "name": file.name,
            "sha256": file.sha256,
            "url": f"{folder}/{file.part}/",
        }
        for file in score.files.defer("content").order_by("pk")
        if not is_made_here(file)
    ]
