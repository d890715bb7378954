"""A competition: its page, phases and table, for everybody; its rules, for stewards."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.systems.competitions.joining import Entry, is_open, link_of
from annotator.systems.competitions.models import (
    Audience,
    Competition,
    Participant,
    Phase,
    PhaseState,
    PublishedFile,
    ShownTo,
)
from annotator.systems.competitions.opening import LONGEST_TEXT
from annotator.systems.competitions.phases import deciding_metrics, half_sizes
from annotator.systems.competitions.published_files import FORMATS
from annotator.systems.competitions.queries import (
    Viewer,
    files_for,
    phases_of,
    split_sizes,
    submitting_teams,
)
from annotator.systems.competitions.table import Row, Table
from annotator.systems.evaluation.models import BaselineKind, Half
from annotator.systems.evaluation.scoring.halves import seed_of_halves
from annotator.workspace.projects.invitations import DEFAULT_DAYS, MAX_DAYS
from annotator.workspace.projects.kinds import Kind
from api.serializers.leaderboard import EndsField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

LADDER = (
    "In per cent; null: none. With a step, a team sees a new score only if it beats the team's best"
    " by more than the step, rounded to it, and no other figure (Blum and Hardt, 2015: the Ladder)."
    " A run of small changes then tells nothing about single answers."
)


def _markdown() -> serializers.CharField:
    return serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, required=False)


class CompetitionInput(StrictInput):
    """What the competition's page says, in Markdown. What is left out stays as it is."""

    summary = _markdown()
    task = _markdown()
    rules = _markdown()
    how_to_submit = _markdown()
    licence = _markdown()
    contact = _markdown()


class PagePublicationInput(StrictInput):
    """Whether everybody may read the competition's page."""

    is_published = serializers.BooleanField()


class PhaseRules(serializers.Serializer[Any]):
    """The rules of a phase."""

    name = serializers.CharField(max_length=100)
    starts_at = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Null: it has always been open."
    )
    ends_at = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Null: open until its results are published."
    )
    uploads_per_week = serializers.IntegerField(
        min_value=1, max_value=100, default=1, help_text="Of each team, in any seven days."
    )
    uploads_total = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        allow_null=True,
        default=None,
        help_text="Of each team in the phase; null: no limit.",
    )
    refused_per_week = serializers.IntegerField(
        min_value=1,
        max_value=100,
        default=5,
        help_text="Files of a team that may be refused in any seven days. They count as no upload.",
    )
    metric = serializers.CharField(
        max_length=60,
        required=False,
        help_text="The figure that decides the order. If left out, the leaderboard's first one.",
    )
    non_null_annotations = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        default=2,
        help_text="Annotations with an answer that make an example of NQ answerable.",
    )
    shown_to = serializers.ChoiceField(
        choices=ShownTo.choices,
        default=ShownTo.TEAM,
        help_text="Who sees a team's scores before the results are published.",
    )
    has_halves = serializers.BooleanField(
        default=False,
        help_text="Scores on the public half are shown during the phase; the final table has those"
        " on the private half.",
    )
    ladder_step = serializers.FloatField(
        min_value=0.1, max_value=10, allow_null=True, default=None, help_text=LADDER
    )


class PhaseInput(PhaseRules, StrictInput):
    """A new phase."""


class PhaseChangeInput(StrictInput):
    """Changes of a phase. Once a team has submitted, only its name changes and its end moves on."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields of a new phase, none of them required and none with a default."""
        fields = PhaseInput().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class PhaseOutput(PhaseRules, Output[Phase]):
    """A phase. `is_fixed`: a team has submitted, so its rules stay as they are."""

    number = serializers.IntegerField()
    metric = serializers.CharField()

    @reads(serializers.ChoiceField(choices=PhaseState.choices))
    def state(self, phase: Phase) -> str:
        return phase.state(at=self.context["at"])

    @reads(serializers.BooleanField())
    def is_fixed(self, phase: Phase) -> bool:
        # ``phases_of`` has asked for all phases at once.
        known: bool | None = vars(phase).get("is_fixed")
        return phase.submissions.exists() if known is None else known

    results_published_at = serializers.DateTimeField(allow_null=True)


class ResultsInput(StrictInput):
    """Whether everybody may read the final table of a phase."""

    is_published = serializers.BooleanField()


class SplitSizeOutput(Output[Any]):
    """A split, and how many questions it has."""

    name = serializers.CharField()
    examples = serializers.IntegerField()
    is_hidden = serializers.BooleanField()


class PublishedFileInput(StrictInput):
    """Which split to offer for download, and in which format. `questions` and
    `questions-simplified` have neither annotations nor short answers; the hidden split has only
    these.
    """

    split = serializers.CharField(max_length=20)
    format = serializers.ChoiceField(choices=FORMATS)
    audience = serializers.ChoiceField(choices=Audience.choices, default=Audience.EVERYBODY)


class PublishedFileOutput(Output[PublishedFile]):
    """A file for download. `size` is in bytes."""

    id = serializers.IntegerField()
    split = serializers.CharField()
    format = serializers.ChoiceField(choices=FORMATS)
    audience = serializers.ChoiceField(choices=Audience.choices)
    name = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    published_at = serializers.DateTimeField()

    @reads(serializers.CharField())
    def url(self, file: PublishedFile) -> str:
        slug = file.competition.project.slug
        return f"/api/v1/projects/{slug}/competition/files/{file.pk}/"


class ViewerOutput(Output[Viewer]):
    """What the caller may do. `may_take_part`: with the invitation's link, or as a member of the
    project. `team` is the number of their team.
    """

    is_steward = serializers.BooleanField()
    may_take_part = serializers.BooleanField()
    team = serializers.IntegerField(source="team.pk", allow_null=True)


class CompetitionOutput(Output[Competition]):
    """A competition's page, in Markdown. `split` is the hidden one. `files` are those that the
    caller may download, `metrics` those that can decide the order of a phase.
    """

    project = serializers.CharField(source="project.slug")
    title = serializers.CharField(source="project.title")
    kind = serializers.ChoiceField(source="project.kind", choices=Kind.choices)
    split = serializers.CharField()
    page_published_at = serializers.DateTimeField(allow_null=True)
    summary = serializers.CharField(allow_blank=True)
    task = serializers.CharField(allow_blank=True)
    rules = serializers.CharField(allow_blank=True)
    how_to_submit = serializers.CharField(allow_blank=True)
    licence = serializers.CharField(allow_blank=True)
    contact = serializers.CharField(allow_blank=True)

    @reads(SplitSizeOutput(many=True))
    def splits(self, competition: Competition) -> list[dict[str, object]]:
        return split_sizes(competition)

    @reads(PhaseOutput(many=True))
    def phases(self, competition: Competition) -> Iterable[Phase]:
        return phases_of(competition)

    @reads(serializers.ListField(child=serializers.CharField()))
    def metrics(self, competition: Competition) -> Sequence[str]:
        return deciding_metrics(competition)

    @reads(PublishedFileOutput(many=True))
    def files(self, competition: Competition) -> Iterable[PublishedFile]:
        return files_for(competition, self.context["viewer"])

    @reads(serializers.IntegerField(help_text="How many teams have submitted something."))
    def teams(self, competition: Competition) -> int:
        return submitting_teams(competition)

    @reads(ViewerOutput())
    def viewer(self, competition: Competition) -> Viewer:
        viewer: Viewer = self.context["viewer"]
        return viewer


class HalfSizesOutput(Output[Mapping[Half, int]]):
    """How many examples of the split are in each half."""

    public = serializers.IntegerField()
    private = serializers.IntegerField()


class HalvesOutput(Output[Competition]):
    """The secret seed of the halves, for stewards; null where no phase has halves."""

    @reads(serializers.CharField(allow_null=True))
    def seed(self, competition: Competition) -> str | None:
        return seed_of_halves(competition.project, competition.split)

    @reads(HalfSizesOutput(allow_null=True))
    def sizes(self, competition: Competition) -> Mapping[Half, int] | None:
        project, split = competition.project, competition.split
        seed = seed_of_halves(project, split)
        return half_sizes(project, split, seed=seed) if seed else None


class CompetitionInvitationInput(StrictInput):
    """How long the link works."""

    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=DEFAULT_DAYS)


class CompetitionInvitationOutput(Output[Competition]):
    """The link with which people sign up; null where there is none, or it has expired."""

    @reads(serializers.CharField(allow_null=True))
    def link(self, competition: Competition) -> str | None:
        return link_of(competition, site=self.context["site"], at=self.context["at"])

    @reads(serializers.DateTimeField(allow_null=True))
    def expires_at(self, competition: Competition) -> datetime | None:
        is_shown = link_of(competition, site=self.context["site"], at=self.context["at"])
        return competition.invitation_expires_at if is_shown else None


class OpenedCompetitionInvitationOutput(Output[Competition]):
    """A competition as people with the link see it."""

    project = serializers.CharField(source="project.slug")
    title = serializers.CharField(source="project.title")
    summary = serializers.CharField(allow_blank=True)

    @reads(serializers.BooleanField())
    def is_open(self, competition: Competition) -> bool:
        return is_open(competition, at=self.context["at"])

    expires_at = serializers.DateTimeField(source="invitation_expires_at", allow_null=True)


class EntryOutput(Output[Entry]):
    """What came of signing up."""

    project = serializers.CharField(source="participant.competition.project.slug")
    has_changed = serializers.BooleanField(help_text="False if the person took part already.")

    @reads(serializers.CharField(help_text="A sentence fit to show."))
    def detail(self, entry: Entry) -> str:
        now = "now" if entry.has_changed else "already"
        return f"You {now} take part in {entry.participant.competition.project.title}."


class OwnCompetitionOutput(Output[Participant]):
    """A competition that the caller takes part in."""

    project = serializers.CharField(source="competition.project.slug")
    title = serializers.CharField(source="competition.project.title")
    team = serializers.CharField(source="team.name", allow_null=True)


class TableQuery(StrictInput):
    """Which phase; the newest with results if left out."""

    phase = serializers.IntegerField(min_value=1, max_value=1000, required=False)


class CompetitionRowOutput(Output[Row]):
    """A team's system, or a baseline: then `team` is empty.

    `metrics` are those that may be shown, `intervals` the ends of their 95% intervals.
    """

    rank = serializers.IntegerField(allow_null=True, help_text="Null for baselines.")
    team = serializers.CharField(source="team.name", allow_blank=True)
    system = serializers.CharField()
    baseline = serializers.ChoiceField(choices=BaselineKind.choices, allow_blank=True)
    submitted_at = serializers.DateTimeField(source="at")
    examples = serializers.IntegerField(source="figures.examples")
    metrics = serializers.DictField(source="figures.metrics", child=serializers.FloatField())
    intervals = serializers.DictField(source="figures.intervals", child=EndsField())
    paper_url = serializers.CharField(source="team.paper_url", allow_blank=True)
    code_url = serializers.CharField(source="team.code_url", allow_blank=True)
    model_url = serializers.CharField(source="team.model_url", allow_blank=True)
    model_parameters = serializers.IntegerField(source="team.model_parameters", allow_null=True)


class CompetitionTableOutput(Output[Table]):
    """A phase's table, the best first. `is_final`: the results are published. `half` is the one
    that figures are of, null for the whole split. `missing` says why there are no rows.
    """

    @reads(serializers.CharField())
    def project(self, table: Table) -> str:
        competition: Competition = self.context["competition"]
        return competition.project.slug

    phase = serializers.IntegerField(source="phase.number", allow_null=True)
    name = serializers.CharField(source="phase.name", allow_blank=True)
    is_final = serializers.BooleanField()
    half = serializers.ChoiceField(choices=Half.choices, allow_null=True)
    metric = serializers.CharField(source="phase.metric", allow_blank=True)
    metrics = serializers.ListField(child=serializers.CharField())
    rows = CompetitionRowOutput(many=True)
    missing = serializers.CharField(allow_blank=True)
