"""The job that trains: it goes on after an interruption, and leaves nothing when cancelled."""

import io
import itertools
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotator.material.corpus.models import Example
from annotator.systems.evaluation.models import Score, System
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.systems.readers.models import TrainedReader
from annotator.workspace.jobs import context
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_examples, make_page, make_project
from tests.factories.jobs import make_job
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.workspace.jobs.other_writers import read_row_by_row, run_beside_writers

pytest.importorskip("jax", reason="JAX is not installed: make training")

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.usefixtures("folders")]


@pytest.fixture
def project() -> Project:
    """Two annotated examples, in train and in dev."""
    project = make_project("rivers", overlap=5)
    annotate_at_once(project, [[LONG] * 3, [LONG] * 3])
    for example, split in zip(project.examples.order_by("pk"), ("train", "dev"), strict=True):
        Example.objects.filter(pk=example.pk).update(split=split)
    return project


def queue(project: Project, name: str, **more: Any) -> Job:
    parameters = {
        "name": name,
        "system": "pipeline",
        "train_split": "train",
        "dev_split": "dev",
        "split": "dev",
        "seed": 3,
        "epochs": 3,
        "non_null_annotations": 2,
    }
    return make_job(TRAIN_READER, parameters | more, project=project)


def run(job: Job) -> Job:
    run_job(job_id=job.pk)
    return Job.objects.get(pk=job.pk)


def weights(name: str) -> bytes:
    reader = TrainedReader.objects.get(system__name=name)
    return zipfile.ZipFile(io.BytesIO(bytes(reader.archive))).read("weights.safetensors")


def test_an_interrupted_job_goes_on_to_the_same_weights(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    job = queue(project, "interrupted")
    calls = itertools.count(1)
    # The first worker is asked to end in the second epoch.
    monkeypatch.setattr(context, "stop_was_asked", lambda: next(calls) == 2)
    assert run(job).state == JobState.QUEUED
    assert len(Job.objects.get(pk=job.pk).checkpoint["epochs"]) == 1
    done = run(job)
    assert (done.state, done.message) == (JobState.SUCCEEDED, "Scored interrupted on 1 example.")
    assert run(queue(project, "whole")).state == JobState.SUCCEEDED
    assert weights("interrupted") == weights("whole")
    assert not (tmp_path / "uploads" / str(job.pk)).exists()


@pytest.mark.django_db(transaction=True)
def test_a_training_reads_and_predicts_while_others_commit(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    many = make_project("many", overlap=5)
    annotate_at_once(many, [[LONG] * 3] * 6)
    for number, example in enumerate(many.examples.order_by("pk")):
        Example.objects.filter(pk=example.pk).update(split=("train", "dev")[number % 2])
    read_row_by_row(monkeypatch)
    settings.EXAMPLES_AT_ONCE = 1
    job = run_beside_writers(queue(many, "beside", epochs=1))
    assert (job.state, job.attempts) == (JobState.SUCCEEDED, 1), job.message


def test_epoch_and_thresholds_are_chosen_by_the_rule_of_the_score() -> None:
    one_each = make_project("lakes")
    annotate_at_once(one_each, [[LONG], [LONG]])
    for example, split in zip(one_each.examples.order_by("pk"), ("train", "dev"), strict=True):
        Example.objects.filter(pk=example.pk).update(split=split)
    assert run(queue(one_each, "single", non_null_annotations=1)).state == JobState.SUCCEEDED
    card = TrainedReader.objects.get(system__name="single").card
    assert card["non_null_annotations"] == 1
    assert card["dev_metrics"]["long-best-threshold-f1"] == 1.0
    score = Score.objects.get(system__name="single")
    assert score.metrics["long-best-threshold-f1"] == 1.0


def test_what_nobody_has_annotated_chooses_no_thresholds(project: Project) -> None:
    (waiting,) = make_examples(project, 1, page=make_page())
    Example.objects.filter(pk=waiting.pk).update(split="dev")
    assert run(queue(project, "waiting")).state == JobState.SUCCEEDED
    card = TrainedReader.objects.get(system__name="waiting").card
    assert (card["dev"]["examples"], card["dev"]["used"]) == (2, 1)
    score = Score.objects.get(system__name="waiting")
    assert (score.examples, score.unannotated) == (1, 1)
    names = [f"long-best-threshold-{each}" for each in ("precision", "recall", "f1")]
    assert [card["dev_metrics"][name] for name in names] == [score.metrics[name] for name in names]


def test_a_dev_split_without_annotations_is_refused_before_the_training(project: Project) -> None:
    (waiting,) = make_examples(project, 1, page=make_page())
    Example.objects.filter(pk=waiting.pk).update(split="later")
    failed = run(queue(project, "early", dev_split="later", split="dev"))
    assert failed.state == JobState.FAILED
    assert failed.message == "There is no annotated dev example. Choose another dev split."


def test_a_cancelled_job_leaves_nothing(project: Project, tmp_path: Path) -> None:
    job = queue(project, "cancelled")
    Job.objects.filter(pk=job.pk).update(cancel_requested=True)
    assert run(job).state == JobState.CANCELLED
    assert not System.objects.exists()
    assert not (tmp_path / "uploads" / str(job.pk)).exists()


def test_a_split_that_was_hidden_since_fails_the_job(project: Project) -> None:
    job = queue(project, "hidden")
    Project.objects.filter(pk=project.pk).update(hidden_split="train")
    failed = run(job)
    assert failed.state == JobState.FAILED
    assert failed.message == "train is hidden: nothing is trained on it. Choose another split."
    assert not System.objects.exists()
