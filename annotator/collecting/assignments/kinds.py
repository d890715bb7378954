"""The examples of a kind of task, as its room gives them."""

from typing import Protocol

from django.db.models import Q

from annotator.material.corpus.models import ExampleQuerySet
from annotator.workspace.projects.kinds import part_of


class Examples(Protocol):
    """The part ``examples`` of a room."""

    def with_counts(self, examples: ExampleQuerySet) -> ExampleQuerySet:
        """The examples of a list with what its rows show beside the slots."""

    def named(self, words: str) -> Q:
        """The examples that ``words`` name, beside those whose question has them."""


def examples_of(kind: str) -> Examples:
    """The examples of a kind."""
    found: Examples = part_of(kind, "examples")
    return found
