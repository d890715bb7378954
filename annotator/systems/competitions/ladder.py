"""The Ladder: which scores of a team may be shown.

Blum and Hardt (2015), *The Ladder: A Reliable Leaderboard for Machine Learning Competitions*,
figure 1: a score is shown only where it beats the best one shown so far by more than a step, and
then rounded to a multiple of the step. Otherwise the team learns that it did not, and nothing else.
"""

from collections.abc import Iterable


def ladder(values: Iterable[float], *, step: float) -> list[float | None]:
    """What is shown of each of a team's values, in the order in which they came; None: nothing.

    >>> ladder([30.2, 30.9, 31.3, 29.0], step=1.0)
    [30.0, None, 31.0, None]
    """
    shown: list[float | None] = []
    best: float | None = None
    for value in values:
        if best is None or value > best + step:
            best = round(value / step) * step
            shown.append(best)
        else:
            shown.append(None)
    return shown
