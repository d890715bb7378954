"""Reading long-form answers for a lead: concerns, confirmations, figures."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotator.annotations.long_form_counts import (
    HAS_CONCERN,
    HAS_CONFIRMATION,
    describe_long_form,
)
from annotator.annotations.models import Annotation
from annotator.annotations.queries import annotations_of
from annotator.annotations.tallies import counts_of
from annotator.corpus.models import Example
from annotator.projects.models import Project


def concerns_of(project: Project) -> "QuerySet[Annotation]":
    """Current annotations of the main task that call the disambiguations wrong, newest first."""
    return _reviewed(project).filter(HAS_CONCERN)


def confirmations_of(project: Project) -> "QuerySet[Annotation]":
    """Current annotations of the main task in which short answers were missing and confirmed as
    included in other words, newest first.
    """
    return _reviewed(project).filter(HAS_CONFIRMATION)


def _reviewed(project: Project) -> "QuerySet[Annotation]":
    return with_ambiguity(annotations_of(project).current()).order_by("-id")


def with_ambiguity(annotations: "QuerySet[Annotation]") -> "QuerySet[Annotation]":
    """The annotations with their examples' keys and disambiguations."""
    return annotations.select_related("example__ambiguous_question").prefetch_related(
        "example__disambiguations"
    )


def with_concern(examples: "QuerySet[Example]", *, wanted: bool = True) -> "QuerySet[Example]":
    """The examples about which a current annotation has a concern, or the others."""
    concerns = Exists(
        Annotation.objects.current().filter(HAS_CONCERN, example=OuterRef("pk")).values("pk")
    )
    return examples.filter(concerns if wanted else ~concerns)


def long_form_progress(project: Project) -> dict[str, Any]:
    """What a lead sees of all current long-form answers of the main task.

    ``examples_with_concern`` counts examples, ``concerns`` and ``confirmations`` annotations.
    """
    counts = counts_of(project, "long_form")["long_form"]
    return {
        **describe_long_form(counts),
        "examples_with_concern": counts["examples_with_concern"],
    }
