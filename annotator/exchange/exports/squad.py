"""``export_squad``: questions for an extractor, in three forms."""

from collections.abc import Iterator
from typing import Any

import orjson
from django.conf import settings

from annotator.exchange.exports.ambiguous_examples import concern_sentence
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS, EXTRACTOR
from annotator.exchange.exports.simulated import simulated_sentence
from annotator.exchange.exports.squad_form import SquadForm, squad_form
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.corpus.splits import check_splits_of_job
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

_COUNTED = ("questions", "articles", "left_out", "unannotated")
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
    check_splits_of_job(context.job, project)
    form = squad_form(project, parameters)
    official = EXTRACTOR if parameters.get("reader") else EXPORT_FORMATS["squad"]
    progress = write_resumably(
        context,
        destination_of(context, name=official.filename(project.slug)),
        start={
            "position": 0,
            "questions": 0,
            "articles": 0,
            "left_out": 0,
            "unannotated": 0,
            # As they were at the start.
            "threshold": project.context_threshold,
            "with_concern": form.with_concern,
        },
        pieces=lambda progress: _pieces(form, progress),
        total=form.examples.count(),
        batch=settings.EXPORTED_AT_ONCE,
        opening=form.opening,
        closing=b"\n]}\n",
    )
    return _closing_sentence(project, form, parameters, progress)


def _closing_sentence(
    project: Project, form: SquadForm, parameters: dict[str, Any], progress: Progress
) -> str:
    sentence = f"Exported {_counted(progress['questions'], 'question')}."
    if left_out := progress["left_out"]:
        sentence += f" Left out {_counted(left_out, form.left_out_thing)} {form.left_out_why}."
    if unannotated := progress.get("unannotated", 0):
        whose = "an annotation" if parameters.get("simulated") else "a person’s annotation"
        sentence += f" Left out {_counted(unannotated, form.left_out_thing)} without {whose}."
    sentence += concern_sentence(progress["with_concern"])
    if not form.annotated:
        return sentence
    splits, simulated = parameters.get("splits") or [], bool(parameters.get("simulated"))
    return sentence + simulated_sentence(project, splits=splits, simulated=simulated)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _pieces(form: SquadForm, progress: Progress) -> Iterator[Piece]:
    """The examples from ``progress`` on; one without rows adds nothing."""
    counts = {name: progress.get(name, 0) for name in _COUNTED}
    left = form.examples.filter(position__gt=progress["position"])
    for found in form.rows_of(left, progress["threshold"]):
        lines = [
            (b",\n" if counts["articles"] + number else b"\n") + orjson.dumps(row)
            for number, row in enumerate(found.rows)
        ]
        counts["articles"] += len(found.rows)
        counts["questions"] += found.questions
        counts["left_out"] += found.left_out
        counts["unannotated"] += found.unannotated
        yield Piece(b"".join(lines), {**counts, "position": found.position})
