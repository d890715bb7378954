"""The kinds of task that there are, each a room of its own.

A room is a package of parts, which are modules: ``answers``, ``training`` and so on. The code that
needs a part says what it holds (a ``Protocol`` in its app's ``kinds.py``) and asks for it by the
kind, so that nothing below the rooms imports one. A part is loaded when it is first asked for.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.db.models import TextChoices


class Kind(TextChoices):
    """The kinds of task that a project may have."""

    NQ = "nq", "Natural Questions"
    ASQA = "asqa", "ASQA"


class Ability(StrEnum):
    """What projects of some kinds can do. The kinds of jobs that only some have are such, too."""

    ADAPTIVE_OVERLAP = "adaptive_overlap"
    BOXES = "boxes"
    COMPARISONS = "comparisons"
    JUDGMENTS = "judgments"
    NO_CONTEXT = "no_context"
    RESULTS = "results"
    SUGGESTIONS = "suggestions"


ROOMS: Mapping[str, str] = {Kind.NQ: "natural_questions", Kind.ASQA: "asqa"}
"""The names of the kinds' rooms, in ``annotator.kinds`` and in ``api.kinds``."""


@cache
def part_of(kind: str, part: str, *, of: str = "annotator") -> Any:
    """A part of a kind's room in ``annotator``, or in the ``api``. Raises ``LookupError`` for an
    unknown kind, and ``ModuleNotFoundError`` for a part that its room doesn't have.
    """
    return import_module(f"{of}.kinds.{ROOMS[kind]}.{part}")


@cache
def has_part(kind: str, part: str) -> bool:
    """Whether a kind's room has a part that rooms may leave out."""
    return find_spec(f"annotator.kinds.{ROOMS[kind]}.{part}") is not None


def can(kind: str, what: str) -> bool:
    """Whether a kind's room names an ability or a kind of jobs among its ``ABILITIES``."""
    return what in part_of(kind, "abilities").ABILITIES


def kinds_that_can(what: str) -> list[str]:
    """The kinds whose rooms name it; none for a kind of jobs that all have."""
    return [str(kind) for kind in ROOMS if can(kind, what)]
