"""The order in which annotations were first submitted, which says which of them come first."""

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from annotator.collecting.annotations.models import Annotation

SUBMITTED_AT = Coalesce(F("assignment__submitted_at"), F("created_at"))
"""When somebody first submitted an annotation: a revision has the time of what it replaces."""


def earliest_first(annotations: "QuerySet[Annotation]") -> "QuerySet[Annotation]":
    """By example, and within it by first submission; if two came at the same moment, the one with
    the earlier assignment first.
    """
    return annotations.order_by("example_id", SUBMITTED_AT, "assignment_id")
