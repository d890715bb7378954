"""Changing what a project's filters let through, and deciding about single queries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.intake.filtering.decision import Step, in_words
from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities
from annotator.exchange.intake.filtering.merging import MOST_PEOPLE
from annotator.exchange.intake.models import Query, QueryFilters
from annotator.exchange.intake.queries import asked_texts
from annotator.exchange.intake.searching.provider import TOP
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

MAX_LIST_CHARACTERS = 2_000_000
BOUNDS = {"min_words": (1, 100), "min_users": (1, MOST_PEOPLE), "hours": (1, 24 * 366)}
_ROWS = 500
_NO_RESULT = f"No page of the wiki is among the first {TOP} results."
LISTS = ("categories", "offensive_words", "page_titles")


def set_query_filters(
    *, project: Project, changes: dict[str, Any], at: datetime, actor: User | None
) -> QueryFilters:
    """Change some of a project's filters; later imports use them.

    Raises ``InvalidInputError`` naming each setting that is out of bounds.
    """
    problems = {name: fix for name, value in changes.items() if (fix := _problem(name, value))}
    if problems:
        raise InvalidInputError("invalid_filters", "These filters can't be set.", fields=problems)
    with changing(project, at=at, actor=actor) as change:
        filters, _ = QueryFilters.objects.get_or_create(project=project)
        for name, value in changes.items():
            setattr(filters, name, value)
        filters.save()
        told = {name: changes[name] for name in sorted(changes) if name not in LISTS}
        change.record("changed", "query_filters", project.pk, **told)
    return filters


@transaction.atomic
def decide_query(*, query: Query, keep: bool, at: datetime, actor: User | None) -> Query:
    """Keep a query, or leave it out, whatever the filters said; a later decision replaces this.

    Raises ``ConflictError`` once an example asks it, and for one to leave out that an import is
    just making an example of.
    """
    query = Query.objects.select_for_update(no_key=True).get(pk=query.pk)
    if query.step == Step.EXAMPLE:
        raise ConflictError("asked_already", "This query already has an example.")
    if not keep and _is_being_imported(query):
        raise ConflictError(
            "being_imported",
            "An import is making an example of this query. Cancel it, or wait until it ends.",
        )
    before = query.step
    query.step = Step.KEPT if keep else Step.REFUSED
    query.reason = f"A lead {'kept it' if keep else 'left it out'}."
    if query.flags:
        query.reason = f"{query.reason} It has {in_words(query.flags)}."
    query.is_decided = True
    query.save(update_fields=["step", "reason", "is_decided"])
    record_event(
        at=at,
        actor=actor,
        verb="decided",
        subject="query",
        subject_id=query.pk,
        project_id=query.project_id,
        details={"before": before, "after": query.step},
    )
    return query


def _is_being_imported(query: Query) -> bool:
    adding = Example.objects.filter(project=query.project_id, is_published=False)
    return adding.filter(question__text=query.text).exists()


def set_aside_without_page(
    *, project: Project, texts: Sequence[str], reason: str = _NO_RESULT
) -> None:
    """Note the queries without a usable page, and why."""
    waiting = Query.objects.filter(
        project=project, is_published=True, step__in=(Step.KEPT, Step.NO_PAGE)
    )
    for start in range(0, len(texts), _ROWS):
        found = waiting.filter(text__in=texts[start : start + _ROWS])
        found.update(step=Step.NO_PAGE, reason=reason)


def note_examples(*, project: Project) -> None:
    """Note the queries that the project's examples ask."""
    waiting = Query.objects.filter(
        project=project, is_published=True, step__in=(Step.KEPT, Step.NO_PAGE)
    )
    waiting.filter(text__in=asked_texts(project)).update(
        step=Step.EXAMPLE, reason="It has an example."
    )


def _problem(name: str, value: Any) -> str:
    if name in BOUNDS:
        least, most = BOUNDS[name]
        return "" if least <= value <= most else f"Give a whole number from {least} to {most}."
    if name == "heuristics" and (not value or not {*value} <= {*HEURISTICS}):
        return f"Choose from {', '.join(HEURISTICS)}."
    if name == "entities" and value not in {*Entities}:
        return f"Choose from {', '.join(Entities)}."
    if name in LISTS and ("\0" in value or len(value) > MAX_LIST_CHARACTERS):
        return f"Give a text of up to {MAX_LIST_CHARACTERS:,} characters, one phrase on each line."
    return ""
