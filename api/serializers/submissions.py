"""Submissions against the hidden split."""

from django.conf import settings
from rest_framework import serializers

from annotator.systems.competitions.limits import OpenPhase, open_to
from annotator.systems.competitions.models import Competition, ShownTo, Submission, Team
from annotator.systems.competitions.outcomes import OUTCOMES, outcome_of
from annotator.systems.competitions.own_receipts import OwnScore
from annotator.systems.competitions.shown_submissions import (
    OwnSubmission,
    TeamSubmission,
    own_files,
    own_submissions,
)
from annotator.systems.evaluation.models import Half, Score
from annotator.systems.evaluation.records.receipts import flaws_of_kept
from annotator.workspace.projects.models import Project
from api.serializers.jobs import JobOutput
from api.serializers.leaderboard import EndsField, OfferedFile, ReceiptOutput, ScoredFileOutput
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class SubmissionInput(StrictInput):
    """A system's predictions for the hidden split; `passages` for ASQA alone, as for systems.

    `found` is refused: on the hidden split only the site's own reader counts.
    """

    file = serializers.FileField()
    found = serializers.FileField(required=False)
    name = serializers.CharField(max_length=100)
    notes = serializers.CharField(max_length=2000, default="", allow_blank=True)
    passages = serializers.IntegerField(min_value=1, max_value=1000, default=1)


class SubmissionOutput(Output[OwnSubmission]):
    """A submission of the caller's team: aggregated numbers, nothing by example.

    `metrics` is null until there is a score that may be shown; `withheld` then says why. `half` is
    the one that figures are of, null for the whole split. `counts`: it is the one that the final
    table takes, chosen (`is_final`) or not.
    """

    id = serializers.IntegerField(source="submission.pk")
    phase = serializers.IntegerField(source="submission.phase.number")
    name = serializers.CharField(source="submission.name")
    notes = serializers.CharField(source="submission.scored_system.notes", allow_blank=True)
    submitted_at = serializers.DateTimeField(source="submission.submitted_at")
    submitted_by = serializers.CharField(source="submission.submitted_by", allow_null=True)

    @reads(serializers.ChoiceField(choices=OUTCOMES))
    def outcome(self, shown: OwnSubmission) -> str:
        return outcome_of(shown.submission)

    job = JobOutput(
        source="submission.job",
        allow_null=True,
        help_text="Its problems are listed below `jobs/{id}/`.",
    )
    scored_at = serializers.DateTimeField(source="score.scored_at", allow_null=True)
    examples = serializers.IntegerField(source="figures.examples", allow_null=True)
    half = serializers.ChoiceField(source="figures.half", choices=Half.choices, allow_null=True)
    metrics = serializers.DictField(
        source="figures.metrics", child=serializers.FloatField(), allow_null=True
    )
    intervals = serializers.DictField(
        source="figures.intervals", child=EndsField(), allow_null=True
    )
    withheld = serializers.CharField(allow_blank=True)
    is_final = serializers.BooleanField(source="submission.is_final")
    counts = serializers.BooleanField()
    receipt = ReceiptOutput(allow_null=True)

    @reads(ScoredFileOutput(many=True))
    def files(self, shown: OwnSubmission) -> list[OfferedFile]:
        return _files(shown.submission, shown.score) if shown.score else []


def _files(submission: Submission, score: Score) -> list[OfferedFile]:
    slug = submission.phase.competition.project.slug
    folder = f"/api/v1/projects/{slug}/submissions/{submission.pk}/files"
    return [OfferedFile(file, f"{folder}/{file.part}/") for file in own_files(score)]


class OpenPhaseOutput(Output[OpenPhase]):
    """The phase that takes submissions now, and what the caller's team has left in it.

    `next_at` is when the next upload is possible: null for now, or if there is none.
    """

    number = serializers.IntegerField(source="phase.number")
    name = serializers.CharField(source="phase.name")
    ends_at = serializers.DateTimeField(source="phase.ends_at", allow_null=True)
    non_null_annotations = serializers.IntegerField(
        source="phase.non_null_annotations",
        help_text="How many annotations with an answer make an example of NQ answerable.",
    )
    metric = serializers.CharField(source="phase.metric")
    shown_to = serializers.ChoiceField(source="phase.shown_to", choices=ShownTo.choices)
    has_halves = serializers.BooleanField(source="phase.has_halves")
    ladder_step = serializers.FloatField(source="phase.ladder_step", allow_null=True)
    per_week = serializers.IntegerField(source="phase.uploads_per_week")
    left = serializers.IntegerField(source="standing.left", help_text="Uploads that are left now.")
    total = serializers.IntegerField(source="phase.uploads_total", allow_null=True)
    total_left = serializers.IntegerField(source="standing.total_left", allow_null=True)
    refused_per_week = serializers.IntegerField(source="phase.refused_per_week")
    refused_left = serializers.IntegerField(
        source="standing.refused_left",
        help_text="Files that may still be refused in these seven days.",
    )
    next_at = serializers.DateTimeField(source="standing.next_at", allow_null=True)


class SubmissionsOutput(Output[Project]):
    """What the caller's team may submit, and its submissions, the newest first.

    `missing` says why the caller can't submit now; empty if they can.
    """

    project = serializers.CharField(source="slug")
    title = serializers.CharField()
    kind = serializers.CharField()

    @reads(
        serializers.CharField(
            allow_blank=True, help_text="The hidden split; empty where there is no competition."
        )
    )
    def split(self, project: Project) -> str:
        competition = self._competition
        return competition.split if competition else ""

    @reads(serializers.CharField(allow_null=True))
    def team(self, project: Project) -> str | None:
        team = self._team
        return team.name if team else None

    @reads(serializers.BooleanField(help_text="The site has a reader for ASQA's answers."))
    def reads_answers(self, project: Project) -> bool:
        return bool(settings.ANSWER_READER)

    @reads(OpenPhaseOutput(allow_null=True))
    def phase(self, project: Project) -> OpenPhase | None:
        competition = self._competition
        return open_to(competition, self._team, at=self.context["at"]) if competition else None

    @reads(serializers.CharField(allow_blank=True))
    def missing(self, project: Project) -> str:
        missing: str = self.context["missing"]
        return missing

    @reads(SubmissionOutput(many=True))
    def submissions(self, project: Project) -> list[OwnSubmission]:
        team = self._team
        return own_submissions(team) if team else []

    @property
    def _competition(self) -> Competition | None:
        competition: Competition | None = self.context["competition"]
        return competition

    @property
    def _team(self) -> Team | None:
        team: Team | None = self.context["team"]
        return team


class TeamSubmissionOutput(Output[TeamSubmission]):
    """A submission of any team, as stewards see it.

    `whole`, `public` and `private` are the figure that decides in its phase (`metric`), on the
    whole split and on its halves; null where there is none. `system` is its number on the
    leaderboard.
    """

    id = serializers.IntegerField(source="submission.pk")
    phase = serializers.IntegerField(source="submission.phase.number")
    team = serializers.CharField(source="submission.team.name")
    name = serializers.CharField(source="submission.name")
    submitted_at = serializers.DateTimeField(source="submission.submitted_at")
    submitted_by = serializers.CharField(source="submission.submitted_by", allow_null=True)

    @reads(serializers.ChoiceField(choices=OUTCOMES))
    def outcome(self, shown: TeamSubmission) -> str:
        return outcome_of(shown.submission)

    system = serializers.IntegerField(source="submission.scored_system.pk", allow_null=True)
    is_final = serializers.BooleanField(source="submission.is_final")
    counts = serializers.BooleanField()
    metric = serializers.CharField(source="submission.phase.metric")
    whole = serializers.FloatField(allow_null=True)
    public = serializers.FloatField(allow_null=True)
    private = serializers.FloatField(allow_null=True)


class FinalInput(StrictInput):
    """Whether this is the team's submission that counts in its phase."""

    is_final = serializers.BooleanField()


class OwnReceiptInput(StrictInput):
    """A receipt, or at least its first eight digits."""

    receipt = serializers.CharField(min_length=8, max_length=64)


class OwnReceiptOutput(Output[OwnScore]):
    """What a receipt of the caller's team belongs to. `is_same`: the sha256 of all that is kept of
    the score, computed again, is the receipt. `replaced_at`: a later score took its place.
    """

    receipt = serializers.CharField(source="score.receipt")
    system = serializers.CharField(source="submission.name")
    split = serializers.CharField(source="score.split")
    phase = serializers.IntegerField(source="submission.phase.number")
    scored_at = serializers.DateTimeField(source="score.scored_at")
    replaced_at = serializers.DateTimeField(source="score.replaced_at", allow_null=True)

    @reads(serializers.BooleanField())
    def is_same(self, own: OwnScore) -> bool:
        return not flaws_of_kept(own.score)

    @reads(ScoredFileOutput(many=True))
    def files(self, own: OwnScore) -> list[OfferedFile]:
        return _files(own.submission, own.score)
