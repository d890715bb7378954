"""When simulated annotators submit: on working days before a date, one after another. No Django."""

from datetime import date

import numpy as np
from numpy.typing import NDArray

from annotator.measures.seeds import seeded

FEWEST_DAYS = 10
MOST_A_DAY = 6 * 3600.0
"""Seconds of work a day for one annotator; with more work they get more days."""

_EVENNESS = 8.0
_HOUR = 3600.0
_OPENS, _LONGEST_DAY, _PAUSE = 8.0 * _HOUR, 9.0 * _HOUR, 20.0


def submission_times(
    annotator: NDArray[np.int64],
    position: NDArray[np.int64],
    seconds: NDArray[np.float64],
    *,
    until: date,
    seed: int,
) -> NDArray[np.datetime64]:
    """When each of N annotations is submitted: UTC, to the millisecond.

    ``position`` counts each annotator's own from 0, ``seconds`` is how long each took. All are
    between 8:00 and 17:00 of the last working days (Monday to Friday) before ``until``, in each
    annotator's order, at least as far apart as the later one took, unless a day's work is longer
    than nine hours: then it is pressed together.
    """
    if not len(annotator):
        return np.zeros(0, dtype="datetime64[ms]")
    generator = seeded(seed)
    own = np.bincount(annotator)
    busiest = np.bincount(annotator, seconds).max()
    days = max(FEWEST_DAYS, int(np.ceil(busiest / MOST_A_DAY)))
    shares = generator.dirichlet(np.full(days, _EVENNESS), len(own)).cumsum(axis=1)
    begins = generator.random((len(own), days))
    pauses = generator.exponential(_PAUSE, len(annotator))
    done = (position + 0.5) / own[annotator]
    day = np.minimum((done[:, None] >= shares[annotator]).sum(axis=1), days - 1)
    worked, whole = _within_days(annotator * days + day, position, seconds + pauses)
    pressed = np.minimum(1, _LONGEST_DAY / whole)
    start = _OPENS + begins[annotator, day] * np.maximum(_LONGEST_DAY - whole, 0)
    dates = np.busday_offset(np.datetime64(until, "D"), day - days, roll="forward")
    moment = ((start + worked * pressed) * 1000).astype(np.int64)
    return np.asarray(dates.astype("datetime64[ms]") + moment.astype("timedelta64[ms]"))


def _within_days(
    group: NDArray[np.int64], position: NDArray[np.int64], busy: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Seconds from the beginning of the group to the end of each, and in the whole group."""
    order = np.lexsort((position, group))
    ordered, total = group[order], busy[order].cumsum()
    first = np.searchsorted(ordered, ordered)
    last = np.searchsorted(ordered, ordered, side="right") - 1
    before = total[first] - busy[order][first]
    worked, whole = np.empty_like(busy), np.empty_like(busy)
    worked[order], whole[order] = total - before, total[last] - before
    return worked, whole
