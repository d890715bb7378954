"""Questions without answers, one on each line: see ``Questions``."""

from collections.abc import Iterator

from django.conf import settings

from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.natural_questions import (
    SUFFIXES,
    exported_examples,
    official_lines,
)
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.models import Project

__all__ = ["SUFFIXES", "write"]


def write(context: JobContext, project: Project, splits: list[str]) -> int:
    """The original format, or the simplified one."""
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
        batch=settings.EXPORTED_AT_ONCE,
        noun="questions",
    )
    return int(progress["written"])
