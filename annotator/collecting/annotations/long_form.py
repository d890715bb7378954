"""ASQA answers: what their annotator saw, and writing them."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.collecting.annotations.long_form_check import (
    CheckedLongForm,
    FrozenPage,
    Reading,
    ShownQuestion,
    check_long_form_answer,
)
from annotator.collecting.annotations.models import Annotation, KnowledgePiece, LongFormAnswer
from annotator.material.corpus.models import Example
from annotator.material.corpus.queries import html_of, packed_tokens_of
from annotator.material.corpus.shown_context import shown_context
from annotator.workspace.projects.models import Project, Regime


def check_long_form_for_example(
    *, project: Project, example: Example, answer: Mapping[str, Any]
) -> CheckedLongForm:
    """Check an answer against its example, as the project shows it; see
    ``check_long_form_answer``.
    """
    wanted = {piece.get("page") for piece in answer.get("knowledge", ())} - {None}
    shown = shown_question(project=project, example=example, pages=wanted)
    return check_long_form_answer(answer, shown=shown)


def shown_question(*, project: Project, example: Example, pages: Iterable[int]) -> ShownQuestion:
    """What annotators of the project see of an example, with its named pages.

    Two queries, and two for each page that has to be read.
    """
    if project.regime == Regime.NO_CONTEXT:
        return ShownQuestion()
    rows = list(example.disambiguations.select_related("context_passage__page").order_by("number"))
    contexts = (shown_context(row, threshold=project.context_threshold).text for row in rows)
    return ShownQuestion(
        readings=tuple(Reading(row.number, row.question, tuple(row.short_answers)) for row in rows),
        contexts=tuple(context for context in contexts if context is not None),
        pages=_frozen_pages(example, pages),
    )


def _frozen_pages(example: Example, wanted: Iterable[int]) -> dict[int, FrozenPage]:
    wanted = set(wanted)
    if not wanted:
        return {}
    visits = example.visited_pages.filter(page__in=wanted).select_related("page").order_by("number")
    return {
        visit.page.pk: FrozenPage(visit.title, html_of(visit.page), packed_tokens_of(visit.page))
        for visit in visits
        if visit.page is not None
    }


def new_long_form_answer(
    *,
    annotation: Annotation | None,
    checked: CheckedLongForm,
    project: Project,
    active_seconds: Mapping[str, float] | None = None,
) -> LongFormAnswer:
    """The row of a checked answer, not stored yet; ``project`` is as its annotator saw it."""
    return LongFormAnswer(
        annotation=annotation,
        text=checked.text,
        missing=[
            {"disambiguation": each.number, "short_answers": list(each.short_answers)}
            for each in checked.missing
        ],
        concern=checked.concern,
        word_count=checked.word_count,
        coverage=checked.coverage,
        seconds_writing=(active_seconds or {}).get("writing"),
        regime=project.regime,
        context_threshold=project.context_threshold,
    )


def store_knowledge(annotation: Annotation, checked: CheckedLongForm) -> None:
    """Store the knowledge of a checked answer."""
    KnowledgePiece.objects.bulk_create(
        KnowledgePiece(
            annotation=annotation,
            number=number,
            content=piece.content,
            page_title=piece.page_title,
            page_id=piece.page,
            start_token=piece.start_token,
            end_token=piece.end_token,
            start_byte=piece.start_byte,
            end_byte=piece.end_byte,
        )
        for number, piece in enumerate(checked.knowledge)
    )
