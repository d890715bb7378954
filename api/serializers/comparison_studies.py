"""Comparison studies: opening, importing, results."""

from typing import Any

from rest_framework import serializers

from annotator.quality.comparisons.models import ComparisonStudy, StudyOrigin
from annotator.quality.comparisons.opening import LONGEST_INSTRUCTIONS, MOST_QUESTIONS
from annotator.quality.comparisons.results import CAPTURED, COLUMNS, RESPECTS
from annotator.quality.comparisons.sources import LONGEST_NAME, MOST_SYSTEMS
from annotator.quality.comparisons.studies import LONGEST_METRIC
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.form_json import FormJSONField
from api.serializers.jobs import JobOutput
from api.serializers.strict import StrictInput

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


class ComparerChoiceOutput(serializers.Serializer[Any]):
    """An expert of the project."""

    membership = serializers.IntegerField()
    name = serializers.CharField()


class SourceProjectOutput(serializers.Serializer[Any]):
    """A project whose annotations can be compared."""

    slug = serializers.SlugField()
    title = serializers.CharField()
    answers_per_question = serializers.IntegerField(
        help_text="The most that any question of this project has there."
    )


class SourcesOutput(serializers.Serializer[Any]):
    """Who could compare, and what."""

    experts = ComparerChoiceOutput(many=True)
    projects = SourceProjectOutput(many=True)
    questions = serializers.IntegerField(help_text="Questions that could be drawn.")


class ShownSystemOutput(serializers.Serializer[Any]):
    """A system of a study."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class ComparerOutput(serializers.Serializer[Any]):
    """A comparer. Leads see the name, others a number."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class StudyOutput(serializers.Serializer[Any]):
    """A study. ``systems`` is empty and ``seed`` null for comparers."""

    id = serializers.IntegerField()
    project = serializers.SlugField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    origin = serializers.ChoiceField(choices=StudyOrigin.choices)
    seed = serializers.IntegerField(allow_null=True)
    question_count = serializers.IntegerField()
    pair_count = serializers.IntegerField()
    comparers_per_pair = serializers.IntegerField()
    instructions = serializers.CharField(allow_blank=True, help_text="Markdown.")
    instructions_html = serializers.CharField(allow_blank=True)
    systems = ShownSystemOutput(many=True)
    comparers = ComparerOutput(many=True)
    seat = serializers.IntegerField(
        allow_null=True, help_text="The caller's number among the comparers."
    )
    answers_left_out = serializers.IntegerField(
        allow_null=True,
        help_text="Answers in no pair, because their question had an odd number. For leads.",
    )
    questions_left_out = serializers.IntegerField(
        allow_null=True,
        help_text="Questions not drawn, because a system did not answer them. For leads.",
    )
    opened_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class EstimateOutput(serializers.Serializer[Any]):
    """A percentage or a strength with its 95% interval; null if there is none, and why."""

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    no_interval = serializers.CharField(allow_blank=True, default="")


class StrengthOutput(serializers.Serializer[Any]):
    """Log-strengths of a Bradley-Terry model, mean 0; null if it has none."""

    ambiguity = EstimateOutput(allow_null=True)
    fluency = EstimateOutput(allow_null=True)
    overall = EstimateOutput(allow_null=True)


class NoStrengthOutput(serializers.Serializer[Any]):
    """The reason why there are no strengths, or null."""

    ambiguity = serializers.CharField(allow_null=True)
    fluency = serializers.CharField(allow_null=True)
    overall = serializers.CharField(allow_null=True)


class SystemResultOutput(serializers.Serializer[Any]):
    """A row of Table 4; the columns are null before the system was compared."""

    name = serializers.CharField()
    answers = serializers.IntegerField(help_text="Comparisons in which it took part.")
    acc = EstimateOutput(allow_null=True)
    comp = EstimateOutput(allow_null=True)
    flue = EstimateOutput(allow_null=True)
    ho = EstimateOutput(allow_null=True)
    strength = StrengthOutput(allow_null=True)


class ComparerAgreementOutput(serializers.Serializer[Any]):
    """Agreement of comparers of the same pairs. ``captured`` counts disambiguations of answers."""

    respect = serializers.ChoiceField(choices=[*RESPECTS, CAPTURED])
    pairs = serializers.IntegerField(
        help_text="Pairs that several people compared; for *captured*, disambiguations of answers."
    )
    agreement = serializers.FloatField(allow_null=True, help_text="Observed, 0 to 1.")
    kappa = serializers.FloatField(allow_null=True, help_text="Fleiss'.")
    reason = serializers.CharField(allow_null=True, help_text="Why one of them is null.")


class PublishedRowOutput(serializers.Serializer[Any]):
    """A row of the paper's Table 4."""

    name = serializers.CharField()
    acc = serializers.FloatField()
    comp = serializers.FloatField()
    flue = serializers.FloatField()
    ho = serializers.FloatField()


class ResultsRunOutput(serializers.Serializer[Any]):
    """When and from what results were computed. Equal fingerprints, equal figures."""

    computed_at = serializers.DateTimeField()
    fingerprint = serializers.CharField(help_text="sha256, hex, of all that the figures come from.")
    content_sha256 = serializers.CharField(help_text="sha256, hex, of the figures.")
    seed = serializers.IntegerField()
    code_version = serializers.CharField()


class ResultsOutput(serializers.Serializer[Any]):
    """What a study's comparisons said when they were last computed; percentages are 0 to 100.

    `computed` is null, `comparisons` 0 and `systems` empty before that.
    """

    comparisons = serializers.IntegerField(help_text="Comparisons behind the figures.")
    systems = SystemResultOutput(many=True)
    no_strength = NoStrengthOutput()
    method = serializers.CharField()
    agreement = ComparerAgreementOutput(many=True)
    published = PublishedRowOutput(many=True)
    computed = ResultsRunOutput(allow_null=True)
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


class SystemScoresOutput(serializers.Serializer[Any]):
    """The automatic scores of a system."""

    name = serializers.CharField()
    scores = serializers.DictField(child=serializers.FloatField())


class CorrelationOutput(serializers.Serializer[Any]):
    """Pearson's r over the ``n`` systems that have both, or why there is none."""

    metric = serializers.CharField(max_length=LONGEST_METRIC)
    r = serializers.FloatField(allow_null=True, help_text="-1 to 1.")
    n = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True)


class CorrelationRowOutput(serializers.Serializer[Any]):
    """A row of Table 5."""

    respect = serializers.ChoiceField(choices=COLUMNS)
    values = CorrelationOutput(many=True)


class CorrelationsOutput(serializers.Serializer[Any]):
    """Table 5, and the scores that it comes from.

    Of the results as they were last computed; without rows before that.
    """

    metrics = serializers.ListField(child=serializers.CharField())
    systems = SystemScoresOutput(many=True)
    rows = CorrelationRowOutput(many=True)
