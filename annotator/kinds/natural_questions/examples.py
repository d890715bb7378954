"""Examples of Natural Questions: see ``Examples``."""

from django.db.models import Q

from annotator.material.corpus.models import ExampleQuerySet


def with_counts(examples: ExampleQuerySet) -> ExampleQuerySet:
    """Nothing more."""
    return examples


def named(words: str) -> Q:
    """By the title of the page."""
    return Q(page__title__icontains=words)
