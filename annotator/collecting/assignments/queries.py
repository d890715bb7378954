"""Examples by the state of their slots: counted, narrowed, in order."""

from typing import Any

from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.collecting.assignments.kinds import examples_of
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.material.corpus.models import Example, ExampleQuerySet
from annotator.workspace.projects.models import Project

LONGEST_INT64 = len(str(-(2**63)))

_slots = Slot.objects.filter(example=OuterRef("pk"))

FILLED = Q(state=SlotState.FILLED)
HELD = Q(state=SlotState.HELD)

EXAMPLE_STATES = ("unstarted", "partial", "complete")
"""Nobody has begun; some slots are held or filled; all are filled."""


def count_in_state(slots: "QuerySet[Slot]", state: str, *, examples: int) -> int:
    """How many of ``examples``, all whose slots ``slots`` are, are in a state: counted from slots,
    of which an index has the filled ones and another one the rest.
    """
    if state == "partial":
        return _half_filled(slots).count()
    if state == "complete":
        return examples - slots.filter(~FILLED).values("example").distinct().count()
    begun = slots.filter(FILLED).values("example").union(slots.filter(HELD).values("example"))
    return examples - begun.count()


def _half_filled(slots: "QuerySet[Slot]") -> "QuerySet[Slot, Any]":
    """The examples that have a slot that is held, or one that is filled and one that isn't."""
    others = slots.filter(FILLED, example=OuterRef("example"), project=OuterRef("project"))
    held, both = slots.filter(HELD), slots.filter(~FILLED).filter(Exists(others))
    return held.values("example").union(both.values("example"))


def with_slot_counts(examples: ExampleQuerySet) -> ExampleQuerySet:
    """Each example with the numbers of its filled, required and held slots.

    Only the rows that are read are counted: a page of a list counts that page's slots, however many
    examples there are.
    """
    return examples.annotate(
        annotations_submitted=_count_of_slots(state=SlotState.FILLED),
        annotations_required=_count_of_slots(),
        open_assignments=_count_of_slots(state=SlotState.HELD),
    )


def _count_of_slots(**wanted: str) -> Coalesce:
    counted = _slots.filter(**wanted).order_by().values("example").annotate(count=Count("pk"))
    return Coalesce(Subquery(counted.values("count")), 0)


def narrow_examples(
    examples: "QuerySet[Example]",
    *,
    project: Project,
    state: str = "",
    search: str = "",
    split: str = "",
) -> "QuerySet[Example]":
    """The project's ``examples`` that are in a state (``EXAMPLE_STATES``), have certain words, are
    of a split; "" is any.

    ``search``: words of the question or of the page's title, the ``example_id`` or ASQA's key.
    """
    if state:
        examples = examples.filter(_in_state(state, project))
    if search:
        examples = examples.filter(_containing(search, project.kind))
    if split:
        examples = examples.filter(split=split)
    return examples


def _in_state(state: str, project: Project) -> Q:
    if state == "partial":
        return Q(pk__in=_half_filled(Slot.objects.filter(project=project)))
    if state == "complete":
        return ~Q(_has_slot(~FILLED))
    return ~Q(_has_slot(FILLED)) & ~Q(_has_slot(HELD))


def _has_slot(state: Q) -> Exists:
    # With the project, the index of the filled slots and that of the others know the answer.
    return Exists(_slots.filter(state, project=OuterRef("project")))


def keys_in_order(
    examples: "QuerySet[Example]", *, project: Project, state: str = ""
) -> "QuerySet[Any, Any] | None":
    """The keys of the project's ``examples``, which are those in ``state``, in their order; None
    where that is the order of the import and the first rows are soon found in it.

    To sort keys alone costs less, and filled slots cost less to count at once than for each row.
    """
    first, *others = (str(each) for each in examples.query.order_by)
    if first == "position" and state != "partial":
        return None
    if not first.endswith("annotations_submitted"):
        return examples.values_list("pk", flat=True)
    own = Q(slots__project=project, slots__state=SlotState.FILLED)
    keys = examples.order_by().values("pk")
    counted = keys.annotate(filled=FilteredRelation("slots", condition=own), number=Count("filled"))
    order = "-number" if first.startswith("-") else "number"
    return counted.order_by(order, *others, "position").values_list("pk", flat=True)


def _containing(words: str, kind: str) -> Q:
    found = Q(question__text__icontains=words) | examples_of(kind).named(words)
    if words.removeprefix("-").isdecimal() and len(words) <= LONGEST_INT64:
        found |= Q(example_id=int(words))
    return found
