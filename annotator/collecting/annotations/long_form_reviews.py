"""Reading long-form answers for a lead: concerns, confirmations, figures."""

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import annotations_of
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project

HAS_CONCERN = Q(long_form_answer__concern__gt="")
HAS_CONFIRMATION = Q(long_form_answer__missing__0__isnull=False)
"""Of annotations: the disambiguations were called wrong; missing short answers were confirmed."""


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


_HAS_TEXT = ~Q(long_form_answer__text="")

LONG_FORM_FIGURES = {
    "concerns": Count("pk", filter=HAS_CONCERN),
    "confirmations": Count("pk", filter=HAS_CONFIRMATION),
    "words_mean": Avg("long_form_answer__word_count", filter=_HAS_TEXT),
    "coverage_mean": Avg("long_form_answer__coverage", filter=_HAS_TEXT),
}
"""Of annotations with long-form answers; means are over those with a text, None without any."""
