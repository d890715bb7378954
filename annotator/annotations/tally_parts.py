"""What tallies count: numbers by keys, of a whole project or of blocks of its examples.

A block is up to 8 examples of a project, by their keys. The numbers of the project are the sums of
its blocks'.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.functions import Cast, TruncDate

from annotator.annotations.long_form_counts import HAS_CONCERN, LONG_FORM_COUNTS
from annotator.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.annotations.timed import TIMED
from annotator.assignments.models import Slot, SlotState
from annotator.corpus.models import Example
from annotator.projects.models import Kind, Project

BITS = 3
"""A block has 2 to the power of this many examples. The triggers that say which have changed know
it too (migration 0011): who alters it alters them.
"""

VERSION = 1
"""Of what is counted, and how: tallies of another one are made anew."""

Counts = Counter[str]
Blocks = Sequence[int] | None
"""Which blocks are counted, each by itself; None: all of the project as one."""

_FILLED = Q(state=SlotState.FILLED)
_WHOLE = -1


@dataclass(frozen=True)
class Part:
    """A part of what is counted: in some blocks, and in a whole project."""

    of_blocks: Callable[[Project, Blocks], Iterable[tuple[int, Counts]]]
    of_project: Callable[[Project], Counts] | None = None

    def count_blocks(self, project: Project, blocks: Sequence[int]) -> dict[int, Counts]:
        """Of each block that has anything to count."""
        return _summed(self.of_blocks(project, blocks))

    def count_project(self, project: Project) -> Counts:
        """Of all blocks together."""
        if self.of_project is not None:
            return self.of_project(project)
        return _summed(self.of_blocks(project, None))[_WHOLE]


def _summed(found: Iterable[tuple[int, Counts]]) -> dict[int, Counts]:
    by_block: dict[int, Counts] = defaultdict(Counter)
    for block, counts in found:
        by_block[block].update(counts)
    return by_block


def _grouped(
    rows: "QuerySet[Any]", blocks: Blocks, example: str, *keys: str, **counts: Any
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows with ``keys`` and ``counts``, and before each its block; ``example`` leads to the key of
    a row's example.
    """
    rows = rows.order_by()
    if blocks is not None:
        examples = [key for block in blocks for key in _examples_in(block)]
        rows = rows.filter(**{f"{example}__in": examples}).annotate(block=_block_of(example))
        keys = ("block", *keys)
    if not keys:
        yield _WHOLE, rows.aggregate(**counts)
        return
    for row in rows.values(*keys).annotate(**counts):
        yield row.pop("block", _WHOLE), row


def blocks_of(project: Project) -> "QuerySet[Any]":
    """The numbers of the blocks that have examples of the project."""
    own = Example.objects.filter(project=project).order_by()
    return own.annotate(block=_block_of("id")).values_list("block", flat=True).distinct()


def _block_of(example: str) -> "ExpressionWrapper[Any]":
    return ExpressionWrapper(F(example).bitrightshift(BITS), BigIntegerField())


def _examples_in(block: int) -> range:
    return range(block << BITS, block + 1 << BITS)


def _examples(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    own = Example.objects.of_main_task().filter(project=project)
    for block, row in _grouped(own, blocks, "id", examples=Count("*")):
        yield block, Counter(row)


def _all_examples(project: Project) -> Counts:
    # In indexes alone: those apart are few.
    own = Example.objects.filter(project=project)
    return Counter(examples=own.count() - own.apart().count())


def _slots(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    apart = Example.objects.apart().filter(project=project, pk=OuterRef("example"))
    own = Slot.objects.filter(~Exists(apart), project=project)
    counted = {
        "filled": Count("pk", filter=_FILLED),
        "unfilled": Count("pk", filter=~_FILLED),
        "unfinished": Count("example", filter=~_FILLED, distinct=True),
    }
    for block, row in _grouped(own, blocks, "example_id", **counted):
        yield block, Counter(row)


def _all_slots(project: Project) -> Counts:
    """Of all of the project's slots less those of examples apart: an index has the filled slots,
    and one the others by their examples, so that no table is read.
    """
    own = Slot.objects.filter(project=project)
    apart = own.filter(example__in=Example.objects.apart().filter(project=project))
    counts = _in_indexes(own)
    counts.subtract(_in_indexes(apart))
    return counts


def _in_indexes(slots: "QuerySet[Slot]") -> Counts:
    by_example = slots.filter(~_FILLED).values("example").annotate(unfilled=Count("*"))
    # Of numbers as long as a count, PostgreSQL makes decimal ones when it adds them.
    unfilled = Cast("unfilled", IntegerField())
    found = by_example.aggregate(slots=Sum(unfilled, default=0), examples=Count("*"))
    return Counter(
        filled=slots.filter(_FILLED).count(),
        unfilled=found["slots"],
        unfinished=found["examples"],
    )


def _current(project: Project) -> AnnotationQuerySet:
    return Annotation.objects.of_main_task(project).current()


def _annotations(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    for block, row in _grouped(_current(project), blocks, "example_id", annotations=Count("*")):
        yield block, Counter(row)


def _all_annotations(project: Project) -> Counts:
    """In indexes alone: each chain of revisions has one that is current, and one that revises
    nothing. Those of examples apart are few.
    """
    own = Annotation.objects.filter(project=project)
    revising = own.filter(revision_of__isnull=False)
    apart = own.filter(
        example__in=Example.objects.apart().filter(project=project), revision_of__isnull=True
    )
    return Counter(annotations=own.count() - revising.count() - apart.count())


def _days(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    # What was imported has no day; a revision has that of the answer that it replaces.
    made_here = (
        _current(project)
        .filter(assignment__slot__isnull=False, assignment__submitted_at__isnull=False)
        .exclude(source=Source.IMPORTED)
        .annotate(date=TruncDate("assignment__submitted_at", tzinfo=UTC))
    )
    for block, row in _grouped(made_here, blocks, "example_id", "date", count=Count("pk")):
        yield block, Counter({row["date"].isoformat(): row["count"]})


_JUDGED = {
    "null": Count("pk", filter=Q(natural_questions_answer__candidate_index__isnull=True)),
    "bad": Count("pk", filter=Q(natural_questions_answer__question_quality="bad")),
    "judged": Count("natural_questions_answer__question_quality"),
}
_ANSWERED = {
    Kind.NQ: Q(natural_questions_answer__isnull=False),
    Kind.ASQA: Q(long_form_answer__isnull=False),
}


def _annotators(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    kind = Kind(project.kind)
    rows = _grouped(
        _current(project).filter(_ANSWERED[kind]),
        blocks,
        "example_id",
        "annotator",
        submitted=Count("pk"),
        timed=Count("pk", filter=TIMED[kind]),
        **(LONG_FORM_COUNTS if kind == Kind.ASQA else _JUDGED),
    )
    for block, row in rows:
        annotator = row.pop("annotator")
        yield block, Counter({f"{annotator} {name}": int(count) for name, count in row.items()})


def _long_form(project: Project, blocks: Blocks) -> Iterator[tuple[int, Counts]]:
    if project.kind != Kind.ASQA:
        return
    own = _current(project).filter(_ANSWERED[Kind.ASQA])
    about = Count("example", filter=HAS_CONCERN, distinct=True)
    counted = {**LONG_FORM_COUNTS, "examples_with_concern": about}
    for block, row in _grouped(own, blocks, "example_id", **counted):
        yield block, Counter({name: int(count) for name, count in row.items()})


PARTS = {
    "examples": Part(_examples, _all_examples),
    "slots": Part(_slots, _all_slots),
    "annotations": Part(_annotations, _all_annotations),
    "days": Part(_days),
    "annotators": Part(_annotators),
    "long_form": Part(_long_form),
}
"""All of the main task: ``examples``; ``slots`` that are filled and unfilled, and examples that are
unfinished; current ``annotations``; how many count by the ``days`` of their submission; figures of
``annotators``, by the user's key and the figure's name; those of all long-form answers of ASQA.
"""
