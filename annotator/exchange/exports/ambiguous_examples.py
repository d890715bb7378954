"""A project's ASQA examples as the official files have them."""

from collections.abc import Iterator, Sequence

from django.db.models import Prefetch, Q, QuerySet

from annotator.collecting.annotations.long_form_reviews import with_concern
from annotator.collecting.annotations.models import Annotation, KnowledgePiece
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.adjudicated import Gold, GoldAnswer, is_decided
from annotator.exchange.exports.left_out import NOBODY, LeftOut
from annotator.exchange.exports.simulated import of_people_unless
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.models import ContextPassage, Disambiguation, Example, VisitedPage
from annotator.material.corpus.splits import main_examples
from annotator.material.formats import asqa
from annotator.workspace.projects.models import Project


def counted_annotations(
    *, simulated: bool = False, left_out: LeftOut = NOBODY
) -> "QuerySet[Annotation]":
    """Current annotations among their example's k that have a text, in the order of their slots.

    Late ones that no lead accepted and replaced versions stay out, and so do simulated ones unless
    asked for.
    """
    return (
        left_out.keep(of_people_unless(Annotation.objects.current(), simulated=simulated))
        .filter(assignment__slot__isnull=False)
        .exclude(long_form_answer__text="")
        .select_related("long_form_answer")
        .prefetch_related(
            Prefetch("knowledge", KnowledgePiece.objects.order_by("number"), "pieces")
        )
        .order_by("assignment__slot__number", "pk")
    )


def chosen_examples(
    project: Project,
    *,
    with_concerns: bool = False,
    annotated_only: bool = False,
    splits: Sequence[str] = (),
    simulated: bool = False,
    gold: Gold = Gold.NONE,
    left_out: LeftOut = NOBODY,
) -> "QuerySet[Example]":
    """The examples of an export: those of ``splits``, or of every split if none is named; with
    ``Gold.ONLY`` those with a decided answer.

    Examples with a concern in a current annotation are left out unless asked for (the ASQA paper
    left out 474), and those without an annotation are included unless ``annotated_only``. Simulated
    annotations don't count unless ``simulated``.
    """
    examples = left_out.keep_examples(main_examples(project, splits))
    if not with_concerns:
        examples = with_concern(examples, wanted=False)
    if gold == Gold.ONLY:
        return examples.filter(is_decided(simulated=simulated, left_out=left_out))
    if annotated_only:
        counted = (
            counted_annotations(simulated=simulated, left_out=left_out)
            .prefetch_related(None)
            .order_by()
        )
        answered = Q(pk__in=counted.filter(example__project=project).values("example"))
        if gold == Gold.FIRST:
            answered |= is_decided(simulated=simulated, left_out=left_out)
        examples = examples.filter(answered)
    return examples


def count_left_out(
    project: Project,
    *,
    annotated_only: bool = False,
    splits: Sequence[str] = (),
    simulated: bool = False,
    gold: Gold = Gold.NONE,
    left_out: LeftOut = NOBODY,
) -> int:
    """How many examples an export leaves out for a concern alone."""
    asked_for = chosen_examples(
        project,
        with_concerns=True,
        annotated_only=annotated_only,
        splits=splits,
        simulated=simulated,
        gold=gold,
        left_out=left_out,
    )
    return with_concern(asked_for).count()


def concern_sentence(left_out: int) -> str:
    """How many examples an export left out for a concern; empty if there are none."""
    if not left_out:
        return ""
    examples = f"{left_out:,} example{'' if left_out == 1 else 's'}"
    return f" Left out {examples} that somebody has a concern about."


def examples_in_batches(
    examples: "QuerySet[Example]",
    *,
    size: int,
    simulated: bool = False,
    left_out: LeftOut = NOBODY,
) -> Iterator[Example]:
    """A project's examples ``with_all_that_is_written``, ``size`` in memory at a time."""
    for keys in keys_in_batches(examples, size=size, by="position"):
        few = Example.objects.filter(pk__in=keys)
        yield from with_all_that_is_written(few, simulated=simulated, left_out=left_out)


def with_all_that_is_written(
    examples: "QuerySet[Example]",
    *,
    simulated: bool = False,
    by_submission: bool = False,
    left_out: LeftOut = NOBODY,
) -> "QuerySet[Example]":
    """The examples in the order in which they came, ready for ``official_example``.

    Annotations are in the order of their slots, or of their first submission (``by_submission``).
    """
    counted = counted_annotations(simulated=simulated, left_out=left_out)
    if by_submission:
        counted = earliest_first(counted)
    passages = ContextPassage.objects.select_related("page")
    readings = Disambiguation.objects.order_by("number").prefetch_related(
        Prefetch("context_passage", passages)
    )
    return (
        examples.select_related("question", "ambiguous_question")
        .prefetch_related(
            Prefetch("disambiguations", readings, "readings"),
            Prefetch("visited_pages", VisitedPage.objects.order_by("number"), "visits"),
            Prefetch("annotations", counted, "counted"),
        )
        .order_by("position")
    )


def official_example(
    example: Example, *, threshold: float, gold: GoldAnswer | None = None, alone: bool = False
) -> asqa.AsqaExample:
    """An example of ``with_all_that_is_written`` in the form of the official files. Its ``gold``
    comes before the annotations, or ``alone``; the annotation that was picked is not repeated.

    A disambiguation's context is the file's own; or else the found passage if its similarity
    exceeds ``threshold``; or else none.
    """
    return asqa.AsqaExample(
        ambiguous_question=example.question.text,
        disambiguations=tuple(
            _disambiguation(each, threshold) for each in getattr(example, "readings", ())
        ),
        pages=tuple(
            asqa.WikipediaPage(visit.title, visit.url) for visit in getattr(example, "visits", ())
        ),
        annotations=(
            *((_gold_annotation(gold),) if gold and gold.answer["long_form_answer"] else ()),
            *(
                _annotation(each)
                for each in getattr(example, "counted", ())
                if not alone and (gold is None or gold.picked != each.pk)
            ),
        ),
    )


def _gold_annotation(gold: GoldAnswer) -> asqa.AsqaAnnotation:
    """A decided answer, from its fields as they are shown."""
    return asqa.AsqaAnnotation(
        long_form_answer=gold.answer["long_form_answer"],
        knowledge=tuple(
            asqa.KnowledgePiece(piece["content"], piece["page_title"])
            for piece in gold.answer["knowledge"]
        ),
    )


def _disambiguation(stored: Disambiguation, threshold: float) -> asqa.Disambiguation:
    context, title = stored.context or None, stored.page_title
    passage: ContextPassage | None = getattr(stored, "context_passage", None)
    if context is None and passage is not None and passage.similarity > threshold:
        context, title = passage.text, title or passage.page.title
    return asqa.Disambiguation(
        question=stored.question,
        short_answers=tuple(stored.short_answers),
        context=context,
        page_title=title,
        has_context_field=stored.has_context_field or context is not None,
    )


def _annotation(annotation: Annotation) -> asqa.AsqaAnnotation:
    return asqa.AsqaAnnotation(
        long_form_answer=annotation.long_form_answer.text,
        knowledge=tuple(
            asqa.KnowledgePiece(piece.content, piece.page_title)
            for piece in getattr(annotation, "pieces", ())
        ),
    )
