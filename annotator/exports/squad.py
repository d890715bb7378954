"""``export_squad``: questions for a reader model, in three forms."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from annotator.exports.ambiguous_examples import check_splits
from annotator.exports.destination import destination_of
from annotator.exports.resumable_file import ResumableFile
from annotator.exports.simulated import left_out_sentence
from annotator.exports.squad_forms import (
    ExampleRows,
    SquadForm,
    natural_questions_form,
    passage_form,
    reader_form,
)
from annotator.formats.problems import FormatError
from annotator.formats.system_answers import read_answers
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

BATCH = 50
SUFFIXES = (".json", ".json.gz")
ASQA_ALONE = ("reader", "predictions", "with_concerns", "splits")
"""What can be asked for with ambiguous questions only."""


def export_squad(context: JobContext) -> str:
    """Run an ``export_squad`` job; the closing sentence.

    Parameters of the job: ``output``, where the file goes (else into the job's result). For ASQA
    ``with_concerns`` and ``splits`` as in ``chosen_examples``; ``reader`` asks for the rows of the
    reader of Disambig-F1, on the annotators' answers or on those of the file ``predictions``, whose
    hash is ``predictions_sha256``. ``simulated`` brings in simulated annotations.
    """
    project = project_of(context.job)
    parameters = context.parameters
    form = _form_of(project, parameters)
    name = "reader" if parameters.get("reader") else "squad"
    path = destination_of(context, name=f"{project.slug}-{name}.json")
    try:
        questions, left_out = _write(context, path, form, project.context_threshold)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    return _closing_sentence(project, form, parameters, questions, left_out)


def _form_of(project: Project, parameters: dict[str, Any]) -> SquadForm:
    simulated = bool(parameters.get("simulated"))
    if project.kind == Kind.NQ:
        return natural_questions_form(project, simulated=simulated)
    splits = parameters.get("splits") or []
    check_splits(project, splits)
    with_concerns = bool(parameters.get("with_concerns"))
    if not parameters.get("reader"):
        return passage_form(project, with_concerns=with_concerns, splits=splits)
    return reader_form(
        project,
        with_concerns=with_concerns,
        splits=splits,
        simulated=simulated,
        predictions=_predictions(parameters),
    )


def _predictions(parameters: dict[str, Any]) -> dict[str, str] | None:
    """The answers of the file that was named; the same ones in whatever run of the job."""
    if not parameters.get("predictions"):
        return None
    path = Path(parameters["predictions"])
    try:
        data = path.read_bytes()
        answers = dict(read_answers(data, name=path.name).answers)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be read ({error.strerror}).") from error
    except FormatError as error:
        raise JobFailedError("\n".join(map(str, error.problems))) from error
    if sha256(data).hexdigest() != parameters["predictions_sha256"]:
        raise JobFailedError(f"{path}: the file was changed since the export began. Start anew.")
    return answers


def _closing_sentence(
    project: Project, form: SquadForm, parameters: dict[str, Any], questions: int, left_out: int
) -> str:
    sentence = f"Exported {_counted(questions, 'question')}."
    if left_out:
        sentence += f" Left out {_counted(left_out, form.left_out_thing)} {form.left_out_why}."
    takes_annotations = project.kind == Kind.NQ or parameters.get("reader")
    if not takes_annotations or parameters.get("predictions") or parameters.get("simulated"):
        return sentence
    return sentence + left_out_sentence(project)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _write(context: JobContext, path: Path, form: SquadForm, threshold: float) -> tuple[int, int]:
    """Write the examples from the checkpoint on; how many questions, and how many left out."""
    before = context.checkpoint
    with ResumableFile(
        path, owner=context.job.pk.hex, run=context.run_token, checkpoint=before.get("file")
    ) as file:
        start = {"written": 0, "position": 0, "questions": 0, "articles": 0, "left_out": 0}
        counts = {name: before[name] for name in start} if file.resumed else start
        if file.resumed:
            threshold = before.get("threshold", threshold)

        def save(message: str, total: int | None = None) -> None:
            checkpoint = {"file": file.end_batch(), "threshold": threshold, **counts}
            done = counts["written"]
            context.save(done=done, total=total, message=message, checkpoint=checkpoint)
            context.let_worker_end()

        if not file.resumed:
            file.write(form.opening)
        save("Writing the file", total=form.examples.count())
        left = form.examples.filter(position__gt=counts["position"])
        for found in form.rows_of(left, threshold):
            _write_rows(file, found, counts)
            # Always after as many: the batches of a resumed file are those of any other.
            if counts["written"] % BATCH == 0:
                save(f"{counts['written']:,} examples written")
        file.write(b"\n]}\n")
        file.finish()
    context.save(done=counts["written"], total=counts["written"])
    return counts["questions"], counts["left_out"]


def _write_rows(file: ResumableFile, found: ExampleRows, counts: dict[str, int]) -> None:
    for row in found.rows:
        file.write((b",\n" if counts["articles"] else b"\n") + orjson.dumps(row))
        counts["articles"] += 1
    counts["questions"] += found.questions
    counts["left_out"] += found.left_out
    counts["written"] += 1
    counts["position"] = found.position
