"""The job that trains a system on a project, has it answer a split, and scores it."""

import shutil
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings
from django.utils import timezone

from annotator.material.corpus.splits import check_splits
from annotator.systems.evaluation.job_handlers import has_kept
from annotator.systems.evaluation.models import Part
from annotator.systems.evaluation.scoring_jobs.steps import (
    EXAMPLES,
    check_scorable,
    closing_sentence,
    is_scored,
    keeping,
    score_files,
)
from annotator.systems.readers.epoch_lines import epoch_line
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.requirement import unavailable
from annotator.systems.readers.sources import check_shown, of_split, readings_of_split
from annotator.systems.readers.stored import keep_reader
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

if TYPE_CHECKING:
    from annotator.systems.readers.model.learning import State

TRAIN_READER = "train_reader"


def train_reader(context: JobContext) -> str:
    """Train a system, score its answers and keep all of it; the closing sentence.

    Parameters of the job: ``name``, ``split`` and ``non_null_annotations`` as for a system that is
    uploaded; ``system``, ``train_split``, ``dev_split``, ``seed`` and ``epochs``. The checkpoint
    has the ``epochs`` so far, for the curve. A worker that takes the job over goes on from the
    weights in the job's own folder, which goes when the job ends.
    """
    if sentence := unavailable():
        raise JobFailedError(sentence)
    project, parameters = project_of(context.job), context.parameters
    folder = folder_of_job(context.job.pk) / "model"
    if is_scored(context):
        return closing_sentence(context)
    check_splits(project, [parameters["train_split"], parameters["dev_split"]])
    _check_sources(context)
    check_scorable(context, project, is_trained=True)
    card = _trained(context, project, folder)
    path = folder / "predictions.json"
    path.write_bytes(_predictions(context, project, folder))
    uploads = {Part.PREDICTIONS: path}
    entry = score_files(context, project, uploads, notes=_notes(card), is_trained=True)
    with keeping(context, project, entry) as system:
        _check_sources(context)
        keep_reader(system, folder=folder, card=card, at=timezone.now())
    return closing_sentence(context)


def _check_sources(context: JobContext) -> None:
    """Raise ``JobFailedError`` if a split to train on is hidden by now."""
    project = project_of(context.job)
    for name in ("train_split", "dev_split"):
        check_shown(project, context.parameters[name])


def _trained(context: JobContext, project: Project, folder: Path) -> dict[str, Any]:
    """The card of the trained model in the folder; a finished one is not trained again."""
    from annotator.systems.readers.model.learning import Watch
    from annotator.systems.readers.model.tensors import ModelFolderError
    from annotator.systems.readers.model.trainer import NothingToLearnError, train_into

    if (folder / "card.json").exists():
        card: dict[str, Any] = orjson.loads((folder / "card.json").read_bytes())
        return card
    parameters = context.parameters
    wanted = Settings(parameters["system"], seed=parameters["seed"], epochs=parameters["epochs"])
    progress = _Progress(context, wanted.epochs)
    context.save(message="Reading questions and pages")
    training, dev = (
        of_split(project, parameters[each], on_example=progress.on_example)
        for each in ("train_split", "dev_split")
    )
    context.save(message="Training")
    watch = Watch(progress.on_step, progress.on_epoch, progress.on_example)
    for _ in range(2):
        try:
            trained = train_into(
                folder,
                wanted,
                training,
                dev,
                non_null_annotations=parameters["non_null_annotations"],
                watch=watch,
            )
        except NothingToLearnError as error:
            raise JobFailedError(str(error)) from error
        except ModelFolderError:
            # Annotations have come in since the last worker began: begin again with them.
            shutil.rmtree(folder)
        else:
            # The model is there: from here on nobody trains it again.
            context.save(further=True)
            return trained
    raise JobFailedError("The training's checkpoint can't be read. Start the training again.")


class _Progress:
    """Keeps the job's progress, its signs of life, and the curve so far.

    A worker goes on from the training's own checkpoint, some batches before those that are counted.
    With annotations that came in meanwhile it even begins again. So the job's checkpoint has how
    many batches were ever kept.
    """

    def __init__(self, context: JobContext, epochs: int) -> None:
        self._context, self._epochs, self._examples, self._done = context, epochs, 0, 0

    def on_step(self, state: "State", steps: int) -> None:
        """Count the batches."""
        self._done = state.epoch * steps + state.step
        total = self._epochs * steps
        if state.is_kept:
            self._keep(self._context.checkpoint.get("epochs", []), done=self._done, total=total)
        else:
            self._context.save(done=self._done, total=total)
        self._context.let_worker_end()

    def on_epoch(self, state: "State") -> None:
        """Keep what the epoch came to."""
        self._keep(
            [asdict(each) for each in state.epochs],
            message=epoch_line(len(state.epochs), self._epochs, state.epochs[-1]),
        )

    def _keep(self, epochs: list[dict[str, Any]], **progress: Any) -> None:
        most = self._context.checkpoint.get("kept", 0)
        self._context.save(
            checkpoint={"epochs": epochs, "kept": max(most, self._done)},
            further=self._done > most,
            **progress,
        )

    def on_example(self) -> None:
        """Show now and then that the worker lives, and stop if somebody asked for it."""
        self._examples += 1
        if self._examples % settings.EXAMPLES_AT_ONCE == 0:
            self._context.save()
            self._context.let_worker_end()


def _predictions(context: JobContext, project: Project, folder: Path) -> bytes:
    from annotator.systems.readers.model.folder import load_model
    from annotator.systems.readers.model.predictions import predictions

    context.save(message="Predicting")
    readings = readings_of_split(project, context.parameters["split"])
    found = []
    for prediction in predictions(load_model(folder), readings):
        found.append(prediction)
        if len(found) % settings.EXAMPLES_AT_ONCE == 0:
            context.save()
            context.let_worker_end()
    return orjson.dumps({"predictions": found})


def _notes(card: Mapping[str, Any]) -> str:
    """The line below the system's name on the leaderboard."""
    data, dev = card["data"], card["dev"]
    return (
        f"{card['title']}, trained on {data['source']}, {data['split']} "
        f"({data['used']:,} examples), with thresholds chosen on {dev['split']}."
    )


register(
    TRAIN_READER,
    train_reader,
    cancelled="Cancelled. Nothing was kept.",
    is_past_undoing=partial(has_kept, EXAMPLES),
)
