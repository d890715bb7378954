"""Questions without answers, in one object: see ``Questions``."""

from collections.abc import Iterator

import orjson
from django.conf import settings

from annotator.exchange.exports.ambiguous_examples import chosen_examples
from annotator.exchange.exports.asqa import SUFFIXES
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.formats.asqa import write_question
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.models import Project

__all__ = ["SUFFIXES", "write"]


def write(context: JobContext, project: Project, splits: list[str]) -> int:
    """ASQA's format without what people wrote."""
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
        batch=settings.EXPORTED_AT_ONCE,
        noun="questions",
        opening=b"{" + orjson.dumps(names) + b": {",
        closing=b"\n}}\n",
    )
    return int(progress["written"])
