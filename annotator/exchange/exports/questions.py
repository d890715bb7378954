"""``export_questions``: what participants of a competition get, questions without answers."""

from collections.abc import Iterator

import orjson

from annotator.exchange.exports.ambiguous_examples import chosen_examples
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.natural_questions import exported_examples, official_lines
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.corpus.hidden_since import check_not_hidden_since
from annotator.material.corpus.splits import check_splits
from annotator.material.formats.asqa import write_question
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project

BATCH = 50


def export_questions(context: JobContext) -> str:
    """Run an ``export_questions`` job; the closing sentence.

    Parameters of the job: ``splits``; ``simplified``, for Natural Questions; ``output``, where the
    file goes (else into the job's result). The file has exactly the questions that predictions of
    the split need.
    """
    project = project_of(context.job)
    splits = context.parameters.get("splits") or []
    check_splits(project, splits)
    check_not_hidden_since(context.job, project, splits)
    write = _natural_questions if project.kind == Kind.NQ else _asqa
    written = write(context, project, splits)
    return f"Exported {written:,} question{'' if written == 1 else 's'} without answers."


def _natural_questions(context: JobContext, project: Project, splits: list[str]) -> int:
    simplified = bool(context.parameters.get("simplified"))
    examples = exported_examples(project, splits=splits)

    def pieces(progress: Progress) -> Iterator[Piece]:
        left = examples.filter(position__gt=progress["position"])
        for each in official_lines(left, simplified=simplified, with_annotations=False):
            yield Piece(each.line, {"position": each.position})

    form = "nq-questions-simplified" if simplified else "nq-questions"
    progress = write_resumably(
        context,
        destination_of(context, name=EXPORT_FORMATS[form].filename(project.slug)),
        start={"position": 0},
        pieces=pieces,
        total=examples.count(),
        batch=BATCH,
        noun="questions",
    )
    return int(progress["written"])


def _asqa(context: JobContext, project: Project, splits: list[str]) -> int:
    examples = chosen_examples(project, splits=splits).order_by("position")
    names = ",".join(splits) or "all"

    def pieces(progress: Progress) -> Iterator[Piece]:
        left = examples.filter(position__gt=progress["position"])
        rows = left.values_list("position", "ambiguous_question__key", "question__text")
        is_first = not progress["position"]
        for position, key, text in rows.iterator(chunk_size=500):
            value = orjson.dumps(write_question(text))
            opening = b"\n" if is_first else b",\n"
            yield Piece(opening + orjson.dumps(key) + b": " + value, {"position": position})
            is_first = False

    progress = write_resumably(
        context,
        destination_of(context, name=EXPORT_FORMATS["asqa-questions"].filename(project.slug)),
        start={"position": 0},
        pieces=pieces,
        total=examples.count(),
        batch=BATCH,
        noun="questions",
        opening=b"{" + orjson.dumps(names) + b": {",
        closing=b"\n}}\n",
    )
    return int(progress["written"])
