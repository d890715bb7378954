"""Reading suggestions."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.suggestions.models import Suggestion, SuggestionPlan, SuggestionUse
from annotator.material.corpus.models import MAIN_TASK, Example
from annotator.material.corpus.splits import main_examples
from annotator.workspace.projects.models import Project


def plan_of(project: Project) -> SuggestionPlan | None:
    """The plan in force, None where the project suggests nothing."""
    return SuggestionPlan.objects.filter(project=project, ended_at__isnull=True).first()


class Suggesting(NamedTuple):
    """A project and the plan in force, if it has one."""

    project: Project
    plan: SuggestionPlan | None


def shown_suggestion(assignment: Assignment) -> Suggestion | None:
    """What the annotator is shown beside the page; None for those who see nothing."""
    if not assignment.project.has_suggestions or assignment.page_shown_at is None:
        return None
    return Suggestion.objects.filter(pk=assignment.pk, is_shown=True).select_related("plan").first()


def eligible_examples(project: Project) -> "QuerySet[Example]":
    """Examples that can get a suggestion: one person alone answers them, so that they measure no
    agreement, and they are not hidden or of the training.
    """
    examples = Example.objects.filter(MAIN_TASK, project=project, overlap=1)
    return examples if project.adaptive_cap is None else examples.none()


def uses_of(project: Project, splits: Sequence[str] = ()) -> "QuerySet[SuggestionUse]":
    """What came of the project's suggestions, shown or not, of the main task, in order; of
    ``splits`` where some are named, the hidden one too.
    """
    main = Example.objects.filter(MAIN_TASK, project=project)
    examples = main_examples(project, splits).order_by() if splits else main
    return SuggestionUse.objects.filter(
        annotation__example__in=examples, annotation__assignment__is_control=False
    ).order_by("annotation")
