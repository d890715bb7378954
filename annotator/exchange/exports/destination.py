"""Where an export goes: a file that the command named, or the job's result."""

from pathlib import Path

from annotator.exchange.exports.resumable_file import remove_unfinished
from annotator.workspace.jobs.context import JobContext


def destination_of(context: JobContext, *, name: str) -> Path:
    """The job's ``output``, or else its result, which will be downloaded as ``name``."""
    output = context.parameters.get("output")
    return Path(output) if output else context.result_file(name)


def discard_export(context: JobContext) -> None:
    """Delete the file of an unfinished export."""
    output = context.parameters.get("output")
    if output:
        remove_unfinished(Path(output), owner=context.job.pk.hex)
    else:
        context.discard_result()
