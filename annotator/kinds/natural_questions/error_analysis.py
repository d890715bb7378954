"""Errors in long and short answers: see ``ErrorAnalysisPart``."""

from collections import Counter
from typing import Any

from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.exchange.exports.simulated import of_people_unless
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.models import Page
from annotator.material.corpus.placed_answers import PlacedAnswer, placed_answer
from annotator.material.corpus.queries import candidates_of, html_of, tokens_of
from annotator.quality.judgments.sheet import BETWEEN_SPANS, AnswerTexts
from annotator.systems.error_analysis.kinds import GivenAnswer, ShownAnswer, ShownPart
from annotator.systems.error_analysis.models import AnalysedAnswer
from annotator.systems.error_analysis.shown_answers import annotations_of
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.models import Result, Score
from annotator.workspace.projects.models import Project

ANSWERED = (Result.RIGHT, Result.WRONG, Result.NEEDLESS)
"""Results of examples that a system answers at its best threshold."""


def given(score: Score) -> list[GivenAnswer]:
    """Predictions that count at the thresholds with the best F1."""
    rows = score.scored_examples.order_by("example_id")
    long, short = rows.filter(long_result__in=ANSWERED), rows.filter(short_result__in=ANSWERED)
    answered = dict((long | short).values_list("example_id", "prediction"))
    with_long = set(long.values_list("example_id", flat=True))
    with_short = set(short.values_list("example_id", flat=True))
    return [
        GivenAnswer(
            example,
            {
                "long": found["long"] if example in with_long else None,
                "short": found["short"] if example in with_short else [],
                "yes_no": found["yes_no"] if example in with_short else "NONE",
            },
        )
        for example, found in answered.items()
    ]


def beside(project: Project) -> "tuple[QuerySet[Annotation], None]":
    """All that count now."""
    counted = Annotation.objects.current().counting().order_by("pk")
    return of_people_unless(counted, simulated=is_simulated(project)), None


def shown(answer: AnalysedAnswer) -> ShownAnswer:
    """Its texts, as the page has them, and where they are."""
    example, texts = answer.example, AnswerTexts()
    placed = placed_answer(example.page, answer.answer)
    long, short = _predicted(example.page, answer.answer, placed)
    people = [each.natural_questions_answer for each in annotations_of(answer)]
    return ShownAnswer(
        question=example.question.text,
        page=example.page,
        long=long,
        short=short,
        people_long=_counted([texts.long(each, example.page) for each in people]),
        people_short=_counted([texts.short(each, example.page) for each in people]),
        placed=placed,
    )


def _counted(found: list[str | None]) -> list[ShownPart]:
    return [ShownPart(text, count) for text, count in Counter(found).most_common()]


def _predicted(
    page: Page | None, prediction: dict[str, Any], placed: PlacedAnswer
) -> tuple[str | None, str | None]:
    """The long and the short answer of a prediction, as the page has them."""
    if page is None:
        return None, None
    long = None
    if placed.candidate_index is not None:
        box = candidates_of(page)[placed.candidate_index]
        long = _cut(page, box.start_token, box.end_token)
    elif placed.long_span is not None:
        long = _cut(page, *placed.long_span)
    short = BETWEEN_SPANS.join(_cut(page, *span) or "" for span in placed.short_answers)
    if prediction["yes_no"] != YesNoAnswer.NONE:
        short = prediction["yes_no"]
    return long, short or None


def _cut(page: Page, start: int, end: int) -> str | None:
    passage = cut_passage(html_of(page), tokens_of(page), start_token=start, end_token=end)
    return passage.text if passage else None
