"""All annotations of a judged answer's example, as one compares them (NQ paper, section 4.4)."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.collecting.annotations.submission_order import SUBMITTED_AT
from annotator.material.corpus.splits import rows_of_splits
from annotator.quality.judgments.models import JudgedAnswer, JudgmentRound, Target
from annotator.quality.judgments.overview import variability_of
from annotator.quality.judgments.sampling import counted_annotations

BATCH = 500


class Counts(NamedTuple):
    """Figure 6's two figures: ``non_null`` of ``total`` annotations have an answer, ``same`` have
    the judged one. If that is NULL, ``same`` are those without one.
    """

    non_null: int
    same: int
    total: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """A judged answer and the annotations of its example, the judged one first.

    ``long`` has a range of bytes for each, ``short`` a set of ranges, YES or NO; None is NULL.
    """

    answer: JudgedAnswer
    long: tuple[Hashable | None, ...]
    short: tuple[Hashable | None, ...]

    def of(self, target: str) -> tuple[Hashable | None, ...]:
        """The long or the short answers."""
        return self.long if target == Target.LONG else self.short

    def counts(self, target: str) -> Counts:
        """How many annotations have a long (short) answer, and how many the judged one."""
        values = self.of(target)
        non_null = sum(value is not None for value in values)
        return Counts(non_null, sum(value == values[0] for value in values), len(values))


class _Row(NamedTuple):
    """What is read of an annotation; ``begun_at`` is when its assignment was submitted first."""

    pk: int
    example: int
    assignment: int
    begun_at: datetime
    long_start: int | None
    long_end: int | None
    spans: list[list[int]]
    yes_no: str

    @property
    def long(self) -> Hashable | None:
        return None if self.long_start is None else (self.long_start, self.long_end)

    @property
    def short(self) -> Hashable | None:
        if self.yes_no != YesNoAnswer.NONE:
            return self.yes_no
        return frozenset((start, end) for start, end, *_ in self.spans) or None


def answers_in_order(
    judgment_round: JudgmentRound, splits: Sequence[str] = ()
) -> "QuerySet[JudgedAnswer]":
    """A round's answers in the experts' order, with annotation, question, page and consensus; those
    to questions of ``splits`` where some are named.
    """
    answers = JudgedAnswer.objects.filter(round=judgment_round)
    of_splits = rows_of_splits(
        answers, judgment_round.project, splits, example="annotation__example"
    )
    return of_splits.select_related(
        "annotation__natural_questions_answer",
        "annotation__example__question",
        "annotation__example__page",
        "consensus",
    ).order_by("number")


def gather(answers: Iterable[JudgedAnswer], *, judgment_round: JudgmentRound) -> Iterator[Gathered]:
    """Each of the round's ``answers`` (``answers_in_order``) with its example's annotations.

    Of these, the judged one and the earliest others count, one from each annotator, as many in all
    as were asked for; all of them if none were asked for. A revision takes the place of what it
    replaces.
    """
    asked = variability_of(judgment_round)
    most = asked.annotations if asked else None
    waiting = iter(answers)
    while batch := list(islice(waiting, BATCH)):
        yield from _gather(batch, most, judgment_round)


def _gather(
    answers: Sequence[JudgedAnswer], most: int | None, judgment_round: JudgmentRound
) -> Iterator[Gathered]:
    annotations = [answer.annotation for answer in answers]
    judged = {
        row.pk: row
        for row in _read(Annotation.objects.filter(pk__in=[each.pk for each in annotations]))
    }
    others = defaultdict(list)
    examples = {each.example_id for each in annotations}
    for row in _read(counted_annotations(judgment_round.project).filter(example__in=examples)):
        others[row.example].append(row)
    for answer in answers:
        first = judged[answer.annotation_id]
        rest = [row for row in others[first.example] if row.assignment != first.assignment]
        rows = [first, *sorted(rest, key=lambda row: (row.begun_at, row.assignment))][:most]
        yield Gathered(answer, tuple(row.long for row in rows), tuple(row.short for row in rows))


def _read(annotations: "QuerySet[Annotation]") -> Iterator[_Row]:
    answer = "natural_questions_answer__"
    rows = annotations.order_by().values_list(
        "pk",
        "example",
        "assignment",
        SUBMITTED_AT,
        f"{answer}long_start_byte",
        f"{answer}long_end_byte",
        f"{answer}short_answers",
        f"{answer}yes_no_answer",
    )
    return (_Row(*row) for row in rows.iterator(chunk_size=2000))
