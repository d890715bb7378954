"""The limit per question: how long somebody works on one, and when the time is up. Pure.

The clock runs while an assignment is open. It stops while the assignment is parked, and when its
lease ends, even if that is noticed only later. A lease guards against somebody who does nothing,
and work renews it. Nothing renews the limit, and no lease goes beyond it.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """One period of work. ``limit`` is null for none; ``worked`` was used before ``running_since``
    (null: the clock is stopped); ``was_up_at``: when the limit was reached.
    """

    limit: timedelta | None
    worked: timedelta = timedelta()
    running_since: datetime | None = None
    was_up_at: datetime | None = None


def deadline(clock: Clock) -> datetime | None:
    """When a running clock reaches its limit; None if it is stopped or has none."""
    if clock.limit is None or clock.running_since is None:
        return None
    return clock.running_since + max(clock.limit - clock.worked, timedelta())


def lease_end(clock: Clock, *, at: datetime, lease: timedelta) -> datetime:
    """Until when a lease that is given at ``at`` lasts: ``lease`` long, and never beyond the
    deadline.
    """
    end = deadline(clock)
    return at + lease if end is None else min(at + lease, end)


def is_up(clock: Clock, *, at: datetime) -> bool:
    """Whether the limit is reached at ``at``."""
    end = deadline(clock)
    return clock.was_up_at is not None or (end is not None and end <= at)


def started(clock: Clock, *, at: datetime) -> Clock:
    """The clock, running from ``at`` on. One that runs already is left as it is."""
    return clock if clock.running_since else replace(clock, running_since=at)


def stopped(clock: Clock, *, at: datetime) -> Clock:
    """The clock, standing still from ``at`` on, or from its deadline, whichever is first."""
    if clock.running_since is None:
        return clock
    end = deadline(clock)
    reached = end is not None and end <= at
    stop = end if end is not None and reached else max(at, clock.running_since)
    return replace(
        clock,
        worked=clock.worked + (stop - clock.running_since),
        running_since=None,
        was_up_at=stop if reached else None,
    )
