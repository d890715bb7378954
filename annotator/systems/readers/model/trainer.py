"""From examples to a model's folder, with its card; a killed training goes on where it was."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jax

from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.systems.readers.model.card import Training, write_card
from annotator.systems.readers.model.checkpoints import Checkpoints
from annotator.systems.readers.model.examples import Examples
from annotator.systems.readers.model.folder import write_model
from annotator.systems.readers.model.learning import Course, State, Watch, train
from annotator.systems.readers.model.pages import Reading
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.model.training_batches import lesson_of, teaches
from annotator.systems.readers.model.vocabulary import Vocabulary
from annotator.systems.readers.model.word_vectors import WordVectors


class NothingToLearnError(Exception):
    """The examples can't train the system; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Word vectors, and what they are called."""

    vectors: WordVectors
    name: str


def train_into(
    folder: Path,
    settings: Settings,
    training: Examples,
    dev: Examples,
    *,
    loaded: Loaded | None = None,
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """Train a system, write its model into ``folder``, and return its card.

    With ``non_null_annotations`` that have an answer, an example of ``dev`` is answerable.
    What ``watch`` raises ends the training, and the next call with the same data and settings goes
    on with it. Raises ``NothingToLearnError``, ``ModelFolderError`` for a folder with a checkpoint
    of other data, and ``OSError``.
    """
    watch = watch or Watch()
    vectors = loaded.vectors if loaded else None
    course = course_of(settings, training.readings, dev.readings, vectors, watch)
    course = replace(course, non_null_annotations=non_null_annotations)
    folder.mkdir(parents=True, exist_ok=True)
    checkpoints = Checkpoints(folder, course)
    state = checkpoints.read()
    began = time.monotonic()
    before = state.seconds

    def on_checkpoint(now: State) -> None:
        now.seconds = before + time.monotonic() - began
        checkpoints.write(now)

    model, metrics = train(course, state, watch, on_checkpoint)
    write_model(folder, model)
    card = write_card(
        folder,
        model,
        Training(
            data=training.described(len(course.lessons)),
            dev=dev.described(len(course.dev)),
            non_null_annotations=non_null_annotations,
            vectors=loaded.name if loaded else "",
            epochs=state.epochs,
            best_epoch=state.best_epoch,
            metrics=metrics,
            seconds=before + time.monotonic() - began,
            device=jax.devices()[0].device_kind,
        ),
    )
    checkpoints.remove()
    return card


def course_of(
    settings: Settings,
    training: Iterable[Reading],
    dev: Sequence[Reading],
    vectors: WordVectors | None = None,
    watch: Watch | None = None,
) -> Course:
    """What the examples teach a system. Raises ``NothingToLearnError``."""
    # Where nobody has annotated, nobody has said that there is no answer.
    readings, dev = _annotated(training), _annotated(dev)
    lessons = []
    for reading in readings:
        lesson = lesson_of(reading)
        if teaches(lesson, settings):
            lessons.append(lesson)
        if watch:
            watch.on_example()
    if not any(each.label.passage is not None for each in lessons):
        raise NothingToLearnError(
            "No training example has a long answer that is a top-level candidate, so there is "
            "nothing to learn. Choose another split."
        )
    if not dev:
        raise NothingToLearnError("There is no annotated dev example. Choose another dev split.")
    vocabulary = Vocabulary.of(readings, vectors.words if vectors else ())
    if vectors:
        settings = replace(settings, embedding=vectors.size)
    return Course(settings, vocabulary, lessons, dev, vectors)


def _annotated(readings: Iterable[Reading]) -> list[Reading]:
    return [each for each in readings if each.boxed.gold.annotations]
