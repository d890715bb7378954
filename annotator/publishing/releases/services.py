"""Changing what a project's releases say and leave out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example
from annotator.publishing.releases.models import ReleaseCard
from annotator.publishing.releases.prose import FIELDS
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

_FORMS = {
    "version": (
        re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*"),
        "Use digits, letters and dots, such as 1.0.0.",
    ),
    "licence": (
        re.compile(r"[0-9a-z][0-9a-z.-]*"),
        "Use the Hub’s code of a licence, such as cc-by-sa-4.0.",
    ),
}
_LEFT_OUT = ("people_left_out", "examples_left_out")


@dataclass(frozen=True, slots=True)
class Card:
    """A project's card: texts by their names, pseudonyms, and example ids."""

    prose: Mapping[str, str]
    people_left_out: tuple[str, ...]
    examples_left_out: tuple[int, ...]


def card_of(project: Project) -> Card:
    """The texts and omissions of the project's releases; empty if no lead has written them."""
    row = ReleaseCard.objects.filter(project=project).first() or ReleaseCard(project=project)
    return Card(
        {name: getattr(row, name) for name in FIELDS},
        tuple(row.people_left_out),
        tuple(row.examples_left_out),
    )


def change_card(
    *, project: Project, changes: Mapping[str, Any], at: datetime, actor: User | None
) -> Card:
    """Change the fields that ``changes`` names, and record which.

    Raises ``InvalidInputError`` for an unknown field, a text that is too long or malformed, and for
    people and examples that the project doesn't have.
    """
    problems = {name: flaw for name, value in changes.items() if (flaw := _flaw(name, value))}
    problems |= _missing(project, changes)
    if problems:
        told = "; ".join(f"{name}: {flaw}" for name, flaw in problems.items())
        raise InvalidInputError("bad_release_card", told, fields=problems)
    with changing(project, at=at, actor=actor) as change:
        row, _ = ReleaseCard.objects.get_or_create(project=project)
        changed = [name for name, value in changes.items() if getattr(row, name) != value]
        for name in changed:
            setattr(row, name, changes[name])
        if changed:
            row.save()
            change.record("changed", "release_card", project.pk, fields=sorted(changed))
    return card_of(project)


def _flaw(name: str, value: Any) -> str:
    if name in _LEFT_OUT:
        return "" if isinstance(value, list) else "Give a list."
    if name not in FIELDS:
        return f"There is no such field. Use one of {', '.join((*FIELDS, *_LEFT_OUT))}."
    if not isinstance(value, str) or "\0" in value:
        return "Give a text."
    if len(value) > (longest := FIELDS[name].longest):
        return f"The text has {len(value):,} characters; the limit is {longest:,}."
    pattern, fix = _FORMS.get(name, (None, ""))
    return fix if pattern and value and not pattern.fullmatch(value) else ""


def _missing(project: Project, changes: Mapping[str, Any]) -> dict[str, str]:
    """Which of the people and examples to leave out the project doesn't have."""
    people, examples = (changes.get(name) for name in _LEFT_OUT)
    found = {}
    if isinstance(people, list):
        has = set(project.memberships.values_list("pseudonym", flat=True))
        if absent := _first_absent(people, has, str):
            found["people_left_out"] = f"Nobody in the project is called {absent}."
    if isinstance(examples, list):
        whole = [each for each in examples if type(each) is int and abs(each) < 2**63]
        asked = Example.objects.filter(project=project, example_id__in=whole)
        if absent := _first_absent(examples, set(asked.values_list("example_id", flat=True)), int):
            found["examples_left_out"] = f"The project has no example {absent}."
    return found


def _first_absent(wanted: Sequence[Any], has: set[Any], form: type) -> str:
    return next((str(each) for each in wanted if type(each) is not form or each not in has), "")
