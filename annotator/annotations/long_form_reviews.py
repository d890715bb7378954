"""Reading long-form answers for a lead: concerns, confirmations, figures."""

from typing import Any

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet

from annotator.annotations.models import Annotation, LongFormAnswer
from annotator.annotations.queries import annotations_of
from annotator.corpus.models import Example, Purpose
from annotator.projects.models import Project

HAS_CONCERN = ~Q(long_form_answer__concern="") & Q(long_form_answer__isnull=False)
HAS_CONFIRMATION = ~Q(long_form_answer__missing=[]) & Q(long_form_answer__isnull=False)
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


LONG_FORM_FIGURES = {
    "concerns": Count("pk", filter=~Q(concern="")),
    "confirmations": Count("pk", filter=~Q(missing=[])),
    "words_mean": Avg("word_count", filter=~Q(text="")),
    "coverage_mean": Avg("coverage", filter=~Q(text="")),
}
"""Of long-form answers; means are over those with a text, None without any."""


def long_form_progress(project: Project) -> dict[str, Any]:
    """What a lead sees of all current long-form answers of the main task.

    ``examples_with_concern`` counts examples, ``concerns`` and ``confirmations`` annotations.
    """
    answers = LongFormAnswer.objects.filter(
        annotation__in=Annotation.objects.current().filter(
            example__project=project,
            example__is_published=True,
            example__purpose=Purpose.MAIN,
        )
    )
    return answers.aggregate(
        **LONG_FORM_FIGURES,
        examples_with_concern=Count("annotation__example", filter=~Q(concern=""), distinct=True),
    )
