"""When a control question comes, and which one: drawn by the project's seed.

A control is an example with a decided answer that comes to an annotator beside its overlap. Its
assignment needs no slot, so that its answer never counts among the example's k.
"""

import hashlib

from django.db.models import Exists, OuterRef

from annotator.collecting.assignments.models import Assignment, Control
from annotator.material.corpus.models import Purpose
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

_BITS = 64


def is_control_turn(*, seed: int, annotator: int, turn: int, percent: int) -> bool:
    """Whether an annotator's assignment after ``turn`` earlier ones is to be a control: the same
    draw whenever it is made, in ``percent`` of all turns.

    >>> drawn = [
    ...     is_control_turn(seed=1, annotator=2, turn=each, percent=10) for each in range(1000)
    ... ]
    >>> sum(drawn)
    101
    """
    return _draw(seed, "turn", annotator, turn) < percent / 100


def control_for(*, project: Project, annotator: User) -> int | None:
    """The key of the example that comes to the annotator now as a control; None for none.

    An annotator never gets an example twice, as a control or otherwise.
    """
    if not project.control_percent:
        return None
    seed = project.control_seed or 0
    turn = Assignment.objects.filter(project=project, annotator=annotator).count()
    if not is_control_turn(
        seed=seed, annotator=annotator.pk, turn=turn, percent=project.control_percent
    ):
        return None
    had = Assignment.objects.filter(example=OuterRef("example"), annotator=annotator)
    left = Control.objects.filter(
        ~Exists(had),
        example__project=project,
        example__is_published=True,
        example__purpose=Purpose.MAIN,
    ).values_list("example", flat=True)
    # Everybody gets them in an order of their own.
    return min(left, key=lambda key: _draw(seed, "example", annotator.pk, key), default=None)


def _draw(seed: int, *parts: object) -> float:
    """A number from 0 to 1."""
    digest = hashlib.sha256("/".join(map(str, (seed, *parts))).encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big") / 2.0**_BITS
