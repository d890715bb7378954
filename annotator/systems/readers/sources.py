"""Examples to train on, or to answer: of a project's split, or of files."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from annotator.material.formats.gold_answers import gold_files, read_examples
from annotator.systems.evaluation.baselines.boxed_project import official_objects
from annotator.systems.evaluation.gold.gold_file import gold_of, is_simulated
from annotator.systems.readers.model.examples import Examples
from annotator.systems.readers.model.pages import Reading, read_reading
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project

_CHUNK = 2**20


def of_split(
    project: Project, split: str, *, on_example: Callable[[], None] = lambda: None
) -> Examples:
    """A visible split's examples, with simulated annotations where it has no others.

    ``sha256`` is that of the split's gold, as on the leaderboard. Raises ``JobFailedError`` for a
    split that isn't there, and for the hidden one, from which nothing is ever learnt.
    ``on_example`` is called after each one.
    """
    check_shown(project, split)
    readings = []
    for reading in readings_of_split(project, split):
        readings.append(reading)
        on_example()
    sha256 = hashlib.sha256(gold_of(project, split)).hexdigest()
    return Examples(readings, project.slug, split, sha256)


def check_shown(project: Project, split: str) -> None:
    """Raise ``JobFailedError`` for the hidden split, even for its stewards: all leads read the
    predictions of a trained system, and its weights.
    """
    if names_hidden_split(project, [split]):
        raise JobFailedError(f"{split} is hidden: nothing is trained on it. Choose another split.")


def readings_of_split(project: Project, split: str) -> Iterator[Reading]:
    """A split's examples one by one, the hidden one's too. Raises ``JobFailedError``."""
    found = official_objects(project, [split], simulated=is_simulated(project))
    return map(read_reading, found)


def of_files(patterns: Sequence[str]) -> Examples:
    """The examples of all files that paths and globs name; ``sha256`` is that of their bytes.

    Raises ``FormatError``.
    """
    paths = gold_files(patterns)
    readings = list(readings_of_files(patterns))
    names = ", ".join(path.name for path in paths)
    return Examples(readings, names, "", _sha256(paths))


def readings_of_files(patterns: Sequence[str]) -> Iterator[Reading]:
    """Their examples one by one. Raises ``FormatError``, after the last one for wrong lines."""
    return read_examples(
        gold_files(patterns), read_reading, id_of=lambda each: each.boxed.gold.example_id
    )


def _sha256(paths: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()
