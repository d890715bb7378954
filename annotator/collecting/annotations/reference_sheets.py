"""What a lead compares on a reference sheet: places of short answers, similarity of answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import QuerySet

from annotator.collecting.annotations.long_form_reviews import with_ambiguity
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import current_annotations_of
from annotator.material.corpus.models import Disambiguation, Example
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.normalised_text import normalise_with_origins
from annotator.measures.rouge import rouge_l_f1
from annotator.measures.short_answer_presence import find_in_normalised


@dataclass(frozen=True, slots=True)
class FoundShortAnswer:
    """Where a short answer is in an answer: characters (code points), the end exclusive.

    ``start`` and ``end`` are both 0 if the normalisation leaves nothing of it: then it counts as
    present, but has no place.
    """

    disambiguation: int
    short_answer: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """``rouge_l_f1``, 0 to 1, between two annotations' answers (ASQA paper, section 3.3).

    None if one of the two has no tokens, such as an annotation with nothing but a concern.
    """

    first: int
    second: int
    rouge_l_f1: float | None


def sheet_annotations(*, example: Example) -> "QuerySet[Annotation]":
    """The example's current annotations in the order of the export, late ones last."""
    annotations = with_ambiguity(current_annotations_of(example))
    return annotations.order_by("is_late", "assignment__slot__number", "pk")


def find_short_answers(
    text: str, disambiguations: Sequence[Disambiguation]
) -> list[FoundShortAnswer]:
    """Each short answer in ``text``, at its first place, in the order of the text.

    All wordings of a disambiguation are found, except within another wording's place, so that
    *James* is not marked again inside *James Bond*.
    """
    normalised = normalise_with_origins(text)
    found: list[FoundShortAnswer] = []
    for row in disambiguations:
        found += _outermost(
            FoundShortAnswer(row.number, wording, *place)
            for wording in row.short_answers
            if (place := find_in_normalised(normalised, wording)) is not None
        )
    return sorted(found, key=lambda each: (each.start, -each.end, each.disambiguation))


def _outermost(found: Iterable[FoundShortAnswer]) -> list[FoundShortAnswer]:
    """The answers that no other one encloses; of two at the same place, the first."""
    kept: list[FoundShortAnswer] = []
    for each in sorted(found, key=lambda each: each.start - each.end):
        if not any(other.start <= each.start and each.end <= other.end for other in kept):
            kept.append(each)
    return kept


def agreements_between(annotations: Sequence[Annotation]) -> list[Agreement]:
    """ROUGE-L F1 of every pair of annotations, in their order; empty for a single one."""
    return [
        Agreement(
            first.pk,
            second.pk,
            _agreement(first.long_form_answer.text, second.long_form_answer.text),
        )
        for first, second in combinations(annotations, 2)
    ]


def _agreement(first: str, second: str) -> float | None:
    try:
        return rouge_l_f1(first, second)
    except UndefinedMeasureError:
        return None
