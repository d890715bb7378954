"""Reading analyses, always for somebody."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, QuerySet

from annotator.material.corpus.visibility import visible_rows
from annotator.quality.reviews.queries import reviews_of
from annotator.systems.error_analysis.kinds import ShownAnswer, error_analysis_of
from annotator.systems.error_analysis.models import (
    AnalysedAnswer,
    AnswerLabels,
    ErrorAnalysis,
    Labeller,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project


def analyses_of(*, project: Project, user: User) -> "QuerySet[ErrorAnalysis]":
    """``reviews_of`` error analyses; those of the hidden split are for its stewards."""
    return visible_rows(reviews_of(ErrorAnalysis, project=project, user=user), user)


def with_labellers(analyses: "QuerySet[ErrorAnalysis]") -> "QuerySet[ErrorAnalysis]":
    """Analyses with their labellers, but for those who were taken out, each with ``labelled``: how
    many answers have their labels.
    """
    seats = Labeller.objects.filter(Labeller.SITTING)
    seats = seats.select_related("user").annotate(labelled=Count("labels"))
    return (
        analyses.select_related("project", "score__system")
        .defer("score__replicates")
        .prefetch_related(Prefetch("labellers", seats.order_by("number")))
    )


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """An answer as somebody reads it, with their ``own`` labels, and ``all`` once the analysis is
    finished; None until then.
    """

    answer: AnalysedAnswer
    shown: ShownAnswer
    own: AnswerLabels | None
    all: list[AnswerLabels] | None


def labelled_answer(answer: AnalysedAnswer, seat: Labeller | None) -> LabelledAnswer:
    """An answer as the person in ``seat`` reads it; others' labels only after the end."""
    is_finished = answer.analysis.finished_at is not None
    labels = answer.labels.filter(labeller__removed_at=None)
    labels = labels if is_finished else labels.filter(labeller=seat)
    given = list(labels.select_related("labeller").order_by("labeller__number"))
    own = next((each for each in given if seat and each.labeller_id == seat.pk), None)
    shown = error_analysis_of(answer.analysis.project.kind).shown(answer)
    return LabelledAnswer(answer, shown, own, given if is_finished else None)


def answers_for(analysis: ErrorAnalysis, user: User) -> "QuerySet[AnalysedAnswer]":
    """The answers that ``user`` may read, in their order: none whose example is hidden since."""
    answers = AnalysedAnswer.objects.filter(analysis=analysis).order_by("number")
    return answers.visible_to(user)
