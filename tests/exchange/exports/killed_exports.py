"""Exports whose worker is killed, and the files that they leave."""

from collections.abc import Callable, Iterator
from pathlib import Path

from annotator.workspace.jobs.models import Job
from tests.workspace.jobs.killed_runs import killed_anywhere


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def killed_exports(
    folder: Path, queue: Callable[[Path], Job]
) -> Iterator[tuple[Job, dict[str, bytes]]]:
    """The jobs of ``killed_anywhere``, each with the files that it left in a folder of its own.

    ``queue`` queues an export into the folder that it is given.
    """

    def begin(number: int) -> Job:
        own = folder / f"killed-{number}"
        own.mkdir()
        return queue(own)

    for job in killed_anywhere(begin):
        yield job, files(Path(job.parameters["output"]).parent)
