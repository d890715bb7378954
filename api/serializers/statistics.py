"""Statistics: reports and the shape of their content (``annotator.quality.reports.figures``)."""

from collections.abc import Mapping
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports import figures
from annotator.quality.reports.example_table import COUNT, FoundExample
from annotator.quality.reports.models import Report
from annotator.quality.reports.scope import OLDER_METHOD
from annotator.workspace.projects.kinds import Kind
from api.serializers.output import JSONOutput, Output, reads
from api.serializers.strict import StrictInput

UNITS = get_args(figures.Unit)
PLOT_KINDS = ("bars", "stacked", "line", "points", "funnel", "control")
PLOT_AXES = ("category", "number", "date")
METHODS = (*get_args(figures.Method), OLDER_METHOD)
FINGERPRINT = (
    "sha256, hex, of the annotations, of everything else that was read, of the parameters, the "
    "seed and the version of the code. Equal fingerprints, equal figures."
)


def _number(**options: Any) -> serializers.FloatField:
    return serializers.FloatField(allow_null=True, **options)


def _whole_number(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(allow_null=True, **options)


class MissingFigureOutput(JSONOutput):
    """Why something can't be said yet, and how much more is needed."""

    reason = serializers.CharField(help_text="A sentence.")
    needed = serializers.CharField(allow_blank=True, help_text="A sentence.")
    have = _whole_number()
    need = _whole_number()


class FigureOutput(JSONOutput):
    """A number with its 95% interval."""

    name = serializers.CharField()
    unit = serializers.ChoiceField(choices=UNITS)
    value = _number()
    low = _number()
    high = _number()
    count = _whole_number(help_text="How many annotations, examples or pairs it is taken over.")
    method = serializers.ChoiceField(choices=METHODS, help_text="How the interval is made.")
    published = _number(help_text="The papers' value.")
    missing = MissingFigureOutput(allow_null=True)
    no_interval = MissingFigureOutput(
        allow_null=True, required=False, help_text="Why there is a value and no interval."
    )


class DrillOutput(Output[Mapping[str, Any]]):
    """What to ask ``statistics/examples/`` for to get a point's examples."""

    column = serializers.CharField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class PointOutput(JSONOutput):
    """A bar or a point of a plot."""

    series = serializers.CharField(allow_blank=True)
    key = serializers.CharField(help_text="Its name within the series; never changes.")
    x = _number()
    value = _number()
    low = _number()
    high = _number()
    count = _whole_number()
    total = _whole_number()
    published = _number()
    examples = DrillOutput(allow_null=True)


class PlotOutput(JSONOutput):
    """Points of one or more series."""

    name = serializers.CharField()
    unit = serializers.ChoiceField(choices=UNITS)
    kind = serializers.ChoiceField(choices=PLOT_KINDS)
    x = serializers.ChoiceField(choices=PLOT_AXES)
    series = serializers.ListField(child=serializers.CharField(allow_blank=True))
    points = PointOutput(many=True)
    missing = MissingFigureOutput(allow_null=True)
    no_interval = MissingFigureOutput(
        allow_null=True,
        required=False,
        help_text="Why the first point that has no interval has none.",
    )


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "number"}], "nullable": True})
class CellField(serializers.Field[Any, Any, Any, Any]):
    """A cell of a table: text, a number or nothing."""

    def to_representation(self, value: Any) -> Any:
        """As it is."""
        return value


def _rows(**options: Any) -> serializers.ListField:
    row = serializers.ListField(child=CellField(allow_null=True))
    return serializers.ListField(child=row, **options)


class ColumnOutput(Output[Mapping[str, str]]):
    """A column of a table."""

    name = serializers.CharField()
    unit = serializers.ChoiceField(choices=UNITS)


class TableOutput(JSONOutput):
    """Rows of cells."""

    name = serializers.CharField()
    columns = ColumnOutput(many=True)
    rows = _rows()
    published = _rows(allow_null=True, help_text="The papers' rows, in the same columns.")
    missing = MissingFigureOutput(allow_null=True)


class SharedPagesOutput(JSONOutput):
    """Examples that share pages, over which intervals are then."""

    examples = serializers.IntegerField(help_text="With annotations.")
    pages = serializers.IntegerField(help_text="Of these examples: fewer than there are examples.")
    units = serializers.CharField(
        default="pages", help_text="Their name: groups of pages where examples have several."
    )


class SectionOutput(JSONOutput):
    """What one page of the dashboards shows."""

    name = serializers.CharField()
    figures = FigureOutput(many=True)
    plots = PlotOutput(many=True)
    tables = TableOutput(many=True)
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of caveats that apply."
    )
    scope = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sentences: which other questions and people the intervals are about.",
    )
    shared_pages = SharedPagesOutput(
        allow_null=True, help_text="Null where each example has a page of its own."
    )
    missing = MissingFigureOutput(
        allow_null=True, help_text="Why the whole section could not be computed; it is empty then."
    )


class StageOutput(Output[Mapping[str, Any]]):
    """What a stage of computing took."""

    name = serializers.CharField()
    seconds = serializers.FloatField(help_text="By the clock.")
    peak_bytes = serializers.IntegerField(
        help_text="The most memory that the process had, up to the stage's end."
    )


class StatisticsParametersOutput(Output[Mapping[str, Any]]):
    """What the papers' definitions leave open."""

    as_of = serializers.DateField(help_text="The day of computing, UTC.")
    beta = serializers.IntegerField(help_text="β of NQ, section 5.1.")
    references = serializers.IntegerField(
        help_text="Annotations that predictions are compared with."
    )
    predictors = serializers.IntegerField(help_text="Annotations of the super-annotator.")
    alpha = serializers.IntegerField(help_text="The super-annotator's threshold, section 5.2.")
    resamples = serializers.IntegerField(help_text="Runs of the forecast.")


class StatisticsRunOutput(Output[Report]):
    """One run of a project's statistics."""

    id = serializers.IntegerField()
    job = serializers.UUIDField(source="job_id", allow_null=True)
    hidden_split = serializers.ChoiceField(
        choices=HiddenSplit.choices, help_text="What counted of the hidden split."
    )
    created_at = serializers.DateTimeField()
    fingerprint = serializers.CharField(help_text=FINGERPRINT)
    content_sha256 = serializers.CharField(
        help_text="sha256, hex, of everything that the report says."
    )
    parameters = StatisticsParametersOutput()
    seed = serializers.IntegerField()
    code_version = serializers.CharField(help_text="sha256, hex, of the sources.")
    annotations = serializers.IntegerField(help_text="Annotations that counted.")
    examples = serializers.IntegerField(help_text="Examples of the project, annotated or not.")
    stages = StageOutput(many=True)
    failed_sections = serializers.ListField(
        child=serializers.CharField(), help_text="Names of the sections that could not be computed."
    )


class StatisticsReportOutput(StatisticsRunOutput):
    """A report without its content."""

    @reads(serializers.ChoiceField(choices=Kind.choices))
    def kind(self, _report: Report) -> str:
        kind: str = self.context["kind"]
        return kind


class StatisticsOutput(Output[Mapping[str, Any]]):
    """The state of a project's statistics, with the list of its newest report's sections."""

    count = serializers.IntegerField(help_text="How many sections there are.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = SectionOutput(many=True)
    report = StatisticsReportOutput(
        source="standing.report",
        allow_null=True,
        help_text="The newest; null before anything was computed.",
    )
    job = serializers.UUIDField(
        source="standing.job.pk", allow_null=True, help_text="The job that makes the next report."
    )
    annotations_now = serializers.IntegerField(
        source="standing.annotations_now",
        help_text="How many annotations count now; `report.annotations` counted in the report.",
    )
    is_revised = serializers.BooleanField(
        source="standing.is_revised",
        help_text="Whether annotations that count were revised since the report was asked for, or "
        "late ones were accepted or withdrawn.",
    )


class HiddenSplitParameters(serializers.Serializer[Any]):
    """Of which report."""

    hidden_split = serializers.ChoiceField(
        choices=HiddenSplit.choices,
        required=False,
        default=HiddenSplit.WITHOUT,
        help_text="What counts of the hidden split. All but `without` is for stewards.",
    )

    def validate_hidden_split(self, value: str) -> HiddenSplit:
        """As a ``HiddenSplit``."""
        return HiddenSplit(value)


class StatisticsInput(HiddenSplitParameters, StrictInput):
    """Which report, and nothing else."""


class StatisticsParameters(HiddenSplitParameters):
    """What is wanted of a report."""

    section = serializers.CharField(
        max_length=100,
        required=False,
        help_text="Only this section; all of them where it is left out.",
    )
    page = serializers.CharField(required=False, help_text="A number.")
    page_size = serializers.CharField(required=False, help_text="A number.")


class StatisticsExamplesParameters(HiddenSplitParameters):
    """Which examples are wanted."""

    column = serializers.CharField(
        max_length=100,
        required=False,
        default=COUNT,
        help_text="Of the report's example table.",
    )
    low = serializers.FloatField(required=False, help_text="The smallest value.")
    high = serializers.FloatField(required=False, help_text="The largest value.")


class StatisticsExampleOutput(Output[FoundExample]):
    """An example with its value, both as the report has them."""

    id = serializers.IntegerField(source="example.pk")
    example_id = serializers.CharField(
        source="example.example_id", help_text="64-bit, as a string."
    )
    question = serializers.CharField(source="example.question.text")
    annotations = serializers.IntegerField()
    value = serializers.FloatField()
