"""``export_nq``: the official formats, from the database."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from django.db.models import Prefetch, QuerySet

from annotator.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.corpus.markup.words import split_words
from annotator.corpus.models import Example, Page, PageContent, Purpose, Question
from annotator.corpus.storage import split_boxes, split_columns, unpack
from annotator.exports.destination import destination_of
from annotator.exports.resumable_file import ResumableFile
from annotator.exports.simulated import left_out_sentence, of_people_unless
from annotator.formats.natural_questions import (
    AnsweredQuestion,
    LongAnswer,
    OriginalAnnotation,
    ShortAnswer,
    YesNoAnswer,
    original_page,
    original_question,
    simplified_page,
    simplified_question,
    write_object,
)
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

ANSWER = (
    "candidate_index",
    *("long_start_byte", "long_end_byte", "long_start_token", "long_end_token"),
    *("short_answers", "yes_no_answer"),
)
"""What the official formats tell of an answer."""

BATCH = 50
PIECE_EXAMPLES = 10
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
        total = _write(context, path, examples, simplified=bool(parameters.get("simplified")))
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
    counted = (
        of_people_unless(Annotation.objects.current(), simulated=simulated)
        .filter(assignment__slot__isnull=False)
        .select_related("natural_questions_answer")
        .only("annotation_id", "example", *(f"natural_questions_answer__{each}" for each in ANSWER))
        .order_by("assignment__slot__number", "pk")
    )
    examples = (
        Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
        .select_related("question", "page")
        .prefetch_related(Prefetch("annotations", counted, to_attr="counted_annotations"))
        .order_by("position")
    )
    if annotated_only:
        examples = examples.filter(pk__in=counted.order_by().values("example"))
    return examples


class PlacedLine(NamedTuple):
    """An example's line in an official file, and its position in the project."""

    position: int
    line: bytes


def official_lines(examples: "QuerySet[Example]", *, simplified: bool) -> Iterator[PlacedLine]:
    """The examples in the form of the official files; a few stored pages are in memory at a time.

    What the examples of a page share is written once where they follow each other.
    """
    own = simplified_question if simplified else original_question
    write = _simplified_page if simplified else _original_page
    written: tuple[int | None, dict[str, bytes]] = (None, {})
    for few in _in_pieces(examples):
        contents = _contents_of(few, simplified=simplified)
        for example in few:
            if written[0] != example.page_id:
                written = (example.page_id, write(contents[cast("int", example.page_id)]))
            line = write_object({**written[1], **own(answered_question(example))})
            yield PlacedLine(example.position, line)


def _in_pieces(examples: "QuerySet[Example]") -> Iterator[list[Example]]:
    """The examples, as many at a time as may share a look-up of their pages."""
    few: list[Example] = []
    for example in examples.iterator(chunk_size=BATCH):
        few.append(example)
        size = sum(cast("Page", each.page).byte_count for each in few)
        if len(few) == PIECE_EXAMPLES or size >= PIECE_PAGE_BYTES:
            yield few
            few = []
    if few:
        yield few


def _contents_of(examples: Sequence[Example], *, simplified: bool) -> dict[int, PageContent]:
    columns = ["tokens", "candidates", *([] if simplified else ["html"])]
    pages = {example.page_id: example.page for example in examples}
    contents = PageContent.objects.only(*columns).in_bulk(list(pages))
    for content in contents.values():
        content.page = cast("Page", pages[content.pk])
    return contents


def _original_page(content: PageContent) -> dict[str, bytes]:
    return original_page(
        html=unpack(content.html),
        title=content.page.title,
        url=content.page.url,
        tokens=split_columns(unpack(content.tokens)),
        candidates=split_boxes(unpack(content.candidates)),
    )


def _simplified_page(content: PageContent) -> dict[str, bytes]:
    return simplified_page(
        url=content.page.url,
        tokens=split_columns(unpack(content.tokens)),
        candidates=split_boxes(unpack(content.candidates)),
    )


def answered_question(example: Example) -> AnsweredQuestion:
    """An example's own part of an official file, with its counted annotations."""
    return AnsweredQuestion(
        example_id=example.example_id,
        question_text=example.question.text,
        question_tokens=_question_tokens(example.question),
        annotations=tuple(
            _annotation(annotation) for annotation in getattr(example, "counted_annotations", ())
        ),
    )


def _question_tokens(question: Question) -> tuple[str, ...]:
    """As the file gave them, else the words of the question."""
    if question.tokens is not None:
        return tuple(question.tokens)
    return tuple(word for _, _, word in split_words(question.text))


def _annotation(annotation: Annotation) -> OriginalAnnotation:
    """A bad question has no answer: it becomes an annotation without a long answer."""
    answer: NaturalQuestionsAnswer = annotation.natural_questions_answer
    return OriginalAnnotation(
        annotation_id=int(annotation.annotation_id),
        long_answer=_long_answer(answer),
        short_answers=tuple(
            ShortAnswer(start_byte, end_byte, start_token, end_token)
            for start_byte, end_byte, start_token, end_token in answer.short_answers
        ),
        yes_no_answer=cast("YesNoAnswer", answer.yes_no_answer),
    )


def _long_answer(answer: NaturalQuestionsAnswer) -> LongAnswer | None:
    if answer.candidate_index is None:
        return None
    return LongAnswer(
        start_byte=cast("int", answer.long_start_byte),
        end_byte=cast("int", answer.long_end_byte),
        start_token=cast("int", answer.long_start_token),
        end_token=cast("int", answer.long_end_token),
        candidate_index=answer.candidate_index,
    )


def _write(
    context: JobContext, path: Path, examples: "QuerySet[Example]", *, simplified: bool
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
        for written in official_lines(left, simplified=simplified):
            file.write(written.line)
            number, position = number + 1, written.position
            # Always after as many: the batches of a resumed file are those of any other.
            if number % BATCH == 0:
                save(f"{number:,} examples written")
        file.finish()
    context.save(done=number, total=number)
    return number
