"""``export_nq``: the official formats, from the database."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet

from annotator.exchange.exports.adjudicated import Gold, is_decided
from annotator.exchange.exports.annotation_limit import Limit, limit_of
from annotator.exchange.exports.answered_examples import (
    ANSWER,
    AnsweredExample,
    answered_examples,
    counted_annotations,
)
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.left_out import NOBODY, LeftOut
from annotator.exchange.exports.page_sources import describe_sources, sources_of, write_source
from annotator.exchange.exports.simulated import simulated_sentence
from annotator.exchange.exports.writing import Piece, Progress, write_resumably
from annotator.material.corpus.models import Example, PageContent, PageSource
from annotator.material.corpus.splits import check_splits_of_job, main_examples
from annotator.material.corpus.storage import split_boxes, split_columns, unpack
from annotator.material.formats.natural_questions import (
    describe_rebuilt,
    is_rebuilt,
    original_page,
    original_question,
    simplified_page,
    simplified_question,
    write_object,
)
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

PIECE_PAGE_BYTES = 4 * 2**20
SUFFIXES = (".jsonl", ".jsonl.gz")


def export_natural_questions(context: JobContext) -> str:
    """Run an ``export_nq`` job; the closing sentence.

    Parameters of the job: ``simplified``; ``output``, where the file goes (else into the job's
    result); ``splits``, all of them where none is named; ``annotated_only`` leaves out examples
    without any annotation; ``annotations_per_example`` and ``draw_seed`` as in ``Limit``;
    ``simulated`` brings in simulated annotations, which otherwise stay out. ``page_sources`` adds
    what is known of each page's source, ``source_offsets`` besides where its tokens are in it.
    ``with_gold`` puts an answer that a lead decided on before the annotations, and ``gold_only``
    exports nothing else, of the examples that have one.
    ``without_people`` and ``without_examples`` as in ``LeftOut``.
    """
    project = project_of(context.job)
    parameters = context.parameters
    simplified, simulated = bool(parameters.get("simplified")), bool(parameters.get("simulated"))
    splits = check_splits_of_job(context.job, project, parameters.get("splits") or [])
    gold = Gold.of(parameters)
    left_out = LeftOut.of(parameters)
    examples = exported_examples(
        project,
        splits=splits,
        annotated_only=bool(parameters.get("annotated_only")),
        simulated=simulated,
        gold=gold,
        left_out=left_out,
    )
    limit = limit_of(parameters)
    sources = Sources.of(parameters)

    def pieces(progress: Progress) -> Iterator[Piece]:
        left = examples.filter(position__gt=progress["position"])
        fewer, rebuilt = progress["fewer"], progress["rebuilt"]
        unsourced, unplaced = progress["unsourced"], progress["unplaced"]
        for each in official_lines(
            left,
            simplified=simplified,
            simulated=simulated,
            limit=limit,
            sources=sources,
            gold=gold,
            left_out=left_out,
        ):
            unsourced += sources != Sources.NONE and not each.page.has_source
            if each.page.unplaced and not _has_an_earlier_example(examples, each):
                unplaced += each.page.unplaced
            fewer += limit is not None and each.annotations < limit.count
            rebuilt += each.page.is_rebuilt
            so_far = {
                "position": each.position,
                "fewer": fewer,
                "rebuilt": rebuilt,
                "unsourced": unsourced,
                "unplaced": unplaced,
            }
            yield Piece(each.line, so_far)

    form = "nq-gold" if gold == Gold.ONLY else "nq-simplified" if simplified else "nq"
    progress = write_resumably(
        context,
        destination_of(context, name=EXPORT_FORMATS[form].filename(project.slug)),
        start={"position": 0, "fewer": 0, "rebuilt": 0, "unsourced": 0, "unplaced": 0},
        pieces=pieces,
        total=examples.count(),
        batch=settings.EXPORTED_AT_ONCE,
    )
    sentence = _closing_sentence(progress["written"], progress["fewer"], limit)
    if progress["rebuilt"]:
        sentence = f"{sentence} {describe_rebuilt(progress['rebuilt'])}"
    unknown = describe_sources(without=progress["unsourced"], unplaced=progress["unplaced"])
    sentence = f"{sentence} {unknown}".rstrip()
    return sentence + simulated_sentence(project, splits=splits, simulated=simulated)


def _closing_sentence(total: int, fewer: int, limit: Limit | None) -> str:
    sentence = f"Exported {total:,} example{'' if total == 1 else 's'}."
    if limit is None or not fewer:
        return sentence
    have = "has" if fewer == 1 else "have"
    wanted = f"{limit.count:,} annotation{'' if limit.count == 1 else 's'}"
    return f"{sentence} {fewer:,} of them {have} fewer than {wanted}."


def exported_examples(
    project: Project,
    *,
    splits: Sequence[str] = (),
    annotated_only: bool = False,
    simulated: bool = False,
    gold: Gold = Gold.NONE,
    left_out: LeftOut = NOBODY,
) -> "QuerySet[Example]":
    """The project's published examples, in the order in which they were imported.

    ``original_examples`` finds their annotations in ``counted_annotations``, in the order of their
    slots; those outside the k (late ones that no lead accepted) and replaced versions stay out, and
    so do simulated ones unless asked for. ``official_lines`` reads them itself, as rows.
    """
    counted = counted_annotations(simulated=simulated, left_out=left_out)
    whole = counted.select_related("natural_questions_answer").only(
        "example", "annotation_id", *(f"natural_questions_answer__{each}" for each in ANSWER)
    )
    examples: QuerySet[Example] = (
        left_out.keep_examples(main_examples(project, splits))
        .select_related("question", "page")
        .prefetch_related(Prefetch("annotations", whole, to_attr="counted_annotations"))
        .order_by("position")
    )
    if gold == Gold.ONLY:
        return examples.filter(is_decided(simulated=simulated, left_out=left_out))
    if annotated_only:
        answered = Q(pk__in=counted.order_by().values("example"))
        if gold == Gold.FIRST:
            answered |= is_decided(simulated=simulated, left_out=left_out)
        examples = examples.filter(answered)
    return examples


class Content(NamedTuple):
    """A page's large parts as they are stored, ``html`` where it was asked for."""

    tokens: bytes
    candidates: bytes
    html: bytes = b""


class Sources(IntEnum):
    """How much a line says of its page's source, beside the official keys."""

    NONE = 0
    ORIGIN = 1
    OFFSETS = 2

    @classmethod
    def of(cls, parameters: dict[str, Any]) -> Self:
        """As a job's parameters say."""
        if parameters.get("source_offsets"):
            return cls(cls.OFFSETS)
        return cls(cls.ORIGIN if parameters.get("page_sources") else cls.NONE)


class WrittenPage(NamedTuple):
    """What the examples of a page share in an official file, each value as JSON.

    ``is_rebuilt`` is whether it is HTML that was made from the simplified format; ``unplaced``
    counts the tokens without a place in the source.
    """

    fields: dict[str, bytes]
    is_rebuilt: bool = False
    has_source: bool = False
    unplaced: int = 0


class PlacedLine(NamedTuple):
    """An example's line in an official file, its position in the project, its annotations."""

    position: int
    line: bytes
    annotations: int
    page_id: int
    page: WrittenPage


def _has_an_earlier_example(examples: "QuerySet[Example]", line: PlacedLine) -> bool:
    """Whether the export has the page of ``line`` before it; a resumed one gets the same answer."""
    return examples.filter(page=line.page_id, position__lt=line.position).exists()


def official_lines(
    examples: "QuerySet[Example]",
    *,
    simplified: bool,
    simulated: bool = False,
    limit: Limit | None = None,
    sources: Sources = Sources.NONE,
    with_annotations: bool = True,
    gold: Gold = Gold.NONE,
    left_out: LeftOut = NOBODY,
) -> Iterator[PlacedLine]:
    """A line of the official file for each example; a few stored pages are in memory at a time.

    What consecutive examples of a page share is written once.
    """
    own = simplified_question if simplified else original_question
    write = _simplified_page if simplified else _original_page
    written: tuple[int | None, WrittenPage] = (None, WrittenPage({}))
    batches = answered_examples(
        examples,
        simulated=simulated,
        batch=settings.EXPORTED_AT_ONCE,
        limit=limit,
        with_annotations=with_annotations,
        gold=gold,
        left_out=left_out,
    )
    for few in _in_pieces(batches):
        contents = _contents_of(few, with_html=not simplified)
        known = sources_of(each.page for each in few) if sources else {}
        for example in few:
            if written[0] != example.page:
                content = contents[example.page]
                page = write(example, content)
                if sources:
                    page = _with_source(page, content, known.get(example.page), sources)
                written = (example.page, page)
            page = written[1]
            line = write_object({**page.fields, **own(example.answered)})
            count = len(example.answered.annotations)
            yield PlacedLine(example.position, line, count, example.page, page)


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


def _with_source(
    page: WrittenPage, content: Content, source: PageSource | None, sources: Sources
) -> WrittenPage:
    written = write_source(
        source,
        html=unpack(content.html) if content.html else b"",
        tokens=unpack(content.tokens),
        candidates=unpack(content.candidates),
        with_offsets=sources == Sources.OFFSETS,
    )
    fields = {**page.fields, "document_source": written.value}
    return page._replace(fields=fields, has_source=written.is_known, unplaced=written.unplaced)


def _contents_of(examples: Sequence[AnsweredExample], *, with_html: bool) -> dict[int, Content]:
    columns = ["tokens", "candidates", *(["html"] if with_html else [])]
    pages = {example.page for example in examples}
    rows = PageContent.objects.filter(pk__in=pages).values_list("pk", *columns)
    return {page: Content(*packed) for page, *packed in rows}


def _original_page(example: AnsweredExample, content: Content) -> WrittenPage:
    html = unpack(content.html)
    fields = original_page(
        html=html,
        title=example.title,
        url=example.url,
        tokens=split_columns(unpack(content.tokens)),
        candidates=split_boxes(unpack(content.candidates)),
    )
    return WrittenPage(fields, is_rebuilt(html))


def _simplified_page(example: AnsweredExample, content: Content) -> WrittenPage:
    return WrittenPage(
        simplified_page(
            url=example.url,
            tokens=split_columns(unpack(content.tokens)),
            candidates=split_boxes(unpack(content.candidates)),
        )
    )
