"""Systems that are trained on a project."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.material.corpus.splits import scorable_splits
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.systems.readers.model.settings import SYSTEMS, Settings
from annotator.systems.readers.model.titles import TITLES
from annotator.systems.readers.models import TrainedReader
from annotator.systems.readers.requirement import unavailable
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.projects.models import Project
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

LARGEST_SEED = 2**31 - 1
MOST_EPOCHS = 200


class ReaderInput(StrictInput):
    """A system to be trained on `train_split`, with epoch and thresholds chosen on `dev_split`.

    It then answers `split`, `dev_split` unless it is named, and is scored there. Nothing is ever
    trained on the hidden split. Without `name` it gets the system's own.
    """

    system = serializers.ChoiceField(choices=SYSTEMS)
    train_split = serializers.CharField(max_length=20)
    dev_split = serializers.CharField(max_length=20)
    split = serializers.CharField(max_length=20, required=False)
    name = serializers.CharField(max_length=100, required=False)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=0)
    epochs = serializers.IntegerField(
        min_value=1, max_value=MOST_EPOCHS, default=Settings("docqa").epochs
    )
    non_null_annotations = serializers.IntegerField(min_value=1, max_value=1000, default=2)


class EpochOutput(Output[Mapping[str, float]]):
    """What an epoch came to: the mean loss of its batches, and F1 on dev, 0 to 1."""

    loss = serializers.FloatField()
    long_f1 = serializers.FloatField()
    short_f1 = serializers.FloatField()


class ReaderChoiceOutput(Output[tuple[str, str]]):
    """A system that can be trained."""

    @reads(serializers.ChoiceField(choices=SYSTEMS))
    def system(self, titled: tuple[str, str]) -> str:
        return titled[0]

    @reads(serializers.CharField())
    def name(self, titled: tuple[str, str]) -> str:
        return titled[1]


class RunningTrainingOutput(Output[Job]):
    """A training that is under way, with its epochs so far."""

    job = serializers.UUIDField(source="pk")
    name = serializers.CharField(source="parameters.name")

    @reads(EpochOutput(many=True))
    def epochs(self, job: Job) -> object:
        return job.checkpoint.get("epochs", [])


class ReadersOutput(Output[Project]):
    """What can be trained on which splits. `unavailable` says why nothing can, else it is empty."""

    @reads(serializers.CharField(allow_blank=True))
    def unavailable(self, _project: Project) -> str:
        return unavailable()

    @reads(ReaderChoiceOutput(many=True))
    def systems(self, _project: Project) -> list[tuple[str, str]]:
        return list(TITLES.items())

    @reads(serializers.ListField(child=serializers.CharField()))
    def splits(self, project: Project) -> list[str]:
        return scorable_splits(project, hidden=False)

    @reads(RunningTrainingOutput(many=True))
    def running(self, project: Project) -> Iterable[Job]:
        jobs = Job.objects.filter(kind=TRAIN_READER, project_id=project.pk)
        return jobs.exclude(state__in=ENDED).order_by("created_at", "id")


class ReaderDataOutput(Output[Mapping[str, Any]]):
    """Examples of a project's split, of which `used` taught or chose thresholds."""

    source = serializers.CharField()  # type: ignore[assignment]  # Field.source
    split = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    examples = serializers.IntegerField()
    used = serializers.IntegerField()


class ReaderCardOutput(Output[Mapping[str, Any]]):
    """A trained system's card: what it was trained on, how, and how good it was on dev.

    `best_epoch` counts from 1. `model_url` is null for people who can't download the model.
    """

    @reads(serializers.CharField())
    def name(self, _card: object) -> str:
        return self._reader.system.name

    system = serializers.ChoiceField(choices=SYSTEMS)
    title = serializers.CharField()
    paper = serializers.CharField()
    data = ReaderDataOutput()  # type: ignore[assignment]  # Serializer.data
    dev = ReaderDataOutput()
    vectors = serializers.CharField(allow_blank=True)
    settings = serializers.DictField()
    words = serializers.IntegerField()
    weights = serializers.IntegerField()
    weights_sha256 = serializers.CharField()
    epochs = EpochOutput(many=True)
    best_epoch = serializers.IntegerField()
    dev_metrics = serializers.DictField(child=serializers.FloatField())
    seconds = serializers.FloatField()
    device = serializers.CharField()

    @reads(serializers.DateTimeField())
    def trained_at(self, _card: object) -> datetime:
        return self._reader.trained_at

    @reads(serializers.CharField(allow_null=True))
    def model_url(self, _card: object) -> str | None:
        url: str | None = self.context["model_url"]
        return url

    @property
    def _reader(self) -> TrainedReader:
        reader: TrainedReader = self.context["reader"]
        return reader
