"""``export_squad``: a project's disambiguations as questions for a reader model."""

import json
from pathlib import Path

import orjson
from django.db.models import QuerySet

from annotator.corpus.models import Example
from annotator.exports.ambiguous_examples import (
    check_splits,
    chosen_examples,
    official_example,
    with_all_that_is_written,
)
from annotator.exports.destination import destination_of
from annotator.exports.resumable_file import ResumableFile
from annotator.formats.squad import VERSION, disambiguations_as_articles, write_article
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind

BATCH = 50
SUFFIXES = (".json", ".json.gz")
ONLY_ASQA = "export_squad writes the disambiguations of ASQA projects; for NQ it is not there yet"


def export_squad(context: JobContext) -> str:
    """Run an ``export_squad`` job; the closing sentence.

    Parameters of the job: ``with_concerns`` and ``splits`` as in ``chosen_examples``; ``output``,
    where the file goes (else into the job's result).
    """
    project = project_of(context.job)
    if project.kind != Kind.ASQA:
        raise JobFailedError(f"{project.slug} is a project of kind {project.kind}. {ONLY_ASQA}.")
    parameters = context.parameters
    splits = parameters.get("splits") or []
    check_splits(project, splits)
    examples = chosen_examples(
        project, with_concerns=bool(parameters.get("with_concerns")), splits=splits
    )
    path = destination_of(context, name=f"{project.slug}-squad.json")
    try:
        questions, left_out = _write(context, path, examples, project.context_threshold)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    sentence = f"Exported {questions:,} question{'' if questions == 1 else 's'}."
    if left_out:
        sentence += (
            f" Left out {left_out:,} disambiguation{'' if left_out == 1 else 's'} without a "
            "context passage in which a short answer stands."
        )
    return sentence


def _write(
    context: JobContext, path: Path, examples: "QuerySet[Example]", threshold: float
) -> tuple[int, int]:
    """Write the examples from the checkpoint on; how many questions, and how many left out."""
    before = context.checkpoint
    with ResumableFile(
        path, owner=context.job.pk.hex, run=context.run_token, checkpoint=before.get("file")
    ) as file:
        start = {"written": 0, "position": 0, "questions": 0, "articles": 0, "left_out": 0}
        counts = {name: before[name] for name in start} if file.resumed else start

        def save(message: str, total: int | None = None) -> None:
            checkpoint = {"file": file.end_batch(), **counts}
            done = counts["written"]
            context.save(done=done, total=total, message=message, checkpoint=checkpoint)
            context.let_worker_end()

        if not file.resumed:
            file.write(f'{{"version": {json.dumps(VERSION)}, "data": ['.encode())
        save("Writing the file", total=examples.count())
        left = with_all_that_is_written(examples.filter(position__gt=counts["position"]))
        for example in left.iterator(chunk_size=BATCH):
            _write_example(file, example, threshold, counts)
            counts["written"], counts["position"] = counts["written"] + 1, example.position
            # Always after as many: the batches of a resumed file are those of any other.
            if counts["written"] % BATCH == 0:
                save(f"{counts['written']:,} examples written")
        file.write(b"\n]}\n")
        file.finish()
    context.save(done=counts["written"], total=counts["written"])
    return counts["questions"], counts["left_out"]


def _write_example(
    file: ResumableFile, example: Example, threshold: float, counts: dict[str, int]
) -> None:
    readings = official_example(example, threshold=threshold).disambiguations
    articles, left_out = disambiguations_as_articles(example.ambiguous_question.key, readings)
    for article in articles:
        separator = b",\n" if counts["articles"] else b"\n"
        file.write(separator + orjson.dumps(write_article(article)))
        counts["articles"] += 1
    counts["left_out"] += left_out
    counts["questions"] += len(readings) - left_out
