"""A project's splits and their draw."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.assignments.splitting import Preview, draw_job, is_left_undone
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.draw_seeds import shown_seed
from annotator.material.corpus.models import SplitDraw
from annotator.material.corpus.ranking import MOST_SPLITS
from annotator.material.corpus.split_draws import draw_of, parts_of
from annotator.material.corpus.split_rule import Part
from annotator.material.corpus.splits import split_counts
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import LARGEST_QUEUE_SEED
from api.serializers.output import Output, reads
from api.serializers.queue import SplitOutput
from api.serializers.strict import StrictInput


class NewSplitField(serializers.CharField):
    """The name of the split for new examples, which people can see; empty: none."""

    def __init__(self) -> None:
        super().__init__(
            max_length=20, default="", allow_blank=True, validators=[_refuse_unseen_name]
        )


def _refuse_unseen_name(name: str) -> None:
    if flaw := describe_flaw(name):
        raise serializers.ValidationError(flaw)


class SplitsQuery(StrictInput):
    """Which splits a file is limited to; can be repeated. `all`: the examples without one."""

    split = serializers.ListField(
        child=serializers.CharField(max_length=20), max_length=100, required=False, default=list
    )


class PartInput(serializers.Serializer[Any]):
    """A part of a draw: a share of the examples that no number takes, or a number of examples."""

    name = serializers.CharField(max_length=20)
    share = serializers.FloatField(required=False, help_text="Above 0, up to 1.")
    number = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class DrawInput(StrictInput):
    """What to draw. The shares add up to 1."""

    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_QUEUE_SEED)
    parts = serializers.ListField(child=PartInput(), min_length=1, max_length=MOST_SPLITS)

    def parts_of(self) -> list[Part]:
        """The parts of valid data."""
        return [Part(**part) for part in self.validated_data["parts"]]


class PreviewOutput(Output[Preview]):
    """How many examples a draw would give each split. Nothing is changed."""

    @reads(SplitOutput(many=True, help_text="Without a name: the examples that no part takes."))
    def splits(self, preview: Preview) -> list[dict[str, object]]:
        return [{"name": name, "examples": number} for name, number in preview.examples.items()]

    joined = serializers.IntegerField(
        help_text="Of these, examples that join the split of a near-duplicate."
    )
    is_exact = serializers.BooleanField(
        help_text="False in a large project, where these are expected numbers."
    )


class PartOutput(Output[Part]):
    """A part of the draw, by share or by number; the other is null."""

    name = serializers.CharField()
    share = serializers.FloatField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)


class DrawOutput(Output[SplitDraw]):
    """The draw on record, which later examples follow."""

    @reads(
        serializers.IntegerField(
            allow_null=True,
            help_text="Null while a split is hidden, unless the caller is a steward.",
        )
    )
    def seed(self, draw: SplitDraw) -> int | None:
        return shown_seed(draw.seed, draw.project, hidden=self.context["sees_hidden"])

    @reads(PartOutput(many=True))
    def parts(self, draw: SplitDraw) -> list[Part]:
        return parts_of(draw)

    drawn_at = serializers.DateTimeField()

    @reads(serializers.UUIDField(allow_null=True, help_text="The latest job of the draw."))
    def job(self, draw: SplitDraw) -> object:
        job = draw_job(draw.project)
        return job and job.pk

    @reads(
        serializers.BooleanField(
            help_text="Whether its job was stopped: draw the same again to continue."
        )
    )
    def is_left_undone(self, draw: SplitDraw) -> bool:
        return is_left_undone(draw.project)


class SplitsOutput(Output[Project]):
    """A project's splits."""

    @reads(SplitOutput(many=True))
    def splits(self, project: Project) -> list[dict[str, object]]:
        return split_counts(project)

    @reads(DrawOutput(allow_null=True))
    def draw(self, project: Project) -> SplitDraw | None:
        return draw_of(project)

    hidden = serializers.CharField(
        source="hidden_split",
        allow_blank=True,
        help_text="The split that stewards alone see; empty for none.",
    )

    @reads(serializers.BooleanField(help_text="Whether nothing is hidden from the caller."))
    def is_steward(self, _project: Project) -> bool:
        sees_hidden: bool = self.context["sees_hidden"]
        return sees_hidden


class HiddenInput(StrictInput):
    """The split to hide; empty: none."""

    split = serializers.CharField(max_length=20, allow_blank=True)
