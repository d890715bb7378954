"""Submissions with what their team, or stewards, may see of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from annotator.systems.competitions.final import may_be_shown, standings_of
from annotator.systems.competitions.models import Competition, Phase, Submission, Team
from annotator.systems.competitions.queries import submissions_of
from annotator.systems.competitions.shown import Figures
from annotator.systems.evaluation.leaderboard.hidden_scores import ShownScore, shown_score
from annotator.systems.evaluation.leaderboard.queries import is_made_here
from annotator.systems.evaluation.models import Half, Score, ScoredFile

NOT_SHOWN = "Scores of this phase are shown when its results are published."
NOT_BETTER = "It does not beat your best score by more than this phase's step."
NO_HALVES = "It has no score on this half yet. A steward can have all systems scored again."


@dataclass(frozen=True, slots=True)
class OwnSubmission:
    """A submission as its team sees it: its figures, or why they are ``withheld``. ``counts``: it
    is the one that the final table takes.
    """

    submission: Submission
    score: Score | None
    figures: Figures | None
    withheld: str
    counts: bool

    @property
    def receipt(self) -> ShownScore | None:
        """The score, shown as anything on the hidden split."""
        project = self.submission.phase.competition.project
        return shown_score(self.score, project, sees_hidden=False) if self.score else None


@dataclass(frozen=True, slots=True)
class TeamSubmission:
    """A submission as stewards see it, with the figure that decides on the whole split and on its
    halves.
    """

    submission: Submission
    counts: bool
    whole: float | None
    public: float | None
    private: float | None


def own_submissions(team: Team) -> list[OwnSubmission]:
    """The team's submissions, the newest first."""
    submissions = list(submissions_of(team))
    found: dict[int, OwnSubmission] = {}
    for phase in {each.phase for each in submissions}:
        phase.competition = team.competition
        own = [each for each in submissions if each.phase == phase]
        for each in own:
            each.phase = phase
        found |= {each.submission.pk: each for each in _of_phase(phase, team, own)}
    return [found[each.pk] for each in submissions]


def _of_phase(phase: Phase, team: Team, submissions: list[Submission]) -> Iterator[OwnSubmission]:
    standings = standings_of(phase, teams=[team])
    is_final = phase.results_published_at is not None
    figures = standings.shown() if may_be_shown(phase, to_team=True) else {}
    if is_final:
        figures |= standings.final()
    # Which one is the best is for those who may see scores.
    counting = {each.pk for each in standings.counting().values() if each.is_final or figures}
    for each in submissions:
        score = standings.scores.get(each.system_id or 0)
        shown = figures.get(each.pk)
        withheld = "" if shown or not score else _why(phase, score)
        yield OwnSubmission(each, score, shown, withheld, each.pk in counting)


def _why(phase: Phase, score: Score) -> str:
    if not may_be_shown(phase, to_team=True):
        return NOT_SHOWN
    has_half = any(each.half == Half.PUBLIC for each in score.halves.all())
    return NOT_BETTER if has_half or not phase.has_halves else NO_HALVES


def own_files(score: Score) -> list[ScoredFile]:
    """The files that a team uploaded for a score.

    What this site's extractor found is left out: its sha256 would tell how many disambiguations the
    hidden questions have.
    """
    files = score.files.defer("content").order_by("pk")
    return [file for file in files if not is_made_here(file)]


def team_submissions(
    competition: Competition, submissions: list[Submission]
) -> list[TeamSubmission]:
    """Submissions of all teams, in the order in which they come."""
    found: dict[int, TeamSubmission] = {}
    for phase in {each.phase for each in submissions}:
        phase.competition = competition
        own = [each for each in submissions if each.phase_id == phase.pk]
        # Which one counts depends on all of its team's, and on no other team's.
        standings = standings_of(phase, teams={each.team for each in own})
        counting = {each.pk for each in standings.counting().values()}
        for each in own:
            whole, public, private = (
                figures.metrics.get(phase.metric) if figures else None
                for half in (None, Half.PUBLIC, Half.PRIVATE)
                for figures in [standings.figures(each, half)]
            )
            found[each.pk] = TeamSubmission(each, each.pk in counting, whole, public, private)
    return [found[each.pk] for each in submissions]
