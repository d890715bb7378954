"""Reading analyses, always for somebody."""

from django.db.models import Count, Prefetch, QuerySet

from annotator.material.corpus.hidden_examples import without_hidden
from annotator.systems.error_analysis.models import AnalysedAnswer, ErrorAnalysis, Labeller
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import role_of, sees_hidden_split


def analyses_of(*, project: Project, user: User) -> "QuerySet[ErrorAnalysis]":
    """The analyses that ``user`` may see, the newest first.

    Leads see all, experts those that they label. Those of the hidden split are for its stewards.
    """
    role = role_of(user=user, project=project)
    analyses = ErrorAnalysis.objects.filter(project=project).order_by("-number")
    if not sees_hidden_split(user=user, project=project):
        analyses = analyses.exclude(split=project.hidden_split)
    if role == Role.LEAD:
        return analyses
    if role != Role.EXPERT:
        return analyses.none()
    return analyses.filter(labellers__user=user, labellers__removed_at=None)


def with_labellers(analyses: "QuerySet[ErrorAnalysis]") -> "QuerySet[ErrorAnalysis]":
    """Analyses with their labellers, but for those who were taken out, each with ``labelled``: how
    many answers have their labels.
    """
    seats = Labeller.objects.filter(removed_at=None)
    seats = seats.select_related("user").annotate(labelled=Count("labels"))
    return (
        analyses.select_related("project", "score")
        .defer("score__replicates")
        .prefetch_related(Prefetch("labellers", seats.order_by("number")))
    )


def answers_for(analysis: ErrorAnalysis, user: User) -> "QuerySet[AnalysedAnswer]":
    """The answers that ``user`` may read, in their order: none whose example is hidden since."""
    answers = AnalysedAnswer.objects.filter(analysis=analysis).order_by("number")
    if sees_hidden_split(user=user, project=analysis.project):
        return answers
    return without_hidden(answers)
