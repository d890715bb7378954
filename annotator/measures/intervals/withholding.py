"""Where there is no interval, and the reason that people read."""

from annotator.measures.intervals.kinds import Floats, Interval, Withheld
from annotator.measures.intervals.limits import (
    LEAST_AGREEING,
    LEAST_DIFFERENT,
    LEAST_DIFFERENT_STEADY,
    LEAST_EITHER,
    LEAST_FREEDOM,
    LEAST_PEOPLE,
    LEAST_UNITS,
    NOTHING,
)
from annotator.measures.intervals.spreads import Spread, effective_number


def too_few(
    number: int, units: str = "examples", least: int = LEAST_UNITS, *, of: int | None = None
) -> Interval | None:
    """No interval, where there are fewer than ``least``; ``of`` more, the others say nothing."""
    if number >= least:
        return None
    are = "there is 1" if number == 1 else f"there are {number}"
    if of is not None and of > number:
        are = f"only {number} of the {of} {units} say{'s' if number == 1 else ''} anything about it"
    reason = f"An interval needs {least} {units}; {are}."
    return Interval(None, None, Withheld(reason, number, least))


def too_alike(
    different: Floats, units: str = "examples", *, steady: bool = False
) -> Interval | None:
    """No interval of a coefficient, where too few units differ from the most frequent value: most
    samples of few lack those that carry the coefficient.

    ``different`` is each unit's share of ratings that do: their sum for κ and α, and (Σ d)² / Σ d²
    (Kish) for one that is ``steady``, AC₁.
    """
    least = LEAST_DIFFERENT_STEADY if steady else LEAST_DIFFERENT
    found = effective_number(different) if steady else float(different.sum())
    if found >= least - NOTHING:
        return None
    need, have = int(least), int(found + NOTHING)
    if steady:
        where = f"few {units}, in effect on about {have}" if have else f"hardly any {units}"
        reason = (
            f"Choices other than the most frequent one are on {where}; an interval needs {need}."
        )
    else:
        much = f"about {have}" if have else "less than one"
        reason = (
            "Too few annotations make another choice than the most frequent one: together they"
            f" would fill {much} of the {units}; an interval needs {need}."
        )
    return Interval(None, None, Withheld(reason, have, need))


def rarely_agreeing(agreeing: Floats, units: str = "examples") -> Interval | None:
    """No interval of κ or α, where too few units have ratings that agree on another value than the
    most frequent one. ``agreeing`` is each unit's share of pairs that do.
    """
    found = float(agreeing.sum())
    if found >= LEAST_AGREEING - NOTHING:
        return None
    need, have = int(LEAST_AGREEING), int(found + NOTHING)
    # Rounded down, so that it stays below what is needed.
    tenths = int(10 * found + NOTHING) / 10
    much = f"together they would fill {tenths} of the {units}" if tenths else "hardly any do"
    reason = (
        "Too few pairs of annotations agree on another choice than the most frequent one:"
        f" {much}; an interval needs {need}."
    )
    return Interval(None, None, Withheld(reason, have, need))


def few_people(number: int, effective: int) -> Interval:
    """No interval for other people, from so few of them."""
    are = f"there are {number}"
    if number >= LEAST_PEOPLE:
        are = f"most are by fewer, as if {effective} had shared the work"
    reason = f"An interval for other annotators needs {LEAST_PEOPLE} of them; {are}."
    return Interval(None, None, Withheld(reason, effective, LEAST_PEOPLE))


def one_sided(either: float, units: str) -> Interval:
    """No interval of a share that ``either`` too few units have or too few lack."""
    need, have = int(LEAST_EITHER), int(either + NOTHING)
    are = "is only 1" if have == 1 else f"are only {have}"
    reason = (
        f"An interval needs {need} {units} with it and {need} without; there {are} of one kind."
    )
    return Interval(None, None, Withheld(reason, have, need))


def hanging(units: str) -> Interval:
    """No interval of a value that depends on a few of its units."""
    return Interval(
        None,
        None,
        Withheld(
            f"A few {units} make most of this value, so others could give a very different one."
            " More of them would allow an interval."
        ),
    )


def alike(units: str) -> Interval:
    """No interval of units that don't differ."""
    reason = f"All {units} are alike, so they don't show how far others may differ."
    return Interval(None, None, Withheld(reason))


def no_error(value: float, spread: Spread, units: str) -> Interval | None:
    """No interval of a ``value`` that doesn't vary, or whose variance is hardly known."""
    if spread.variance <= NOTHING * max(1.0, value**2):
        return alike(units)
    return hanging(units) if spread.freedom < LEAST_FREEDOM else None
