"""Ambiguous questions: see ``Examples``."""

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Disambiguation, ExampleQuerySet


def with_counts(examples: ExampleQuerySet) -> ExampleQuerySet:
    """With ``disambiguation_count`` and ``concern_count``."""
    concerns = Annotation.objects.current().exclude(long_form_answer__concern="")
    return examples.select_related("ambiguous_question").annotate(
        disambiguation_count=_count_of(Disambiguation.objects.all()),
        concern_count=_count_of(
            concerns.filter(long_form_answer__isnull=False, assignment__is_control=False)
        ),
    )


def _count_of(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.filter(example=OuterRef("pk")).order_by().values("example")
    return Coalesce(Subquery(counted.annotate(count=Count("pk")).values("count")), 0)


def named(words: str) -> Q:
    """By the key in the official files."""
    return Q(ambiguous_question__key=words)
