"""What galleries show of Natural Questions: see ``GalleryPart``."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from annotator.collecting.annotations.models import (
    Annotation,
    NaturalQuestionsAnswer,
    QuestionQuality,
    YesNoAnswer,
)
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Example
from annotator.publishing.gallery.kinds import ShownExample

_NONE = "none"
TYPES = {
    "short": "Short answer",
    "yes": "Yes",
    "no": "No",
    "long": "Long answer alone",
    "null": "No answer",
    "bad": "Bad question",
    _NONE: "Not annotated",
}
RELATED: tuple[str, ...] = ()

_Answer = tuple[str, int | None, tuple[tuple[int, int], ...]]
"""Its type, the long answer's candidate, and the tokens of the short answers."""


def show(example: Example, annotations: Sequence[Annotation]) -> ShownExample:
    """The answers, those chosen by most first, each with what it marks on the page."""
    rows = [each.natural_questions_answer for each in annotations]
    chosen = [_answer(row) for row in rows]
    told = dict(zip(reversed(chosen), reversed(rows), strict=True))
    # Of equally frequent ones, the one that was given first comes first.
    counted = Counter(chosen).most_common()
    places = {answer: place for place, (answer, _) in enumerate(counted)}
    texts = [text for answer, _ in counted for text in told[answer].short_answer_texts]
    previews = [told[answer].long_answer_preview for answer, _ in counted]
    return ShownExample(
        type=counted[0][0][0] if counted else _NONE,
        most=counted[0][1] if counted else 0,
        words=[*texts, *previews],
        data={"answers": [_shown(answer, told[answer], count) for answer, count in counted]},
        answers=[{"answer": places[answer]} for answer in chosen],
        spans=[TokenSpan(*span) for answer, _ in counted for span in answer[2]],
    )


def _answer(row: NaturalQuestionsAnswer) -> _Answer:
    spans = tuple(sorted((start, end) for _, _, start, end in row.short_answers))
    if row.question_quality == QuestionQuality.BAD:
        return "bad", None, ()
    if row.yes_no_answer != YesNoAnswer.NONE:
        return row.yes_no_answer.lower(), row.candidate_index, ()
    if row.candidate_index is None:
        return "null", None, ()
    return ("short" if spans else "long"), row.candidate_index, spans


def _shown(answer: _Answer, row: NaturalQuestionsAnswer, count: int) -> dict[str, Any]:
    kind, candidate, spans = answer
    return {
        "type": kind,
        "count": count,
        "candidate": candidate,
        "tag": row.long_answer_tag if candidate is not None else "",
        "preview": row.long_answer_preview if candidate is not None else "",
        "spans": [list(each) for each in spans],
        "texts": list(row.short_answer_texts) if spans else [],
    }
