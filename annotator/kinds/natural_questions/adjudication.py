"""Decided answers of Natural Questions: see ``Adjudicating``."""

from collections.abc import Hashable

from annotator.collecting.annotations.models import QuestionQuality
from annotator.quality.adjudication.kinds import Answer

AGREEMENT = tuple(f"agreement_{name}" for name in ("quality", "null", "long", "yes_no", "short"))


def key(answer: Answer) -> Hashable:
    """Whether the question is bad, the box, and the short answer; spans count in any order."""
    chosen = answer["long_answer"]
    return (
        answer["question_quality"] == QuestionQuality.BAD,
        chosen and chosen["candidate_index"],
        answer["yes_no_answer"],
        frozenset((span["start_byte"], span["end_byte"]) for span in answer["short_answers"]),
    )


def closeness(answer: Answer, gold: Answer) -> float | None:
    """1 for the same answer, else 0."""
    return float(key(answer) == key(gold))
