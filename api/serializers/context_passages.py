"""Context passages, and the threshold above which annotators see them."""

from typing import Any

from rest_framework import serializers

from annotator.material.corpus.context_passages import finding_job
from annotator.material.corpus.context_share import PAPER_SHARE, ContextShare
from annotator.material.corpus.models import ContextPassage
from annotator.workspace.projects.models import Project
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

SIDES = ("above", "below")


class ThresholdField(serializers.FloatField):
    """A similarity, from 0 to 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=1, **options)


class ThresholdInput(StrictInput):
    """The threshold from now on."""

    threshold = ThresholdField()


class ShareParameters(serializers.Serializer[Any]):
    """What the counts are to be made at."""

    threshold = ThresholdField(
        required=False, help_text="Count at this threshold; the project's if it is left out."
    )


class ShareQuery(ShareParameters, StrictInput):
    """What the counts are to be made at, and nothing else."""


class PassageListParameters(ShareParameters):
    """Which passages are listed."""

    side = serializers.ChoiceField(
        choices=SIDES,
        required=False,
        default="above",
        help_text="`above` the threshold, the least similar first; or `below`, the most similar "
        "first.",
    )


class ContextShareOutput(Output[ContextShare]):
    """How many disambiguations get a context passage."""

    @reads(serializers.FloatField(help_text="The project's."))
    def threshold(self, _: ContextShare) -> float:
        project: Project = self.context["project"]
        return project.context_threshold

    @reads(serializers.FloatField(help_text="The threshold of these counts."))
    def counted_at(self, _: ContextShare) -> object:
        return self.context["counted_at"]

    disambiguations = serializers.IntegerField()
    own = serializers.IntegerField(help_text="Disambiguations with a passage from the file.")
    found = serializers.IntegerField(
        help_text="Disambiguations with a found passage, whatever its similarity."
    )
    above = serializers.IntegerField(
        help_text="Disambiguations with a found passage above the threshold."
    )
    unsearched = serializers.IntegerField(
        help_text="Disambiguations not searched yet, such as those of a later import."
    )
    share = serializers.FloatField(
        allow_null=True,
        help_text="(own + above) / (disambiguations - unsearched), 0 to 1; null where all are "
        "unsearched, or there are none.",
    )

    @reads(serializers.FloatField(help_text="ASQA's share, for orientation."))
    def paper_share(self, _: ContextShare) -> float:
        return PAPER_SHARE

    @reads(serializers.UUIDField(allow_null=True, help_text="The job that is finding passages."))
    def job(self, _: ContextShare) -> object:
        job = finding_job(self.context["project"])
        return job and job.pk


class ContextPassageOutput(Output[ContextPassage]):
    """A passage, with the disambiguation that it was found for."""

    id = serializers.IntegerField(source="pk")
    example = serializers.IntegerField(
        source="disambiguation.example_id", help_text="The example's `id`."
    )
    ambiguous_question = serializers.CharField(source="disambiguation.example.question.text")
    question = serializers.CharField(source="disambiguation.question")
    short_answers = serializers.ListField(
        source="disambiguation.short_answers", child=serializers.CharField()
    )
    page_title = serializers.CharField(source="page.title")
    text = serializers.CharField()
    similarity = serializers.FloatField(help_text="TF-IDF similarity, above 0 and at most 1.")
