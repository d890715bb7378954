"""A split's annotations as a file in the data set's own format, without its pages: gold."""

import orjson

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    counted_annotations,
    official_example,
    with_all_that_is_written,
)
from annotator.exchange.exports.answered_examples import answered_examples
from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.splits import main_examples
from annotator.material.formats.asqa import write_example
from annotator.material.formats.natural_questions import original_question, write_object
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project

BATCH = 500


def gold_of(project: Project, split: str) -> bytes:
    """The file of a split of the project, as the database has it at one moment.

    It has all examples of the split, and of each the annotations of people that count; where a
    project has none but simulated ones, those (``is_simulated``). They are in the order of their
    first submission, as in the statistics, since people and ASQA's references are the first ones;
    exports have them in the order of their slots. Of Natural Questions it names the pages where
    examples share some, since these are the units of intervals then. As in exports, ASQA's examples
    about which somebody has a concern stay out. Equal annotations give equal bytes.
    """
    with snapshot():
        if project.kind == Kind.NQ:
            return _natural_questions(project, split)
        return _asqa(project, split)


def is_simulated(project: Project) -> bool:
    """Whether nobody but simulated annotators has annotated the project, of Natural Questions."""
    if project.kind != Kind.NQ:
        return False
    annotations = Annotation.objects.filter(project=project)
    of_people = annotations.exclude(source=Source.SIMULATED)
    return annotations.exists() and not of_people.exists()


def first_answers(project: Project) -> dict[str, str]:
    """The answer of each question of ASQA that was submitted first of those that count, by the
    question's key.
    """
    counted = (
        counted_annotations()
        .prefetch_related(None)
        .filter(example__in=main_examples(project), example__ambiguous_question__isnull=False)
    )
    rows = earliest_first(counted).values_list(
        "example__ambiguous_question__key", "long_form_answer__text"
    )
    # Of equal keys the last one stays: the latest come first.
    return dict(reversed(list(rows)))


def _natural_questions(project: Project, split: str) -> bytes:
    examples = main_examples(project, [split]).order_by("position")
    lines = []
    simulated = is_simulated(project)
    shares = examples.values("page").distinct().order_by().count() < examples.count()
    for few in answered_examples(examples, simulated=simulated, batch=BATCH, by_submission=True):
        for example in few:
            fields = original_question(example.answered)
            line = {key: fields[key] for key in ("annotations", "example_id")}
            if shares:
                # As the statistics tell pages apart: sections of an article may be pages too.
                line["document_url"] = orjson.dumps(f"page {example.page}")
            lines.append(write_object(line))
    return b"".join(lines)


def _asqa(project: Project, split: str) -> bytes:
    chosen = chosen_examples(project, splits=[split])
    examples = with_all_that_is_written(chosen, by_submission=True)
    written = {
        example.ambiguous_question.key: write_example(
            official_example(example, threshold=project.context_threshold)
        )
        for example in examples.iterator(chunk_size=BATCH)
    }
    return orjson.dumps({split: written})
