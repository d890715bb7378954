"""``gallery``: a job that writes a site of a project's released examples, of static files."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings

from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.publishing.gallery.about import describe, describe_downloads
from annotator.publishing.gallery.examples import ExampleWriter, Row, write_packed
from annotator.publishing.gallery.shown_page import empty_frame
from annotator.publishing.releases import manifest
from annotator.publishing.releases.checksums import write_checksums
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.writing import check_empty, refuse_leaks
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.job_folders import published_folder

BATCH = 100
"""Examples between two checkpoints, whose annotations are one file."""
SHARD = 1000
"""Rows in each file of the index."""
CHANGED = (
    "Annotations, statistics, guidelines or the card changed while the gallery was written. Start"
    " it again."
)
NOT_BUILT = "The gallery’s own program is missing: build the front end first (make run builds it)."
_ROWS = "rows"
"""Where the rows of the index wait, beside the gallery's files."""


def write_files(context: JobContext, contents: Contents, work: Path) -> Path:
    """Write the gallery below ``work``, from the job's checkpoint on; the folder of its files.

    Parameters of the job: ``downloads`` and ``output``, see ``describe_downloads``; ``allowed``,
    see ``refuse_leaks``. Raises ``JobFailedError``.
    """
    parameters = context.parameters
    downloads = describe_downloads(
        parameters.get("downloads") or "", output=parameters.get("output")
    )
    folder = work / "files"
    if not context.checkpoint or not (work / _ROWS).is_dir():
        shutil.rmtree(work, ignore_errors=True)
        (work / _ROWS).mkdir(parents=True)
        _copy_program(folder)
        total = contents.examples().count()
        start = {"state": contents.state(), "last": 0, "batches": 0}
        context.save(total=total, checkpoint=start)
    _write_examples(context, contents, work)
    rows = _rows_in(work / _ROWS, context.checkpoint["batches"])
    shards = [rows[first : first + SHARD] for first in range(0, len(rows), SHARD)]
    for number, shard in enumerate(shards):
        write_packed(folder / "data" / "index" / f"{number}.json.gz", shard)
    about = describe(
        contents,
        shards=len(shards),
        counts={"examples": len(rows), "annotations": sum(each[4] for each in rows)},
        downloads=downloads,
    )
    (folder / "gallery.json").write_bytes(manifest.as_json(about))
    refuse_leaks(context, contents, folder)
    write_checksums(folder)
    again = Contents(contents.project, simulated=contents.simulated)
    if again.state() != context.checkpoint["state"]:
        raise JobFailedError(CHANGED)
    return folder


def work_folder(context: JobContext) -> Path:
    """Where the files are until they are complete: beside their place, so that one rename does."""
    output = context.parameters.get("output")
    path = Path(output) if output else published_folder(context.job.pk)
    # A name of a file may have 255 bytes, and a character four of them.
    return path.with_name(f".{path.name[-40:]}-{context.job.pk.hex}.part")


def put_into(context: JobContext, folder: Path, place: Path) -> None:
    """Move complete files to their place, which is empty or not there.

    What goes out of the data folder may be read by all: a web server has an account of its own.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    if context.parameters.get("output"):
        for each in (folder, *folder.rglob("*")):
            each.chmod(0o755 if each.is_dir() else 0o644)
    folder.replace(place)
    shutil.rmtree(work_folder(context), ignore_errors=True)


def check_output(output: str) -> None:
    """Raise ``JobFailedError`` unless a gallery can be written there."""
    check_empty(Path(output))


def _copy_program(folder: Path) -> None:
    program = Path(settings.FRONTEND_DIST) / "gallery"
    if not (program / "index.html").is_file():
        raise JobFailedError(NOT_BUILT)
    shutil.copytree(program, folder)
    (folder / "frame.html").write_bytes(empty_frame())


def _write_examples(context: JobContext, contents: Contents, work: Path) -> None:
    writer = ExampleWriter(contents, work / "files")
    left = contents.examples().filter(pk__gt=context.checkpoint["last"])
    for keys in keys_in_batches(left, size=BATCH):
        number = context.checkpoint["batches"]
        rows = writer.write(number, keys)
        (work / _ROWS / f"{number}.json").write_bytes(orjson.dumps(rows))
        # The checkpoint says that the files are on disk. A flush for each would take far longer.
        os.sync()
        done = number * BATCH + len(keys)
        context.save(
            kept=done,
            message=f"{done:,} examples written",
            checkpoint=_after(context.checkpoint, last=keys[-1], batches=number + 1),
        )
        context.let_worker_end()


def _after(checkpoint: Mapping[str, Any], **changes: int) -> dict[str, Any]:
    return {**checkpoint, **changes}


def _rows_in(folder: Path, batches: int) -> list[Row]:
    found = (orjson.loads((folder / f"{each}.json").read_bytes()) for each in range(batches))
    return [row for rows in found for row in rows]
