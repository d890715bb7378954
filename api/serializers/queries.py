"""Queries of logs, and the filters that make questions of them."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from rest_framework import serializers

from annotator.exchange.imports.listed_problems import listed_problem
from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities
from annotator.exchange.intake.models import PageSearch, Provider, Query
from annotator.exchange.intake.page_search import MAX_ADDRESS_CHARACTERS, header_names
from annotator.exchange.intake.queries import FunnelStep
from annotator.exchange.intake.searching.service import LONGEST_VALUE
from annotator.exchange.intake.services import BOUNDS, MAX_LIST_CHARACTERS
from annotator.material.corpus.split_rule import Part
from annotator.material.formats.queries import LoggedQuery
from annotator.material.formats.query_preview import QueryPreview
from annotator.workspace.jobs.models import JobProblem
from api.requests.validation import valid_values
from api.serializers.form_json import FormJSONField
from api.serializers.jobs import JobProblemOutput
from api.serializers.output import Output, reads
from api.serializers.splits import DrawInput, NewSplitField
from api.serializers.strict import StrictInput

STEPS = [step.value for step in Step]


class BoundedField(serializers.IntegerField):
    """A setting with the service's bounds."""

    def __init__(self, name: str, **options: Any) -> None:
        least, most = BOUNDS[name]
        super().__init__(min_value=least, max_value=most, **options)


class ListField(serializers.CharField):
    """A list with one phrase on each line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=MAX_LIST_CHARACTERS, allow_blank=True, trim_whitespace=False, **options
        )


class QueryFiltersOutput(StrictInput):
    """What a project's queries must be. Later imports use it."""

    min_words = BoundedField("min_words", help_text="The least number of words.")
    min_users = BoundedField(
        "min_users", help_text="The least number of people who issued it, if the log says who did."
    )
    hours = BoundedField("hours", help_text="The hours within which they issued it.")
    heuristics = serializers.ListField(
        child=serializers.ChoiceField(choices=HEURISTICS),
        min_length=1,
        help_text="The heuristics that count: a query must meet one of them.",
    )
    entities = serializers.ChoiceField(
        choices=[each.value for each in Entities],
        help_text="What heuristic 3 counts as an entity: names alone, common nouns too where the "
        "query has the form of a sentence, or all nouns.",
    )
    how_to = serializers.BooleanField(help_text="Keep queries that begin with *how to*.")
    categories = ListField(help_text="Further categorical noun phrases, one on each line.")
    offensive_words = ListField(help_text="Further words to flag, one on each line.")
    page_titles = ListField(help_text="Further names, one on each line.")


class QueryListParameters(serializers.Serializer[Any]):
    """Which queries are listed."""

    step = serializers.ChoiceField(
        choices=STEPS,
        required=False,
        help_text="Only queries that ended at this step of the funnel.",
    )


class QueryOutput(Output[Query]):
    """A query with its near duplicates, and where the filters sent it."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    other_wordings = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField(help_text="How often it was issued, in any wording.")
    users = serializers.IntegerField(
        allow_null=True, help_text="By how many people, up to 100; null where the log doesn't say."
    )
    step = serializers.ChoiceField(choices=STEPS)
    reason = serializers.CharField()
    heuristics = serializers.ListField(child=serializers.CharField())
    flags = serializers.ListField(child=serializers.CharField())


class FunnelStepOutput(Output[FunnelStep]):
    """A step of the funnel."""

    step = serializers.ChoiceField(choices=STEPS)
    queries = serializers.IntegerField(help_text="Queries that ended here.")
    issued = serializers.IntegerField(help_text="How often these were issued.")
    samples = QueryOutput(many=True)


class FunnelOutput(Output[Sequence[FunnelStep]]):
    """How many queries entered, and where they ended."""

    @reads(serializers.IntegerField())
    def queries(self, steps: Sequence[FunnelStep]) -> int:
        return sum(step.queries for step in steps)

    @reads(FunnelStepOutput(many=True))
    def steps(self, steps: Sequence[FunnelStep]) -> Sequence[FunnelStep]:
        return steps


class QueryPagesInput(StrictInput):
    """How examples are made of queries.

    `draw` draws the project's splits once its examples are there; then `split` stays empty.
    """

    split = NewSplitField()
    provider = serializers.ChoiceField(
        choices=Provider.values,
        required=False,
        help_text="What searches, in place of the project's own setting.",
    )
    again = serializers.BooleanField(
        default=False, help_text="Search once more for queries without a page."
    )
    draw = DrawInput(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The draw as the service takes it."""
        attrs = super().validate(attrs)
        draw = attrs.pop("draw", None)
        if draw:
            attrs |= {"seed": draw["seed"], "parts": [Part(**part) for part in draw["parts"]]}
        return attrs


class QueryResultsInput(QueryPagesInput):
    """A file of what somebody's search found, and how examples are made of the queries in it.

    `file` has JSON lines with `query` and `results`, addresses with the best first. `draw` is
    written as JSON.
    """

    provider = None  # type: ignore[assignment]  # the file has what one would find
    file = serializers.FileField()
    draw = FormJSONField(required=False, allow_null=True)  # type: ignore[assignment]

    def validate_draw(self, draw: Any) -> dict[str, Any] | None:
        """What it says, by the same rules as elsewhere."""
        return valid_values(DrawInput, draw) if draw else None


class PageSearchOutput(Output[PageSearch]):
    """What finds pages for the project's queries."""

    provider = serializers.ChoiceField(choices=Provider.values)
    address = serializers.CharField(
        allow_blank=True,
        max_length=MAX_ADDRESS_CHARACTERS,
        help_text="Of a search service: {query} stands for the question, {limit} for how many.",
    )
    path = serializers.CharField(
        allow_blank=True,
        max_length=MAX_ADDRESS_CHARACTERS,
        help_text="Where the service's answer has addresses: keys with dots between them.",
    )

    @reads(
        serializers.ListField(
            child=serializers.CharField(),
            help_text="Names of the headers sent with each request. Their values are never shown.",
        )
    )
    def header_names(self, search: PageSearch) -> list[str]:
        return header_names(search)

    @reads(
        serializers.ListField(
            child=serializers.CharField(), help_text="Hosts that this site may contact."
        )
    )
    def hosts(self, _search: PageSearch) -> object:
        return settings.FETCH_HOSTS


class PageSearchInput(StrictInput):
    """What to change. `headers` replaces all headers; another host forgets them."""

    provider = serializers.ChoiceField(choices=Provider.values, required=False)
    address = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_ADDRESS_CHARACTERS
    )
    path = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_ADDRESS_CHARACTERS
    )
    headers = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_VALUE), required=False
    )


class QueryDecisionInput(StrictInput):
    """What a lead decides about a query."""

    keep = serializers.BooleanField()


class QueryPreviewInput(StrictInput):
    """The beginning of a query log.

    `is_part`: the log goes on after `file`, so that its last line may be cut.
    """

    file = serializers.FileField()
    is_part = serializers.BooleanField(default=False)


class PreviewedQueryOutput(Output[LoggedQuery]):
    """A query as an import would store it. Who issued it is not shown."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    count = serializers.IntegerField()


class PreviewedColumnOutput(Output[tuple[str, str]]):
    """A column that is read: for what, and what the file calls it."""

    @reads(serializers.CharField())
    def field(self, named: tuple[str, str]) -> str:
        return named[0]

    @reads(serializers.CharField())
    def name(self, named: tuple[str, str]) -> str:
        return named[1]


class QueryPreviewOutput(Output[QueryPreview]):
    """How a log would be read, with up to three queries and three problems.

    `layout` is what the file was recognised as, null if the import refuses all of it.
    """

    layout = serializers.CharField(source="layout.name", allow_null=True)

    @reads(PreviewedColumnOutput(many=True))
    def columns(self, preview: QueryPreview) -> list[tuple[str, str]]:
        return list(preview.layout.named_columns.items()) if preview.layout else []

    @reads(serializers.ListField(child=serializers.CharField()))
    def ignored(self, preview: QueryPreview) -> Iterable[str]:
        return preview.layout.ignored if preview.layout else ()

    queries = PreviewedQueryOutput(many=True)

    @reads(JobProblemOutput(many=True))
    def problems(self, preview: QueryPreview) -> list[JobProblem]:
        return [listed_problem(each) for each in preview.problems]
