"""``export_asqa``: ASQA's official JSON, from the database."""

from pathlib import Path

import orjson
from django.db.models import QuerySet

from annotator.annotations.long_form_reviews import with_concern
from annotator.corpus.models import Example
from annotator.exports.ambiguous_examples import (
    check_splits,
    chosen_examples,
    examples_of_split,
    official_example,
    splits_of,
)
from annotator.exports.destination import destination_of
from annotator.exports.resumable_file import ResumableFile
from annotator.exports.simulated import left_out_sentence
from annotator.formats.asqa import write_example
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind

BATCH = 50
SUFFIXES = (".json", ".json.gz")


def export_asqa(context: JobContext) -> str:
    """Run an ``export_asqa`` job; the closing sentence.

    Parameters of the job: ``with_concerns``, ``annotated_only`` and ``splits`` as in
    ``chosen_examples``; ``simulated`` brings in simulated annotations; ``output``, where the file
    goes (else into the job's result).
    """
    project = project_of(context.job, kind=Kind.ASQA)
    parameters = context.parameters
    splits = parameters.get("splits") or []
    simulated = bool(parameters.get("simulated"))
    check_splits(project, splits)
    examples = chosen_examples(
        project,
        with_concerns=bool(parameters.get("with_concerns")),
        annotated_only=bool(parameters.get("annotated_only")),
        splits=splits,
        simulated=simulated,
    )
    left_out = 0
    if not parameters.get("with_concerns"):
        left_out = with_concern(chosen_examples(project, with_concerns=True, splits=splits)).count()
    path = destination_of(context, name=f"{project.slug}-asqa.json")
    try:
        total = _Writing(context, path, examples, project.context_threshold, left_out).run()
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    sentence = closing_sentence(total, left_out)
    return sentence if simulated else sentence + left_out_sentence(project)


def closing_sentence(total: int, left_out: int) -> str:
    """What the export did; ``left_out`` are examples with a concern."""
    exported = f"Exported {_examples(total)}."
    if not left_out:
        return exported
    return f"{exported} Left out {_examples(left_out)} that somebody has a concern about."


def _examples(number: int) -> str:
    return f"{number:,} example{'' if number == 1 else 's'}"


class _Writing:
    """One run of an export: from the checkpoint on, a batch at a time.

    The checkpoint holds the splits and the threshold as they were at the start, the number of the
    present split, and the position of the last example written in it (0: it is not begun).
    """

    def __init__(
        self,
        context: JobContext,
        path: Path,
        examples: "QuerySet[Example]",
        threshold: float,
        left_out: int,
    ) -> None:
        self._context = context
        self._path = path
        self._examples = examples
        self._threshold = threshold
        self._left_out = left_out
        self._written = self._split = self._position = 0
        self._splits: list[str] = []

    def run(self) -> int:
        """Write the file; how many examples it has."""
        context, before = self._context, self._context.checkpoint
        owner, run = context.job.pk.hex, context.run_token
        with ResumableFile(self._path, owner=owner, run=run, checkpoint=before.get("file")) as file:
            if file.resumed:
                self._written, self._split = before["written"], before["split"]
                self._position, self._splits = before["position"], before["splits"]
                self._threshold = before.get("threshold", self._threshold)
            else:
                self._splits = splits_of(self._examples)
                file.write(b"{")
            self._save(file, "Writing the file", total=self._examples.count())
            while self._split < len(self._splits):
                self._write_split(file)
                self._split, self._position = self._split + 1, 0
            file.write(b"\n}\n")
            file.finish()
        context.save(done=self._written, total=self._written)
        return self._written

    def _write_split(self, file: ResumableFile) -> None:
        split = self._splits[self._split]
        if not self._position:
            file.write((b",\n" if self._split else b"\n") + orjson.dumps(split) + b": {")
        simulated = bool(self._context.parameters.get("simulated"))
        left = examples_of_split(self._examples, split, after=self._position, simulated=simulated)
        for example in left.iterator(chunk_size=BATCH):
            value = write_example(official_example(example, threshold=self._threshold))
            key = orjson.dumps(example.ambiguous_question.key)
            file.write((b",\n" if self._position else b"\n") + key + b": " + orjson.dumps(value))
            self._written, self._position = self._written + 1, example.position
            # Always after as many: the batches of a resumed file are those of any other.
            if self._written % BATCH == 0:
                self._save(file, f"{self._written:,} examples written")
        file.write(b"\n}")

    def _save(self, file: ResumableFile, message: str, total: int | None = None) -> None:
        checkpoint = {
            "file": file.end_batch(),
            "written": self._written,
            "split": self._split,
            "position": self._position,
            "splits": self._splits,
            "threshold": self._threshold,
            "with_concern": self._left_out,
        }
        self._context.save(done=self._written, total=total, message=message, checkpoint=checkpoint)
        self._context.let_worker_end()
