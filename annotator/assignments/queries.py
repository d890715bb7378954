"""Reading examples by how far they are."""

from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.accounts.models import User
from annotator.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.compiled_queries import CompiledQuery, Parameter
from annotator.corpus.models import Example
from annotator.projects.models import Membership
from annotator.projects.queries import own_memberships

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


def own_assignments(user: User | Parameter) -> "QuerySet[Assignment]":
    """The assignments of ``user`` in projects of which they are a member still, with project,
    question and page.
    """
    return Assignment.objects.filter(
        annotator=user,
        project__memberships__user=user,
        project__memberships__is_active=True,
    ).select_related("project", "example__question", "example__page")


def _own_by_key() -> "QuerySet[Assignment]":
    return own_assignments(Parameter("user")).filter(pk=Parameter("pk"))


_OWN = CompiledQuery("own_assignment", _own_by_key)
_OWN_LOCKED = CompiledQuery(
    "own_assignment_locked", lambda: _own_by_key().select_for_update(of=("self",))
)


def own_assignment(*, user: User, pk: int, is_locked: bool = False) -> Assignment | None:
    """The one of ``own_assignments`` with this key, None where there is no such one.

    ``is_locked``: its row stays locked until the transaction ends.
    """
    found = (_OWN_LOCKED if is_locked else _OWN).first(user=user.pk, pk=pk)
    if found is not None:
        found.annotator = user
    return found


_OWN_WITH_DRAFT = CompiledQuery(
    "own_assignment_with_draft", lambda: _own_by_key().select_related("draft")
)


def own_assignment_with_draft(*, user: User, pk: int) -> Assignment | None:
    """The same with its draft, as of one moment."""
    found = _OWN_WITH_DRAFT.first(user=user.pk, pk=pk)
    if found is not None:
        found.annotator = user
    return found


_OF_PAGE = CompiledQuery(
    "own_page",
    lambda: (
        _own_by_key()
        .select_related(None)
        .select_related("example__page")
        .only(
            *("page_shown_at", "example", "example__page"),
            *("example__page__fingerprint", "example__page__title"),
        )
    ),
)


def own_assignment_with_page(*, user: User, pk: int) -> Assignment | None:
    """The same with its page alone, and of it no more than a rendering is found by."""
    return _OF_PAGE.first(user=user.pk, pk=pk)


def _memberships_with_open() -> "QuerySet[Membership]":
    opened = Assignment.objects.filter(
        annotator=Parameter("user"),
        project=OuterRef("project"),
        state=AssignmentState.OPEN,
        lease_expires_at__gt=Parameter("at"),
    )
    newest = Subquery(opened.order_by("-pk").values("pk")[:1])
    return own_memberships().annotate(open_assignment=newest)


_WITH_OPEN = CompiledQuery("membership_with_open", _memberships_with_open)


def membership_with_open(
    *, user: User, slug: str, at: datetime
) -> tuple[Membership | None, int | None]:
    """The active membership in a project, with the project, and the key of the assignment that
    ``user`` has open there, under a lease that runs on after ``at``.
    """
    found = _WITH_OPEN.first(user=user.pk, slug=slug, at=at)
    return found, getattr(found, "open_assignment", None)


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
