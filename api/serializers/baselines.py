"""Baselines that run on a project."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from annotator.material.corpus.splits import scorable_splits
from annotator.systems.evaluation.baselines.baseline_run import TRAINED
from annotator.systems.evaluation.models import BaselineKind
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class BaselineInput(StrictInput):
    """A baseline to be run and scored on a split of the project.

    One that copies takes a split of `train_project`, the project itself unless it is named.
    `random-retrieval` draws with `seed`. Without `name` it gets the baseline's own.
    """

    baseline = serializers.ChoiceField(choices=BaselineKind.choices)
    split = serializers.CharField(max_length=20)
    name = serializers.CharField(max_length=100, required=False)
    train_project = serializers.SlugField(required=False)
    train_split = serializers.CharField(max_length=20, required=False)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=0)
    non_null_annotations = serializers.IntegerField(min_value=1, max_value=1000, default=2)


class BaselineChoiceOutput(Output[BaselineKind]):
    """A baseline of the project's kind; one that `copies` needs a split to copy from."""

    baseline = serializers.ChoiceField(source="value", choices=BaselineKind.choices)
    name = serializers.CharField(source="label")

    @reads(serializers.BooleanField())
    def copies(self, baseline: BaselineKind) -> bool:
        return baseline in TRAINED

    @reads(serializers.BooleanField())
    def draws(self, baseline: BaselineKind) -> bool:
        return baseline == BaselineKind.RANDOM_RETRIEVAL


class TrainingSourceOutput(Output[Project]):
    """A project of the same kind that the caller leads, with the splits to copy from."""

    project = serializers.CharField(source="slug")
    title = serializers.CharField()

    @reads(serializers.ListField(child=serializers.CharField()))
    def splits(self, project: Project) -> list[str]:
        # Never the hidden one, as all leads read predictions.
        return scorable_splits(project, hidden=False)


class BaselineChoicesOutput(Output[Mapping[str, Iterable[Any]]]):
    """What can be run, and what can be copied from."""

    baselines = BaselineChoiceOutput(many=True)
    sources = TrainingSourceOutput(many=True)
