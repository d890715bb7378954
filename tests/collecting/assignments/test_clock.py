"""The clock of the limit per question, whatever is done in whatever order."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from annotator.collecting.assignments.clock import (
    Clock,
    deadline,
    is_up,
    lease_end,
    started,
    stopped,
)
from tests.factories.corpus import AT

MINUTE = timedelta(minutes=1)
LEASE = 20 * MINUTE
steps = st.integers(0, 90).map(lambda minutes: minutes * MINUTE)


def test_the_deadline_is_what_is_left_of_the_limit_after_the_clock_started() -> None:
    clock = Clock(limit=60 * MINUTE, worked=25 * MINUTE, running_since=AT)
    assert deadline(clock) == AT + 35 * MINUTE


def test_a_clock_that_stands_still_or_has_no_limit_has_no_deadline() -> None:
    assert deadline(Clock(limit=60 * MINUTE)) is None
    assert deadline(Clock(limit=None, running_since=AT)) is None


def test_a_lease_never_goes_beyond_the_deadline() -> None:
    clock = Clock(limit=60 * MINUTE, worked=25 * MINUTE, running_since=AT)
    assert lease_end(clock, at=AT, lease=20 * MINUTE) == AT + 20 * MINUTE
    assert lease_end(clock, at=AT + 30 * MINUTE, lease=20 * MINUTE) == AT + 35 * MINUTE
    assert lease_end(Clock(limit=None), at=AT, lease=20 * MINUTE) == AT + 20 * MINUTE


def test_a_clock_that_is_stopped_too_late_stops_at_its_deadline() -> None:
    clock = stopped(Clock(limit=60 * MINUTE, running_since=AT), at=AT + 75 * MINUTE)
    assert clock == Clock(limit=60 * MINUTE, worked=60 * MINUTE, was_up_at=AT + 60 * MINUTE)


class Work(RuleBasedStateMachine):
    """One question, worked on with pauses. ``expected`` is counted minute by minute beside it."""

    @initialize(limit=st.integers(1, 120))
    def begin(self, limit: int) -> None:
        self.now, self.limit = AT, limit * MINUTE
        self.clock = started(Clock(limit=self.limit), at=AT)
        self.lease = lease_end(self.clock, at=AT, lease=LEASE)
        self.expected = timedelta()
        self.is_over = False

    @rule(step=steps)
    def time_passes(self, step: timedelta) -> None:
        before, self.now = self.now, self.now + step
        if self.clock.running_since is None:
            return
        self.expected += max(min(self.now, self.lease) - before, timedelta())
        if self.lease <= self.now:
            self.clock = stopped(self.clock, at=self.lease)
            self.is_over = self.clock.was_up_at is not None

    @precondition(lambda self: self.clock.running_since is not None)
    @rule()
    def save_a_draft(self) -> None:
        self.lease = lease_end(self.clock, at=self.now, lease=LEASE)

    @precondition(lambda self: self.clock.running_since is not None)
    @rule()
    def park(self) -> None:
        self.clock = stopped(self.clock, at=self.now)

    @precondition(lambda self: not self.is_over and self.clock.running_since is None)
    @rule()
    def open_again(self) -> None:
        self.clock = started(self.clock, at=self.now)
        self.lease = lease_end(self.clock, at=self.now, lease=LEASE)

    @invariant()
    def what_counts_is_the_time_it_was_open(self) -> None:
        if hasattr(self, "clock"):
            assert stopped(self.clock, at=self.now).worked == self.expected

    @invariant()
    def work_never_exceeds_the_limit_and_no_lease_the_deadline(self) -> None:
        if not hasattr(self, "clock"):
            return
        assert self.clock.worked <= self.limit
        end = deadline(self.clock)
        if end is not None:
            assert self.lease <= end
            assert self.now < self.lease
        assert is_up(self.clock, at=self.now) == (self.expected == self.limit) == self.is_over


TestWork = Work.TestCase
