"""Reading examples by how far they are."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.accounts.models import User
from annotator.assignments.models import Assignment, Slot, SlotState
from annotator.corpus.models import Example

LONGEST_INT64 = len(str(-(2**63)))

_slots = Slot.objects.filter(example=OuterRef("pk"))
_BEGUN = Exists(_slots.filter(state__in=[SlotState.HELD, SlotState.FILLED]))
_UNFINISHED = Exists(_slots.exclude(state=SlotState.FILLED))

EXAMPLE_STATES: dict[str, Q] = {
    "unstarted": Q(~_BEGUN),
    "partial": Q(_BEGUN) & Q(_UNFINISHED),
    "complete": Q(~_UNFINISHED),
}
"""Nobody has begun; some slots are held or filled; all are filled."""


def own_assignments(user: User) -> "QuerySet[Assignment]":
    """The assignments of ``user`` in projects of which they are a member still, with project,
    question and page.
    """
    return Assignment.objects.filter(
        annotator=user,
        project__memberships__user=user,
        project__memberships__is_active=True,
    ).select_related("project", "example__question", "example__page")


def with_slot_counts(examples: "QuerySet[Example]") -> "QuerySet[Example]":
    """Each example with the numbers of its filled, required and held slots.

    They are counted of the rows that are read alone: a page of a list counts a page's slots,
    however many examples there are.
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
    examples: "QuerySet[Example]", *, state: str = "", search: str = "", split: str = ""
) -> "QuerySet[Example]":
    """The examples in a state (``EXAMPLE_STATES``), with certain words, of a split; "" is any.

    ``search``: words of the question or of the page's title, the ``example_id`` or ASQA's key.
    """
    if state:
        examples = examples.filter(EXAMPLE_STATES[state])
    if search:
        examples = examples.filter(_containing(search))
    if split:
        examples = examples.filter(split=split)
    return examples


def _containing(words: str) -> Q:
    found = Q(question__text__icontains=words) | Q(page__title__icontains=words)
    found |= Q(ambiguous_question__key=words)
    if words.lstrip("-").isdecimal() and len(words) <= LONGEST_INT64:
        found |= Q(example_id=int(words))
    return found
