"""``export_nq``: the official formats, from the database."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from annotator.corpus.models import Example, PageContent, Purpose
from annotator.corpus.storage import split_boxes, split_columns, unpack
from annotator.exports.answered_examples import (
    ANSWER,
    AnsweredExample,
    answered_examples,
    counted_annotations,
)
from annotator.exports.destination import destination_of
from annotator.exports.resumable_file import ResumableFile
from annotator.exports.simulated import left_out_sentence
from annotator.formats.natural_questions import (
    original_page,
    original_question,
    simplified_page,
    simplified_question,
    write_object,
)
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

BATCH = 50
PIECE_PAGE_BYTES = 4 * 2**20
SUFFIXES = (".jsonl", ".jsonl.gz")


def export_natural_questions(context: JobContext) -> str:
    """Run an ``export_nq`` job; the closing sentence.

    Parameters of the job: ``simplified``; ``output``, where the file goes (else into the job's
    result); ``annotated_only`` leaves out examples without any annotation; ``simulated`` brings in
    simulated annotations, which otherwise stay out.
    """
    project = project_of(context.job, kind=Kind.NQ)
    parameters = context.parameters
    form = "nq-simplified" if parameters.get("simplified") else "nq"
    path = destination_of(context, name=f"{project.slug}-{form}.jsonl.gz")
    examples = exported_examples(
        project,
        annotated_only=bool(parameters.get("annotated_only")),
        simulated=bool(parameters.get("simulated")),
    )
    try:
        lines = partial(
            official_lines,
            simplified=bool(parameters.get("simplified")),
            simulated=bool(parameters.get("simulated")),
        )
        total = _write(context, path, examples, lines)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    exported = f"Exported {total:,} example{'' if total == 1 else 's'}."
    return exported if parameters.get("simulated") else exported + left_out_sentence(project)


def exported_examples(
    project: Project, *, annotated_only: bool = False, simulated: bool = False
) -> "QuerySet[Example]":
    """The project's published examples, in the order in which they were imported.

    Their annotations come in the order of their slots; those outside of the k (late ones that no
    lead accepted) and those that were revised stay out, and so do simulated ones unless asked for.
    """
    counted = counted_annotations(simulated=simulated)
    whole = counted.select_related("natural_questions_answer").only(
        "example", "annotation_id", *(f"natural_questions_answer__{each}" for each in ANSWER)
    )
    examples = (
        Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
        .select_related("question", "page")
        .prefetch_related(Prefetch("annotations", whole, to_attr="counted_annotations"))
        .order_by("position")
    )
    if annotated_only:
        examples = examples.filter(pk__in=counted.order_by().values("example"))
    return examples


class Content(NamedTuple):
    """A page's large parts as they are stored, ``html`` where it was asked for."""

    tokens: bytes
    candidates: bytes
    html: bytes = b""


class PlacedLine(NamedTuple):
    """An example's line in an official file, and its position in the project."""

    position: int
    line: bytes


def official_lines(
    examples: "QuerySet[Example]", *, simplified: bool, simulated: bool = False
) -> Iterator[PlacedLine]:
    """The examples in the form of the official files; a few stored pages are in memory at a time.

    What the examples of a page share is written once where they follow each other.
    """
    own = simplified_question if simplified else original_question
    write = _simplified_page if simplified else _original_page
    written: tuple[int | None, dict[str, bytes]] = (None, {})
    for few in _in_pieces(answered_examples(examples, simulated=simulated, batch=BATCH)):
        contents = _contents_of(few, simplified=simplified)
        for example in few:
            if written[0] != example.page:
                written = (example.page, write(example, contents[example.page]))
            line = write_object({**written[1], **own(example.answered)})
            yield PlacedLine(example.position, line)


def _in_pieces(
    batches: Iterable[list[AnsweredExample]],
) -> Iterator[list[AnsweredExample]]:
    """The examples, as many at a time as may share a look-up of their pages."""
    for batch in batches:
        few: list[AnsweredExample] = []
        size = 0
        for example in batch:
            few.append(example)
            size += example.page_bytes
            if size >= PIECE_PAGE_BYTES:
                yield few
                few, size = [], 0
        if few:
            yield few


def _contents_of(examples: Sequence[AnsweredExample], *, simplified: bool) -> dict[int, Content]:
    columns = ["tokens", "candidates", *([] if simplified else ["html"])]
    pages = {example.page for example in examples}
    rows = PageContent.objects.filter(pk__in=pages).values_list("pk", *columns)
    return {page: Content(*packed) for page, *packed in rows}


def _original_page(example: AnsweredExample, content: Content) -> dict[str, bytes]:
    return original_page(
        html=unpack(content.html),
        title=example.title,
        url=example.url,
        tokens=split_columns(unpack(content.tokens)),
        candidates=split_boxes(unpack(content.candidates)),
    )


def _simplified_page(example: AnsweredExample, content: Content) -> dict[str, bytes]:
    return simplified_page(
        url=example.url,
        tokens=split_columns(unpack(content.tokens)),
        candidates=split_boxes(unpack(content.candidates)),
    )


def _write(
    context: JobContext,
    path: Path,
    examples: "QuerySet[Example]",
    lines_of: Callable[["QuerySet[Example]"], Iterator[PlacedLine]],
) -> int:
    """Write the examples from the checkpoint on; how many the file has."""
    before = context.checkpoint
    with ResumableFile(
        path, owner=context.job.pk.hex, run=context.run_token, checkpoint=before.get("file")
    ) as file:
        number, position = (before["written"], before["position"]) if file.resumed else (0, 0)

        def save(message: str, total: int | None = None) -> None:
            checkpoint = {"file": file.end_batch(), "written": number, "position": position}
            context.save(done=number, total=total, message=message, checkpoint=checkpoint)
            context.let_worker_end()

        left = examples.filter(position__gt=position)
        save("Writing the file", total=number + left.count())
        for written in lines_of(left):
            file.write(written.line)
            number, position = number + 1, written.position
            # Always after as many: the batches of a resumed file are those of any other.
            if number % BATCH == 0:
                save(f"{number:,} examples written")
        file.finish()
    context.save(done=number, total=number)
    return number
