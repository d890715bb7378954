"""Comparison studies: opening, importing, results."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from annotator.quality.comparisons.kept_results import Standing, percentages_of
from annotator.quality.comparisons.models import (
    ComparedSystem,
    ComparisonStudy,
    StudyOrigin,
    StudyResults,
)
from annotator.quality.comparisons.opening import LONGEST_INSTRUCTIONS, MOST_QUESTIONS
from annotator.quality.comparisons.results import (
    CAPTURED,
    COLUMNS,
    PUBLISHED,
    RESPECTS,
    Correlation,
    correlations_of,
    metrics_of,
)
from annotator.quality.comparisons.sources import LONGEST_NAME, MOST_SYSTEMS, most_answers
from annotator.quality.comparisons.studies import LONGEST_METRIC
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.form_json import FormJSONField
from api.serializers.jobs import JobOutput
from api.serializers.output import Output, reads
from api.serializers.reviews import (
    MemberChoiceOutput,
    ReviewOutput,
    SeatOutput,
    for_leads,
    own_number,
)
from api.serializers.strict import StrictInput

Figures = Mapping[str, Any]
"""A part of what is kept of results: ``content_of``."""

FILE_PART = "answers-"


MOST_COMPARERS = 100
_LONGEST_TITLE = ComparisonStudy._meta.get_field("title").max_length


class SystemInput(serializers.Serializer[Any]):
    """A system: the name of the part with its file, or a project and which annotation to take."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    file = serializers.CharField(required=False, max_length=100)
    annotations_of = serializers.SlugField(required=False)
    annotation_number = serializers.IntegerField(required=False, min_value=0, max_value=1000)


class StudyChoices(StrictInput):
    """What a lead decides about every study that is compared here."""

    title = serializers.CharField(max_length=_LONGEST_TITLE)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED)
    comparers_per_pair = serializers.IntegerField(min_value=1, max_value=MOST_COMPARERS, default=1)
    instructions = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=LONGEST_INSTRUCTIONS,
        help_text="Markdown, shown to the comparers.",
    )
    comparers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=MOST_COMPARERS,
        help_text="Memberships of the project's experts.",
    )


class StudyInput(StudyChoices):
    """A study to be opened.

    `systems` is JSON: a list of `{"name", "file": "answers-0"}`, where the part `answers-0` is a
    file `{key: answer}`, and of `{"name", "annotations_of": slug, "annotation_number": 0}`.
    """

    question_count = serializers.IntegerField(min_value=1, max_value=MOST_QUESTIONS)
    systems = FormJSONField(help_text=f"JSON: up to {MOST_SYSTEMS} systems.")

    def validate_systems(self, given: Any) -> list[dict[str, Any]]:
        """Each system's values."""
        # Each may have a file, so their number is limited before any is read.
        serializer: serializers.ListSerializer[Any] = serializers.ListSerializer(
            data=given, child=SystemInput(), max_length=MOST_SYSTEMS
        )
        if not serializer.is_valid():
            raise serializers.ValidationError(serializer.errors)
        return list(serializer.validated_data)

    def unknown_fields(self) -> dict[str, str]:
        """Without the parts that carry files: `systems` names them."""
        found = super().unknown_fields()
        return {name: said for name, said in found.items() if not name.startswith(FILE_PART)}


class GivenPairsInput(StudyChoices):
    """A study of given pairs: a file in the form of ASQA's `setup.tsv`."""

    file = serializers.FileField()


class StudyFileInput(StrictInput):
    """Comparisons that were made elsewhere, in the form of a study's export."""

    title = serializers.CharField(max_length=_LONGEST_TITLE)
    file = serializers.FileField()


class ComparerChoiceOutput(MemberChoiceOutput):
    """An expert of the project."""


class SourceProjectOutput(Output[Project]):
    """A project whose annotations can be compared."""

    slug = serializers.SlugField()
    title = serializers.CharField()

    @reads(
        serializers.IntegerField(help_text="The most that any question of this project has there.")
    )
    def answers_per_question(self, project: Project) -> int:
        return most_answers(project, self.context["keys"])


class SourcesOutput(Output[Any]):
    """Who could compare, and what."""

    experts = ComparerChoiceOutput(many=True)
    projects = SourceProjectOutput(many=True)
    questions = serializers.IntegerField(help_text="Questions that could be drawn.")


class ShownSystemOutput(Output[ComparedSystem]):
    """A system of a study."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class ComparerOutput(SeatOutput):
    """A comparer. Leads see the name, others a number."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()


class StudyOutput(ReviewOutput[ComparisonStudy]):
    """A study. ``systems`` is empty and ``seed`` null for comparers."""

    id = serializers.IntegerField()
    project = serializers.SlugField(source="project.slug")
    number = serializers.IntegerField()
    title = serializers.CharField()
    origin = serializers.ChoiceField(choices=StudyOrigin.choices)
    seed = for_leads("seed", serializers.IntegerField(allow_null=True))
    question_count = serializers.IntegerField()
    pair_count = serializers.IntegerField()
    comparers_per_pair = serializers.IntegerField()
    instructions = serializers.CharField(allow_blank=True, help_text="Markdown.")

    @reads(serializers.CharField(allow_blank=True))
    def instructions_html(self, study: ComparisonStudy) -> str:
        return self.html(study, study.instructions)

    @reads(ShownSystemOutput(many=True))
    def systems(self, study: ComparisonStudy) -> Iterable[ComparedSystem]:
        return study.systems.all() if self.context["is_lead"] else []

    comparers = ComparerOutput(many=True)
    seat = own_number(help_text="The caller's number among the comparers.")

    @reads(
        serializers.IntegerField(
            allow_null=True,
            help_text="Answers in no pair, because their question had an odd number. For leads.",
        )
    )
    def answers_left_out(self, study: Any) -> int | None:
        return study.answer_count - 2 * study.pair_count if self.context["is_lead"] else None

    questions_left_out = for_leads(
        "questions_left_out",
        serializers.IntegerField(
            allow_null=True,
            help_text="Questions not drawn, because a system did not answer them. For leads.",
        ),
    )
    opened_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class EstimateOutput(Output[Figures]):
    """A percentage or a strength with its 95% interval; null if there is none, and why."""

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)

    @reads(serializers.CharField(allow_blank=True, default=""))
    def no_interval(self, estimate: Figures) -> str:
        # Results that were computed before intervals could be withheld say nothing of it.
        return str(estimate.get("no_interval", ""))


class StrengthOutput(Output[Figures]):
    """Log-strengths of a Bradley-Terry model, mean 0; null if it has none."""

    ambiguity = EstimateOutput(allow_null=True)
    fluency = EstimateOutput(allow_null=True)
    overall = EstimateOutput(allow_null=True)


class NoStrengthOutput(Output[Figures]):
    """The reason why there are no strengths, or null."""

    ambiguity = serializers.CharField(allow_null=True)
    fluency = serializers.CharField(allow_null=True)
    overall = serializers.CharField(allow_null=True)


class SystemResultOutput(Output[Figures]):
    """A row of Table 4; the columns are null before the system was compared."""

    name = serializers.CharField()
    answers = serializers.IntegerField(help_text="Comparisons in which it took part.")
    acc = EstimateOutput(allow_null=True)
    comp = EstimateOutput(allow_null=True)
    flue = EstimateOutput(allow_null=True)
    ho = EstimateOutput(allow_null=True)
    strength = StrengthOutput(allow_null=True)


class ComparerAgreementOutput(Output[Figures]):
    """Agreement of comparers of the same pairs. ``captured`` counts disambiguations of answers."""

    respect = serializers.ChoiceField(choices=[*RESPECTS, CAPTURED])
    pairs = serializers.IntegerField(
        help_text="Pairs that several people compared; for *captured*, disambiguations of answers."
    )
    agreement = serializers.FloatField(allow_null=True, help_text="Observed, 0 to 1.")
    kappa = serializers.FloatField(allow_null=True, help_text="Fleiss'.")
    reason = serializers.CharField(allow_null=True, help_text="Why one of them is null.")


class PublishedRowOutput(Output[Figures]):
    """A row of the paper's Table 4."""

    name = serializers.CharField()
    acc = serializers.FloatField()
    comp = serializers.FloatField()
    flue = serializers.FloatField()
    ho = serializers.FloatField()


class ResultsRunOutput(Output[StudyResults]):
    """When and from what results were computed. Equal fingerprints, equal figures."""

    computed_at = serializers.DateTimeField()
    fingerprint = serializers.CharField(help_text="sha256, hex, of all that the figures come from.")
    content_sha256 = serializers.CharField(help_text="sha256, hex, of the figures.")
    seed = serializers.IntegerField()
    code_version = serializers.CharField()


class ResultsOutput(Output[Standing]):
    """What a study's comparisons said when they were last computed; percentages are 0 to 100.

    `computed` is null, `comparisons` 0 and `systems` empty before that.
    """

    comparisons = serializers.IntegerField(
        source="content.comparisons", help_text="Comparisons behind the figures."
    )
    systems = SystemResultOutput(source="content.systems", many=True)
    no_strength = NoStrengthOutput(source="content.no_strength")
    method = serializers.CharField(source="content.method")
    agreement = ComparerAgreementOutput(source="content.agreement", many=True)

    @reads(PublishedRowOutput(many=True))
    def published(self, standing: Standing) -> list[Figures]:
        return [dict(zip(("name", *COLUMNS), row, strict=True)) for row in PUBLISHED]

    computed = ResultsRunOutput(source="results", allow_null=True)
    comparisons_now = serializers.IntegerField(help_text="Comparisons submitted by now.")
    is_current = serializers.BooleanField(
        help_text="Whether the figures would be the same if computed now."
    )
    job = JobOutput(allow_null=True, help_text="The newest job that computes them.")


class ScoreChangesInput(StrictInput):
    """Single automatic scores by the system's name and the metric's; null removes one."""

    scores = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField(allow_null=True)),
        allow_empty=False,
    )


class SystemScoresOutput(Output[ComparedSystem]):
    """The automatic scores of a system."""

    name = serializers.CharField()
    scores = serializers.DictField(child=serializers.FloatField())


class CorrelationOutput(Output[Correlation]):
    """Pearson's r over the ``n`` systems that have both, or why there is none."""

    metric = serializers.CharField(max_length=LONGEST_METRIC)
    r = serializers.FloatField(allow_null=True, help_text="-1 to 1.")
    n = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True)


class CorrelationRowOutput(Output[tuple[str, list[Correlation]]]):
    """A row of Table 5."""

    @reads(serializers.ChoiceField(choices=COLUMNS))
    def respect(self, row: tuple[str, list[Correlation]]) -> str:
        return row[0]

    @reads(CorrelationOutput(many=True))
    def values(self, row: tuple[str, list[Correlation]]) -> list[Correlation]:
        return row[1]


class CorrelationsOutput(Output[ComparisonStudy]):
    """Table 5, and the scores that it comes from.

    Of the results as they were last computed; without rows before that.
    """

    @reads(serializers.ListField(child=serializers.CharField()))
    def metrics(self, study: ComparisonStudy) -> list[str]:
        return metrics_of(study.systems.order_by("number"))

    @reads(SystemScoresOutput(many=True))
    def systems(self, study: ComparisonStudy) -> "QuerySet[ComparedSystem]":
        return study.systems.order_by("number")

    @reads(CorrelationRowOutput(many=True))
    def rows(self, study: ComparisonStudy) -> list[tuple[str, list[Correlation]]]:
        kept = StudyResults.objects.filter(study=study).first()
        if kept is None:
            return []
        systems = list(study.systems.order_by("number"))
        return list(correlations_of(systems, percentages_of(kept)).items())
