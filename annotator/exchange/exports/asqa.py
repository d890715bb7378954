"""``export_asqa``: ASQA's official JSON, from the database."""

from collections.abc import Iterator
from typing import Any

import orjson
from django.conf import settings
from django.db.models import QuerySet

from annotator.exchange.exports.adjudicated import Gold, gold_of
from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    concern_sentence,
    count_left_out,
    examples_in_batches,
    official_example,
)
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.left_out import LeftOut
from annotator.exchange.exports.page_sources import known_of, sources_of
from annotator.exchange.exports.simulated import simulated_sentence
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.corpus.models import Example
from annotator.material.corpus.splits import check_splits_of_job, of_splits, splits_of
from annotator.material.formats.asqa import write_example
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of

SUFFIXES = (".json", ".json.gz")


def export_asqa(context: JobContext) -> str:
    """Run an ``export_asqa`` job; the closing sentence.

    Parameters of the job: ``with_concerns``, ``annotated_only`` and ``splits`` as in
    ``chosen_examples``; ``simulated`` brings in simulated annotations; ``page_sources`` adds
    what is known of the pages' sources; ``with_gold`` puts an answer that a lead decided on before
    the annotations, and ``gold_only`` exports nothing else, of the examples that have one;
    ``without_people`` and ``without_examples`` as in ``LeftOut``; ``output``, where the file goes
    (else into the job's result).
    """
    project = project_of(context.job)
    parameters = context.parameters
    splits = check_splits_of_job(context.job, project, parameters.get("splits") or [])
    left_out = LeftOut.of(parameters)
    simulated = bool(parameters.get("simulated"))
    with_concerns, gold = bool(parameters.get("with_concerns")), Gold.of(parameters)
    chosen: dict[str, Any] = {
        "annotated_only": bool(parameters.get("annotated_only")),
        "splits": splits,
        "simulated": simulated,
        "gold": gold,
        "left_out": left_out,
    }
    examples = chosen_examples(project, with_concerns=with_concerns, **chosen)
    concerns = 0 if with_concerns else count_left_out(project, **chosen)
    form = "asqa-gold" if gold == Gold.ONLY else "asqa"
    progress = write_resumably(
        context,
        destination_of(context, name=EXPORT_FORMATS[form].filename(project.slug)),
        # The splits and the threshold stay as they were at the start.
        start={
            "split": 0,
            "position": 0,
            "splits": splits_of(examples),
            "threshold": project.context_threshold,
            "with_concern": concerns,
        },
        pieces=lambda progress: _pieces(
            examples,
            progress,
            simulated=simulated,
            left_out=left_out,
            page_sources=bool(parameters.get("page_sources")),
            gold=gold,
        ),
        total=examples.count(),
        batch=settings.EXPORTED_AT_ONCE,
        opening=b"{",
        closing=b"\n}\n",
    )
    written = progress["written"]
    sentence = f"Exported {written:,} example{'' if written == 1 else 's'}."
    sentence += concern_sentence(progress["with_concern"])
    return sentence + simulated_sentence(project, splits=splits, simulated=simulated)


def _pieces(
    examples: "QuerySet[Example]",
    progress: Progress,
    *,
    simulated: bool,
    left_out: LeftOut,
    page_sources: bool,
    gold: Gold,
) -> Iterator[Piece]:
    """The splits from ``progress`` on, each as a member of the file's object.

    ``split`` is the number of the current one, ``position`` that of the last example written in it
    (0: none yet).
    """
    threshold, position = progress["threshold"], progress["position"]
    for number in range(progress["split"], len(progress["splits"])):
        split = progress["splits"][number]
        if not position:
            opening = (b",\n" if number else b"\n") + orjson.dumps(split) + b": {"
            yield Piece(opening, {"split": number, "position": 0}, completes=0)
        left = of_splits(examples, [split]).filter(position__gt=position)
        keys = left.order_by().values("pk")
        found = gold_of(keys, simulated=simulated, left_out=left_out) if gold != Gold.NONE else {}
        for example in examples_in_batches(
            left, size=settings.EXPORTED_AT_ONCE, simulated=simulated, left_out=left_out
        ):
            official = official_example(
                example,
                threshold=threshold,
                gold=found.get(example.pk),
                alone=gold == Gold.ONLY,
            )
            written = write_example(official)
            if page_sources:
                written["page_sources"] = _sources_of(example)
            value = orjson.dumps(written)
            key = orjson.dumps(example.ambiguous_question.key)
            line = (b",\n" if position else b"\n") + key + b": " + value
            position = example.position
            yield Piece(line, {"position": position})
        yield Piece(b"\n}", {}, completes=0)
        position = 0


def _sources_of(example: Example) -> list[dict[str, Any] | None]:
    """What is known of the sources of the visited pages, in their order."""
    pages = [visit.page_id for visit in getattr(example, "visits", ())]
    sources = sources_of(page for page in pages if page)
    return [known_of(sources.get(page or 0)) for page in pages]
