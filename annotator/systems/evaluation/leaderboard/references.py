"""The references of Natural Questions' scores: how many, and how many questions they answer."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from annotator.measures.human_bounds import REFERENCES
from annotator.systems.evaluation.leaderboard.hidden_scores import ShownScore
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.systems.evaluation.scoring.people import ON_ALL, SINGLE, SUPER
from annotator.systems.evaluation.scoring.scored import DRAWN


class References(NamedTuple):
    """The ``least`` and the ``most`` of an example, and the share that is ``answerable`` with them;
    ``drawn``: so many were drawn.
    """

    drawn: int | None
    least: int | None
    most: int | None
    answerable: Mapping[str, float] | None


def references_of_system(shown: ShownScore, kind: str, *, on_all: bool) -> References | None:
    """The references of a system's score: drawn ones, or all if those are shown (``on_all``)."""
    score = shown.score
    if not scores_of(kind).COUNTS_REFERENCES:
        return None
    if on_all and score.on_all:
        return _presented(None, score.on_all["references"], is_exact=shown.is_exact)
    return _presented(score.parameters.get(DRAWN), score.references, is_exact=shown.is_exact)


def references_of_people(row: Mapping[str, Any], kind: str, *, is_exact: bool) -> References | None:
    """The references of a row of people. Rows from before they were kept had five if any were
    drawn.
    """
    if not scores_of(kind).COUNTS_REFERENCES:
        return None
    is_drawn = row["who"] in {SINGLE, SUPER} and not row.get(ON_ALL)
    return _presented(
        REFERENCES if is_drawn else None, row.get("references", {}), is_exact=is_exact
    )


def _presented(drawn: int | None, kept: Mapping[str, Any], *, is_exact: bool) -> References:
    """The share of answerable examples of a hidden split would help to count right answers."""
    return References(
        drawn=drawn,
        least=kept.get("least", drawn),
        most=kept.get("most", drawn),
        answerable=kept.get("answerable") if is_exact else None,
    )
