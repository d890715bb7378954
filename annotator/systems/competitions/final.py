"""Which submission counts for a team, and the tables of phases."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from annotator.systems.competitions.ladder import ladder
from annotator.systems.competitions.models import Phase, ShownTo, Submission, Team
from annotator.systems.competitions.shown import Figures, figures_of, per_cent, shown_figures
from annotator.systems.evaluation.leaderboard.hidden_scores import rounded_metrics
from annotator.systems.evaluation.models import Half, Score, System
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.workspace.projects.models import Project


def scores_on(project: Project, split: str, systems: Iterable[int]) -> dict[int, Score]:
    """The scores of systems on a split, by the system's key, with their halves."""
    scores = Score.objects.filter(system__project=project, split=split, system__in=list(systems))
    return {
        score.system_id: score
        for score in scores.select_related("gold", "system")
        .defer("replicates", "gold__content")
        .prefetch_related("halves")
    }


def shown_half(phase: Phase) -> Half | None:
    """The half whose figures teams see during the phase; None is the whole split."""
    return Half.PUBLIC if phase.has_halves else None


def deciding_half(phase: Phase) -> Half | None:
    """The half that decides in the end: the private one; None is the whole split."""
    return Half.PRIVATE if phase.has_halves else None


@dataclass(frozen=True, slots=True)
class Standings:
    """The scored submissions of a phase, with their scores by system."""

    phase: Phase
    kind: str
    submissions: list[Submission]
    scores: Mapping[int, Score]

    def figures(self, submission: Submission, half: Half | None) -> Figures | None:
        """A submission's figures as they are."""
        score = self.scores.get(submission.system_id or 0)
        return figures_of(score, half) if score else None

    def _rounded(self, own: list[Submission], half: Half | None) -> dict[int, Figures]:
        scores = ((each.pk, self.scores.get(each.system_id or 0)) for each in own)
        return {
            pk: figures
            for pk, score in scores
            if score and (figures := shown_figures(score, self.kind, half))
        }

    def value(self, submission: Submission, half: Half | None) -> float | None:
        """What decides the order, in per cent."""
        figures = self.figures(submission, half)
        return per_cent(self.kind, figures.metrics, self.phase.metric) if figures else None

    def by_team(self) -> dict[int, list[Submission]]:
        """The submissions of each team, the earliest first."""
        found: dict[int, list[Submission]] = defaultdict(list)
        for submission in self.submissions:
            found[submission.team_id].append(submission)
        return dict(found)

    def counting(self) -> dict[int, Submission]:
        """The submission that counts, by team: the chosen one, or else the best by what ``shown``
        has; of equal ones the earliest.

        Exact values don't decide: which of two equal ones counts would tell more than is shown.
        """
        shown = self.shown()

        def value(submission: Submission) -> float:
            figures = shown.get(submission.pk)
            return float("-inf") if figures is None else self._deciding(figures)

        return {
            # ``max`` keeps the first of equal ones, and they come in the order of their upload.
            team: next((each for each in own if each.is_final), None) or max(own, key=value)
            for team, own in self.by_team().items()
        }

    def _deciding(self, figures: Figures) -> float:
        return _known(per_cent(self.kind, figures.metrics, self.phase.metric))

    def shown(self) -> dict[int, Figures]:
        """What may be shown of each submission during the phase, by its key.

        With a step of the Ladder, there is nothing of those that don't beat their team's best, and
        of the others only the figure that decides.
        """
        half = shown_half(self.phase)
        found: dict[int, Figures] = {}
        for own in self.by_team().values():
            if self.phase.ladder_step is None:
                found |= self._rounded(own, half)
                continue
            known = [(each, figures) for each in own if (figures := self.figures(each, half))]
            values = [_known(self.value(each, half)) for each, _ in known]
            steps = ladder(values, step=self.phase.ladder_step)
            for (each, figures), value in zip(known, steps, strict=True):
                if value is not None:
                    found[each.pk] = self._only(figures, value)
        return found

    def _only(self, figures: Figures, value: float) -> Figures:
        metric = self.phase.metric
        raw = value / scores_of(self.kind).PER_CENT
        return Figures(
            figures.half, figures.examples, rounded_metrics({metric: raw}, self.kind), {}
        )

    def final(self) -> dict[int, Figures]:
        """What the final table shows of the submission that counts, by its key."""
        return self._rounded(list(self.counting().values()), deciding_half(self.phase))


def _known(value: float | None) -> float:
    return float("-inf") if value is None else value


def standings_of(phase: Phase, *, teams: Collection[Team] | None = None) -> Standings:
    """The scored submissions of a phase, or of some teams in it."""
    project, split = phase.competition.project, phase.competition.split
    found = phase.submissions.filter(system__isnull=False, system__deleted_at=None)
    if teams is not None:
        found = found.filter(team__in=teams)
    submissions = list(found.select_related("team", "system").order_by("submitted_at", "pk"))
    scores = scores_on(project, split, [each.system_id or 0 for each in submissions])
    return Standings(phase, project.kind, submissions, scores)


def may_be_shown(phase: Phase, *, to_team: bool) -> bool:
    """Whether figures of submissions are shown now: to their own team, or to everybody."""
    if phase.results_published_at is not None or phase.shown_to == ShownTo.EVERYBODY:
        return True
    return to_team and phase.shown_to == ShownTo.TEAM


def show_final_systems(phase: Phase) -> None:
    """Let leaderboards show the systems that count in the phase."""
    counting = [each.pk for each in standings_of(phase).counting().values()]
    System.objects.filter(submission__in=counting).update(is_withheld=False)


def withhold_systems(phase: Phase) -> None:
    """Let leaderboards show none of the phase's systems to others than stewards."""
    System.ever.filter(submission__phase=phase).update(is_withheld=True)
