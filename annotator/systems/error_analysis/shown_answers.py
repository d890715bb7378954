"""An analysed answer as its labellers read it: in words, beside what people answered."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.ambiguous_examples import counted_annotations
from annotator.exchange.exports.simulated import of_people_unless
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.models import Page
from annotator.material.corpus.placed_answers import PlacedAnswer, placed_answer
from annotator.material.corpus.queries import candidates_of, html_of, tokens_of
from annotator.quality.judgments.sheet import BETWEEN_SPANS, AnswerTexts
from annotator.systems.error_analysis.models import AnalysedAnswer
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.scoring.asqa import REFERENCES
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A long or short answer in words, and how many people gave it; no text for no answer."""

    text: str | None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """A disambiguation of an ambiguous question, with its short answers."""

    question: str
    short_answers: list[str]


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What the system answered and what people did; of ASQA ``long`` is the long-form answer.

    ``people_long`` and ``people_short`` have the most frequent answer first. ``placed`` is where
    the answer is on the page, None for a long-form answer.
    """

    question: str
    page: Page | None
    long: str | None
    short: str | None
    people_long: list[ShownPart]
    people_short: list[ShownPart]
    readings: list[Reading] = field(default_factory=list)
    placed: PlacedAnswer | None = None


def shown_answer(answer: AnalysedAnswer) -> ShownAnswer:
    """The answer, with what people had answered when the analysis was opened.

    A predicted span that isn't on the page has no text.
    """
    if answer.analysis.project.kind == Kind.ASQA:
        return _long_form(answer)
    return _natural_questions(answer)


def annotations_beside(project: Project, examples: Collection[int]) -> dict[int, list[int]]:
    """The ids of the annotations that are shown beside a system's answers, by example.

    Of ASQA the first two, as references are, of Natural Questions all that count now.
    """
    if project.kind == Kind.ASQA:
        counted, most = earliest_first(counted_annotations()), REFERENCES
    else:
        counted, most = Annotation.objects.current().counting().order_by("pk"), None
        counted = of_people_unless(counted, simulated=is_simulated(project))
    found: dict[int, list[int]] = {example: [] for example in examples}
    rows = counted.filter(example__in=found).values_list("example_id", "pk")
    for example, annotation in rows:
        found[example].append(annotation)
    return {example: ids[:most] for example, ids in found.items()}


def _annotations(answer: AnalysedAnswer) -> list[Annotation]:
    ids = answer.annotations
    if ids is None:
        example = answer.example_id
        ids = annotations_beside(answer.analysis.project, [example])[example]
    rows = Annotation.objects.select_related("natural_questions_answer", "long_form_answer")
    found = rows.in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def _long_form(answer: AnalysedAnswer) -> ShownAnswer:
    example = answer.example
    return ShownAnswer(
        question=example.question.text,
        page=None,
        long=answer.answer["text"],
        short=None,
        people_long=[ShownPart(each.long_form_answer.text) for each in _annotations(answer)],
        people_short=[],
        readings=[
            Reading(each.question, each.short_answers)
            for each in example.disambiguations.order_by("number")
        ],
    )


def _natural_questions(answer: AnalysedAnswer) -> ShownAnswer:
    example, texts = answer.example, AnswerTexts()
    placed = placed_answer(example.page, answer.answer)
    long, short = _predicted(example.page, answer.answer, placed)
    given = [each.natural_questions_answer for each in _annotations(answer)]
    return ShownAnswer(
        question=example.question.text,
        page=example.page,
        long=long,
        short=short,
        people_long=_counted([texts.long(each, example.page) for each in given]),
        people_short=_counted([texts.short(each, example.page) for each in given]),
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
