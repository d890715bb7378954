"""Taking the slot that lets pairs of annotators share evenly many examples."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Count, QuerySet

from annotator.collecting.assignments.balance import LOOK_AHEAD, OpenExample, preferred_examples
from annotator.collecting.assignments.free_slots import takeable
from annotator.collecting.assignments.models import Assignment, QueuePlace, Slot
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role

SLOTS_AHEAD = 256
"""So many free slots are read to find the open examples at the front: a few per example."""

LATELY = 256
"""How many of the caller's latest examples count for how often others shared them."""

_ATTEMPTS = 8


def choose_slot(
    place: QueuePlace, fresh: "QuerySet[Slot]", project: Project, annotator: User
) -> Slot | None:
    """Lock and return the slot at the front of ``fresh`` that balances the pairs best, and move the
    place up to the front; the caller saves it with the slot.

    ``fresh`` are the free slots of examples that the annotator never had. None means that the first
    slot must be taken: nothing is ahead, others are taking all the good ones, or the first example
    was passed over so often that it is its turn. Every query is bounded, whatever the size of the
    project and of the annotator's work.
    """
    # The first ones are only looked at: locking them all would hide them from everybody else.
    rows = fresh.filter(rank__gte=place.cursor).values_list("example", "rank")[:SLOTS_AHEAD]
    ahead = dict(rows)
    examples = list(ahead)[:LOOK_AHEAD]
    if not examples:
        return None
    first = examples[0]
    passed_over = place.passed_over if place.cursor == ahead[first] else 0
    if passed_over >= LOOK_AHEAD:
        return None
    slot = _first_lockable(fresh, _in_order(examples, project, annotator))
    if slot is not None:
        place.cursor = ahead[first]
        place.passed_over = 0 if slot.example_id == first else passed_over + 1
    return slot


def _in_order(examples: Sequence[int], project: Project, annotator: User) -> list[int]:
    present: dict[int, list[int]] = defaultdict(list)
    at_work = Assignment.objects.filter(example__in=examples, slot__isnull=False)
    for example, other in at_work.values_list("example", "annotator"):
        present[example].append(other)
    colleagues = Membership.objects.filter(
        project=project, role=Role.ANNOTATOR, is_active=True
    ).exclude(user=annotator)
    return preferred_examples(
        [OpenExample(example, present[example]) for example in examples],
        shared=shared_lately(project=project, annotator=annotator),
        colleagues=colleagues.count(),
    )


def shared_lately(*, project: Project, annotator: User) -> dict[int, int]:
    """With whom (user ids) the annotator shares how many of the latest 256 examples."""
    latest = Assignment.objects.filter(
        annotator=annotator, project=project, slot__isnull=False
    ).order_by("-pk")
    examples = list(latest.values_list("example", flat=True)[:LATELY])
    others = (
        Assignment.objects.filter(example__in=examples, slot__isnull=False)
        .exclude(annotator=annotator)
        .values("annotator")
        .annotate(examples=Count("pk"))
    )
    return dict(others.values_list("annotator", "examples"))


def _first_lockable(fresh: "QuerySet[Slot]", examples: Sequence[int]) -> Slot | None:
    """A free slot of the first of these examples that nobody is just taking."""
    for example in examples[:_ATTEMPTS]:
        slot = takeable(fresh.filter(example=example)).first()
        if slot is not None:
            return slot
    return None
