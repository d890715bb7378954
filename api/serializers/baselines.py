"""Baselines that run on a project."""

from typing import Any

from rest_framework import serializers

from annotator.systems.evaluation.models import BaselineKind
from annotator.workspace.projects.seeds import LARGEST_SEED
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


class BaselineChoiceOutput(serializers.Serializer[Any]):
    """A baseline of the project's kind; one that `copies` needs a split to copy from."""

    baseline = serializers.ChoiceField(choices=BaselineKind.choices)
    name = serializers.CharField()
    copies = serializers.BooleanField()
    draws = serializers.BooleanField()


class TrainingSourceOutput(serializers.Serializer[Any]):
    """A project of the same kind that the caller leads, with the splits to copy from."""

    project = serializers.CharField()
    title = serializers.CharField()
    splits = serializers.ListField(child=serializers.CharField())


class BaselineChoicesOutput(serializers.Serializer[Any]):
    """What can be run, and what can be copied from."""

    baselines = BaselineChoiceOutput(many=True)
    sources = TrainingSourceOutput(many=True)
