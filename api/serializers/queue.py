"""The order of a project's queue, and priorities."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.assignments.ordering import MOST_AT_ONCE, ordering_job, splits_with_turn
from annotator.collecting.assignments.overlaps import overlap_jobs
from annotator.collecting.assignments.queries import EXAMPLE_STATES
from annotator.material.corpus.ranking import HIGHEST_PRIORITY, MOST_SPLITS
from annotator.material.corpus.splits import split_counts
from annotator.workspace.projects.models import Project, QueueOrder, QueueWithin
from annotator.workspace.projects.seeds import LARGEST_QUEUE_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class SplitOverlap(serializers.Serializer[Any]):
    """How many annotations each example of a split needs; null: as many as the project's."""

    name = serializers.CharField(max_length=20)
    overlap = serializers.IntegerField(min_value=1, max_value=1000, allow_null=True)


class QueueInput(StrictInput):
    """What a lead may change about the queue. What is left out stays."""

    order = serializers.ChoiceField(choices=QueueOrder.choices, required=False)
    within = serializers.ChoiceField(choices=QueueWithin.choices, required=False)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_QUEUE_SEED, required=False)
    splits = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=MOST_SPLITS,
        required=False,
        help_text="The first one's examples go first.",
    )
    balance_pairs = serializers.BooleanField(required=False)
    overlaps = serializers.ListField(
        child=SplitOverlap(),
        required=False,
        max_length=MOST_SPLITS,
        help_text="Splits that are not named keep theirs. A split may have no examples yet.",
    )


class SplitOutput(Output[Mapping[str, object]]):
    """A split and its number of examples. The nameless one has the examples without a split."""

    name = serializers.CharField(allow_blank=True)
    examples = serializers.IntegerField()


class QueueOutput(Output[Project]):
    """How a project's queue is ordered."""

    order = serializers.ChoiceField(source="queue_order", choices=QueueOrder.choices)
    within = serializers.ChoiceField(source="queue_within", choices=QueueWithin.choices)
    seed = serializers.IntegerField()

    @reads(
        serializers.ListField(
            child=serializers.CharField(), help_text="The splits that have a turn, in their order."
        )
    )
    def splits(self, project: Project) -> list[str]:
        return splits_with_turn(project)

    balance_pairs = serializers.BooleanField()

    @reads(SplitOutput(many=True, help_text="The splits that examples have."))
    def found_splits(self, project: Project) -> list[dict[str, object]]:
        return split_counts(project)

    overlap = serializers.IntegerField(
        help_text="Annotations per example, where the split has no number of its own."
    )

    @reads(SplitOverlap(many=True, help_text="The splits that have a number of their own."))
    def overlaps(self, project: Project) -> object:
        return project.splits.filter(overlap__isnull=False).order_by("name")

    @reads(
        serializers.UUIDField(
            allow_null=True, help_text="The job that is adding or removing annotations per example."
        )
    )
    def overlap_job(self, project: Project) -> object:
        return next((job.pk for job in overlap_jobs(project)), None)

    @reads(
        serializers.BooleanField(
            help_text="False while examples are being put in order, or when that was stopped."
        )
    )
    def is_ordered(self, project: Project) -> bool:
        return project.order_reached == project.order_wanted

    @reads(
        serializers.UUIDField(
            allow_null=True, help_text="The job that is putting the queue in order."
        )
    )
    def job(self, project: Project) -> object:
        job = ordering_job(project)
        return job and job.pk


class PriorityField(serializers.IntegerField):
    """From -1,000 to 1,000, high first."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-HIGHEST_PRIORITY, max_value=HIGHEST_PRIORITY, **options)


class ExampleFilterInput(StrictInput):
    """Examples as the list of examples narrows them; nothing at all is all of them."""

    state = serializers.ChoiceField(
        choices=list(EXAMPLE_STATES), default="", allow_blank=True, required=False
    )
    search = serializers.CharField(default="", allow_blank=True, max_length=200)
    split = serializers.CharField(default="", allow_blank=True, max_length=20)


class PrioritiesInput(StrictInput):
    """A priority, and whose: by their keys, by their ``example_id``, or by a filter."""

    priority = PriorityField()
    examples = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        max_length=MOST_AT_ONCE,
        min_length=1,
        required=False,
    )
    example_ids = serializers.ListField(
        child=serializers.RegexField(r"^-?\d{1,19}$"),
        max_length=MOST_AT_ONCE,
        min_length=1,
        required=False,
        help_text="64-bit, as strings.",
    )
    filter = ExampleFilterInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one way to say whose."""
        attrs = super().validate(attrs)
        if len({"examples", "example_ids", "filter"} & set(attrs)) != 1:
            raise serializers.ValidationError("Give one of examples, example_ids and filter.")
        return attrs


class PrioritiesOutput(Output[Mapping[str, object]]):
    """How many examples have another priority now, or the job that sets it."""

    changed = serializers.IntegerField(allow_null=True)
    job = serializers.UUIDField(allow_null=True)


class NamedExamplesInput(StrictInput):
    """Examples by their keys."""

    examples = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        max_length=MOST_AT_ONCE,
        min_length=1,
    )


class TakeOutInput(NamedExamplesInput):
    """Examples to take out of the main task, and why."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=2000)


class ExamplesChangedOutput(Output[int]):
    """How many of the examples were changed; the others were so already."""

    @reads(serializers.IntegerField())
    def changed(self, number: int) -> int:
        return number


class ExampleChangeInput(StrictInput):
    """What a lead may change about an example."""

    priority = PriorityField()


class AcceptanceInput(serializers.Serializer[Any]):
    """Why a late annotation is to count."""

    note = serializers.CharField(default="", allow_blank=True, max_length=2000)
