"""The loop that every export runs: write pieces, save a checkpoint, go on after a kill."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from annotator.exchange.exports.resumable_file import ResumableFile
from annotator.workspace.jobs.context import JobContext, JobFailedError

Progress = dict[str, Any]


class Piece(NamedTuple):
    """Bytes to add to the file, and how far the export has come once they are written.

    ``progress`` has the values that change. ``completes`` counts the examples, or events, that the
    piece ends: 0 for text between them.
    """

    data: bytes
    progress: Mapping[str, Any]
    completes: int = 1


def write_resumably(
    context: JobContext,
    path: Path,
    *,
    start: Mapping[str, Any],
    pieces: Callable[[Progress], Iterator[Piece]],
    total: int,
    batch: int,
    noun: str = "examples",
    opening: bytes = b"",
    closing: bytes = b"",
) -> Progress:
    """Write ``opening``, the pieces and ``closing`` into ``path``. Returns how far the export came.

    ``start`` is the progress of an empty file; ``pieces`` gets the progress to continue from:
    ``start``, or the job's checkpoint if the file is still there. ``written`` in it counts the
    examples, of ``total``. After each ``batch`` of them, the file is flushed to disk and the
    progress saved with the job, so a resumed file has the same batches, and so the same bytes, as
    any other.

    Raises ``JobFailedError`` if the file can't be written.
    """
    owner, before = context.job.pk.hex, context.checkpoint
    try:
        with ResumableFile(
            path, owner=owner, run=context.run_token, checkpoint=before.get("file")
        ) as file:
            progress: Progress = {"written": 0, **start}
            if file.resumed:
                progress = {name: before.get(name, value) for name, value in progress.items()}
            elif opening:
                file.write(opening)
            _save(context, file, progress, "Writing the file", total=total)
            for piece in pieces(dict(progress)):
                file.write(piece.data)
                progress |= piece.progress
                progress["written"] += piece.completes
                if piece.completes and progress["written"] % batch == 0:
                    _save(context, file, progress, f"{progress['written']:,} {noun} written")
            if closing:
                file.write(closing)
            file.finish()
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    context.save(kept=progress["written"], total=progress["written"])
    return progress


def _save(
    context: JobContext,
    file: ResumableFile,
    progress: Progress,
    message: str,
    *,
    total: int | None = None,
) -> None:
    checkpoint = {**progress, "file": file.end_batch()}
    context.save(kept=progress["written"], total=total, message=message, checkpoint=checkpoint)
    context.let_worker_end()
