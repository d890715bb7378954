"""A training's state on disk: it goes on from there after a kill, with the very same weights."""

import hashlib
from dataclasses import asdict
from pathlib import Path

import orjson

from annotator.systems.readers.model.folder import MODEL
from annotator.systems.readers.model.learning import Course, Epoch, State
from annotator.systems.readers.model.tensors import (
    ModelFolderError,
    named,
    placed,
    read_tensors,
    write_tensors,
)

FILE = "checkpoint.safetensors"


class Checkpoints:
    """The one checkpoint in a folder, always the newest."""

    def __init__(self, folder: Path, course: Course) -> None:
        self._path, self._course = folder / FILE, course
        self._sha256 = course_sha256(course)

    def write(self, state: State) -> None:
        """Keep a state; a kill leaves the one before it, or this one whole. Raises ``OSError``."""
        tensors = named(state.parameters, "parameters.") | named(state.optimiser, "optimiser.")
        tensors |= named(state.best, "best.")
        notes = {
            "course": self._sha256,
            "epoch": state.epoch,
            "step": state.step,
            "losses": state.losses,
            "epochs": [asdict(each) for each in state.epochs],
            "best_epoch": state.best_epoch,
            "seconds": state.seconds,
        }
        write_tensors(self._path, tensors, notes)

    def read(self) -> State:
        """The newest state, or the beginning where there is none.

        Raises ``ModelFolderError`` for one of another training, and for a damaged one.
        """
        state = self._course.beginning()
        if not self._path.exists():
            return state
        arrays, notes = read_tensors(self._path)
        if notes.get("course") != self._sha256:
            raise ModelFolderError(
                f"{self._path}: this is of a training with other data or settings. Name another "
                "folder, or delete the file."
            )
        return State(
            parameters=placed(state.parameters, arrays, "parameters.", self._path),
            optimiser=placed(state.optimiser, arrays, "optimiser.", self._path),
            best=placed(state.best, arrays, "best.", self._path),
            epoch=notes["epoch"],
            step=notes["step"],
            losses=notes["losses"],
            epochs=[Epoch(**each) for each in notes["epochs"]],
            best_epoch=notes["best_epoch"],
            seconds=notes["seconds"],
        )

    def remove(self) -> None:
        """Delete it, when the model is written."""
        self._path.unlink(missing_ok=True)


def has_ended(folder: Path) -> bool:
    """Whether a training has left its model in the folder."""
    return (folder / MODEL).exists() and not (folder / FILE).exists()


def course_sha256(course: Course) -> str:
    """The hash of all that decides the weights: settings, words, lessons, word vectors, and dev
    with the number of annotations that make one of its examples answerable.
    """
    digest = hashlib.sha256(orjson.dumps(asdict(course.settings)))
    digest.update(orjson.dumps([course.vocabulary.words, course.vocabulary.idf]))
    for lesson in course.lessons:
        right = lesson.label.passage
        passages = [(each.order, each.words) for each in lesson.passages]
        taught = (right and right.order, lesson.label.words)
        digest.update(orjson.dumps([lesson.question, passages, taught]))
    digest.update(orjson.dumps(course.non_null_annotations))
    for reading in course.dev:
        digest.update(repr(reading.boxed.gold).encode())
        digest.update(orjson.dumps([reading.question, [p.words for p in reading.page.passages]]))
    if course.vectors is not None:
        digest.update(course.vectors.rows.tobytes())
    return digest.hexdigest()
