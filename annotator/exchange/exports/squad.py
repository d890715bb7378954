"""``export_squad``: questions for an extractor, in three forms."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from annotator.exchange.exports.ambiguous_examples import concern_sentence, count_left_out
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS, EXTRACTOR
from annotator.exchange.exports.simulated import simulated_sentence
from annotator.exchange.exports.squad_forms import (
    SquadForm,
    extractor_form,
    natural_questions_form,
    passage_form,
)
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.corpus.hidden_since import check_not_hidden_since
from annotator.material.corpus.splits import check_splits
from annotator.material.formats.problems import FormatError
from annotator.material.formats.system_answers import read_answers
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project

BATCH = 50
SUFFIXES = (".json", ".json.gz")


def export_squad(context: JobContext) -> str:
    """Run an ``export_squad`` job; the closing sentence.

    Parameters of the job: ``output``, where the file goes (else into the job's result); ``splits``,
    all of them if none is named. For ASQA ``with_concerns`` as in ``chosen_examples``; ``reader``
    asks for the rows of the extractor of Disambig-F1, on the annotators' answers or on those in the
    file ``predictions``, whose hash is ``predictions_sha256``. ``simulated`` includes simulated
    annotations.
    """
    project = project_of(context.job)
    parameters = context.parameters
    check_not_hidden_since(context.job, project, parameters.get("splits") or [])
    form = _form_of(project, parameters)
    official = EXTRACTOR if parameters.get("reader") else EXPORT_FORMATS["squad"]
    progress = write_resumably(
        context,
        destination_of(context, name=official.filename(project.slug)),
        start={
            "position": 0,
            "questions": 0,
            "articles": 0,
            "left_out": 0,
            # As they were at the start.
            "threshold": project.context_threshold,
            "with_concern": _with_concern(project, parameters),
        },
        pieces=lambda progress: _pieces(form, progress),
        total=form.examples.count(),
        batch=BATCH,
        opening=form.opening,
        closing=b"\n]}\n",
    )
    return _closing_sentence(project, form, parameters, progress)


def _with_concern(project: Project, parameters: dict[str, Any]) -> int:
    """How many examples stay out because somebody has a concern about them."""
    if project.kind == Kind.NQ or parameters.get("with_concerns"):
        return 0
    return count_left_out(project, splits=parameters.get("splits") or [])


def _form_of(project: Project, parameters: dict[str, Any]) -> SquadForm:
    simulated = bool(parameters.get("simulated"))
    splits = parameters.get("splits") or []
    check_splits(project, splits)
    if project.kind == Kind.NQ:
        return natural_questions_form(project, splits=splits, simulated=simulated)
    with_concerns = bool(parameters.get("with_concerns"))
    if not parameters.get("reader"):
        return passage_form(project, with_concerns=with_concerns, splits=splits)
    return extractor_form(
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
        answers = dict(read_answers(data, name=path.name, may_be_empty=True).answers)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be read ({error.strerror}).") from error
    except FormatError as error:
        raise JobFailedError("\n".join(map(str, error.problems))) from error
    if sha256(data).hexdigest() != parameters["predictions_sha256"]:
        raise JobFailedError(f"{path}: the file was changed since the export began. Start again.")
    return answers


def _closing_sentence(
    project: Project, form: SquadForm, parameters: dict[str, Any], progress: Progress
) -> str:
    sentence = f"Exported {_counted(progress['questions'], 'question')}."
    if left_out := progress["left_out"]:
        sentence += f" Left out {_counted(left_out, form.left_out_thing)} {form.left_out_why}."
    sentence += concern_sentence(progress["with_concern"])
    takes_annotations = project.kind == Kind.NQ or parameters.get("reader")
    if not takes_annotations or parameters.get("predictions"):
        return sentence
    splits, simulated = parameters.get("splits") or [], bool(parameters.get("simulated"))
    return sentence + simulated_sentence(project, splits=splits, simulated=simulated)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _pieces(form: SquadForm, progress: Progress) -> Iterator[Piece]:
    """The examples from ``progress`` on; one without rows adds nothing."""
    counts = {name: progress[name] for name in ("questions", "articles", "left_out")}
    left = form.examples.filter(position__gt=progress["position"])
    for found in form.rows_of(left, progress["threshold"]):
        lines = [
            (b",\n" if counts["articles"] + number else b"\n") + orjson.dumps(row)
            for number, row in enumerate(found.rows)
        ]
        counts["articles"] += len(found.rows)
        counts["questions"] += found.questions
        counts["left_out"] += found.left_out
        yield Piece(b"".join(lines), {**counts, "position": found.position})
