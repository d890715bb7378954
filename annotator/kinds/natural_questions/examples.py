"""Examples of Natural Questions: see ``Examples``."""

from django.db.models import Q, QuerySet

from annotator.material.corpus.models import Example


def with_counts(examples: "QuerySet[Example]") -> "QuerySet[Example]":
    """Nothing more."""
    return examples


def named(words: str) -> Q:
    """By the title of the page."""
    return Q(page__title__icontains=words)
