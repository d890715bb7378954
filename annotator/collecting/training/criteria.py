"""What exams are graded on, and how many questions the steps have."""

from annotator.collecting.training.models import Criterion, Step
from annotator.workspace.projects.models import Kind

QUESTIONS = {Step.SELF_STUDY: 3, Step.EXAM: 5}
"""How many questions an attempt at each step has (ASQA paper, appendix A)."""

_CRITERIA: dict[str, tuple[Criterion, ...]] = {
    Kind.ASQA: (
        Criterion.COMPLETENESS,
        Criterion.COMPREHENSIVENESS,
        Criterion.FLUENCY,
        Criterion.ATTRIBUTABILITY,
    ),
    Kind.NQ: (Criterion.QUESTION_QUALITY, Criterion.LONG_ANSWER, Criterion.SHORT_ANSWERS),
}


def criteria_of(kind: str) -> tuple[Criterion, ...]:
    """What the answers of a project of ``kind`` are graded on, in the order of the sheet."""
    return _CRITERIA[kind]
