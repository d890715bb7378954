"""What experts judged, as JSON values: rounds with the annotations of their examples."""

from collections.abc import Mapping
from typing import Any

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.judgments.gathering import answers_in_order, gather
from annotator.quality.judgments.models import JudgmentRound, Phase, Target
from annotator.quality.judgments.overview import variability_of
from annotator.quality.judgments.sampling import brought_by_answers
from annotator.quality.reports.context import Parameters
from annotator.workspace.projects.models import Project


def inputs(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """``judged`` and ``annotated`` by target: the newest finished round, and the newest one with
    many annotations asked for.

    A round has its answers in the experts' order: each with example, question, consensus, draws,
    the number of annotations, and for long and short answers how many are not NULL and how many are
    the judged one.
    """
    read: dict[int, dict[str, Any]] = {}

    def values(judgment_round: JudgmentRound | None) -> dict[str, Any] | None:
        if judgment_round is None:
            return None
        if judgment_round.pk not in read:
            read[judgment_round.pk] = _values_of(judgment_round)
        return read[judgment_round.pk]

    finished = JudgmentRound.objects.filter(project=project, phase=Phase.FINISHED)
    finished = finished.select_related("variability").order_by("-number")
    if parameters.hidden_split == HiddenSplit.ONLY:
        # Nothing of the hidden split is ever judged.
        finished = finished.none()
    annotated = finished.filter(variability__isnull=False)
    return {
        "judged": {each: values(finished.filter(target=each).first()) for each in Target.values},
        "annotated": {
            each: values(annotated.filter(target=each).first()) for each in Target.values
        },
    }


def _values_of(judgment_round: JudgmentRound) -> dict[str, Any]:
    asked = variability_of(judgment_round)
    # Rounds of earlier versions drew from these too.
    brought = set(brought_by_answers(judgment_round.project).values_list("pk", flat=True))
    answers = []
    for each in gather(answers_in_order(judgment_round), judgment_round=judgment_round):
        answer, annotation = each.answer, each.answer.annotation
        if annotation.pk in brought:
            continue
        long, short = each.counts(Target.LONG), each.counts(Target.SHORT)
        answers.append(
            {
                "annotation": annotation.pk,
                "example": annotation.example_id,
                "question": annotation.example.question.text,
                "verdict": answer.consensus.verdict,
                "draws": answer.draws,
                "annotations": long.total,
                "long": [long.non_null, long.same],
                "short": [short.non_null, short.same],
            }
        )
    return {
        "id": judgment_round.pk,
        "number": judgment_round.number,
        "title": judgment_round.title,
        "finished_on": judgment_round.finished_at.date().isoformat()
        if judgment_round.finished_at
        else None,
        "wanted": asked.annotations if asked else None,
        "answers": answers,
    }
