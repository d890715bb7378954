"""Who may answer what: slots and the claims on them."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.workspace.projects.models import Membership, Project


class SlotState(models.TextChoices):
    """The state of a slot."""

    WITHHELD = "withheld"  # its example is not published yet
    FREE = "free"
    HELD = "held"
    FILLED = "filled"


class Slot(models.Model):
    """Room for one annotation of one example. An example with overlap k has k of them.

    ``project`` and ``rank`` repeat the example's, so that the next free slot is found in one
    index. A ``returned`` slot was held once and given back; it goes first. The two indexes share
    no slot: where both fitted, SQLite would take the longer one for the few returned slots. Two
    others have the project's filled slots and the rest, which are counted in them.
    """

    # Found by the index of "one_slot_per_number".
    example = models.ForeignKey(
        Example, on_delete=models.CASCADE, related_name="slots", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=SlotState, default=SlotState.WITHHELD)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    rank = models.BigIntegerField()
    returned = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["example", "number"], name="one_slot_per_number")
        ]
        indexes = [
            models.Index(
                fields=["project", "rank", "number"],
                name="slot_fresh_in_order",
                condition=Q(state="free", returned=False),
            ),
            models.Index(
                fields=["project", "rank", "number"],
                name="slot_returned_in_order",
                condition=Q(state="free", returned=True),
            ),
            models.Index(
                fields=["project", "example"], name="slot_filled", condition=Q(state="filled")
            ),
            models.Index(
                fields=["project", "example"], name="slot_unfilled", condition=~Q(state="filled")
            ),
        ]

    def __str__(self) -> str:
        return f"slot {self.number} of {self.example_id} ({self.state})"


class QueuePlace(models.Model):
    """How far an annotator has come in a project's queue.

    Before ``cursor`` there is nothing new but returned slots, so that the search for the next
    example need not pass everything that the annotator has had. ``exhausted_at``: when a search
    of the whole queue last found nothing. ``passed_over``: how often in a row the example at the
    cursor was left for one that balances the pairs better. ``has_named``: whether a lead has named
    examples that come first.
    """

    membership = models.OneToOneField(
        Membership, primary_key=True, on_delete=models.CASCADE, related_name="queue_place"
    )
    cursor = models.BigIntegerField(default=0)
    exhausted_at = models.DateTimeField(null=True)
    passed_over = models.PositiveSmallIntegerField(default=0, db_default=0)
    has_named = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.membership_id} at {self.cursor}"


class AssignmentState(models.TextChoices):
    """The state of somebody's claim on an example."""

    RESERVED = "reserved"  # fetched ahead, for two minutes
    OPEN = "open"
    PARKED = "parked"
    SUBMITTED = "submitted"
    EXPIRED = "expired"
    RELEASED = "released"
    SKIPPED = "skipped"


LIVE_STATES = (AssignmentState.RESERVED, AssignmentState.OPEN)
"""States in which a lease runs."""

HOLDING = (
    AssignmentState.RESERVED,
    AssignmentState.OPEN,
    AssignmentState.PARKED,
)
"""States in which an assignment holds a slot that is not filled yet."""


class AssignmentQuerySet(SplitQuerySet["Assignment"]):
    """Everybody sees what they hold or held themselves."""

    OWNER = "annotator"


class Assignment(models.Model):
    """One annotator's claim on one example: there is never a second one.

    The clock of the limit per question (``clock.py``): ``period`` counts the full periods that were
    begun (0: the clock never ran), ``time_limit`` is how long the present one may take (null: for
    good), ``worked`` how much of it was used before ``clock_started_at`` (null: the clock is
    stopped), ``time_was_up_at`` when it was used up.

    A control (``controls.py``) never has a slot: its answer counts nowhere.
    """

    # Either is found by an index below that begins with it. Every change of a row that any index
    # speaks of is an entry more in each of them.
    example = models.ForeignKey(
        Example, on_delete=models.CASCADE, related_name="assignments", db_index=False
    )
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="assignments",
        db_index=False,
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="assignments")
    slot = models.OneToOneField(
        Slot, null=True, on_delete=models.RESTRICT, related_name="assignment"
    )
    state = models.CharField(max_length=10, choices=AssignmentState)
    lease_expires_at = models.DateTimeField(null=True)
    expired_at = models.DateTimeField(null=True)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    page_shown_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    period = models.PositiveSmallIntegerField(default=0, db_default=0)
    time_limit = models.DurationField(null=True)
    worked = models.DurationField(default=timedelta, db_default=timedelta())
    clock_started_at = models.DateTimeField(null=True)
    time_was_up_at = models.DateTimeField(null=True)
    is_control = models.BooleanField(default=False, db_default=False)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["example", "annotator"], name="one_assignment_per_annotator_and_example"
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=["reserved", "open", "parked"], slot__isnull=False, is_control=False
                )
                | Q(is_control=True, slot__isnull=True)
                | Q(state="submitted")
                | Q(state__in=["expired", "released", "skipped"], slot__isnull=True),
                name="assignment_holds_a_slot_while_it_is_alive",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["reserved", "open"]) | Q(lease_expires_at__isnull=False),
                name="assignment_open_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(clock_started_at__isnull=True) | Q(state="open"),
                name="assignment_clock_runs_while_open",
            ),
        ]
        indexes = [
            # An annotator has at most two of them, so that a lease that has run out is found among
            # them. Without its end in the index, a draft that renews it changes no index at all.
            models.Index(
                fields=["project", "annotator"],
                name="assignment_live",
                condition=Q(state__in=["reserved", "open"]),
            ),
            # With an assignment's key this index fits as well as the primary key, so it doesn't
            # matter which one PostgreSQL chooses before it has counted the rows.
            models.Index(fields=["annotator", "project", "-id"], name="assignment_latest_first"),
            # Few, so that what counts is counted as all without these.
            models.Index(
                fields=["project"], name="assignment_control", condition=Q(is_control=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotator_id} on {self.example_id} ({self.state})"


class ControlQuerySet(SplitQuerySet["Control"]):
    """Only stewards see those of hidden splits."""


class Control(models.Model):
    """An example that a lead has marked as a control: its decided answer is known."""

    example = models.OneToOneField(
        Example, primary_key=True, on_delete=models.CASCADE, related_name="control"
    )
    marked_at = models.DateTimeField()
    marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ControlQuerySet.as_manager()

    def __str__(self) -> str:
        return f"control {self.example_id}"


class NamedAssignmentQuerySet(SplitQuerySet["NamedAssignment"]):
    """Only stewards see those of hidden splits."""


class NamedAssignment(models.Model):
    """A lead's wish that a member gets an example next. It is met once they have an assignment of
    it; until then it can be taken back, which deletes it.
    """

    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="named_assignments")
    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="named_assignments"
    )
    named_at = models.DateTimeField()
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = NamedAssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["example", "membership"], name="one_named_assignment_per_member"
            )
        ]

    def __str__(self) -> str:
        return f"{self.example_id} for {self.membership_id}"


class LateAcceptance(models.Model):
    """A lead's decision to count a late annotation among those of its example.

    ``added_slot``: no slot was free, so the example got one more than it needed before.
    """

    assignment = models.OneToOneField(
        Assignment, primary_key=True, on_delete=models.CASCADE, related_name="late_acceptance"
    )
    accepted_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    note = models.TextField(blank=True)
    added_slot = models.BooleanField()

    def __str__(self) -> str:
        return f"late assignment {self.assignment_id}, accepted"
