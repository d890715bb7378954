"""``export_nq``: the official formats, from the database."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, cast

import orjson
from django.db.models import Prefetch, QuerySet

from annotator.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.corpus.markup.words import split_words
from annotator.corpus.models import Example, Page, Question
from annotator.corpus.queries import candidates_of, html_of, tokens_of
from annotator.formats.natural_questions import (
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
    YesNoAnswer,
    to_original,
    to_simplified,
)
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

BATCH = 50
SUFFIXES = (".jsonl", ".jsonl.gz")


def export_natural_questions(context: JobContext) -> str:
    """Run an ``export_nq`` job; the closing sentence.

    Parameters of the job: ``simplified``; ``output``, where the file goes (else into the job's
    result); ``annotated_only`` leaves out examples without any annotation.
    """
    project = project_of(context.job, kind=Kind.NQ)
    parameters = context.parameters
    simplified = bool(parameters.get("simplified"))
    form = "nq-simplified" if simplified else "nq"
    output = parameters.get("output")
    path = Path(output) if output else context.result_file(f"{project.slug}-{form}.jsonl.gz")
    examples = exported_examples(project, annotated_only=bool(parameters.get("annotated_only")))
    total = examples.count()
    context.save(done=0, total=total, message="Writing the file")
    try:
        _write(context, path, examples, simplified=simplified)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    context.save(done=total)
    return f"Exported {total:,} example{'' if total == 1 else 's'}."


def exported_examples(project: Project, *, annotated_only: bool = False) -> "QuerySet[Example]":
    """The project's published examples, in the order in which they were imported.

    Their annotations come in the order of their slots; those outside of the k (late ones) and
    those that were revised stay out.
    """
    counted = (
        Annotation.objects.filter(
            assignment__slot__isnull=False, is_late=False, revision__isnull=True
        )
        .select_related("natural_questions_answer")
        .order_by("assignment__slot__number", "pk")
    )
    examples = (
        Example.objects.filter(project=project, is_published=True)
        .select_related("question", "page")
        .prefetch_related(Prefetch("annotations", counted, to_attr="counted_annotations"))
        .order_by("position")
    )
    if annotated_only:
        examples = examples.filter(pk__in=counted.order_by().values("example"))
    return examples


def original_examples(examples: "QuerySet[Example]") -> Iterator[OriginalExample]:
    """The examples in the form of the official files; one page is in memory at a time."""
    content_of = lru_cache(maxsize=2)(_content_of)
    for example in examples.iterator(chunk_size=BATCH):
        page = cast("Page", example.page)
        html, tokens, candidates = content_of(page)
        question = example.question
        yield OriginalExample(
            example_id=example.example_id,
            question_text=question.text,
            question_tokens=_question_tokens(question),
            document_title=page.title,
            document_url=page.url,
            document_html=html,
            document_tokens=tokens,
            long_answer_candidates=candidates,
            annotations=tuple(
                _annotation(annotation)
                for annotation in getattr(example, "counted_annotations", ())
            ),
        )


def _content_of(
    page: Page,
) -> tuple[bytes, tuple[Token, ...], tuple[LongAnswerCandidate, ...]]:
    return html_of(page), tuple(tokens_of(page)), tuple(candidates_of(page))


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
) -> None:
    form = to_simplified if simplified else to_original
    with replaced_file(path) as file:
        for number, example in enumerate(original_examples(examples), start=1):
            file.write(orjson.dumps(form(example), option=orjson.OPT_APPEND_NEWLINE))
            if number % BATCH == 0:
                context.save(done=number, message=f"{number:,} examples written")


@contextmanager
def replaced_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of ``path`` only when all of it was written.

    ``.gz`` is compressed, without a time stamp or name inside: the same content gives the same
    bytes.
    """
    temporary = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False)  # noqa: SIM115 - closed below, before it is renamed
    try:
        with temporary:
            if path.suffix == ".gz":
                with gzip.GzipFile("", "wb", 6, temporary, mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
            else:
                yield cast("IO[bytes]", temporary)
        Path(temporary.name).chmod(0o644)
        Path(temporary.name).replace(path)
    finally:
        Path(temporary.name).unlink(missing_ok=True)
