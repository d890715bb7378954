"""What the official formats contain of an example besides its page's content."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.adjudicated import Gold, GoldAnswer, gold_of
from annotator.exchange.exports.annotation_limit import SUBMISSION_FIELDS, Limit, Submission
from annotator.exchange.exports.left_out import NOBODY, LeftOut
from annotator.exchange.exports.simulated import of_people_unless
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.markup.words import split_words
from annotator.material.corpus.models import Example
from annotator.material.formats.natural_questions import (
    AnsweredQuestion,
    LongAnswer,
    OriginalAnnotation,
    ShortAnswer,
)

ANSWER = (
    "candidate_index",
    *("long_start_byte", "long_end_byte", "long_start_token", "long_end_token"),
    *("short_answers", "yes_no_answer"),
)
"""What the official formats contain of an answer."""

_EXAMPLE = (
    *("pk", "position", "example_id", "question__text", "question__tokens"),
    *("page_id", "page__title", "page__url", "page__byte_count"),
)
_ANNOTATION = ("pk", "annotation_id", *(f"natural_questions_answer__{each}" for each in ANSWER))
_answer_of = attrgetter(*ANSWER)
SPAN = ("start_byte", "end_byte", "start_token", "end_token")


class AnsweredExample(NamedTuple):
    """An example with its annotations, where it is in the project, and its page.

    ``page`` is the page's key, ``page_bytes`` the size of its HTML.
    """

    position: int
    page: int
    title: str
    url: str
    page_bytes: int
    answered: AnsweredQuestion


def counted_annotations(*, simulated: bool, left_out: LeftOut = NOBODY) -> AnnotationQuerySet:
    """The annotations that exports contain, in the order of their slots."""
    return (
        left_out.keep(of_people_unless(Annotation.objects.current(), simulated=simulated))
        .filter(assignment__slot__isnull=False)
        .order_by("assignment__slot__number", "pk")
    )


def answered_examples(
    examples: "QuerySet[Example]",
    *,
    simulated: bool,
    batch: int,
    limit: Limit | None = None,
    by_submission: bool = False,
    with_annotations: bool = True,
    gold: Gold = Gold.NONE,
    left_out: LeftOut = NOBODY,
) -> Iterator[list[AnsweredExample]]:
    """A project's examples in the order in which they came, with their counted annotations, those
    within ``limit`` (none ``with_annotations`` False); ``batch`` at a time.

    A decided answer that comes before them is one of the ``limit``; the annotation that was picked
    is not repeated.

    Annotations are in the order of their slots, or of their first submission (``by_submission``).
    They are read as rows: making the models of an example and five annotations took longer than all
    queries.
    """
    rows = Example.objects.order_by("position").values_list(*_EXAMPLE)
    annotated: QuerySet[Annotation] = counted_annotations(simulated=simulated, left_out=left_out)
    counted = (earliest_first(annotated) if by_submission else annotated).values_list(
        "example_id", "example__example_id", *SUBMISSION_FIELDS, *_ANNOTATION
    )
    for keys in keys_in_batches(examples, size=batch, by="position"):
        decided = gold_of(keys, simulated=simulated, left_out=left_out) if gold != Gold.NONE else {}
        reads = with_annotations and gold != Gold.ONLY
        given = counted.filter(example__in=keys) if reads else counted.none()
        annotations = _annotations_of(given, limit, decided)
        yield [
            AnsweredExample(
                position,
                page,
                title,
                url,
                size,
                AnsweredQuestion(
                    example_id=example_id,
                    question_text=text,
                    question_tokens=_question_tokens(text, tokens),
                    annotations=tuple(annotations.get(pk, ())),
                ),
            )
            for pk, position, example_id, text, tokens, page, title, url, size in rows.filter(
                pk__in=keys
            )
        ]


def _annotations_of(
    counted: "QuerySet[Any, Any]", limit: Limit | None, decided: Mapping[int, GoldAnswer]
) -> dict[int, list[OriginalAnnotation]]:
    submissions: defaultdict[int, list[Submission]] = defaultdict(list)
    for example, example_id, at, created_at, assignment, key, annotation_id, *answer in counted:
        gold = decided.get(example)
        if gold is None or gold.picked != key:
            order = (at or created_at, assignment)
            annotation = _annotation(annotation_id, answer)
            submissions[example].append(Submission(example_id, order, annotation))
    found: dict[int, list[OriginalAnnotation]] = {}
    for example in {*submissions, *decided}:
        first = [_gold_annotation(decided[example])] if example in decided else []
        own = limit.less(len(first)) if limit else None
        given = submissions[example]
        found[example] = [
            *first,
            *(each.annotation for each in (own.choose(given) if own else given)),
        ]
    return found


def _gold_annotation(gold: GoldAnswer) -> OriginalAnnotation:
    """A decided answer, from its fields as they are shown."""
    chosen, spans = gold.answer["long_answer"], gold.answer["short_answers"]
    return OriginalAnnotation(
        annotation_id=int(gold.annotation_id),
        long_answer=LongAnswer(**{name: chosen[name] for name in (*SPAN, "candidate_index")})
        if chosen
        else None,
        short_answers=tuple(ShortAnswer(*(span[name] for name in SPAN)) for span in spans),
        yes_no_answer=gold.answer["yes_no_answer"],
    )


def answered_question(example: Example) -> AnsweredQuestion:
    """An example's own part of an official file, with its ``counted_annotations``."""
    return AnsweredQuestion(
        example_id=example.example_id,
        question_text=example.question.text,
        question_tokens=_question_tokens(example.question.text, example.question.tokens),
        annotations=tuple(
            _annotation(each.annotation_id, _answer_of(each.natural_questions_answer))
            for each in getattr(example, "counted_annotations", ())
        ),
    )


def _question_tokens(text: str, tokens: list[str] | None) -> tuple[str, ...]:
    """The file's tokens, or else the words of the question."""
    if tokens is not None:
        return tuple(tokens)
    return tuple(word for _, _, word in split_words(text))


def _annotation(annotation_id: str, answer: Sequence[Any]) -> OriginalAnnotation:
    """Of an annotation's id and the values of ``ANSWER``.

    A bad question has no answer: it becomes an annotation without a long answer.
    """
    index, start_byte, end_byte, start_token, end_token, short_answers, yes_no_answer = answer
    return OriginalAnnotation(
        annotation_id=int(annotation_id),
        long_answer=None
        if index is None
        else LongAnswer(start_byte, end_byte, start_token, end_token, candidate_index=index),
        short_answers=tuple(ShortAnswer(*span) for span in short_answers),
        yes_no_answer=yes_no_answer,
    )
